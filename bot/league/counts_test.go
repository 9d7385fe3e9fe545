package league_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
)

// outForAbsence begins a season of four and lets the first player be out for two absences. It returns their pairs.
func (f *fixture) outForAbsence() []season.Pair {
	f.begin(4)
	mine := f.ofSeat(0)
	f.lose(mine[0])
	f.now = f.now.Add(season.AbsenceSpan)
	f.lose(mine[1])
	return mine
}

// lose makes the person of seat 0 lose a match on time.
func (f *fixture) lose(p season.Pair) {
	f.swaps(p.Match, 4)
	if p.League.Blue == 0 {
		f.swaps(p.Match, 1)
	}
	f.late(p.Match)
}

// ofSeat returns the matches of the person of a seat.
func (f *fixture) ofSeat(seat int) (all []season.Pair) {
	for _, p := range f.pairs() {
		if p.League.Red == seat || p.League.Blue == seat {
			all = append(all, p)
		}
	}
	return all
}

// TestAbsences: losses on time less than seven days apart are one absence; after the second absence somebody has left.
// What is open then are victories of the others, once half was played.
func TestAbsences(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(5)
	mine := f.ofSeat(0)
	for _, p := range mine[:3] {
		f.swaps(p.Match, 4)
		if p.League.Blue == 0 {
			f.swaps(p.Match, 1)
		}
	}
	f.late(mine[0].Match)
	f.late(mine[1].Match)
	assert.Empty(t, f.groups(1)[0].Left, "one absence")
	f.now = f.now.Add(season.AbsenceSpan)
	f.late(mine[2].Match)
	assert.Equal(t, []int{0}, f.groups(1)[0].Left)
	f.finish(mine[3].Match, league.BlueSemi)
	assert.Equal(t, league.Open, f.ofSeat(0)[3].League.Result, "it counts no more")
	row := f.groups(1)[0].Table()[4]
	assert.Equal(t, []int{0, 4}, []int{row.Person, row.Played})
}

// TestAbsences_Annulled: a loss on time that is annulled never counts: who was out for it is in again, with what was
// played meanwhile.
func TestAbsences_Annulled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mine := f.outForAbsence()
	require.Equal(t, []int{0}, f.groups(1)[0].Left)
	f.finish(mine[2].Match, league.BlueSemi)
	f.annul(mine[1])
	g := f.groups(1)[0]
	assert.Empty(t, g.Left)
	assert.Equal(t, league.Void, f.ofSeat(0)[1].League.Result)
	assert.Equal(t, league.BlueSemi, f.ofSeat(0)[2].League.Result)
}

// TestAbsences_Deleted: if the player who was out has deleted their profile, they stay out, as if they had left by
// choice.
func TestAbsences_Deleted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mine := f.outForAbsence()
	f.forget(former{of: f.groups(1)[0].People[0], name: match.Former + "x"})
	f.annul(mine[1])
	g := f.groups(1)[0]
	assert.Equal(t, []int{0}, g.Left)
	entries, err := f.store.EnteredBy(t.Context(), match.Former+"x")
	require.NoError(t, err)
	assert.Equal(t, season.LeftByChoice, entries[0].Exit)
}

// TestEarly: who leaves a match of a season before their second turn, or never plays one, loses it there, but it is not
// rated; who waits cannot call it off.
func TestEarly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pairs := f.begin(3)
	f.change(pairs[0].Match, func(m *play.Match) ([]match.Event, error) { return m.As(m.Players.Red).Resign(f.now) })
	f.swaps(pairs[1].Match, 1)
	f.change(pairs[1].Match, func(m *play.Match) ([]match.Event, error) {
		_, err := m.As(m.Players.Red).CallOff(m.Deadline())
		require.ErrorIs(t, err, match.ErrBinding)
		return m.As(m.Players.Blue).Resign(f.now)
	})
	f.late(pairs[2].Match)
	var results []league.Result
	for _, p := range f.pairs() {
		results = append(results, p.League.Result)
		rated, err := f.store.RatedIn(t.Context(), p.Match)
		require.NoError(t, err)
		assert.Empty(t, rated, "nor is it rated with fewer than four turns")
	}
	assert.Equal(t, []league.Result{league.BlueVictory, league.RedVictory, league.BlueVictory}, results)
}

// TestAnnulled: a match that is annulled counts for nobody in the season that is played; one of a season that is over
// changes that no more.
func TestAnnulled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pairs := f.begin(3)
	f.late(pairs[0].Match)
	f.annul(pairs[0])
	assert.Equal(t, league.Void, f.pairs()[0].League.Result)
	f.redWins(pairs[1:])
	require.Equal(t, 2, f.league().Season)
	posts := len(f.posts)
	f.annul(pairs[1])
	assert.Equal(t, league.RedVictory, f.pairs()[1].League.Result)
	assert.Len(t, f.posts, posts)
}

// TestReinstated: an annulled match that is reinstated counts as before, also if the player who lost it has left since.
func TestReinstated(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(4)
	mine := f.ofSeat(0)
	f.lose(mine[0])
	before := f.ofSeat(0)
	require.NotEqual(t, league.Open, before[0].League.Result)
	require.False(t, before[0].Late.IsZero())
	f.annul(mine[0])
	require.NoError(t, f.use.Leave(t.Context(), play.Actor{ID: f.groups(1)[0].People[0], Guild: server}))
	f.reinstate(mine[0])
	assert.Equal(t, before, f.ofSeat(0))
}

// TestReinstated_Absence: a loss on time that is reinstated is an absence again.
func TestReinstated_Absence(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mine := f.outForAbsence()
	before := f.groups(1)
	require.Equal(t, []int{0}, before[0].Left)
	f.annul(mine[1])
	require.Empty(t, f.groups(1)[0].Left)
	f.reinstate(mine[1])
	assert.Equal(t, before, f.groups(1))
}

// TestPartOf checks what a player sees about a league match: its group; while it is open, a warning in the last week of
// the season, and one to a player who would be out after another loss on time.
func TestPartOf(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(4)
	l, g := f.league(), f.groups(1)[0]
	part := func(i int, p match.PlayerID) season.Part {
		m, err := f.store.Match(t.Context(), g.Pairs[i].Match)
		require.NoError(t, err)
		is, err := season.PartOf(t.Context(), f.store, &m.Match, p, f.now)
		require.NoError(t, err)
		return is
	}
	assert.Equal(t, season.Part{Group: 1}, part(0, g.People[0]))
	f.swaps(g.Pairs[0].Match, 4)
	f.late(g.Pairs[0].Match)
	assert.Equal(t, season.Part{Group: 1}, part(0, g.People[g.Pairs[0].League.Red]), "it is over")
	late := g.People[g.Pairs[0].League.Red]
	assert.Equal(t, season.Part{Group: 1}, part(1, late), "another loss now is the same absence")
	f.now = f.now.Add(season.AbsenceSpan)
	for i, p := range g.Pairs[1:] {
		for _, seat := range []int{p.League.Red, p.League.Blue} {
			assert.Equal(t, season.Part{Group: 1, Last: g.People[seat] == late}, part(i+1, g.People[seat]))
		}
	}
	f.now = l.Until.Add(-season.Warned)
	other := g.People[g.Pairs[1].League.Blue]
	assert.Equal(t, season.Part{Group: 1, Ends: l.Until, Last: other == late}, part(1, other))
	f.now = f.now.Add(-time.Second)
	assert.Zero(t, part(1, other).Ends)
	f.now = l.Until
	require.NoError(t, f.use.Leave(t.Context(), play.Actor{ID: other, Guild: server}))
	assert.Equal(t, season.Part{Group: 1, Void: true}, part(1, other))

	f.finish(g.Pairs[5].Match, league.RedVictory)
	placed := season.Part{Group: 1, Places: [2]int{1, 2}, Size: 4}
	assert.Equal(t, placed, part(5, g.People[g.Pairs[5].League.Blue]))

	casual := match.Match{ID: g.Pairs[1].Match, Status: match.Playing}
	is, err := season.PartOf(t.Context(), f.store, &casual, other, f.now)
	require.NoError(t, err)
	assert.Zero(t, is, "a match of a league is binding")
}
