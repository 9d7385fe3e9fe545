package gateway

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// explosive is a log that panics when it is told of the first connection.
type explosive struct {
	slog.Handler
	told *atomic.Int32
}

func (e explosive) WithAttrs([]slog.Attr) slog.Handler { return e }

func (e explosive) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "connected to discord" && e.told.Add(1) == 1 {
		panic("on fire")
	}
	return nil
}

// TestAttendPanics: a defect in what looks after a connection ends that connection, and another one is made.
func TestAttendPanics(t *testing.T) {
	t.Parallel()
	closed := make(chan struct{})
	web := httptest.NewServer(&server{budget: `{}`, scripts: []script{func(conn *websocket.Conn) {
		welcome(conn)
		_, _, _ = conn.ReadMessage()
		close(closed)
	}, welcome}})
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	g := New(Config{Client: client, Log: slog.New(explosive{slog.DiscardHandler, new(atomic.Int32)})})
	g.spacing = 0
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		_, err := g.Run(ctx, ignore)
		assert.NoError(t, err)
	})
	t.Cleanup(func() { stop(); running.Wait() })
	select {
	case <-closed:
	case <-time.After(30 * time.Second):
		require.Fail(t, "the connection is left behind")
	}
	require.Eventually(t, g.Ready, 30*time.Second, time.Millisecond)
}
