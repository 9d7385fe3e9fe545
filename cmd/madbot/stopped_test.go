package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// TestRun_Stopped: a bot that is stopped ends without an error, whatever call to Discord it has reached.
func TestRun_Stopped(t *testing.T) {
	t.Parallel()
	for _, calls := range []int{0, 1, 4} {
		t.Run(fmt.Sprint(calls), func(t *testing.T) {
			t.Parallel()
			ctx, end := context.WithCancel(t.Context())
			defer end()
			if calls == 0 {
				end()
			}
			var made atomic.Int64
			discord := &sandbox.Server{Fault: func(*http.Request) *sandbox.Fault {
				if made.Add(1) == int64(calls) {
					end()
				}
				return nil
			}}
			web := httptest.NewServer(discord)
			t.Cleanup(func() { assert.NoError(t, discord.Close()); web.Close() })
			dir := t.TempDir()
			config := filepath.Join(dir, "config.yaml")
			require.NoError(t, os.WriteFile(config, fmt.Appendf(nil,
				"discord: {base_url: %q}\nstorage: {path: %q}\nhealth: {addr: \"\"}\nlog: {level: error}\n",
				web.URL, filepath.Join(dir, "madbot.db")), 0o600))
			var said strings.Builder
			code := execute(ctx, []string{"run", "-config", config}, stdio{out: &said, err: &said,
				getenv: func(string) string { return sandbox.DefaultToken }})
			assert.Equal(t, exitOK, code)
			assert.Empty(t, said.String())
		})
	}
}
