package league_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/season"
	leaguerules "madbot/rules/league"
	"madbot/rules/match"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// TestBegin: a week after it was opened all matches of all groups begin at once, each with its two and its terms.
func TestBegin(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(9)
	f.pass(week - time.Millisecond)
	assert.Equal(t, season.Joining, f.league().Phase)
	f.pass(time.Millisecond)
	l := f.league()
	assert.Equal(t, season.Running, l.Phase)
	assert.Equal(t, f.now.Add(league.Length+league.Grace), l.Until)
	groups := f.groups(1)
	require.Len(t, groups, 2)
	assert.Equal(t, []int{5, 4}, []int{groups[0].Size, groups[1].Size})
	for _, g := range groups {
		assert.Len(t, g.Matches, g.Size*(g.Size-1)/2)
		for _, p := range g.Pairs {
			m, err := f.store.Match(t.Context(), p.Match)
			require.NoError(t, err)
			assert.Equal(t, []match.PlayerID{g.People[p.League.Red], g.People[p.League.Blue]}, m.Players.Both())
			assert.Equal(t, match.Playing, m.Status)
			assert.Equal(t, play.Venue{Guild: server, Channel: m.Thread, Locale: "fr"}, m.Venue)
			assert.False(t, m.Terms.Rated, "they are new")
		}
	}
	assert.Len(t, f.posts, 3)
}

// TestBegin_Places: the channel of a league of 24 only shows the groups' tables. The matches of a group are posted in a
// thread under its table and do not count for the limits in the channel, even for somebody on vacation. A match that
// was posted before stays there.
func TestBegin_Places(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(24)
	f.now = f.now.Add(week)
	f.do(func(tx play.Tx) error {
		p, err := tx.Player(t.Context(), actor(0).ID)
		p.Vacation.Until = f.now.Add(day)
		return cmp.Or(err, tx.SavePlayer(t.Context(), p))
	})
	f.do(func(tx play.Tx) error { return league.Advance(t.Context(), tx, server, f.newID) })
	assert.Empty(t, f.told(), "it is not yet known where")
	early := f.groups(1)[4].Pairs[0].Match
	f.do(func(tx play.Tx) error {
		return tx.SaveDelivery(t.Context(), early, play.Delivery{Venue: play.Venue{Channel: "c"}, Told: 2})
	})
	f.run()
	assert.Len(t, f.posts, 6)
	assert.Len(t, f.told(), 45)
	all := map[string]bool{}
	for i, g := range f.groups(1) {
		places := f.places(g)
		if i == 4 {
			assert.Equal(t, "c", places[0])
			places = places[1:]
		}
		require.Len(t, places, 1)
		all[places[0]] = true
	}
	assert.Len(t, all, 5)
	assert.NotContains(t, all, "c")
	f.do(func(tx play.Tx) error {
		made, err := tx.MadeIn(t.Context(), "c", f.now.Add(-time.Hour))
		assert.Empty(t, made)
		return err
	})
}

// TestBegin_Few: two are too few; what they entered waits until it is opened again.
func TestBegin_Few(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(2)
	f.pass(week)
	assert.Equal(t, season.Over, f.league().Phase)
	require.ErrorIs(t, f.use.Join(t.Context(), actor(2)), league.ErrNone)
	require.ErrorIs(t, f.use.Close(t.Context(), actor(2), 0), league.ErrNone)
	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "c"}))
	for i := range 3 {
		require.NoError(t, f.use.Join(t.Context(), actor(i)), "who had joined was told that there is no season")
	}
	f.pass(week)
	assert.Len(t, f.pairs(), 3)
	assert.Len(t, f.posts, 2, "one about the season, one of the group")
}

// TestJoin: nobody is in it twice; who comes late is in the next season.
func TestJoin(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.ErrorIs(t, f.use.Join(t.Context(), actor(0)), league.ErrNone)
	f.open(3)
	require.ErrorIs(t, f.use.Join(t.Context(), actor(0)), league.ErrEntered)
	require.NoError(t, f.use.Leave(t.Context(), actor(0)))
	require.ErrorIs(t, f.use.Leave(t.Context(), actor(0)), league.ErrNotEntered)
	require.NoError(t, f.use.Join(t.Context(), actor(0)))
	f.pass(week)
	require.ErrorIs(t, f.use.Join(t.Context(), actor(0)), league.ErrEntered)
	require.NoError(t, f.use.Join(t.Context(), actor(3)))
	require.ErrorIs(t, f.use.Join(t.Context(), actor(3)), league.ErrEntered)
	v, err := f.use.Look(t.Context(), actor(3))
	require.NoError(t, err)
	assert.Equal(t, []any{0, false, true}, []any{v.Own, v.InNow, v.InNext})
	require.NoError(t, f.use.Leave(t.Context(), actor(3)))
	require.NoError(t, f.use.Join(t.Context(), actor(3)))
	f.redWins(f.pairs())
	assert.Equal(t, season.Joining, f.league().Phase)
	f.pass(week)
	assert.Equal(t, 4, f.groups(2)[0].Size)
	assert.GreaterOrEqual(t, f.groups(2)[0].Seat(actor(3).ID), 0)
}

// TestEnd: the season ends with its last match; the best of a group and the worst of the one above change places; who
// has left is not in the next season.
func TestEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(8)
	groups := f.groups(1)
	f.firstSeatsWin(groups)
	leaver := groups[1].People[1]
	require.NoError(t, f.use.Leave(t.Context(), play.Actor{ID: leaver, Guild: server}))
	f.run()
	l := f.league()
	assert.Equal(t, []any{season.Joining, 2}, []any{l.Phase, l.Season})
	f.pass(week)
	next := f.groups(2)
	require.Len(t, next, 2)
	one, two := groups[0].People, groups[1].People
	assert.ElementsMatch(t, []match.PlayerID{one[0], one[1], one[2], two[0]}, next[0].People)
	assert.ElementsMatch(t, []match.PlayerID{one[3], two[2], two[3]}, next[1].People)
	assert.Len(t, f.posts, 7)
	require.NoError(t, f.use.Close(t.Context(), actor(0), 0))
	for _, g := range next {
		for _, p := range g.Pairs {
			f.finish(p.Match, leaguerules.Void)
		}
	}
	f.run()
	assert.Equal(t, season.Over, f.league().Phase)
	assert.Equal(t, 3, f.league().Season)
}

// TestClose_Again: a league that was closed is empty when it is opened again, without the players and those who had
// joined: they read that no season follows.
func TestClose_Again(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	entered := func() int {
		require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "c"}))
		v, err := f.use.Look(t.Context(), actor(0))
		require.NoError(t, err)
		assert.False(t, v.InNext)
		return len(v.Entered)
	}
	f.open(3)
	require.ErrorIs(t, f.use.Close(t.Context(), actor(0), 0), league.ErrPeople)
	require.ErrorIs(t, f.use.Close(t.Context(), actor(0), 2), league.ErrPeople, "one joined after the manager was asked")
	require.NoError(t, f.use.Close(t.Context(), actor(0), 3))
	assert.Zero(t, entered())
	f.begin(3)
	require.NoError(t, f.use.Join(t.Context(), actor(3)))
	require.NoError(t, f.use.Close(t.Context(), actor(0), 0))
	f.redWins(f.pairs())
	require.Equal(t, season.Over, f.league().Phase)
	assert.Zero(t, entered())
}

// TestContinue: seasons follow the last one after all, where the league is; where it is shown is another thing.
func TestContinue(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.ErrorIs(t, f.use.Continue(t.Context(), actor(0)), league.ErrNone)
	f.begin(3)
	require.NoError(t, f.use.Close(t.Context(), actor(0), 0))
	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "d"}))
	f.run()
	is := func(last bool) {
		l := f.league()
		assert.Equal(t, []any{last, "d"}, []any{l.Last, l.Channel})
		assert.Equal(t, last, f.posts[l.Find(1, 0).Message].Last, "it is told")
	}
	is(true)
	require.NoError(t, f.use.Continue(t.Context(), actor(0)))
	f.run()
	is(false)
}

// TestGrace: ten weeks after it began, a season counts what is proven, or clear to the engine, and otherwise what is
// open as a semi-victory of the side that is not to move. The matches go on, and their ends change nothing.
func TestGrace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pairs := f.begin(4)
	f.outlook = func(m *play.Match) league.Outlook {
		return map[match.ID]league.Outlook{pairs[0].Match: {Worth: .6, Proof: play.WinProven},
			pairs[1].Match: {Worth: .75, Proof: play.SemiLossProven}, pairs[2].Match: {Worth: .75},
			pairs[3].Match: {Worth: .25}, pairs[4].Match: {Worth: .74}, pairs[5].Match: {Worth: .26}}[m.ID]
	}
	f.swaps(pairs[5].Match, 1)
	f.pass(league.Length + league.Grace - time.Millisecond)
	assert.Equal(t, season.Running, f.league().Phase)
	f.pass(time.Millisecond)
	results := func() (all []leaguerules.Result) {
		for _, p := range f.pairs() {
			assert.True(t, p.Judged)
			all = append(all, p.League.Result)
		}
		return all
	}
	counted := []leaguerules.Result{leaguerules.RedVictory, leaguerules.BlueSemi, leaguerules.RedVictory,
		leaguerules.BlueVictory, leaguerules.BlueSemi, leaguerules.RedSemi}
	assert.Equal(t, counted, results())
	assert.Equal(t, season.Joining, f.league().Phase)
	f.finish(pairs[0].Match, leaguerules.BlueVictory)
	assert.Equal(t, counted, results())
}

// TestShown: a channel that refuses a post is asked no more until the league is opened elsewhere; a post that somebody
// has removed comes again with the next news.
func TestShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.shut = play.ErrClosed
	f.open(3)
	assert.True(t, f.league().Shut)
	f.shut = nil
	f.run()
	assert.Empty(t, f.posts)
	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "d"}))
	f.run()
	require.Len(t, f.posts, 1)
	assert.Equal(t, "d", f.posts["post 0"].Post.Channel)
	assert.Len(t, f.posts["post 0"].Entered, 3)

	f.shut = play.ErrGone
	require.NoError(t, f.use.Leave(t.Context(), actor(0)))
	f.run()
	f.shut = nil
	f.run()
	assert.Len(t, f.posts, 1)
	require.NoError(t, f.use.Join(t.Context(), actor(0)))
	f.run()
	assert.Len(t, f.posts, 2)

	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "e"}))
	f.run()
	assert.True(t, slices.ContainsFunc(f.league().Posts, func(p season.Post) bool { return p.Channel == "e" && p.Message != "" }))
}

// TestMembers_BeforeStart: right before a season it is looked who is on the server; who is not is not entered.
func TestMembers_BeforeStart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(5)
	f.gone = []match.PlayerID{"p04"}
	f.pass(2 * day)
	entries, err := f.store.Entries(t.Context(), server, 1)
	require.NoError(t, err)
	assert.Len(t, entries, 5, "there is time to come back")
	f.pass(week)
	assert.ElementsMatch(t, []match.PlayerID{"p00", "p01", "p02", "p03"}, f.groups(1)[0].People)
}

// TestMembers_Few: with fewer than three left there is no season.
func TestMembers_Few(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(3)
	f.gone = []match.PlayerID{"p01"}
	f.pass(week)
	assert.Equal(t, season.Over, f.league().Phase)
	assert.Empty(t, f.groups(1))
}

// TestMembers_Running: a player whom three daily checks did not find has left; their finished matches count. Found
// again with an open match, they are back in the season, and matches that ended meanwhile count too.
func TestMembers_Running(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pairs := f.begin(4)
	g := f.groups(1)[0]
	away, seat := g.People[1], 1
	mine := slices.DeleteFunc(slices.Clone(pairs), func(p season.Pair) bool {
		return p.League.Red != seat && p.League.Blue != seat
	})
	f.finish(mine[0].Match, leaguerules.RedVictory)
	f.gone = []match.PlayerID{away}
	f.pass(day)
	f.gone = nil
	f.pass(day)
	f.gone = []match.PlayerID{away}
	f.pass(day)
	f.pass(day)
	assert.Empty(t, f.groups(1)[0].Gone, "not three in a row")
	f.pass(day)
	g = f.groups(1)[0]
	assert.Equal(t, []int{seat}, g.Gone)
	require.Len(t, f.said, 1)
	assert.Equal(t, []any{away, season.TellGone}, []any{f.said[0].Player, f.said[0].Kind})
	assert.Equal(t, 1, g.Table()[3].Played, "what is finished counts")
	assert.Equal(t, 0, g.Table()[3].Open)
	f.finish(mine[1].Match, leaguerules.RedVictory)
	assert.Equal(t, 1, f.groups(1)[0].Table()[3].Played)
	f.gone = nil
	f.pass(day)
	g = f.groups(1)[0]
	assert.Empty(t, g.Gone)
	for _, row := range g.Table() {
		if row.Person == seat {
			assert.Equal(t, []int{2, 1}, []int{row.Played, row.Open})
		}
	}
}

// TestStand: players see who leads their group once a match has brought points.
func TestStand(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(4)
	stand := func(n int) season.Rank {
		s, err := season.RankOf(t.Context(), f.store, server, actor(n).ID)
		require.NoError(t, err)
		return s
	}
	assert.Zero(t, stand(0), "it has not begun")
	f.pass(week)
	assert.Empty(t, stand(0).Leaders)
	f.finish(f.pairs()[0].Match, leaguerules.RedVictory)
	ahead := f.groups(1)[0].People[f.groups(1)[0].Table()[0].Person]
	for n := range 4 {
		assert.Equal(t, []match.PlayerID{ahead}, stand(n).Leaders)
		assert.Equal(t, actor(n).ID == ahead, stand(n).Place == 1)
	}
	assert.Zero(t, stand(4))
	require.NoError(t, f.use.Leave(t.Context(), actor(3)))
	assert.Zero(t, stand(3))
}

// TestEndPost: the announcement that a season is over is edited once the next one begins or is closed, because it has a
// button to leave that, and stays where it is when the league moves.
func TestEndPost(t *testing.T) {
	t.Parallel()
	for _, closes := range []bool{false, true} {
		f := newFixture(t)
		f.redWins(f.begin(3))
		l := f.league()
		end := l.Find(1, season.EndPost)
		require.NotNil(t, end)
		assert.Equal(t, season.Joining, f.posts[end.Message].Phase)
		require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Guild: server, Channel: "d"}))
		f.run()
		assert.Equal(t, "c", f.posts[end.Message].Post.Channel)
		want := season.Running
		if closes {
			want = season.Over
			require.NoError(t, f.use.Close(t.Context(), actor(0), 9))
		}
		f.pass(week)
		assert.Equal(t, want, f.posts[end.Message].Phase)
		l = f.league()
		assert.Nil(t, l.Find(1, season.EndPost))
	}
}
