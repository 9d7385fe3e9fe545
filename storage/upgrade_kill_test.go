package storage

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// Soak makes tests do at length what they do once otherwise.
var Soak = flag.Bool("soak", false, "do at length what is done once otherwise")

// upgradeEnv makes this binary migrate the store it names, with the migrations in a folder, until it is killed.
const upgradeEnv = "MADBOT_TEST_UPGRADE"

// upgradeLimit bounds every wait.
const upgradeLimit = time.Minute

func TestMain(m *testing.M) {
	if address, folder, ok := strings.Cut(os.Getenv(upgradeEnv), "\n"); ok {
		files := os.DirFS(folder)
		s, err := program{sqlite: files, postgres: files, clock: time.Now}.open(context.Background(), address, true)
		if err == nil {
			err = s.Close()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// upgradeSteps is a migration of the kinds of statements that one may have.
var upgradeSteps = []string{
	"ALTER TABLE servers ADD COLUMN n INTEGER NOT NULL DEFAULT 7",
	"CREATE TABLE extra (id TEXT PRIMARY KEY, n INTEGER NOT NULL)",
	"INSERT INTO extra SELECT id, seq FROM matches",
	"UPDATE matches SET red_hints = red_hints",
	"CREATE INDEX extra_n ON extra (n)",
	"ALTER TABLE jobs RENAME COLUMN attempts TO tries",
	"ALTER TABLE jobs RENAME COLUMN tries TO attempts",
}

// pauses are statements that take hours. The one for SQLite fills its log with what is not committed.
var pauses = map[bool]string{
	true: "SELECT pg_sleep(10000)",
	false: `CREATE TABLE filler AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
		SELECT n, hex(randomblob(500)) AS text FROM c`,
}

// TestUpgrade_Killed kills a process before each statement of a migration: the store is as before, for the older
// program, too. With -soak, kills at random moments leave it as before or migrated.
func TestUpgrade_Killed(t *testing.T) {
	t.Parallel()
	older(t, func(t *testing.T, address string) {
		want, folder := exported(t, address), "sqlite"
		if isServer(address) {
			folder = "postgres"
		}
		places, random := []int{3}, 0
		if *Soak {
			places, random = []int{0, 1, 2, 3, 4, 5, 6, 7}, 40
		}
		for _, place := range places {
			steps := slices.Insert(slices.Clone(upgradeSteps), place, pauses[isServer(address)])
			u := newUpgrade(t, address, folder, steps)
			u.begin()
			u.awaitPause()
			u.kill()
			u.requireOlder(want)
		}
		u := newUpgrade(t, address, folder, upgradeSteps)
		for range random {
			u.begin()
			time.Sleep(rand.N(300 * time.Millisecond)) // at any moment
			u.kill()
			if u.isNewer() {
				break
			}
			u.requireOlder(want)
		}
		u.requireNewer(want)
	})
}

// upgrade is a process that migrates a store.
type upgrade struct {
	t               *testing.T
	address, folder string
	program         program
	child           *exec.Cmd
}

func newUpgrade(t *testing.T, address, kind string, steps []string) *upgrade {
	t.Helper()
	u := &upgrade{t: t, address: address, folder: t.TempDir()}
	require.NoError(t, os.CopyFS(u.folder, withStep(t, kind, strings.Join(steps, ";\n")+";")))
	files := os.DirFS(u.folder)
	u.program = program{sqlite: files, postgres: files, clock: time.Now}
	return u
}

// begin starts the process.
func (u *upgrade) begin() {
	u.t.Helper()
	self, err := os.Executable()
	require.NoError(u.t, err)
	u.child = exec.Command(self)
	u.child.Env = append(os.Environ(), upgradeEnv+"="+u.address+"\n"+u.folder)
	u.child.Stderr = u.t.Output()
	require.NoError(u.t, u.child.Start())
}

// kill kills the process, as a power failure would, unless it has ended.
func (u *upgrade) kill() {
	_ = u.child.Process.Kill()
	_ = u.child.Wait()
}

// awaitPause waits until the process has reached the statement that takes hours.
func (u *upgrade) awaitPause() {
	u.t.Helper()
	reached := func() bool {
		info, err := os.Stat(u.address + "-wal")
		return err == nil && info.Size() > 8<<20 // more than is kept in memory
	}
	if isServer(u.address) {
		db, err := sql.Open("pgx", u.address)
		require.NoError(u.t, err)
		defer db.Close()
		reached = func() (found bool) {
			err := db.QueryRow(`SELECT EXISTS (SELECT 1 FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event = 'PgSleep')`).Scan(&found)
			return assert.NoError(u.t, err) && found
		}
	}
	require.Eventually(u.t, reached, upgradeLimit, time.Millisecond)
}

// requireOlder waits until this program opens the store, in which nothing has changed. PostgreSQL notices within a
// second that the process was killed.
func (u *upgrade) requireOlder(want string) {
	u.t.Helper()
	began := time.Now()
	require.EventuallyWithT(u.t, func(t *assert.CollectT) {
		s, err := Open(u.t.Context(), u.address, time.Now)
		if assert.NoError(t, err) {
			assert.NoError(t, s.Close())
		}
	}, upgradeLimit, 10*time.Millisecond)
	assert.Less(u.t, time.Since(began), upgradeLimit/2)
	assert.Equal(u.t, want, exported(u.t, u.address))
	found, err := Check(u.t.Context(), u.address, 9)
	require.NoError(u.t, err)
	assert.Empty(u.t, found)
}

// isNewer reports whether the store is migrated.
func (u *upgrade) isNewer() bool {
	u.t.Helper()
	v, err := u.program.view(u.t.Context(), u.address)
	require.NoError(u.t, err)
	defer v.Close()
	return !v.IsOlder()
}

// requireNewer migrates the store, if it is not, and checks that it is complete.
func (u *upgrade) requireNewer(want string) {
	u.t.Helper()
	ctx, cancel := context.WithTimeout(u.t.Context(), upgradeLimit)
	defer cancel()
	s, err := u.program.open(ctx, u.address, true)
	require.NoError(u.t, err, "a statement of a killed process holds its locks")
	require.NoError(u.t, s.Snapshot(u.t.Context(), func(c sqlstore.Conn) error {
		for table, other := range map[string]string{"extra": "matches", "servers WHERE n = 7": "servers"} {
			var is, all int
			row := c.QueryRowContext(u.t.Context(), fmt.Sprintf("SELECT (SELECT count(*) FROM %s), (SELECT count(*) FROM %s)",
				table, other))
			require.NoError(u.t, row.Scan(&is, &all))
			assert.Equal(u.t, all, is, table)
			assert.Positive(u.t, all)
		}
		return nil
	}))
	require.NoError(u.t, s.Close())
	_, err = Open(u.t.Context(), u.address, time.Now)
	require.ErrorIs(u.t, err, sqlstore.ErrNewer)
	if !isServer(u.address) {
		assert.Equal(u.t, want, exported(u.t, filepath.Clean(u.address)+fmt.Sprintf(".v%d", sqlstore.Version)))
	}
}
