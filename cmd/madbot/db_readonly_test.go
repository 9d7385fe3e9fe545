package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// readOnly is a command that runs another one, for which the folder that is named before that is read-only.
func readOnly() []string {
	return []string{"unshare", "-rm", "sh", "-c", `mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"`}
}

// needReadOnly skips the test if folders cannot be mounted read-only.
func needReadOnly(t *testing.T) {
	t.Helper()
	args := append(readOnly(), t.TempDir(), "true")
	if said, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
		t.Skipf("no folder can be made read-only here: %v: %s", err, said)
	}
}

// TestDB_ReadOnly: commands that only read work on a read-only disk, whether the database was closed or its bot was
// killed. Commands that write say why they fail.
func TestDB_ReadOnly(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("processes and a mounted file system: -soak")
	}
	needReadOnly(t)
	v := newSubprocess(t)
	v.start()
	for _, p := range v.pairings() {
		p.play(v.ctx)
	}
	v.kill()
	killed, closed := filepath.Dir(v.database), t.TempDir()
	code, _, said := db(t, "", "copy", v.database, filepath.Join(closed, "madbot.db"))
	require.Equal(t, exitOK, code, said)
	for name, dir := range map[string]string{"closed": closed, "killed": killed} {
		t.Run(name, func(t *testing.T) {
			path, out := filepath.Join(dir, "madbot.db"), t.TempDir()
			config := "-config=" + configOf(t, path)
			madbot := func(args ...string) (string, error) {
				program, err := os.Executable()
				require.NoError(t, err)
				args = append(append(readOnly(), dir, program), args...)
				child := exec.CommandContext(t.Context(), args[0], args[1:]...)
				child.Env = append(os.Environ(), programEnv+"=1", tokenVariable+"="+sandbox.DefaultToken)
				said, err := child.CombinedOutput()
				return string(said), err
			}
			for _, args := range [][]string{{"check", config}, {"backup", config, filepath.Join(out, "backup.db")},
				{"export", config, filepath.Join(out, "text")}, {"copy", path, filepath.Join(out, "copy.db")}} {
				said, err := madbot(append([]string{"db"}, args...)...)
				assert.NoError(t, err, "%s: %s", args, said)
			}
			for _, args := range [][]string{{"run", config}, {"db", "migrate", config},
				{"db", "restore", config, filepath.Join(out, "backup.db")}} {
				said, err := madbot(args...)
				assert.EqualError(t, err, "exit status 1", args)
				assert.Contains(t, said, "read-only file system: let this user write there, or name another place\n")
				assert.Equal(t, 1, strings.Count(said, "\n"), said)
			}
			text, err := os.ReadFile(filepath.Join(out, "text"))
			require.NoError(t, err)
			for _, copied := range []string{filepath.Join(out, "backup.db"), filepath.Join(out, "copy.db"), path} {
				assert.Equal(t, string(text), contents(t, copied), copied)
			}
		})
	}
}
