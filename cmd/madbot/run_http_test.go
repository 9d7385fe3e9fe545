package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// httpRun is a sandbox that sends interactions over HTTP, and the configuration of a bot for it.
type httpRun struct {
	*sandbox.Server
	t     *testing.T
	cfg   Config
	url   string
	reset atomic.Bool // the bot's token was reset
}

// newHTTPRun serves a sandbox for the length of the test.
func newHTTPRun(t *testing.T) *httpRun {
	t.Helper()
	r := &httpRun{t: t, cfg: defaultConfig()}
	r.Server = &sandbox.Server{Deadline: patience, Fault: func(q *http.Request) *sandbox.Fault {
		if r.reset.Load() && !strings.Contains(q.URL.Path, "/interactions/") {
			return &sandbox.Fault{Status: http.StatusUnauthorized, Message: "401: Unauthorized"}
		}
		return nil
	}}
	require.NoError(t, overHTTP(&r.cfg, r.Server))
	web := httptest.NewServer(r.Server)
	t.Cleanup(func() { assert.NoError(t, r.Close()); web.Close() })
	r.url = web.URL
	health, err := freeAddr()
	require.NoError(t, err)
	r.cfg.Health.Addr = health
	return r
}

// run runs the program with the configuration and a token until ctx ends, and returns its exit code and errors.
func (r *httpRun) run(ctx context.Context, token string) (code int, stderr string) {
	r.t.Helper()
	file := filepath.Join(r.t.TempDir(), "config.yaml")
	require.NoError(r.t, os.WriteFile(file, fmt.Appendf(nil,
		"discord: {base_url: %q, public_key: %q, interactions: %q}\nstorage: {path: %q}\nhealth: {addr: %q}\n"+
			"log: {level: error}\n", r.url, r.cfg.Discord.PublicKey, r.cfg.Discord.Interactions,
		filepath.Join(r.t.TempDir(), "madbot.db"), r.cfg.Health.Addr), 0o600))
	var said strings.Builder
	code = execute(ctx, []string{"run", "-config", file}, stdio{out: &said, err: &said,
		getenv: func(string) string { return token }})
	return code, said.String()
}

// TestRun_HTTP: the program accepts interactions at the configured address, is healthy while it does, and stops when
// asked to.
func TestRun_HTTP(t *testing.T) {
	t.Parallel()
	r := newHTTPRun(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan int, 1)
	go func() {
		code, said := r.run(ctx, sandbox.DefaultToken)
		assert.Empty(t, said)
		ended <- code
	}()
	within, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	require.NoError(t, r.AwaitBot(within))
	assert.Eventually(t, func() bool { return askHealth(within, "http://"+r.cfg.Health.Addr+readyPath) == nil },
		patience, 10*time.Millisecond)
	answer, err := r.Actor("alice").Command(within, r.Channel("mad"), "help")
	require.NoError(t, err)
	assert.NotNil(t, answer.Message)
	cancel()
	assert.Equal(t, exitOK, <-ended)
	assert.NoError(t, r.AwaitNoBot(within))
	assert.Empty(t, r.Unhandled())
}

// TestRun_HTTPGivesUp: permanent errors end the bot with one line.
func TestRun_HTTPGivesUp(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { taken.Close() })
	for name, c := range map[string]struct{ addr, token, want string }{
		"address taken": {taken.Addr().String(), sandbox.DefaultToken, "listen for interactions: "},
		"wrong token":   {"", "wrong.wrong.wrong", "discord refuses the bot token"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newHTTPRun(t)
			if c.addr != "" {
				r.cfg.Discord.Interactions = c.addr
			}
			code, said := r.run(t.Context(), c.token)
			assert.Equal(t, exitFailed, code)
			assert.Contains(t, said, c.want)
			assert.Equal(t, 1, strings.Count(said, "\n"), said)
		})
	}
}

// TestRun_HTTPWrongKey: with the public key of another application every interaction is refused, which Discord notices.
func TestRun_HTTPWrongKey(t *testing.T) {
	t.Parallel()
	r := newHTTPRun(t)
	r.cfg.Discord.PublicKey = someKey
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	ended := make(chan int, 1)
	go func() {
		code, _ := r.run(ctx, sandbox.DefaultToken)
		ended <- code
	}()
	assert.ErrorContains(t, r.AwaitBot(ctx), "ping answered with status 401")
	cancel()
	assert.Equal(t, exitOK, <-ended)
}
