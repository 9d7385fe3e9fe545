package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// TestEndpoint_NotTaken: an endpoint that fails Discord's check is not used, and that is reported.
func TestEndpoint_NotTaken(t *testing.T) {
	t.Parallel()
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
	}
	for name, c := range map[string]struct {
		endpoint http.HandlerFunc
		want     string
	}{
		"takes any signature": {answers(`{"type":1}`), "where 401 is wanted"},
		"pong as text":        {text(`{"type":1}`), "ping answered with status 200"},
		"no pong":             {answers(`{"type":4}`), "ping answered with status 200"},
		"not JSON":            {answers(`pong`), "ping answered with status 200"},
		"pong later":          {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(202) }, "status 202"},
		"refuses all":         {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, "status 401"},
		"not there":           {http.NotFound, "status 404"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			web := httptest.NewServer(c.endpoint)
			t.Cleanup(web.Close)
			b := start(t, &sandbox.Server{Endpoint: web.URL})
			require.ErrorContains(t, b.AwaitBot(within(t)), c.want)
			require.Len(t, b.Unhandled(), 1)
			assert.Contains(t, b.Unhandled()[0], "interactions endpoint "+web.URL+" not used: ")
			require.Equal(t, 200, b.do("PUT", commands, `[{"name":"ask","description":"d"}]`).status)
			_, err := b.Actor("alice").Command(within(t), sandbox.MadID, "ask")
			assert.ErrorIs(t, err, sandbox.ErrNoAnswer)
			assert.Len(t, b.Unhandled(), 1, "it was said")
		})
	}
}

// TestEndpoint_NotTakenUnasked: the first interaction also triggers the check.
func TestEndpoint_NotTakenUnasked(t *testing.T) {
	t.Parallel()
	w := endpoint(t, &sandbox.Server{}, answers(withButton))
	w.careful.Store(false)
	_, err := w.asks()
	require.ErrorIs(t, err, sandbox.ErrNoAnswer)
	assert.Len(t, w.Unhandled(), 1)
}

// TestEndpoint_Unsigned: a bot that accepts requests without a signature fails the check.
func TestEndpoint_Unsigned(t *testing.T) {
	t.Parallel()
	w := endpoint(t, &sandbox.Server{}, answers(withButton))
	careful := w.web.Config.Handler
	w.web.Config.Handler = http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Signature-Ed25519") == "" {
			reply200(out, `{"type":1}`)
			return
		}
		careful.ServeHTTP(out, r)
	})
	assert.ErrorContains(t, w.AwaitBot(within(t)), "with no signature, where 401 is wanted")
}

// TestEndpoint_TakenAway: a bot that stops checking signatures loses its endpoint.
func TestEndpoint_TakenAway(t *testing.T) {
	t.Parallel()
	w := endpoint(t, &sandbox.Server{}, answers(`{"type":4,"data":{"content":"x"}}`))
	require.NoError(t, w.AwaitBot(within(t)))
	refused := w.refused.Load()
	for range 20 {
		_, err := w.asks()
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return w.refused.Load() == 2*refused }, patience, time.Millisecond,
		"Discord looks now and then")
	assert.Empty(t, w.Unhandled())
	w.careful.Store(false)
	for range 20 {
		_, err := w.asks()
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return len(w.Unhandled()) == 1 }, patience, time.Millisecond)
	pings := w.pings.Load()
	_, err := w.asks()
	assert.ErrorIs(t, err, sandbox.ErrNoAnswer)
	assert.Equal(t, pings, w.pings.Load(), "nothing is sent any more")
	assert.ErrorContains(t, w.AwaitBot(within(t)), "where 401 is wanted", "for good")
}

// TestEndpoint_Away: while the bot is offline, interactions fail immediately, but nothing is reported as unhandled.
func TestEndpoint_Away(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]http.HandlerFunc{
		"breaks":      func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"bad gateway": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var back atomic.Bool
			w := endpoint(t, &sandbox.Server{}, func(out http.ResponseWriter, r *http.Request) {
				if back.Load() {
					answers(withButton)(out, r)
					return
				}
				away(out, r)
			})
			require.NoError(t, w.AwaitBot(within(t)))
			assert.True(t, w.online())
			_, err := w.asks()
			require.ErrorIs(t, err, sandbox.ErrNoAnswer)
			assert.False(t, w.online())
			back.Store(true)
			_, err = w.asks()
			require.NoError(t, err)
			assert.Eventually(t, w.online, patience, time.Millisecond)
			w.web.Close()
			require.NoError(t, w.AwaitNoBot(within(t)))
			_, err = w.asks()
			require.ErrorIs(t, err, sandbox.ErrNoAnswer)
			assert.Empty(t, w.Unhandled())
		})
	}
}

// online reports whether the page shows the bot as online.
func (w *webBot) online() bool {
	var s struct{ Bot struct{ Online bool } }
	assert.Equal(w.t, 200, w.page(sandbox.AliceID, "GET", "/state", "", &s))
	return s.Bot.Online
}

// TestEndpoint_Late: a response after the deadline does not count.
func TestEndpoint_Late(t *testing.T) {
	t.Parallel()
	end := make(chan struct{})
	w := endpoint(t, &sandbox.Server{Deadline: 300 * time.Millisecond}, func(out http.ResponseWriter, _ *http.Request) {
		<-end
		reply200(out, withButton)
	})
	t.Cleanup(func() { close(end) })
	require.NoError(t, w.AwaitBot(within(t)))
	_, err := w.asks()
	require.ErrorIs(t, err, sandbox.ErrNoAnswer)
	assert.Empty(t, w.Unhandled())
	assert.Len(t, w.Actor("alice").Messages(sandbox.MadID), 0)
}

// TestEndpoint_Closes: closing the server does not wait for a bot that does not respond.
func TestEndpoint_Closes(t *testing.T) {
	t.Parallel()
	begun, end := make(chan struct{}), make(chan struct{})
	w := endpoint(t, &sandbox.Server{}, func(http.ResponseWriter, *http.Request) {
		close(begun)
		<-end
	})
	t.Cleanup(func() { close(end) })
	failed := make(chan error, 1)
	go func() {
		_, err := w.asks()
		failed <- err
	}()
	<-begun
	closed := make(chan error, 1)
	go func() { closed <- w.Close() }()
	select {
	case err := <-closed:
		require.NoError(t, err)
	case <-within(t).Done():
		t.Fatal("it waits for the bot")
	}
	assert.ErrorIs(t, <-failed, sandbox.ErrClosed)
}

// TestEndpoint_NotTheGateway: a bot with an endpoint gets nothing over the gateway.
func TestEndpoint_NotTheGateway(t *testing.T) {
	t.Parallel()
	w := endpoint(t, &sandbox.Server{}, answers(withButton))
	session := w.identified("0")
	_, err := w.asks()
	require.NoError(t, err)
	w.CloseGateway(4000)
	assert.Equal(t, 4000, session.closed(), "nothing came before")
}

// TestPublicKey: the key is stored with the state.
func TestPublicKey(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state")
	b := start(t, &sandbox.Server{Dir: dir})
	key := b.PublicKey()
	assert.Regexp(t, `^[0-9a-f]{64}$`, key)
	assert.Equal(t, key, b.do("GET", "/applications/@me", "").body["verify_key"])
	left := killed(t, dir)
	assert.Equal(t, key, start(t, &sandbox.Server{Dir: left}).PublicKey())
	assert.NotEqual(t, key, start(t, &sandbox.Server{}).PublicKey())
}
