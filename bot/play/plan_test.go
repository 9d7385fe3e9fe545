package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// plans makes a plan of lines for a in a match.
func (fx *fixture) plans(a play.Actor, id match.ID, lines ...string) {
	fx.Helper()
	for _, text := range lines {
		_, _, err := fx.SetPlan(fx.Context(), a, anyPly(id), adding(text))
		require.NoError(fx, err)
	}
}

// adding adds a line to a plan, as Bob would.
func adding(text string) func(*match.Match, match.Plan) (match.Plan, error) {
	return func(m *match.Match, p match.Plan) (match.Plan, error) {
		line, err := match.ParseLine(m.Game.Position(), text)
		if err != nil {
			return p, err
		}
		at := m.Game.Position()
		return p.Add(&m.Game, at.Side().Other(), line)
	}
}

// played plays for the player on turn, and returns the match.
func (fx *fixture) played(id match.ID, turns ...string) (m play.Match) {
	fx.Helper()
	for _, text := range turns {
		var err error
		m, err = fx.Play(fx.Context(), fx.onTurn(id), anyPly(id), play.Typed{Text: text, Sure: true})
		require.NoError(fx, err)
	}
	return m
}

// seat returns what a keeps of a match.
func (fx *fixture) seat(a play.Actor, id match.ID) play.Seat {
	fx.Helper()
	_, s, err := fx.Seat(fx.Context(), a, id)
	require.NoError(fx, err)
	return s
}

// planned returns a's current plan for a match.
func (fx *fixture) planned(a play.Actor, id match.ID) (lines []string) {
	fx.Helper()
	m, s, err := fx.Seat(fx.Context(), a, id)
	require.NoError(fx, err)
	for _, line := range s.PlanIn(&m.Match).Lines() {
		lines = append(lines, line.String())
	}
	return lines
}

// hasLost reports whether the last turn of a match is none that a has planned for.
func (fx *fixture) hasLost(a play.Actor, id match.ID) bool {
	fx.Helper()
	m, s, err := fx.Seat(fx.Context(), a, id)
	require.NoError(fx, err)
	return s.PlanLost(&m.Match)
}

// TestPlan: what was planned is played at once in the unit of work of the turn it answers, as long as it
// applies, and is lost with the first turn that it does not answer.
func TestPlan(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.plans(bob, id, "111=222 112=221 112=221 111=222 111=222 111=222", "pass pass")
	assert.Equal(t, []string{"111=222 112=221 112=221 111=222 111=222 111=222", "pass pass"}, fx.planned(bob, id))
	before := len(fx.kinds(id))

	m := fx.played(id, "111=222")
	assert.Equal(t, 2, m.Game.Ply())
	assert.Equal(t, alice.ID, m.ToMove())
	assert.Equal(t, []match.EventKind{match.Played, match.Planned, match.Played}, fx.kinds(id)[before:])
	assert.Equal(t, []string{"112=221 111=222 111=222 111=222"}, fx.planned(bob, id))
	m = fx.played(id, "112=221")
	assert.Equal(t, 4, m.Game.Ply())

	m = fx.played(id, "112=221")
	assert.Equal(t, 5, m.Game.Ply(), "not planned for")
	assert.True(t, fx.hasLost(bob, id))
	fx.played(id, "111=222")
	assert.False(t, fx.hasLost(bob, id), "it's not his turn")
	m = fx.played(id, "111=222")
	assert.Equal(t, 7, m.Game.Ply(), "what is lost stays lost")
}

// TestPlan_Anew: the rest of a plan continues to apply, and a new plan replaces a lost one.
func TestPlan_Anew(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.plans(bob, id, "pass pass 111=222 111=222 112=221 111=222")
	fx.played(id, "pass")
	assert.Equal(t, 2, fx.ply(id))
	fx.played(id, "111=222")
	assert.Equal(t, 4, fx.ply(id))
	fx.played(id, "111=222") // not planned for
	fx.plans(alice, id, "112=221 111=222 111=222 112=221")
	fx.played(id, "112=221")
	assert.Equal(t, 7, fx.ply(id), "Alice answered")
	fx.plans(alice, id, "112=221 111=222")
	fx.played(id, "112=221")
	assert.Equal(t, 9, fx.ply(id))
}

// TestPlan_Chain: a plan answers a turn that was itself planned.
func TestPlan_Chain(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.played(id, "pass")
	fx.plans(alice, id, "pass 111=222 112=221 112=221")
	m := fx.stored(id)
	after := m.Game.Position()
	after = after.Play(rules.Pass)
	fx.do(func(tx play.Tx) error {
		return tx.SaveSeat(t.Context(), play.Seat{Match: id, Player: bob.ID,
			Plans: []play.Plan{{Ply: 2, At: after.String(), Lines: []string{"111=222 112=221"}}}})
	})
	m = fx.played(id, "pass")
	assert.Equal(t, 5, m.Game.Ply(), "Bob's pass, Alice's answer, Bob's to that, Alice's again")
	assert.Equal(t, bob.ID, m.ToMove())
}

// TestPlan_Undone: a plan is of one position, also when the same ply comes again.
func TestPlan_Undone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.played(id, "112=221", "112=221")
	fx.plans(bob, id, "111=222 111=222")
	_, err := fx.TakeBack(t.Context(), bob, anyPly(id))
	require.NoError(t, err)
	fx.played(id, "pass")
	fx.plans(bob, id, "112=221 111=222")
	m := fx.played(id, "111=222")
	assert.Equal(t, 3, m.Game.Ply(), "the plan was for another position")
	fx.takesBack(bob, id)
	fx.played(id, "112=221")
	assert.Equal(t, []string{"111=222 111=222"}, fx.planned(bob, id), "each position has its own")
}

// TestPlan_TakenBack: after any takeback, a plan is the same as before the turns.
func TestPlan_TakenBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	first := []string{"pass pass 111=222 111=222", "112=221 pass"}
	fx.plans(bob, id, first...)
	fx.played(id, "111=222")
	assert.True(t, fx.hasLost(bob, id))
	fx.takesBack(alice, id)
	assert.Equal(t, first, fx.planned(bob, id), "not planned for, and taken back")
	fx.played(id, "pass")
	assert.Equal(t, first[:1], []string{"pass pass " + fx.planned(bob, id)[0]})
	second := []string{"112=221 112=221"}
	_, _, err := fx.SetPlan(t.Context(), bob, anyPly(id), func(m *match.Match, _ match.Plan) (match.Plan, error) {
		return adding(second[0])(m, match.Plan{})
	})
	require.NoError(t, err)
	assert.Equal(t, second, fx.planned(bob, id))
	fx.takesBack(alice, id)
	assert.Equal(t, first, fx.planned(bob, id), "the answer that was planned, and what was planned since")
	_, _, err = fx.SetPlan(t.Context(), bob, anyPly(id), func(_ *match.Match, p match.Plan) (match.Plan, error) {
		return p, nil // which does not put it after the second
	})
	require.NoError(t, err)
	m := fx.played(id, "pass", "111=222")
	assert.Equal(t, 3, m.Game.Ply(), "the second plan is of the same position again")
	assert.True(t, fx.hasLost(bob, id))
	fx.played(id, "111=222")
	assert.False(t, fx.hasLost(bob, id), "a turn that stands")
	assert.Empty(t, fx.planned(bob, id))
}

// TestPlan_Dropped: a plan that was dropped does not come back, except what was taken back since.
func TestPlan_Dropped(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.plans(bob, id, "pass pass 111=222 111=222")
	fx.played(id, "pass")
	drop := func(*match.Match, match.Plan) (match.Plan, error) { return match.Plan{}, nil }
	_, _, err := fx.SetPlan(t.Context(), bob, anyPly(id), drop)
	require.NoError(t, err)
	assert.Empty(t, fx.planned(bob, id))
	fx.played(id, "111=222")
	assert.Equal(t, 3, fx.ply(id))
	assert.False(t, fx.hasLost(bob, id))
	for range 12 {
		fx.played(id, "112=221")
		fx.plans(bob, id, "112=221 112=221")
		fx.played(id, "111=222")
	}
	assert.Len(t, fx.seat(bob, id).Plans, 8)
}

// takesBack takes the last turn of a back, by asking the other if it must.
func (fx *fixture) takesBack(a play.Actor, id match.ID) {
	fx.Helper()
	m, err := fx.AskBack(fx.Context(), a, anyPly(id))
	require.NoError(fx, err)
	if m.Offers[match.ToTakeBack].IsOpen() {
		other := map[match.PlayerID]play.Actor{alice.ID: bob, bob.ID: alice}[a.ID]
		_, err = fx.AnswerOffer(fx.Context(), other, anyPly(id), match.ToTakeBack, true)
		require.NoError(fx, err)
	}
}

// TestPlan_End: a planned turn may end the game, and nothing is planned for after that.
func TestPlan_End(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	short := terms()
	short.Options.StallLimit = 4
	m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: short, Venue: venue()})
	require.NoError(t, err)
	_, err = fx.Accept(t.Context(), bob, m.ID)
	require.NoError(t, err)
	fx.plans(bob, m.ID, "pass pass 111=222 111=222")
	_, _, err = fx.SetPlan(t.Context(), bob, anyPly(m.ID), adding("pass pass 111=222 111=222 111=222 111=222"))
	require.Error(t, err, "after the end")
	fx.played(m.ID, "pass")
	m = fx.played(m.ID, "111=222")
	assert.Equal(t, match.Finished, m.Status)
	assert.Equal(t, 4, m.Game.Ply())
}

// TestPlan_Refused: only who waits for the other's turn can plan, for the position they saw.
func TestPlan_Refused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	never := func(*match.Match, match.Plan) (match.Plan, error) { panic("asked") }
	for _, c := range []struct {
		by   play.Actor
		r    play.Ref
		want error
	}{
		{alice, anyPly(id), match.ErrNotTheirTurn}, {carol, anyPly(id), match.ErrNotPlayer},
		{dave, anyPly(id), play.ErrNotFound}, {bob, play.Ref{ID: id, Ply: 1}, play.ErrStale},
		{bob, anyPly("nothere"), play.ErrNotFound},
	} {
		_, _, err := fx.SetPlan(t.Context(), c.by, c.r, never)
		require.ErrorIs(t, err, c.want)
	}
	_, _, err := fx.SetPlan(t.Context(), bob, anyPly(id), adding("pass"))
	require.ErrorIs(t, err, match.ErrPlan)
	assert.Empty(t, fx.seat(bob, id).Plans)
	fx.plans(bob, id, "pass pass")
	_, _, err = fx.SetPlan(t.Context(), bob, anyPly(id), func(_ *match.Match, p match.Plan) (match.Plan, error) {
		return p.Remove(0), nil
	})
	require.NoError(t, err)
	assert.Empty(t, fx.seat(bob, id).Plans)
	_, err = fx.Resign(t.Context(), alice, anyPly(id))
	require.NoError(t, err)
	_, _, err = fx.SetPlan(t.Context(), bob, anyPly(id), never)
	require.ErrorIs(t, err, match.ErrFinished)
}
