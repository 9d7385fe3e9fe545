package league_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
)

// TestLate: who loses two matches on time has left: what is open then are victories of the others, once half was
// played.
func TestLate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(4)
	mine := func(seat int) (all []season.Pair) {
		for _, p := range f.pairs() {
			if p.League.Red == seat || p.League.Blue == seat {
				all = append(all, p)
			}
		}
		return all
	}
	loses := func(p season.Pair) { // the side to move is that of seat 0
		f.swaps(p.Match, 4)
		if p.League.Blue == 0 {
			f.swaps(p.Match, 1)
		}
		f.late(p.Match)
	}
	loses(mine(0)[0])
	assert.Empty(t, f.groups(1)[0].Left)
	loses(mine(0)[1])
	assert.Equal(t, []int{0}, f.groups(1)[0].Left)
	f.finish(mine(0)[2].Match, league.BlueSemi)
	assert.Equal(t, league.Open, mine(0)[2].League.Result, "it counts no more")
	f.annul(mine(0)[2])
	assert.Equal(t, league.Open, mine(0)[2].League.Result, "so that nothing is taken back")
	g := f.groups(1)[0]
	row := g.Table()[3]
	assert.Equal(t, []int{0, 3}, []int{row.Person, row.Played})
}

// TestEarly: who leaves a match of a season before their second turn, or never plays one, loses it there, and in the
// ratings; who waits cannot call it off.
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
		assert.Len(t, rated, 2)
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
	entries, err := f.store.Entries(t.Context(), server, 1)
	require.NoError(t, err)
	for _, e := range entries {
		assert.Zero(t, e.Late, "nor is it one of two that are lost on time")
	}
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
	pairs := f.begin(3)
	f.late(pairs[0].Match)
	counted := f.pairs()[0].League
	require.NotEqual(t, league.Open, counted.Result)
	before, err := f.store.Entries(t.Context(), server, 1)
	require.NoError(t, err)
	f.annul(pairs[0])
	loser := slices.IndexFunc(before, func(e season.Entry) bool { return e.Late > 0 })
	require.NoError(t, f.use.Leave(t.Context(), play.Actor{ID: before[loser].Player, Guild: server}))
	f.change(pairs[0].Match, func(m *play.Match) ([]match.Event, error) { return m.Arbiter().Reinstate("manager", f.now) })
	f.run()
	assert.Equal(t, counted, f.pairs()[0].League)
	after, err := f.store.Entries(t.Context(), server, 1)
	require.NoError(t, err)
	assert.Equal(t, before[loser].Late, after[loser].Late)
}
