package play_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
)

// after returns the position after some turns from the start.
func after(t *testing.T, turns ...string) rules.Position {
	t.Helper()
	g := rules.NewGame(rules.DefaultOptions())
	for _, turn := range turns {
		require.NoError(t, g.PlayText(turn))
	}
	return g.Position()
}

// practise has by practise from p.
func (fx *fixture) practise(by play.Actor, p rules.Position) (play.Match, error) {
	v := play.Venue{Guild: "g", Channel: "c", Away: true}
	return fx.Challenge(fx.Context(), by, play.Challenge{To: robot, Practice: true, Venue: v,
		Terms: match.Terms{Options: rules.DefaultOptions(), Start: p, Side: match.PlayRed, Level: 3}})
}

// TestPractise_Bounded: however often somebody practises, so many games are played, the ones that rested longest end,
// and nobody else notices; the same start twice is one game until its player plays.
func TestPractise_Bounded(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var made []match.ID
	turns := []string{"111=222", "112=221", "121=212", "122=211", "pass"}
	for i := range 100 {
		fx.now = fx.now.Add(5 * time.Minute)
		p := after(t, turns[i%5], turns[i/5%5], "211-c3")
		m, err := fx.practise(alice, p)
		require.NoError(t, err)
		again, err := fx.practise(alice, p)
		require.ErrorIs(t, err, play.ErrSame)
		require.Equal(t, m.ID, again.ID)
		made = append(made, m.ID)
	}
	for i, id := range made {
		m, err := fx.Match(t.Context(), alice, id)
		require.NoError(t, err)
		require.Equal(t, i < 100-play.MaxPractice, m.Status == match.Finished, i)
		require.Equal(t, m.Status == match.Finished, m.Game.Outcome().Reason == rules.Aborted)
	}
	open, err := fx.Open(t.Context(), alice.ID)
	require.NoError(t, err)
	assert.Empty(t, open)
	for i := range play.MaxWaiting {
		_, err := fx.propose(alice.ID, somebody(i), i, "c")
		require.NoError(t, err, "practice is no challenge")
	}
	_, err = fx.Match(t.Context(), carol, made[99])
	require.ErrorIs(t, err, play.ErrNotFound, "Carol is in the same guild")
}

// TestPractise_Hour: within an hour, so many are begun and no more.
func TestPractise_Hour(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for range play.MaxMade {
		m, err := fx.practise(alice, after(t, "pass"))
		require.NoError(t, err)
		_, err = fx.Resign(t.Context(), alice, anyPly(m.ID))
		require.NoError(t, err)
	}
	_, err := fx.practise(alice, after(t, "pass"))
	assert.Equal(t, play.LimitMade, limited(t, err).Limit)
	_, err = fx.propose(alice.ID, bob.ID, 1, "c")
	require.NoError(t, err)
	fx.now = fx.now.Add(play.LimitSpan + time.Second)
	_, err = fx.practise(alice, after(t, "pass"))
	require.NoError(t, err)
}

// TestPractise_Keep: what is kept is listed and told like any match, twice is once, and there is room for so many.
func TestPractise_Keep(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var last play.Match
	for i := range play.MaxRobot + 1 {
		m, err := fx.practise(alice, after(t, "pass", "pass", "211-c3"))
		require.NoError(t, err)
		last = m
		_, err = fx.Keep(t.Context(), bob, m.ID)
		require.ErrorIs(t, err, play.ErrNotFound)
		kept, err := fx.Keep(t.Context(), alice, m.ID)
		if i == play.MaxRobot {
			assert.Equal(t, play.LimitRobot, limited(t, err).Limit)
			break
		}
		require.NoError(t, err)
		require.False(t, kept.Practice)
		again, err := fx.Keep(t.Context(), alice, m.ID)
		require.NoError(t, err)
		require.Equal(t, kept, again)
		open, err := fx.Open(t.Context(), alice.ID)
		require.NoError(t, err)
		require.Len(t, open, i+1)
	}
	_, err := fx.Resign(t.Context(), alice, anyPly(last.ID))
	require.NoError(t, err)
	_, err = fx.Keep(t.Context(), alice, last.ID)
	require.NoError(t, err, "what is over takes no room")
	recent, err := fx.Recent(t.Context(), alice.ID, 9)
	require.NoError(t, err)
	assert.Len(t, recent, 1)
}

// TestPractise_Fair: a position of a running match against a person cannot be practised or reached by practice, and
// nothing can be asked about it there, regardless of the counters; in other matches it can.
func TestPractise_Fair(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
		return play.Hint{Candidates: make([]play.Candidate, 1)}, nil
	}))
	m, err := fx.propose(alice.ID, bob.ID, 0, "c")
	require.NoError(t, err)
	_, err = fx.Accept(t.Context(), bob, m.ID)
	require.NoError(t, err)
	for _, turn := range []string{"112=221", "111=222"} {
		m, err = fx.Match(t.Context(), alice, m.ID)
		require.NoError(t, err)
		by := play.Actor{ID: m.ToMove(), Guild: "g"}
		_, err = fx.Play(t.Context(), by, anyPly(m.ID), play.Typed{Text: turn, Sure: true})
		require.NoError(t, err)
	}
	there := after(t, "112=221", "111=222")
	_, err = fx.practise(alice, there)
	require.ErrorIs(t, err, gate.ErrStanding)
	other, err := rules.ParsePosition(there.String()[:len(there.String())-len("- 2 -")] + "- 7 r")
	require.NoError(t, err)
	_, err = fx.practise(alice, other)
	require.ErrorIs(t, err, gate.ErrStanding, "counters do not matter")
	_, err = fx.practise(carol, there)
	require.NoError(t, err, "it stands in no match of hers")

	before, err := fx.practise(alice, after(t, "112=221"))
	require.NoError(t, err)
	_, err = fx.Play(t.Context(), play.Actor{ID: robot, Guild: "g"}, anyPly(before.ID),
		play.Typed{Text: "111=222", Sure: true})
	require.ErrorIs(t, err, gate.ErrStanding)
	require.NoError(t, fx.store.Do(t.Context(), func(tx play.Tx) error { // as the worker plays for the robot
		return just(play.Change(t.Context(), tx, anyPly(before.ID),
			func(tx play.Tx, m *play.Match) ([]match.Event, error) {
				return m.As(robot).Play(rules.ShiftTurn(rules.Swap111x222), tx.Now())
			}))
	}))
	_, _, err = fx.Hint(t.Context(), alice, anyPly(before.ID))
	require.ErrorIs(t, err, gate.ErrStanding)
	_, err = fx.Resign(t.Context(), alice, anyPly(m.ID))
	require.NoError(t, err)
	_, _, err = fx.Hint(t.Context(), alice, anyPly(before.ID))
	require.NoError(t, err)
	_, err = fx.practise(alice, there)
	require.NoError(t, err)
}

// TestPractise_Quiet: practice games send no news until they are kept.
func TestPractise_Quiet(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m, err := fx.practise(alice, after(t, "pass", "pass"))
	require.NoError(t, err)
	_, err = fx.Play(t.Context(), alice, anyPly(m.ID), play.Typed{Text: "211-c3", Sure: true})
	require.NoError(t, err)
	again, err := fx.practise(alice, after(t, "pass", "pass"))
	require.NoError(t, err)
	require.NotEqual(t, m.ID, again.ID, "she has played in the first one")
	kinds := []play.JobKind{play.JobTell, play.JobRemind, play.JobDigest}
	at, _, err := fx.store.NextJob(t.Context(), kinds, fx.now)
	require.NoError(t, err)
	assert.Zero(t, at)
	at, _, err = fx.store.NextJob(t.Context(), []play.JobKind{play.JobFlag}, fx.now)
	require.NoError(t, err)
	assert.Equal(t, fx.now.UTC().Truncate(time.Millisecond).Add(match.PracticeRest), at)
	_, err = fx.Keep(t.Context(), alice, m.ID)
	require.NoError(t, err)
	at, _, err = fx.store.NextJob(t.Context(), kinds, fx.now)
	require.NoError(t, err)
	assert.NotZero(t, at)
}

// TestPractise_HintTooLate: a hint is not given if its position came up in a running match during the search.
func TestPractise_HintTooLate(t *testing.T) {
	t.Parallel()
	var during func()
	fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
		during()
		return play.Hint{Candidates: make([]play.Candidate, 1)}, nil
	}))
	running := fx.start()
	turn := func(text string) {
		_, err := fx.Play(t.Context(), fx.onTurn(running.ID), anyPly(running.ID), play.Typed{Text: text, Sure: true})
		require.NoError(t, err)
	}
	turn("112=221")
	m, err := fx.practise(alice, after(t, "112=221", "111=222"))
	require.NoError(t, err)
	during = func() { turn("111=222") }
	_, _, err = fx.Hint(t.Context(), alice, anyPly(m.ID))
	require.ErrorIs(t, err, gate.ErrStanding)
}

// TestHelped counts a player's hints and practice games in their rated match only.
func TestHelped(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
		return play.Hint{Candidates: make([]play.Candidate, 1)}, nil
	}))
	unrated := fx.start()
	turns := []string{"pass", "pass", "211-c4", "211xc4", "112=221", "112=221", "111=222", "111=222"}
	middle := after(t, turns[:6]...)
	early, err := fx.practise(alice, middle)
	require.NoError(t, err)
	rated := fx.startRated()
	helped := func(want rules.BySide[int]) {
		t.Helper()
		for m, want := range map[match.ID]rules.BySide[int]{rated.ID: want, unrated.ID: {}} {
			m := fx.stored(m)
			got, err := fx.Helped(t.Context(), &m)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
	helped(rules.BySide[int]{})
	_, err = fx.practise(alice, middle)
	require.ErrorIs(t, err, play.ErrSame)
	helped(rules.BySide[int]{})
	for range 2 {
		_, _, err = fx.Hint(t.Context(), alice, anyPly(early.ID))
		require.NoError(t, err)
		helped(rules.BySide[int]{Red: 1})
	}
	_, err = fx.practise(alice, after(t, turns[:7]...))
	require.NoError(t, err)
	helped(rules.BySide[int]{Red: 2})
	_, err = fx.Resign(t.Context(), alice, anyPly(rated.ID))
	require.NoError(t, err)
	_, err = fx.practise(alice, after(t, turns...))
	require.NoError(t, err)
	helped(rules.BySide[int]{Red: 2})
}
