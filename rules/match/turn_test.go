package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

func TestPlay(t *testing.T) {
	t.Parallel()
	run(t, []ruling{
		{"alice begins", playing(), play(alice, rules.Pass), nil,
			[]match.Event{{Kind: match.Played, By: alice, Ply: 1}}},
		{"bob goes on", playing(swaps(1)), play(bob, swap()), nil,
			[]match.Event{{Kind: match.Played, By: bob, Ply: 2}}},
		{"bob is not on", playing(), play(bob, swap()), match.ErrNotYourTurn, nil},
		{"alice twice", playing(swaps(1)), play(alice, swap()), match.ErrNotYourTurn, nil},
		{"carol looks on", playing(), play(carol, swap()), match.ErrNotPlayer, nil},
		{"nobody", playing(), play(none, swap()), match.ErrNotPlayer, nil},
		{"before it is accepted", proposed(bob, match.PlayRed), play(alice, swap()),
			match.ErrNotPlaying, nil},
		{"after it was declined", after(bob, decline(bob)), play(alice, swap()),
			match.ErrNotPlaying, nil},
		{"after the end", playing(resign(bob)), play(alice, swap()), match.ErrFinished, nil},
	})
}

// TestPlay_Turns: what is played is what the game holds, in order.
func TestPlay_Turns(t *testing.T) {
	t.Parallel()
	m := playing(play(alice, rules.Pass), play(bob, swap()))(t)
	assert.Equal(t, []rules.Turn{rules.Pass, swap()}, m.Game.Turns())
}

// TestPlay_Illegal: the refusal is the error of package rules, and nothing changed.
func TestPlay_Illegal(t *testing.T) {
	t.Parallel()
	m := playing(offer(bob))(t)
	before := m.Clone()
	turn := rules.MoveTurn(rules.Ship211, rules.MakeSquare(3, 4), false)
	events, err := m.As(alice).Play(turn, now())
	var refused *rules.TurnError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, turn, refused.Turn)
	assert.Empty(t, events)
	assert.Equal(t, before, m)
}

// TestPlay_Stall: the turn that ends the game is followed by the end (rules 5.2).
func TestPlay_Stall(t *testing.T) {
	t.Parallel()
	m := playing(swaps(39))(t)
	require.Equal(t, match.Playing, m.Status)
	_, err := m.As(alice).MakeOffer(match.ToStop, at(1))
	require.NoError(t, err)
	events, err := m.As(bob).Play(swap(), now())
	require.NoError(t, err)
	assert.Equal(t, []match.Event{
		{Kind: match.Played, Seq: 43, By: bob, Ply: 40, At: now()},
		{Kind: match.Ended, Seq: 44, By: bob, Ply: 40, At: now()},
	}, events)
	assert.Equal(t, match.Finished, m.Status)
	assert.Equal(t, now(), m.Ended)
	assert.Zero(t, m.Offers[match.ToStop])
	assert.Equal(t, rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}, m.Game.Outcome())
	assert.Equal(t, none, m.ToMove())
}

func TestResign(t *testing.T) {
	t.Parallel()
	ended := func(by match.PlayerID, ply int) []match.Event {
		return []match.Event{{Kind: match.Ended, By: by, Ply: ply}}
	}
	run(t, []ruling{
		{"on turn", playing(swaps(4)), resign(alice), nil, ended(alice, 4)},
		{"not on turn", playing(swaps(4)), resign(bob), nil, ended(bob, 4)},
		{"at once", playing(), resign(alice), nil, ended(alice, 0)},
		{"carol", playing(), resign(carol), match.ErrNotPlayer, nil},
		{"nobody", playing(), resign(none), match.ErrNotPlayer, nil},
		{"a challenge", proposed(bob, match.PlayRed), resign(alice), match.ErrNotPlaying, nil},
		{"twice", playing(resign(alice)), resign(alice), match.ErrFinished, nil},
	})
}

// TestResign_Aborted: who leaves before their second turn makes the game count for nothing
// (rules 5.5).
func TestResign_Aborted(t *testing.T) {
	t.Parallel()
	cases := []struct {
		turns int
		by    match.PlayerID
		want  rules.Outcome
	}{
		{0, alice, rules.Outcome{Reason: rules.Aborted}},
		{0, bob, rules.Outcome{Reason: rules.Aborted}},
		{2, alice, rules.Outcome{Reason: rules.Aborted}}, // each played once
		{2, bob, rules.Outcome{Reason: rules.Aborted}},
		{3, bob, rules.Outcome{Reason: rules.Aborted}}, // Alice played twice, Bob once
		{3, alice, rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}},
		{4, bob, rules.Outcome{Winner: rules.Red, Reason: rules.Resignation}},
		{4, alice, rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}},
	}
	for _, c := range cases {
		m := playing(swaps(c.turns), resign(c.by))(t)
		assert.Equal(t, c.want, m.Game.Outcome(), c)
		assert.Equal(t, match.Finished, m.Status)
		assert.Equal(t, now(), m.Ended)
		assert.Equal(t, c.by, m.EndedBy)
	}
}

// TestClone: a clone goes its own way.
func TestClone(t *testing.T) {
	t.Parallel()
	m := playing(swaps(3))(t)
	c := m.Clone()
	require.Equal(t, m, c)
	_, err := c.As(bob).Play(swap(), now())
	require.NoError(t, err)
	_, err = m.As(bob).Play(rules.ShiftTurn(rules.Swap112x221), now())
	require.NoError(t, err)
	assert.Equal(t, swap(), c.Game.Turns()[3])
	assert.Equal(t, rules.ShiftTurn(rules.Swap112x221), m.Game.Turns()[3])
}
