package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
)

// killedMatches is the number of matches in the stores of killed commands.
const killedMatches = 60

// victim is a command that is killed.
type victim struct {
	args func() []string // for each run
	left func(bool)      // checks what the command left behind; true: it completed
}

// kill runs a command in its own process again and again, killing it at a random moment before it would complete, until
// it was killed that many times.
func (v victim) kill(t *testing.T, times int) {
	t.Helper()
	longest := 300 * time.Millisecond
	for killed := 0; killed < times; {
		begun := time.Now()
		ended := v.run(t, rand.N(longest))
		if ended {
			longest = max(time.Since(begun)*9/10, 20*time.Millisecond)
		} else {
			longest += longest / 20
			killed++
		}
		v.left(ended)
	}
	assert.True(t, v.run(t, patience), "it works afterwards")
	v.left(true)
}

// run runs the command, kills it after a time, and reports whether it completed before.
func (v victim) run(t *testing.T, after time.Duration) bool {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	child := exec.CommandContext(ctx, program, append([]string{"db"}, v.args()...)...)
	child.Env = append(os.Environ(), programEnv+"=1")
	said, err := child.CombinedOutput()
	if ctx.Err() == nil {
		require.NoError(t, err, "%s", said)
	}
	return err == nil
}

// places returns, for each kind of store, a function that returns the address of a new one.
func places() map[string]func(*testing.T) string {
	return map[string]func(*testing.T) string{
		"SQLite":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "mad.db") },
		"PostgreSQL": func(t *testing.T) string { return postgrestest.New(t) },
	}
}

// TestDBKill_Fill: a killed command that fills a store leaves it empty or complete.
func TestDBKill_Fill(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a command leaves behind is seen in TestDB_Interrupted: -soak")
	}
	source := filepath.Join(t.TempDir(), "mad.db")
	storeOf(t, source, killedMatches)
	text, want := filepath.Join(t.TempDir(), "text"), contents(t, source)
	require.NoError(t, os.WriteFile(text, []byte(want), 0o600))
	for name, fresh := range places() {
		for command, args := range map[string]func(to string) []string{
			"copy":   func(to string) []string { return []string{"copy", source, to} },
			"import": func(to string) []string { return []string{"import", "-config=" + configOf(t, to), text} },
		} {
			t.Run(command+" "+name, func(t *testing.T) {
				t.Parallel()
				var to string
				next := func() []string {
					if to == "" || contentsIfAny(t, to) != "" { // it was killed after it had completed
						to = fresh(t)
					}
					return args(to)
				}
				victim{next, func(ended bool) {
					if has := contentsIfAny(t, to); has != "" || ended {
						assert.Equal(t, want, has)
					}
				}}.kill(t, kills())
			})
		}
	}
}

// contentsIfAny returns the contents of a store, "" if it is empty or does not exist.
func contentsIfAny(t *testing.T, address string) string {
	t.Helper()
	_, err := storage.Check(t.Context(), address, 1)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, sqlstore.ErrEmpty) {
		return ""
	}
	require.NoError(t, err)
	return contents(t, address)
}

// TestDBKill_Write: a killed command that writes a file leaves the old file or the complete new one.
func TestDBKill_Write(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a command leaves behind is seen in TestDB_Interrupted: -soak")
	}
	for name, fresh := range places() {
		source := fresh(t)
		config := "-config=" + storeOf(t, source, killedMatches)
		want := contents(t, source)
		for command, read := range map[string]func(*testing.T, string) string{
			"backup": contents,
			"export": func(t *testing.T, path string) string {
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				return string(text)
			},
		} {
			t.Run(command+" "+name, func(t *testing.T) {
				t.Parallel()
				to := filepath.Join(t.TempDir(), "file")
				next := func() []string {
					require.NoError(t, os.WriteFile(to, []byte("former"), 0o600))
					return []string{command, config, "-force", to}
				}
				victim{next, func(ended bool) {
					is, err := os.ReadFile(to)
					require.NoError(t, err)
					if ended || string(is) != "former" {
						assert.Equal(t, want, read(t, to))
					}
				}}.kill(t, kills())
				files, err := os.ReadDir(filepath.Dir(to))
				require.NoError(t, err)
				assert.LessOrEqual(t, len(files), 4, "nothing else is left behind")
			})
		}
	}
}
