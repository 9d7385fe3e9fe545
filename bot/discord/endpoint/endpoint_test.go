package endpoint

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// running is an endpoint and its state.
type running struct {
	*Endpoint
	url  string
	stop context.CancelFunc
	done chan error
}

func run(t *testing.T, key Key, on func(*discord.Interaction)) *running {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	e := New(Config{Addr: l.Addr().String(), Key: key, Now: noon, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	ctx, stop := context.WithCancel(t.Context())
	r := &running{e, "http://" + l.Addr().String() + Path, stop, make(chan error, 1)}
	go func() { r.done <- e.Run(ctx, on) }()
	t.Cleanup(stop)
	require.Eventually(t, func() bool { return e.Ready() == nil }, time.Minute, time.Millisecond)
	return r
}

func (r *running) post(t *testing.T, s sent) *http.Response {
	t.Helper()
	req := s.request(r.url)
	req.RequestURI = ""
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// TestRun_Ends: accepted interactions are handled before Run returns, and all connections are closed.
func TestRun_Ends(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	begun, end := make(chan string), make(chan struct{})
	r := run(t, key, func(in *discord.Interaction) {
		begun <- in.ID
		<-end
	})
	res := r.post(t, signed(private, noon(), click))
	assert.Equal(t, http.StatusAccepted, res.StatusCode, "before it is handled")
	assert.True(t, res.Close)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	assert.Empty(t, body)
	assert.Equal(t, "7", <-begun)
	r.stop()
	require.Eventually(t, func() bool { return r.Ready() != nil }, time.Minute, time.Millisecond)
	require.Eventually(t, func() bool { return !r.listens() }, time.Minute, time.Millisecond,
		"a balancer is to try another process")
	select {
	case <-r.done:
		t.Error("ended while an interaction was handled")
	default:
	}
	close(end)
	assert.NoError(t, <-r.done)
}

// TestRun_LosesNothing: a request that arrives during shutdown on an open connection is handled.
func TestRun_LosesNothing(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	taken := make(chan string, 2)
	r := run(t, key, func(in *discord.Interaction) { taken <- in.ID })
	early, err := net.Dial("tcp", r.config.Addr)
	require.NoError(t, err)
	t.Cleanup(func() { early.Close() })
	assert.Equal(t, http.StatusAccepted, r.post(t, signed(private, noon(), click)).StatusCode)
	<-taken // the early connection was accepted before this one
	r.stop()
	require.Eventually(t, func() bool { return !r.listens() }, time.Minute, time.Millisecond)
	req := signed(private, noon(), click).request(r.url)
	require.NoError(t, req.Write(early))
	res, err := http.ReadResponse(bufio.NewReader(early), req)
	require.NoError(t, err)
	assert.Equal(t, http.StatusAccepted, res.StatusCode)
	assert.NoError(t, res.Body.Close())
	assert.Equal(t, "7", <-taken)
	assert.NoError(t, <-r.done)
}

// listens reports whether a connection is accepted.
func (r *running) listens() bool {
	conn, err := net.Dial("tcp", r.config.Addr)
	if err == nil {
		conn.Close()
	}
	return err == nil
}

// TestRun_Lingers: requests are handled while a load balancer has not noticed the shutdown.
func TestRun_Lingers(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	var taken atomic.Int64
	r := run(t, key, func(*discord.Interaction) { taken.Add(1) })
	r.config.Linger = time.Second
	r.stop()
	require.Eventually(t, func() bool { return r.Ready() != nil }, time.Minute, time.Millisecond)
	assert.Equal(t, http.StatusAccepted, r.post(t, signed(private, noon(), click)).StatusCode)
	assert.NoError(t, <-r.done)
	assert.EqualValues(t, 1, taken.Load())
}

// TestRun_Panics: a panic in one handler does not affect other interactions.
func TestRun_Panics(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	r := run(t, key, func(*discord.Interaction) { panic("defect") })
	for range 2 {
		assert.Equal(t, http.StatusAccepted, r.post(t, signed(private, noon(), click)).StatusCode)
	}
	r.stop()
	assert.NoError(t, <-r.done)
}

// TestRun_Headers: the server refuses a request with too large headers.
func TestRun_Headers(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	r := run(t, key, nil)
	s := signed(private, noon(), ping)
	s.signature += strings.Repeat("0", 1<<16)
	assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, r.post(t, s).StatusCode)
}

// TestRun_Slow: a client that sends nothing is disconnected.
func TestRun_Slow(t *testing.T) {
	t.Parallel()
	s := New(Config{Log: slog.New(slog.DiscardHandler)}).server(nil, nil)
	for name, limit := range map[string]time.Duration{"header": s.ReadHeaderTimeout, "request": s.ReadTimeout,
		"answer": s.WriteTimeout} {
		assert.Positive(t, limit, name)
		assert.LessOrEqual(t, limit, 10*time.Second, name)
	}
}

func TestRun_Refuses(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { taken.Close() })
	e := New(Config{Addr: taken.Addr().String(), Now: noon, Log: slog.New(slog.DiscardHandler)})
	assert.ErrorContains(t, e.Run(t.Context(), nil), "listen for interactions: ")
	assert.ErrorIs(t, e.Ready(), ErrNotListening)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	assert.NoError(t, e.Run(over, nil), "told to end, it has nothing to complain of")
}
