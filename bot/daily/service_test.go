package daily_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

const first play.Day = 20454 // the first of 2026

var alice = play.Actor{ID: "1", Guild: "g"}

// fixture is a server whose puzzles are posted and closed by hand.
type fixture struct {
	*testing.T
	daily.Service
	store *playtest.Memory
}

func newFixture(t *testing.T) fixture {
	store := playtest.NewMemory()
	now := func() time.Time { return time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC) }
	store.Clock = now
	return fixture{t, daily.Service{Store: store, Deck: daily.NewDeck(puzzle.All()), Now: now, Wake: func() {}}, store}
}

func (f fixture) do(work func(play.Tx) error) {
	f.Helper()
	require.NoError(f, f.store.Do(f.Context(), work))
}

// posts creates the puzzle of a day, closed or not.
func (f fixture) posts(day play.Day, closed bool) {
	f.Helper()
	f.do(func(tx play.Tx) error {
		return tx.SaveDaily(f.Context(), play.Daily{Server: "g", Day: day, Puzzle: puzzle.All()[0].ID(),
			Post: play.Post{Channel: "c", Message: fmt.Sprint(day)}, Closed: closed})
	})
}

// solves has Alice solve the puzzle of a day, which is over then.
func (f fixture) solves(day play.Day) play.Solver {
	f.Helper()
	f.posts(day, false)
	own, err := f.Try(f.Context(), alice, day, true)
	require.NoError(f, err)
	f.posts(day, true)
	return own
}

func (f fixture) streak() int {
	f.Helper()
	n, err := f.Streak(f.Context(), alice, alice.ID)
	require.NoError(f, err)
	return n
}

// TestTry: who has solved a puzzle tries no more, and what is kept of it stays as it is; who has not is asked again.
func TestTry(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.posts(first, false)
	for i, right := range []bool{false, true, false, true} {
		own, err := f.Try(f.Context(), alice, first, right)
		require.NoError(t, err)
		assert.Equal(t, min(1+i, 2), own.Tries)
		assert.Equal(t, i > 0, own.HasSolved())
		assert.Equal(t, min(i, 1), own.Streak)
	}
	_, err := f.Try(f.Context(), alice, first+1, true)
	require.ErrorIs(t, err, daily.ErrOver)
	_, err = f.Try(f.Context(), play.Actor{ID: alice.ID, Guild: "h"}, first, true)
	require.ErrorIs(t, err, daily.ErrOver, "of another server")
}

// TestTry_Late: a puzzle can be finished for 15 minutes after its day, unless the next one is solved already.
// The day counts for the streak.
func TestTry_Late(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	at := func(minutes int) func() time.Time {
		return func() time.Time { return time.Date(2026, 1, 2, 0, minutes, 0, 0, time.UTC) }
	}
	f.solves(first - 1)
	f.posts(first, true)
	f.posts(first+1, false)
	try := func(minutes int, day play.Day) (play.Solver, error) {
		f.Now = at(minutes)
		return f.Try(f.Context(), alice, day, true)
	}
	_, err := try(15, first)
	require.ErrorIs(t, err, daily.ErrOver)
	own, err := try(14, first)
	require.NoError(t, err)
	assert.Equal(t, 2, own.Streak)
	assert.Zero(t, own.Free)
	own, err = try(20, first+1)
	require.NoError(t, err)
	assert.Equal(t, 3, own.Streak)

	f = newFixture(t)
	f.posts(first, true)
	f.posts(first+1, false)
	_, err = try(5, first+1)
	require.NoError(t, err)
	_, err = try(6, first)
	require.ErrorIs(t, err, daily.ErrOver)
}

// TestRecount: ten minutes after somebody solves a puzzle, its post is to show how many have; who solves it while it is
// being edited is shown ten minutes later; nothing is to be shown shortly before the result.
func TestRecount(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	nine := daily.Date(first).Add(9 * time.Hour)
	f.do(func(tx play.Tx) error {
		return tx.SaveServer(f.Context(), play.Server{ID: "g",
			Settings: play.ServerSettings{Daily: play.DailySettings{Channel: "c", Hour: 9}}})
	})
	f.shown(f.stuck(nine), "1", nine)
	tries := func(p match.PlayerID, right bool, at time.Time) {
		f.store.Clock = func() time.Time { return at }
		_, err := f.Try(f.Context(), play.Actor{ID: p, Guild: "g"}, first, right)
		require.NoError(t, err)
	}
	tries("1", false, nine)
	assert.Zero(t, f.dailies()[0].Recount, "nobody has solved it")
	tries("1", true, nine)
	tries("2", true, nine.Add(9*time.Minute))
	ten := nine.Add(10 * time.Minute)
	assert.Equal(t, ten, f.dailies()[0].Recount)
	edit := f.stuck(ten)
	assert.Equal(t, 2, edit.Solvers)
	assert.False(t, edit.Closed)
	tries("3", true, ten)
	f.shown(edit, "1", ten)
	assert.Equal(t, ten.Add(10*time.Minute), f.dailies()[0].Recount)
	edit = f.stuck(ten.Add(10 * time.Minute))
	assert.Equal(t, 3, edit.Solvers)
	f.shown(edit, "1", ten)
	assert.Zero(t, f.dailies()[0].Recount)
	tries("4", true, nine.Add(24*time.Hour-10*time.Minute))
	assert.Zero(t, f.dailies()[0].Recount, "the result comes soon")
}

// TestShare: a solver shares once; who has not solved the puzzle shares nothing.
func TestShare(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.posts(first, false)
	_, err := f.Share(f.Context(), alice, first)
	require.ErrorIs(t, err, play.ErrNotFound)
	f.solves(first)
	own, err := f.Share(f.Context(), alice, first)
	require.NoError(t, err)
	assert.Equal(t, 1, own.Tries)
	_, err = f.Share(f.Context(), alice, first)
	require.Error(t, err)
	require.NoError(t, f.Unshare(f.Context(), own))
	_, err = f.Share(f.Context(), alice, first)
	require.NoError(t, err)
}

// TestStreak_Missed: two days of a month can be missed, whether solved for or not; a day without a puzzle is not
// missed, nor is the present one while it is open.
func TestStreak_Missed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	assert.Zero(t, f.streak())
	f.solves(first)
	f.posts(first+1, true)
	f.do(func(tx play.Tx) error { // refused by Discord
		return tx.SaveDaily(f.Context(), play.Daily{Server: "g", Day: first + 2, Closed: true})
	})
	assert.Equal(t, 2, f.solves(first+3).Streak)
	f.posts(first+4, true)
	assert.Equal(t, 2, f.streak())
	f.posts(first+5, false)
	assert.Equal(t, 2, f.streak())
	f.posts(first+5, true)
	assert.Zero(t, f.streak(), "a third one")
	assert.Equal(t, 1, f.solves(first+6).Streak)
	f.do(func(tx play.Tx) error { return tx.ForgetDailies(f.Context(), "g", first+5) })
	assert.Equal(t, 1, f.streak())
}

// TestStreak_Seen: others see it once somebody has agreed to be named, each on the server where it is.
func TestStreak_Seen(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.solves(first)
	sees := func(a play.Actor, want int) {
		n, err := f.Streak(f.Context(), a, alice.ID)
		require.NoError(t, err)
		assert.Equal(t, want, n, a)
	}
	bob := play.Actor{ID: "2", Guild: "g"}
	sees(alice, 1)
	sees(bob, 0)
	f.do(func(tx play.Tx) error {
		return tx.SavePlayer(f.Context(), play.Player{ID: alice.ID, Settings: play.Settings{Named: true}})
	})
	sees(bob, 1)
	sees(play.Actor{ID: "2", Guild: "h"}, 0)
}

// TestStreak_Vacation: days of a vacation break no streak, and take no free day: those before and after it do.
func TestStreak_Vacation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.solves(first)
	for day := first + 1; day < first+10; day++ {
		f.posts(day, true)
	}
	away := func(from, until play.Day) {
		f.do(func(tx play.Tx) error {
			return tx.SavePlayer(f.Context(), play.Player{ID: alice.ID,
				Vacation: play.Vacation{From: daily.Date(from).Add(time.Hour), Until: daily.Date(until).Add(time.Hour)}})
		})
	}
	assert.Zero(t, f.streak())
	away(first+1, first+9)
	assert.Equal(t, 1, f.streak())
	assert.Equal(t, 2, f.solves(first+10).Streak)
	for _, c := range []struct {
		from, until play.Day
		streak      int
	}{{first + 2, first + 8, 1}, {first + 3, first + 9, 1}, {first + 1, first + 7, 1}, {first + 3, first + 8, 0},
		{first + 1, first + 6, 0}} {
		g := newFixture(t)
		g.solves(first)
		for day := first + 1; day < first+10; day++ {
			g.posts(day, true)
		}
		f = g
		away(c.from, c.until)
		assert.Equal(t, c.streak, g.streak(), "%+v", c)
	}
}

// TestStreak_Vacations: days of all vacations since the last solved day break no streak.
func TestStreak_Vacations(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.solves(first)
	for day := first + 1; day < first+10; day++ {
		f.posts(day, true)
	}
	span := func(from, until play.Day) play.Span {
		return play.Span{From: daily.Date(from).Add(time.Hour), Until: daily.Date(until).Add(time.Hour)}
	}
	for want, before := range [][]play.Span{{span(first+1, first+2)}, {span(first+1, first+2), span(first+4, first+5)}} {
		f.do(func(tx play.Tx) error {
			return tx.SavePlayer(f.Context(), play.Player{ID: alice.ID, Vacation: play.Vacation{Before: before,
				From: daily.Date(first + 7).Add(time.Hour), Until: daily.Date(first + 9).Add(time.Hour)}})
		})
		assert.Equal(t, want, f.streak())
	}
}

// stuck begins a puzzle of the day of server "g" by a process that does not record it yet.
func (f fixture) stuck(now time.Time) (n play.DailyNews) {
	f.Helper()
	f.do(func(tx play.Tx) error {
		begun, _, err := daily.Begin(f.Context(), playtest.At(tx, now), f.Deck, "g")
		n = *begun
		return err
	})
	return n
}

// shown records how n was shown.
func (f fixture) shown(n play.DailyNews, message string, now time.Time) {
	f.Helper()
	posted := play.Posted{Post: play.Post{Channel: "c", Message: message}}
	f.do(func(tx play.Tx) error {
		_, err := daily.RecordPost(f.Context(), playtest.At(tx, now), n, posted)
		return err
	})
}

// retired returns the posts that are to be removed.
func (f fixture) retired() (subjects []string) {
	f.Helper()
	f.do(func(tx play.Tx) error {
		now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
		jobs, err := tx.Claim(f.Context(), play.Claim{Kind: play.JobRetire, Now: now, Until: now.Add(1), Limit: 9})
		for _, j := range jobs {
			subjects = append(subjects, j.Subject)
			err = errors.Join(err, tx.Done(f.Context(), j))
		}
		return err
	})
	return subjects
}

// TestShown_Overtaken: a process that was stuck while another showed the same puzzle changes nothing of it any more; a
// second post is removed, the same one stays. How it went is counted once.
func TestShown_Overtaken(t *testing.T) {
	t.Parallel()
	nine := daily.Date(first).Add(9 * time.Hour)
	for _, second := range []string{"1", "2"} {
		f := newFixture(t)
		f.do(func(tx play.Tx) error {
			return tx.SaveServer(f.Context(), play.Server{ID: "g",
				Settings: play.ServerSettings{Daily: play.DailySettings{Channel: "c", Hour: 9}}})
		})
		slow, quick := f.stuck(nine), f.stuck(nine.Add(time.Minute))
		assert.Equal(t, slow.Puzzle, quick.Puzzle)
		assert.Equal(t, nine, quick.Since, "it looks for what was posted")
		f.shown(quick, "1", nine)
		f.shown(slow, second, nine)
		d := f.dailies()[0]
		assert.Equal(t, "1", d.Post.Message)
		var gone []string
		if second == "2" {
			gone = []string{"retire/c/2"}
		}
		assert.Equal(t, gone, f.retired())
		next := nine.AddDate(0, 0, 1)
		slow, quick = f.stuck(next), f.stuck(next)
		assert.True(t, slow.Closed)
		f.shown(quick, "1", next)
		f.shown(slow, "1", next)
		s, err := f.store.Server(f.Context(), "g")
		require.NoError(t, err)
		assert.Equal(t, 1, s.Settings.Daily.Idle)
		assert.Empty(t, f.retired())
	}
}

func (f fixture) dailies() []play.Daily {
	f.Helper()
	list, err := f.store.Dailies(context.Background(), "g")
	require.NoError(f, err)
	return list
}

// TestBegin_Paused: after a week without a solver a post says that no puzzle follows. If it is unknown whether a puzzle
// was posted, its day does not count.
func TestBegin_Paused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	server := play.Server{ID: "g", Settings: play.ServerSettings{Daily: play.DailySettings{Channel: "c", Idle: 6}}}
	d := play.Daily{Server: "g", Day: first, Puzzle: puzzle.All()[0].ID(), Post: play.Post{Channel: "c"}, Begun: f.Now()}
	for _, id := range []string{"", "m"} {
		d.Post.Message = id
		f.do(func(tx play.Tx) error {
			require.NoError(t, tx.SaveServer(f.Context(), server))
			require.NoError(t, tx.SaveDaily(f.Context(), d))
			n, _, err := daily.Begin(f.Context(), playtest.At(tx, f.Now().AddDate(0, 0, 1)), f.Deck, "g")
			require.NoError(t, err)
			assert.True(t, n.Closed)
			assert.Equal(t, d.IsPosted(), n.Paused)
			return nil
		})
	}
}
