package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/match"
)

// practiceTerms are the terms of a practice game from p.
func practiceTerms(p rules.Position) match.Terms {
	return match.Terms{Options: rules.Options{Board: p.Board(), StallLimit: 40}, Start: p, Side: match.PlayRed, Level: 3}
}

// practising is Alice's practice game from the start.
func practising(t *testing.T) match.Match {
	t.Helper()
	m, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob, Practice: true,
		Terms: practiceTerms(rules.Start(rules.Board6x4, true))}, at(0))
	require.NoError(t, err)
	_, err = m.As(bob).Accept(rules.Red, at(0))
	require.NoError(t, err)
	return m
}

// TestPractice_From: a game starts in any position with all that counts there, unless that is the end of a game.
func TestPractice_From(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rules.NewGame(rules.Options{Board: rapid.SampledFrom(rules.Boards()).Draw(t, "board"),
			Positioning: rapid.Bool().Draw(t, "positioning"), StallLimit: 40})
		for range rapid.IntRange(0, 60).Draw(t, "turns") {
			p := g.Position()
			if g.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn")) != nil || g.Outcome().Over() {
				break
			}
		}
		m, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob, Practice: true,
			Terms: practiceTerms(g.Position())}, at(0))
		if g.Outcome().Over() {
			require.ErrorIs(t, err, match.ErrTerms)
			return
		}
		require.NoError(t, err)
		_, err = m.As(bob).Accept(rules.Red, at(0))
		require.NoError(t, err)
		require.Equal(t, g.Position(), m.Game.Position())
		require.Equal(t, g.Position(), m.Game.Start())
	})
}

func TestPractice_Refused(t *testing.T) {
	t.Parallel()
	start := rules.Start(rules.Board6x4, true)
	for name, change := range map[string]func(*match.Proposal){
		"against a person": func(p *match.Proposal) { p.Terms.Level = 0 },
		"with a clock":     func(p *match.Proposal) { p.Terms.Pace = match.Pace{PerTurn: 1e12} },
		"another board":    func(p *match.Proposal) { p.Terms.Options.Board = rules.Board5x5 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := match.Proposal{ID: "m1", By: alice, To: bob, Practice: true, Terms: practiceTerms(start)}
			_, _, err := match.Propose(p, at(0))
			require.NoError(t, err)
			change(&p)
			_, _, err = match.Propose(p, at(0))
			require.ErrorIs(t, err, match.ErrTerms)
		})
	}
}

// TestPractice_Rests: it lapses after its rest, which each turn begins again, for nothing and by nobody.
func TestPractice_Rests(t *testing.T) {
	t.Parallel()
	m := practising(t)
	assert.Equal(t, at(0).Add(match.PracticeRest), m.LapseAt())
	_, err := m.As(alice).Play(rules.Pass, at(1))
	require.NoError(t, err)
	late := at(1).Add(match.PracticeRest)
	_, err = m.Arbiter().Lapse(late.Add(-1))
	require.ErrorIs(t, err, match.ErrTooEarly)
	events, err := m.Arbiter().Lapse(late)
	require.NoError(t, err)
	require.Len(t, events, 1)
	assert.Equal(t, match.Event{Kind: match.Ended, Seq: 4, Ply: 1, At: late}, events[0])
	assert.Equal(t, rules.Outcome{Reason: rules.Aborted}, m.Game.Outcome())
	assert.True(t, m.LapseAt().IsZero())
	_, err = m.Arbiter().Clear(late)
	require.ErrorIs(t, err, match.ErrFinished)
}

// TestPractice_Keep: what is kept, once and by its player, rests as long as it likes.
func TestPractice_Keep(t *testing.T) {
	t.Parallel()
	m := practising(t)
	_, err := m.As(carol).Keep(at(1))
	require.ErrorIs(t, err, match.ErrNotPlayer)
	events, err := m.As(alice).Keep(at(1))
	require.NoError(t, err)
	assert.Equal(t, []match.Event{{Kind: match.Kept, Seq: 3, By: alice, At: at(1)}}, events)
	_, err = m.As(alice).Keep(at(2))
	require.ErrorIs(t, err, match.ErrKept)
	_, err = m.Arbiter().Clear(at(2))
	require.ErrorIs(t, err, match.ErrKept)
	assert.True(t, m.LapseAt().IsZero())
	_, err = m.Arbiter().Lapse(at(2).Add(2 * match.PracticeRest))
	require.ErrorIs(t, err, match.ErrNoClock)

	challenge, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob, Practice: true,
		Terms: practiceTerms(rules.Start(rules.Board6x4, true))}, at(0))
	require.NoError(t, err)
	_, err = challenge.Arbiter().Clear(at(1))
	require.ErrorIs(t, err, match.ErrNotPlaying)
}
