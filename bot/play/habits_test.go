package play_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// historian is a Store that has nothing but histories and endings.
type historian struct {
	play.Store
	histories [][]match.Event
	endings   []play.Ending
}

func (h historian) Histories(_ context.Context, _ match.PlayerID, limit int) ([][]match.Event, error) {
	return h.histories[:min(limit, len(h.histories))], nil
}

func (h historian) Endings(context.Context, match.PlayerID, match.PlayerID) ([]play.Ending, error) {
	return h.endings, nil
}

// history is what happened in a match, an hour after another.
func history(kinds ...match.Event) []match.Event {
	for i := range kinds {
		kinds[i].At = start().Add(time.Duration(i) * time.Hour)
	}
	return kinds
}

// by is an event that somebody did.
func by(p play.Actor, k match.EventKind) match.Event { return match.Event{Kind: k, By: p.ID} }

// TestService_Habits_Answer: the time of a turn runs from the turn before it, unless the clock stood still.
func TestService_Habits_Answer(t *testing.T) {
	t.Parallel()
	accepted := by(bob, match.Accepted)
	hers, his := by(alice, match.Played), by(bob, match.Played)
	for name, c := range map[string]struct {
		events []match.Event
		answer time.Duration
		turns  int
	}{
		"nothing":              {history(accepted), 0, 0},
		"since it began":       {history(accepted, hers), time.Hour, 1},
		"his do not count":     {history(accepted, his), 0, 0},
		"since his turn":       {history(accepted, hers, by(bob, match.Hinted), his, by(bob, match.StopOffered), hers), 2 * time.Hour, 2},
		"since he took back":   {history(accepted, his, by(alice, match.Hinted), by(bob, match.TakenBack), hers), time.Hour, 1},
		"paused":               {history(accepted, by(alice, match.Paused), hers), 0, 0},
		"paused before":        {history(accepted, by(alice, match.Paused), his, hers), time.Hour, 1},
		"planned":              {history(accepted, his, by(alice, match.Planned), hers), 0, 0},
		"away":                 {history(accepted, by(alice, match.WentAway), hers), 0, 0},
		"spared":               {history(accepted, by(alice, match.AutoAway), hers), 0, 0},
		"away on his turn":     {history(accepted, by(alice, match.WentAway), his, hers), 0, 0},
		"away before":          {history(accepted, by(alice, match.WentAway), hers, his, hers), time.Hour, 1},
		"he was away":          {history(accepted, by(bob, match.WentAway), hers), 2 * time.Hour, 1},
		"its beginning is old": {history(hers, his, hers), time.Hour, 1},
	} {
		fx := newFixture(t, func(d *play.Deps) { d.Store = historian{histories: [][]match.Event{c.events}} })
		got, err := fx.Habits(t.Context(), alice.ID)
		require.NoError(t, err)
		assert.Equal(t, play.Habits{Answer: c.answer, Turns: c.turns, Known: true}, got, name)
	}
}

// TestService_Habits_Median: one very long turn does not count for more, and turns long ago do not count.
func TestService_Habits_Median(t *testing.T) {
	t.Parallel()
	match1 := func(begins time.Duration, took ...time.Duration) (events []match.Event) {
		at := start().Add(begins)
		for _, d := range took {
			events = append(events, match.Event{Kind: match.Played, By: bob.ID, At: at})
			at = at.Add(d)
			events = append(events, match.Event{Kind: match.Played, By: alice.ID, At: at})
		}
		return events
	}
	many, hours := make([]time.Duration, 100), slices.Repeat([]time.Duration{time.Hour}, 60)
	for i := range many {
		many[i] = time.Minute
	}
	for _, c := range []struct {
		histories [][]match.Event
		answer    time.Duration
		turns     int
	}{
		{[][]match.Event{match1(0, time.Hour, 90*time.Hour), match1(0, 2*time.Hour)}, 2 * time.Hour, 3},
		{[][]match.Event{match1(0, time.Hour, time.Hour, time.Hour), match1(9*time.Hour, many...)}, time.Minute, 100},
		{[][]match.Event{match1(9*time.Hour, time.Hour, time.Hour), match1(0, many...)}, time.Minute, 100},
		{[][]match.Event{match1(0, many...), match1(9*time.Hour, hours...)}, time.Hour, 100},
	} {
		fx := newFixture(t, func(d *play.Deps) { d.Store = historian{histories: c.histories} })
		got, err := fx.Habits(t.Context(), alice.ID)
		require.NoError(t, err)
		assert.Equal(t, play.Habits{Answer: c.answer, Turns: c.turns, Known: true}, got)
	}
}

// endings are some of Alice, for Red.
func endings() []play.Ending {
	end := func(winner rules.Color, r rules.Reason) play.Ending {
		return play.Ending{Outcome: rules.Outcome{Winner: winner, Reason: r}, Side: rules.Red}
	}
	return []play.Ending{end(rules.Red, rules.CorvetteExile), end(rules.Red, rules.TimeLoss),
		end(rules.Blue, rules.TimeLoss), end(rules.Blue, rules.TimeLoss), end(rules.Blue, rules.TimeLoss),
		end(rules.Blue, rules.Stall), end(rules.Blue, rules.Resignation),
		end(rules.NoColor, rules.Aborted),
		{Outcome: rules.Outcome{Reason: rules.Aborted}, Side: rules.Red, Left: true}}
}

// TestService_Habits_LostOnTime: what was called off does not count, and what the other lost does not either.
func TestService_Habits_LostOnTime(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(d *play.Deps) { d.Store = historian{endings: endings()} })
	got, err := fx.Habits(t.Context(), alice.ID)
	require.NoError(t, err)
	assert.Equal(t, play.Habits{Finished: 7, LostOnTime: 3, Left: 1, Known: true}, got)
}

// TestService_Score: a semi-victory is half a point.
func TestService_Score(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(d *play.Deps) { d.Store = historian{endings: endings()} })
	got, err := fx.Score(t.Context(), alice.ID, bob.ID)
	require.NoError(t, err)
	assert.Equal(t, play.Score{Matches: 7, Halves: [2]int{4, 9}}, got)
}

// TestProfile_Known: who has ended a game against a robot, or has begun one with somebody, is not new.
func TestProfile_Known(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(d *play.Deps) { d.Toss = func() rules.Color { return rules.Red } })
	known := func(a play.Actor) bool {
		f, err := fx.Profile(t.Context(), carol, a.ID)
		require.NoError(t, err)
		h, err := fx.Habits(t.Context(), a.ID)
		require.NoError(t, err)
		assert.Equal(t, f.Habits, h, "a challenge says of them what their profile does")
		return h.Known
	}
	assert.False(t, known(alice))
	open := fx.challenge(bob.ID).ID
	assert.False(t, known(alice), "a challenge is no game")
	_, err := fx.Accept(t.Context(), bob, open)
	require.NoError(t, err)
	assert.True(t, known(alice))
	assert.True(t, known(bob))
	level := terms()
	level.Level = 1
	m, err := fx.Challenge(t.Context(), dave, play.Challenge{To: robot, Terms: level, Venue: venue()})
	require.NoError(t, err)
	assert.False(t, known(dave))
	for range 4 {
		onTurn := fx.stored(m.ID)
		_, err := fx.Play(t.Context(), play.Actor{ID: onTurn.ToMove()}, anyPly(m.ID), swap())
		require.NoError(t, err)
	}
	_, err = fx.Resign(t.Context(), dave, anyPly(m.ID))
	require.NoError(t, err)
	assert.True(t, known(dave))
}
