package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/storage"
)

// TestRun_GivesUp: what no patience can mend ends the bot with one line.
func TestRun_GivesUp(t *testing.T) {
	t.Parallel()
	discord := &sandbox.Server{}
	web := httptest.NewServer(discord)
	t.Cleanup(func() { assert.NoError(t, discord.Close()); web.Close() })
	dir := t.TempDir()
	used := filepath.Join(dir, "used.db")
	db, err := storage.Open(t.Context(), used)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	text := filepath.Join(dir, "text.db")
	require.NoError(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 99)), 0o600))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { taken.Close() })
	for name, c := range map[string]struct{ path, health, token, want string }{
		"wrong token":    {filepath.Join(dir, "a.db"), "", "wrong", "discord refuses the bot token"},
		"second process": {used, "", sandbox.DefaultToken, "in use by another process"},
		"not a database": {text, "", sandbox.DefaultToken, "not a database"},
		"no folder":      {filepath.Join(text, "x.db"), "", sandbox.DefaultToken, "not a directory"},
		"health taken": {filepath.Join(dir, "b.db"), taken.Addr().String(), sandbox.DefaultToken,
			"health.addr"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := filepath.Join(t.TempDir(), "config.yaml")
			require.NoError(t, os.WriteFile(config, fmt.Appendf(nil,
				"discord: {base_url: %q}\nstorage: {path: %q}\nhealth: {addr: %q}\nlog: {level: error}\n",
				web.URL, c.path, c.health), 0o600))
			code, _, stderr := madbot(t, map[string]string{tokenVariable: c.token}, "run", "-config", config)
			assert.Equal(t, exitFailed, code)
			assert.Contains(t, stderr, c.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
			assert.LessOrEqual(t, strings.Count(stderr, c.path), 1, "a path is named once")
		})
	}
}

// TestHealth: the question is answered with how it is, and who asks is told.
func TestHealth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"well":   {http.StatusOK, "ok", ""},
		"unwell": {http.StatusServiceUnavailable, "not connected to Discord\n", "not connected to Discord"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			}))
			defer web.Close()
			err := askHealth(t.Context(), web.URL+readyPath)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			assert.EqualError(t, err, "the bot is not ready: "+c.want)
		})
	}
	assert.ErrorContains(t, askHealth(t.Context(), "http://127.0.0.1:1"+readyPath), "no bot answers")
}
