package postgres_test

import (
	"net"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/postgres"
)

// fakePooler answers like PgBouncer in front of a server: it announces process ids of its own, refuses unknown startup
// parameters, and lends server processes for a session or for a transaction.
type fakePooler struct {
	direct, perTransaction bool

	mu   sync.Mutex
	free []uint32 // idle server processes, the last used last
	last uint32
}

// take lends a server process.
func (f *fakePooler) take() uint32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.free); n > 0 {
		pid := f.free[n-1]
		f.free = f.free[:n-1]
		return pid
	}
	f.last++
	return 100 + f.last
}

// give takes a server process back.
func (f *fakePooler) give(pid uint32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free = append(f.free, pid)
}

// serve serves one client.
func (f *fakePooler) serve(c net.Conn) {
	defer c.Close()
	b := pgproto3.NewBackend(c, c)
	first, err := b.ReceiveStartupMessage()
	startup, ok := first.(*pgproto3.StartupMessage)
	if err != nil || !ok {
		return
	}
	for name := range startup.Parameters {
		if !f.direct && name != "user" && name != "database" && name != "application_name" {
			b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter: " + name})
			_ = b.Flush()
			return
		}
	}
	pid, announced := uint32(0), uint32(9000)
	if !f.perTransaction {
		pid = f.take()
		defer f.give(pid)
	}
	if f.direct {
		announced = pid
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.BackendKeyData{ProcessID: announced, SecretKey: []byte{1, 2, 3, 4}})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	inTransaction := false
	for b.Flush() == nil {
		message, err := b.Receive()
		query, ok := message.(*pgproto3.Query)
		if err != nil || !ok {
			return
		}
		if f.perTransaction && !inTransaction {
			pid = f.take()
		}
		status := byte('I')
		if inTransaction = inTransaction || query.String == "BEGIN"; inTransaction {
			status = 'T'
		}
		if query.String == "SELECT pg_backend_pid()" {
			b.Send(&pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("pid"), DataTypeOID: 23}}})
			b.Send(&pgproto3.DataRow{Values: [][]byte{[]byte(strconv.Itoa(int(pid)))}})
		}
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte("OK")})
		b.Send(&pgproto3.ReadyForQuery{TxStatus: status})
		if f.perTransaction && !inTransaction {
			f.give(pid)
		}
	}
}

// address serves clients until the test ends, and returns where.
func (f *fakePooler) address(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go f.serve(c)
		}
	}()
	return "postgres://u@" + l.Addr().String() + "/x?sslmode=disable"
}

// TestOpen_Pooler: a pooler in transaction mode is refused at the start, with what to do; the server itself and a
// pooler in session mode are not.
func TestOpen_Pooler(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pooler *fakePooler
		busy   int // server processes that are idle before
		want   error
	}{
		"transaction mode":              {&fakePooler{perTransaction: true}, 0, postgres.ErrPooler},
		"transaction mode, a busy pool": {&fakePooler{perTransaction: true}, 3, postgres.ErrPooler},
		"session mode":                  {&fakePooler{}, 0, nil},
		"the server itself":             {&fakePooler{direct: true}, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for pid := range test.busy {
				test.pooler.give(uint32(50 + pid))
			}
			address := test.pooler.address(t)
			assert.ErrorIs(t, postgres.CheckSessions(t.Context(), address), test.want)
			if test.want != nil {
				_, err := postgres.Open(t.Context(), address, postgres.Options{})
				require.ErrorIs(t, err, postgres.ErrPooler)
				assert.Contains(t, err.Error(), "session mode")
			}
		})
	}
}
