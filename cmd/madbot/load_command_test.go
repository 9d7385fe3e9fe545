package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/sandbox"
)

// TestLoad_Command: two people use a bot in a process of its own, and the report is printed.
func TestLoad_Command(t *testing.T) {
	t.Setenv(programEnv, "1")
	code, said, failed := madbot(t, nil, "load", "-people", "2", "-rate", "0", "-for", "2s")
	assert.Zero(t, code, failed)
	assert.Regexp(t, `(?m)^interactions a second +[1-9][0-9.]*, of which turns `, said)
	assert.Regexp(t, `(?m)^first answer +p50 [0-9.]+m?s, p99 `, said)
	assert.Regexp(t, `(?m)^database +[0-9.]+ MiB$`, said)
}

// TestLoad_Kept: a database with contents is refused.
func TestLoad_Kept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "madbot.db")
	storeOf(t, path, 1)
	code, _, said := madbot(t, nil, "load", "-store", path)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "is in use")
}

// TestLoad_Wrong: impossible flags are refused in one line.
func TestLoad_Wrong(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-people", "3"}, {"-people", "1000"}, {"-processes", "0"}, {"-servers", "0"}, {"-for", "0s"},
		{"-processes", "3", "-store", "x.db"}} {
		code, _, said := madbot(t, nil, append([]string{"load"}, args...)...)
		assert.Equal(t, exitUsage, code, args)
		assert.Contains(t, said, args[0], args)
	}
}

// TestLoad_Servers: people play on the requested number of servers.
func TestLoad_Servers(t *testing.T) {
	t.Setenv(programEnv, "1")
	path := filepath.Join(t.TempDir(), "madbot.db")
	code, said, failed := madbot(t, nil, "load", "-people", "6", "-servers", "2", "-rate", "0", "-for", "2s", "-store", path)
	assert.Zero(t, code, failed)
	assert.Regexp(t, `(?m)^people, servers, processes +6, 2, 1$`, said)
	kept := contents(t, path)
	assert.Contains(t, kept, sandbox.GuildAt(0).String())
	assert.Contains(t, kept, sandbox.GuildAt(1).String())
	assert.NotContains(t, kept, sandbox.GuildAt(2).String())
}
