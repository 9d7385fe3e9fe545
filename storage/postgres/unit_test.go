package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
)

// save saves a player with a locale.
func save(ctx context.Context, tx play.Tx, id match.PlayerID, locale string) error {
	return tx.SavePlayer(ctx, play.Player{ID: id, Locale: locale, Met: playtest.Now()})
}

func requireLocale(t *testing.T, db *postgres.DB, id match.PlayerID, want string) {
	t.Helper()
	p, err := db.Player(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, want, p.Locale)
}

// TestDo_Circle: of two units of work that wait for each other, one is retried, even if it waits in a part, and its
// first try leaves nothing behind.
func TestDo_Circle(t *testing.T) {
	t.Parallel()
	for name, within := range map[string]func(context.Context, play.Tx, func() error) error{
		"whole": func(_ context.Context, _ play.Tx, f func() error) error { return f() },
		"part": func(ctx context.Context, tx play.Tx, f func() error) error {
			_ = tx.Part(ctx, f) // the caller ignores the failure of the part
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := postgrestest.Open(t)
			var both, all sync.WaitGroup
			both.Add(2)
			var mu sync.Mutex
			tries := map[match.PlayerID]int{}
			cross := func(own, other match.PlayerID) {
				err := db.Do(t.Context(), func(tx play.Tx) error {
					if err := save(t.Context(), tx, own, "own"); err != nil {
						return err
					}
					mu.Lock()
					tries[own]++
					first := tries[own] == 1
					mu.Unlock()
					if !first {
						return nil
					}
					both.Done()
					both.Wait()
					return within(t.Context(), tx, func() error { return save(t.Context(), tx, other, string(own)) })
				})
				assert.NoError(t, err)
			}
			all.Go(func() { cross("x", "y") })
			all.Go(func() { cross("y", "x") })
			all.Wait()
			requireLocale(t, db, "x", "own")
			requireLocale(t, db, "y", "own")
			assert.GreaterOrEqual(t, tries["x"]+tries["y"], 3)
		})
	}
}

// atCommit makes each commit of a saved player run a statement.
func atCommit(t *testing.T, address, what string) {
	t.Helper()
	exec(t, address, "CREATE SEQUENCE tries",
		"CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "+what+" RETURN NULL; END $$",
		`CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON players DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW EXECUTE FUNCTION at_commit()`)
}

// TestDo_Commit: if a commit fails, a unit of work that collided is retried and one that was refused is not kept. If
// the connection broke, it is unknown whether it was kept, so it is not retried.
func TestDo_Commit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		what  string
		want  error // nil: none
		fails bool
		tries int
	}{
		"collides once": {"IF nextval('tries') = 1 THEN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END IF;",
			nil, false, 2},
		"refused": {"RAISE EXCEPTION 'no';", nil, true, 1},
		"lost":    {"PERFORM pg_terminate_backend(pg_backend_pid());", postgres.ErrUnknown, true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := postgrestest.New(t)
			db := open(t, address)
			atCommit(t, address, c.what)
			tries := 0
			err := db.Do(t.Context(), func(tx play.Tx) error {
				tries++
				return save(t.Context(), tx, "1", "de")
			})
			assert.Equal(t, c.tries, tries)
			if !c.fails {
				require.NoError(t, err)
				requireLocale(t, db, "1", "de")
				return
			}
			require.Error(t, err)
			assert.Equal(t, c.want != nil, errors.Is(err, postgres.ErrUnknown))
			_, err = db.Player(t.Context(), "1")
			require.ErrorIs(t, err, play.ErrNotFound)
		})
	}
}

// TestDo_Lost: a unit of work whose connection breaks before the commit is retried on another one.
func TestDo_Lost(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	tries := 0
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		if err := save(t.Context(), tx, match.PlayerID("1"), "de"); err != nil {
			return err
		}
		if tries++; tries == 1 {
			exec(t, address, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE datname = current_database() AND state = 'idle in transaction'`)
		}
		return save(t.Context(), tx, "2", "de")
	}))
	assert.Equal(t, 2, tries)
	requireLocale(t, db, "1", "de")
	requireLocale(t, db, "2", "de")
}

// TestDo_Cancelled: cancelling the context of a unit of work in progress neither undoes it nor makes it fail.
func TestDo_Cancelled(t *testing.T) {
	t.Parallel()
	db := postgrestest.Open(t)
	playtest.Start(t, db, "m")
	ctx, cancel := context.WithCancel(t.Context())
	require.NoError(t, db.Do(ctx, func(tx play.Tx) error {
		cancel()
		m, err := tx.Match(ctx, "m")
		require.NoError(t, err)
		events, err := playtest.Swap(playtest.At(tx, m.Changed), &m)
		require.NoError(t, err)
		require.NoError(t, tx.SaveMatch(ctx, m.Match, events))
		require.NoError(t, tx.SaveDelivery(ctx, "m", play.Delivery{Serial: 4}))
		require.NoError(t, save(ctx, tx, "1", "fr"))
		require.NoError(t, tx.Schedule(ctx, play.JobRobot, "m", m.Changed))
		_, err = tx.Claim(ctx, play.Claim{Kind: play.JobRobot, Now: m.Changed, Until: m.Changed, Limit: 1})
		require.NoError(t, err)
		_, err = tx.Events(ctx, "m", 0, 9)
		return err
	}))
	m, err := db.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, 1, m.Game.Ply())
	assert.Equal(t, 4, m.Serial)
}
