package storage_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/tries"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

// littleUse saves a day of little use: a game that counts, a declined challenge, one that nobody answered, a practice
// game, and a puzzle that somebody solved.
func littleUse(t *testing.T, db database, day int) {
	t.Helper()
	now := at(day * 24 * 3600)
	id := func(kind string) match.ID { return match.ID(fmt.Sprintf("%s%d", kind, day)) }
	keep := func(tx play.Tx, p match.Proposal, acts ...func(*match.Match) ([]match.Event, error)) error {
		m, events, err := match.Propose(p, now)
		require.NoError(t, err)
		for _, act := range acts {
			more, err := act(&m)
			require.NoError(t, err)
			events = append(events, more...)
		}
		shown := play.Delivery{Venue: play.Venue{Channel: "8"}, Told: m.Seq, Serial: 1}
		return errors.Join(tx.CreateMatch(t.Context(), play.Match{Match: m, Delivery: shown}, events),
			tx.SaveSeat(t.Context(), play.Seat{Match: p.ID, Player: p.By, Shares: true}))
	}
	accept := func(m *match.Match) ([]match.Event, error) { return m.As("2").Accept(rules.Red, now) }
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		return errors.Join(
			tx.SavePlayer(t.Context(), play.Player{ID: "1", Met: at(0)}),
			tx.SavePlayer(t.Context(), play.Player{ID: "2", Met: at(0)}),
			keep(tx, match.Proposal{ID: id("game"), By: "1", To: "2", Terms: terms(0)}, accept,
				func(m *match.Match) ([]match.Event, error) { return m.As("1").Resign(now) }),
			keep(tx, match.Proposal{ID: id("declined"), By: "1", To: "2", Terms: terms(0)},
				func(m *match.Match) ([]match.Event, error) { return m.As("2").Decline(now) }),
			keep(tx, match.Proposal{ID: id("expired"), By: "1", Terms: terms(0)},
				func(m *match.Match) ([]match.Event, error) { return m.As("1").Withdraw(now) }),
			keep(tx, match.Proposal{ID: id("practice"), By: "1", To: "9", Terms: terms(3), Practice: true},
				func(m *match.Match) ([]match.Event, error) { return m.As("9").Accept(rules.Red, now) },
				func(m *match.Match) ([]match.Event, error) {
					return m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), now)
				},
				func(m *match.Match) ([]match.Event, error) { return m.Arbiter().Clear(now) }),
			tx.SaveOwnPuzzle(t.Context(), tries.Own{Match: id("practice"), Player: "1", Turn: "112=221"}),
			tx.Schedule(t.Context(), play.JobFlag, play.Subject(play.JobFlag, id("declined")), now),
			tx.Schedule(t.Context(), play.JobTell, play.Subject(play.JobTell, id("declined")), now),
			tx.SaveDaily(t.Context(), play.Daily{Server: "7", Day: dayOf(now), Puzzle: "p", Closed: true}),
			tx.SaveSolver(t.Context(), play.Solver{Server: "7", Day: dayOf(now), Player: "1", Tries: 1, At: now}))
	}))
}

func dayOf(t time.Time) play.Day { return play.Day(t.Unix() / (24 * 3600)) }

func rows(t *testing.T, db database) map[string]int {
	t.Helper()
	all := map[string]int{}
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		for _, table := range sqlstore.Tables() {
			var n int
			if err := c.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table.Name).Scan(&n); err != nil {
				return err
			}
			all[table.Name] = n
		}
		return nil
	}))
	return all
}

// TestRetention_Year: after a year, a store has no more rows than after a month, except the games and a hundred days of
// puzzles; also if the work is interrupted anywhere and resumed, and if several processes do it at once.
func TestRetention_Year(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		const days, step = 365, 5 // one day in five is simulated
		year := 0
		for day := 0; day < days; day += step {
			littleUse(t, db, day)
			year++
		}
		now := at((days - step) * 24 * 3600)
		require.ErrorIs(t, worker.RemoveOutdated(t.Context(), dying(db, 2), now), errKilled)
		assert.Empty(t, storagetest.Faults(t, db))
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { assert.NoError(t, worker.RemoveOutdated(t.Context(), db, now)) })
		}
		all.Wait()
		_, err := worker.HandlePresence(t.Context(), timed(db, now), "7")
		require.NoError(t, err)
		const month = 30/step + 1 // including the day itself
		n := rows(t, db)
		assert.Equal(t, year+3*month, n["matches"])
		assert.Equal(t, year+3*month, n["seats"])
		assert.Equal(t, year+3*month, n["deliveries"])
		assert.Equal(t, month, n["turns"])
		assert.Equal(t, 2*month, n["jobs"])
		assert.Equal(t, 100/step+1, n["dailies"])
		assert.Equal(t, 100/step+1, n["daily_solvers"])
		assert.Empty(t, storagetest.Faults(t, db))
	})
}

// TestRetention_Kept: matches that count, are open or were kept cannot be removed.
func TestRetention_Kept(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		littleUse(t, db, 0)
		require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error { return tx.RemoveMatch(t.Context(), "game0") }))
		_, err := db.Match(t.Context(), "game0")
		require.NoError(t, err)
		assert.Error(t, db.Fill(t.Context(), func(c sqlstore.Conn) error {
			_, err := c.ExecContext(t.Context(), "DELETE FROM events WHERE match = ?1", "game0")
			return err
		}))
		require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
			return errors.Join(tx.RemoveMatch(t.Context(), "practice0"), tx.RemoveMatch(t.Context(), "practice0"))
		}))
		_, err = db.Match(t.Context(), "practice0")
		require.ErrorIs(t, err, play.ErrNotFound)
	})
}
