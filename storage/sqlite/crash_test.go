package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
)

// crashEnv names the database for a child process that writes until it is killed.
const crashEnv = "MADBOT_TEST_CRASH_DB"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashEnv); path != "" {
		if err := writeForever(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1) // only a kill ends it as it should
	}
	os.Exit(m.Run())
}

// ack is what the child prints after an event was stored.
type ack struct {
	id   match.ID
	seq  int
	ply  int
	turn string // "-": the event is no turn
}

// TestCrash kills a process in the middle of many writes, again and again on one file: what it
// had acknowledged is there, each turn with its notice, and nothing is there by half.
func TestCrash(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	path := filepath.Join(t.TempDir(), "mad.db")
	var all []ack
	for round := range 6 {
		acks := crash(ctx, t, path, 60+25*round)
		all = append(all, acks...)
		requireKept(t, path, all)
	}
}

// crash runs the child, kills it when it has acknowledged n events and is about the next, and
// returns all that it had acknowledged by then.
func crash(ctx context.Context, t *testing.T, path string, n int) []ack {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	child := exec.CommandContext(ctx, program)
	child.Env = append(os.Environ(), crashEnv+"="+path)
	child.Stderr = t.Output()
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())

	var acks []ack
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF { // a line cut off is no acknowledgement
			break
		}
		require.NoError(t, err)
		var a ack
		_, err = fmt.Sscan(line, &a.id, &a.seq, &a.ply, &a.turn)
		require.NoError(t, err, line)
		if acks = append(acks, a); len(acks) == n {
			require.NoError(t, child.Process.Kill())
		}
	}
	require.ErrorContains(t, child.Wait(), "signal: killed")
	require.GreaterOrEqual(t, len(acks), n)
	return acks
}

// requireKept reopens the database and looks for everything acknowledged.
func requireKept(t *testing.T, path string, acks []ack) {
	t.Helper()
	db, err := storage.Open(t.Context(), path, storage.Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	require.NoError(t, db.Check(t.Context()))

	notices, err := db.Notices(t.Context(), now(), 1e6)
	require.NoError(t, err)
	told := map[match.ID][]match.Event{}
	for _, n := range notices {
		told[n.Match] = append(told[n.Match], n.Event)
	}
	for _, a := range acks {
		m, err := db.Match(t.Context(), a.id)
		require.NoError(t, err)
		require.Len(t, told[a.id], m.Seq, "a notice for each event, no event by half")
		e := told[a.id][a.seq-1]
		require.Equal(t, a.seq, e.Seq)
		require.Equal(t, a.ply, e.Ply)
		if a.turn != "-" {
			require.Equal(t, a.turn, e.Turn.String())
			require.Equal(t, a.turn, m.Game.Turns()[a.ply-1].String())
		}
	}
}

// writeForever plays matches on the database at path, four at a time, and prints an
// acknowledgement of each event. It returns only on an error.
func writeForever(path string) error {
	ctx := context.Background()
	db, err := storage.Open(ctx, path, storage.Options{})
	if err != nil {
		return err
	}
	errs := make(chan error)
	for range 4 {
		go func() {
			for {
				if err := writeMatch(ctx, db); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	return <-errs
}

// writeMatch plays a match of random turns.
func writeMatch(ctx context.Context, db *storage.DB) error {
	id := match.ID(fmt.Sprintf("m%015x", rand.Uint64()>>4))
	m, events, err := match.Propose(match.Proposal{ID: id, By: "1", To: "2",
		Terms: match.Terms{Options: rules.DefaultOptions()}}, now())
	if err != nil {
		return err
	}
	if err := db.Create(ctx, m, events); err != nil {
		return err
	}
	for printAck(&m); m.Status.IsOpen(); printAck(&m) {
		m, err = db.Update(ctx, id, func(m *match.Match) ([]match.Event, error) {
			if m.Status == match.Proposed {
				return m.Accept("2", rules.Red, now())
			}
			p := m.Game.Position()
			turns := p.AppendTurns(nil)
			return m.Play(m.ToMove(), turns[rand.IntN(len(turns))], now())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// printAck acknowledges the last turn of m, or its last event when it has none, in one write.
func printAck(m *match.Match) {
	a := ack{m.ID, m.Seq, m.Game.Ply(), "-"}
	if a.ply > 0 {
		a.turn = m.Game.Turns()[a.ply-1].String()
		a.seq = a.ply + 2 // challenged and accepted come before the turns
	}
	fmt.Printf("%s %d %d %s\n", a.id, a.seq, a.ply, a.turn)
}
