package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlite"
)

// TestDB_Live: while a bot plays, even one that was killed and restarted, its database can be backed up, checked,
// exported and copied, each as one state with every turn acknowledged before. Commands that would change it are
// refused.
func TestDB_Live(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("processes under load: -soak")
	}
	v := newSubprocess(t)
	v.start()
	pairings := v.pairings()
	for range kills() {
		playing, stop := v.playing(pairings)
		dir := t.TempDir()
		file := func(name string) string { return filepath.Join(dir, name) }
		for _, args := range [][]string{{"backup", "-config", v.config, file("backup.db")}, {"check", "-config", v.config},
			{"export", "-config", v.config, file("text")}, {"copy", v.database, file("copy.db")}} {
			code, out, err := db(t, "", args...)
			require.Equal(t, exitOK, code, "%s: %s%s", args, out, err)
		}
		for _, args := range [][]string{{"import", "-config", v.config, file("text")}, {"migrate", "-config", v.config},
			{"copy", file("copy.db"), v.database}} {
			code, _, err := db(t, "", args...)
			assert.Equal(t, exitFailed, code)
			assert.Contains(t, err, sqlite.ErrLocked.Error())
		}
		stop()
		playing.Wait()
		for _, name := range []string{"backup.db", "copy.db"} {
			checkStore(t, file(name))
		}
		imported := configOf(t, file("imported.db"))
		code, _, err := db(t, "", "import", "-config", imported, file("text"))
		require.Equal(t, exitOK, code, err)
		v.kill()
		requireCheckable(t, v)
		v.start()
		for _, p := range pairings {
			p.resolve()
		}
	}
	v.stop()
}

// requireCheckable checks the database of a killed bot, including what is only in its log.
func requireCheckable(t *testing.T, v *subprocess) {
	t.Helper()
	log, err := os.Stat(v.database + "-wal")
	require.NoError(t, err)
	assert.NotZero(t, log.Size())
	code, out, said := db(t, "", "check", "-config", v.config)
	assert.Equal(t, exitOK, code, "%s%s", out, said)
}
