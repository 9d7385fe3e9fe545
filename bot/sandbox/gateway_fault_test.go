package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// asked serves a command and a bot with a session, and returns the session's id.
func asked(t *testing.T, s *sandbox.Server) (b *bench, w *wire, session string) {
	t.Helper()
	s.Resume = time.Minute
	b = start(t, s)
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"ask","description":"d"}]`).status)
	w = b.greeted()
	var ready struct {
		Session string `json:"session_id"`
	}
	require.NoError(t, json.Unmarshal(w.identifyAs(0, 1).Data, &ready))
	return b, w, ready.Session
}

// saidNothing requires that the connection ends with the server, without another packet.
func (w *wire) saidNothing() {
	w.t.Helper()
	_, _, err := w.ws.ReadMessage()
	require.True(w.t, websocket.IsCloseError(err, websocket.CloseGoingAway), "%v", err)
}

// TestReconnectLosesNothing: a bot that is asked to reconnect gets each event once, over the old connection or the
// new one.
func TestReconnectLosesNothing(t *testing.T) {
	t.Parallel()
	b, old, session := asked(t, &sandbox.Server{})
	alice := b.Actor("alice")
	b.Reconnect()
	require.Equal(t, 7, old.next().Op)
	asks(t, b, old, alice, sandbox.MadID, "ask").callback(here)
	next := b.resume(session, 2)
	require.Equal(t, "RESUMED", next.next().Type, "what was received is not sent again")
	require.Equal(t, 4000, old.closed())
	asks(t, b, next, alice, sandbox.MadID, "ask").callback(here)
}

// TestReconnectIsNotIgnored: a bot that ignores op 7 loses its connection, but not its session.
func TestReconnectIsNotIgnored(t *testing.T) {
	t.Parallel()
	b, w, session := asked(t, &sandbox.Server{})
	b.Reconnect()
	require.Equal(t, 7, w.next().Op)
	w.send(`{"op":1,"d":1}`)
	require.Equal(t, 1001, w.closed())
	require.Equal(t, "RESUMED", b.resume(session, 1).next().Type)
}

// TestTwoSessionsOfAShard: while a new session replaces an old one, both get the same events.
func TestTwoSessionsOfAShard(t *testing.T) {
	t.Parallel()
	b, old, _ := asked(t, &sandbox.Server{})
	fresh := b.identified("0")
	h := asks(t, b, old, b.Actor("alice"), sandbox.MadID, "ask")
	twin := &happening{bench: b}
	require.NoError(t, json.Unmarshal(fresh.next().Data, twin))
	assert.Equal(t, h.ID, twin.ID)
	require.Equal(t, 200, twin.callback(here).status)
	require.Equal(t, 40060, h.callback(here).code())
	require.NoError(t, old.ws.Close())
	asks(t, b, fresh, b.Actor("alice"), sandbox.MadID, "ask").callback(here)
}

// TestHang: a gateway that hangs sends and reads nothing; the session can continue on another connection.
func TestHang(t *testing.T) {
	t.Parallel()
	b, w, session := asked(t, &sandbox.Server{})
	b.Hang()
	w.send(`{"op":1,"d":1}`)
	missed := make(chan error, 1)
	go func() {
		_, err := b.Actor("alice").Command(within(t), sandbox.MadID, "ask")
		missed <- err
	}()
	next := b.resume(session, 1)
	event := next.next()
	if event.Type == "RESUMED" { // alice was slow
		event = next.next()
	}
	h := &happening{bench: b}
	require.NoError(t, json.Unmarshal(event.Data, h))
	require.Equal(t, 200, h.callback(here).status)
	require.NoError(t, <-missed)
	require.NoError(t, b.Close())
	w.saidNothing()
}

// TestGatewayFaults: starting and resuming a session can fail in each way.
func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	faults := make(chan sandbox.GatewayFault)
	go func() { faults <- 0 }()
	b, _, session := asked(t, &sandbox.Server{GatewayFault: func(bool) sandbox.GatewayFault { return <-faults }})
	starts := func(w *wire, f sandbox.GatewayFault) *wire {
		w.wants(0, 1)
		faults <- f
		return w
	}
	resumes := func(f sandbox.GatewayFault) *wire {
		w := b.resume(session, 1)
		faults <- f
		return w
	}
	w := b.greeted()
	require.Equal(t, 9, starts(w, 9).next().Op)
	require.Equal(t, 7, starts(w, 7).next().Op)
	require.Equal(t, 4014, starts(w, 4014).closed())
	require.Equal(t, 9, resumes(9).next().Op)
	require.Equal(t, 7, resumes(7).next().Op)
	require.Equal(t, 4008, resumes(4008).closed())
	silent := resumes(sandbox.Silence)
	silent.send(`{"op":1,"d":1}`)
	require.Equal(t, "RESUMED", resumes(0).next().Type, "the session is still there")
	require.NoError(t, b.Close())
	silent.saidNothing()
}

// TestAwaitRestart: the old bot is not mistaken for the new one.
func TestAwaitRestart(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	b.identified("0")
	none, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, b.AwaitRestart(none, func(context.Context) error { return nil }), context.Canceled)
	broken := errors.New("it does not start")
	require.ErrorIs(t, b.AwaitRestart(within(t), func(context.Context) error { return broken }), broken)
	require.NoError(t, b.AwaitRestart(within(t), func(context.Context) error {
		b.identified("0")
		return nil
	}))
}
