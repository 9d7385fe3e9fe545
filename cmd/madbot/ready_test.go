package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// faulty is a running bot whose environment can be made to fail.
type faulty struct {
	*sandbox.Server
	t       *testing.T
	rest    atomic.Pointer[sandbox.Fault] // of each call; nil: none
	session atomic.Int64                  // the fault of each new session; 0: none
	db      string
	health  string
}

// newFaulty runs a bot over the gateway for the length of the test.
func newFaulty(t *testing.T) *faulty {
	t.Helper()
	f := &faulty{t: t, db: filepath.Join(t.TempDir(), "madbot.db"), health: freeAddress(t)}
	f.Server = &sandbox.Server{Deadline: patience,
		Fault:        func(*http.Request) *sandbox.Fault { return f.rest.Load() },
		GatewayFault: func(bool) sandbox.GatewayFault { return sandbox.GatewayFault(f.session.Load()) }}
	web := httptest.NewServer(f.Server)
	t.Cleanup(func() { assert.NoError(t, f.Close()); web.Close() })
	config := filepath.Join(t.TempDir(), "config.yaml")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil,
		"discord: {base_url: %q}\nstorage: {path: %q}\nhealth: {addr: %q}\n", web.URL, f.db, f.health), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- execute(ctx, []string{"run", "-config", config}, stdio{out: t.Output(), err: t.Output(),
			getenv: func(string) string { return sandbox.DefaultToken }})
	}()
	t.Cleanup(func() { cancel(); assert.Equal(t, exitOK, <-ended) })
	return f
}

// becomes waits until the bot gives a reason not to be ready; "" for ready. It checks that the bot stays alive.
func (f *faulty) becomes(reason string) {
	f.t.Helper()
	require.EventuallyWithT(f.t, func(t *assert.CollectT) {
		err := askHealth(f.t.Context(), "http://"+f.health+readyPath)
		if reason == "" {
			assert.NoError(t, err)
			return
		}
		assert.ErrorContains(t, err, "the bot is not ready: "+reason)
	}, patience, 10*time.Millisecond)
	require.NoError(f.t, askHealth(f.t.Context(), "http://"+f.health+alivePath))
}

// click lets somebody use the bot, and ignores the result.
func (f *faulty) click(command string, options ...sandbox.Option) {
	ctx, cancel := context.WithTimeout(f.t.Context(), time.Second)
	defer cancel()
	_, _ = f.Actor("carol").Command(ctx, f.Channel("mad"), command, options...)
}

// alter changes the database behind the bot's back.
func (f *faulty) alter(statement string) {
	f.t.Helper()
	raw, err := sql.Open("sqlite3", f.db)
	require.NoError(f.t, err)
	defer raw.Close()
	_, err = raw.ExecContext(f.t.Context(), statement)
	require.NoError(f.t, err)
}

// TestReadyz: for every fault, the bot reports the reason, and recovers on its own.
func TestReadyz(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	f.becomes("")

	f.rest.Store(&sandbox.Fault{Status: http.StatusInternalServerError, Message: "down"})
	f.click("help")
	f.becomes("discord takes no calls: ask who I am: discord answered 500")
	f.session.Store(4000)
	f.CloseGateway(4000)
	f.becomes("discord takes no calls") // the missing session is a consequence
	f.rest.Store(nil)
	f.becomes("shard 0 of 1 has no session: ")
	f.session.Store(0)
	f.becomes("")

	f.alter("ALTER TABLE jobs RENAME TO away")
	f.becomes("jobs not claimed: ")
	f.alter("ALTER TABLE away RENAME TO jobs")
	f.becomes("")

	require.NoError(t, os.Rename(f.db, f.db+".old"))
	f.becomes("database file was removed or replaced")
	require.NoError(t, os.Rename(f.db+".old", f.db))
	f.becomes("")
}

// TestRun_TokenReset: over HTTP, too, a bot whose token is reset while it runs ends with one line.
func TestRun_TokenReset(t *testing.T) {
	t.Parallel()
	r := newHTTPRun(t)
	ended := make(chan string, 1)
	go func() {
		code, said := r.run(t.Context(), sandbox.DefaultToken)
		assert.Equal(t, exitFailed, code)
		ended <- said
	}()
	within, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	require.NoError(t, r.AwaitBot(within))
	r.reset.Store(true)
	_, err := r.Actor("alice").Command(within, r.Channel("mad"), "challenge",
		sandbox.Option{Name: "opponent", Value: r.Actor("bob").ID().String()})
	require.NoError(t, err)
	said := <-ended
	assert.Contains(t, said, "madbot: discord refuses the bot token")
}
