package league_test

import (
	"cmp"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/play/season"
	leaguerules "madbot/rules/league"
	"madbot/rules/match"
)

// TestIdle: who played no turn does not win a group, is not promoted, and is not in the next season, also as the first
// of the table. The first one who did play is promoted instead, and pinged.
func TestIdle(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(7)
	groups := f.groups(1)
	one, two := groups[0], groups[1]
	f.change(two.Pairs[0].Match, func(m *play.Match) ([]match.Event, error) { return m.As(m.Players.Blue).Resign(f.now) })
	f.finish(two.Pairs[1].Match, leaguerules.BlueSemi)
	f.finish(two.Pairs[2].Match, leaguerules.Void)
	f.redWins(one.Pairs)
	two = f.groups(1)[1]
	require.Equal(t, []int{0, 2, 1}, []int{two.Table()[0].Person, two.Table()[1].Person, two.Table()[2].Person})
	one = f.groups(1)[0]
	first, last := one.People[one.Table()[0].Person], one.People[one.Table()[3].Person]

	for _, n := range f.posts {
		if n.Post.Group == season.EndPost {
			assert.Equal(t, []match.PlayerID{two.People[0]}, n.Post.Idle)
			assert.Equal(t, []match.PlayerID{first, two.People[2]}, n.Post.Ping)
			assert.Len(t, n.Entered, 6, "who would be in the next season")
		}
	}
	entries, err := f.store.Entries(t.Context(), server, 2)
	require.NoError(t, err)
	seats := map[match.PlayerID]int{}
	for _, e := range entries {
		seats[e.Player] = e.Seat
	}
	assert.Len(t, seats, 6)
	assert.NotContains(t, seats, two.People[0])
	assert.Equal(t, []int{1, 4, 5, 6}, []int{seats[first], seats[two.People[2]], seats[last], seats[two.People[1]]})
}

// TestIdle_Declines: who always declines everybody in the group gets half of the points without a match, does not win,
// and is not entered again.
func TestIdle_Declines(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(4)
	f.do(func(tx play.Tx) error {
		p, err := tx.Player(t.Context(), actor(0).ID)
		for i := range 3 {
			p.Refuse(actor(i+1).ID, true)
		}
		return cmp.Or(err, tx.SavePlayer(t.Context(), p))
	})
	f.pass(week)
	pairs := f.pairs()
	require.Len(t, pairs, 3)
	f.redWins(pairs)
	entries, err := f.store.Entries(t.Context(), server, 2)
	require.NoError(t, err)
	assert.Len(t, entries, 3)
	for _, e := range entries {
		assert.NotEqual(t, actor(0).ID, e.Player)
	}
	for _, n := range f.posts {
		if n.Post.Group == season.EndPost {
			assert.Equal(t, []match.PlayerID{actor(0).ID}, n.Post.Idle)
		}
	}
}

// TestJoin_TooOften: joining and leaving is possible ten times within a day. Leaving always is.
func TestJoin_TooOften(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(3)
	for range 5 {
		require.NoError(t, f.use.Join(t.Context(), actor(3)))
		require.NoError(t, f.use.Leave(t.Context(), actor(3)))
	}
	require.ErrorIs(t, f.use.Join(t.Context(), actor(3)), league.ErrTooOften)
	require.NoError(t, f.use.Leave(t.Context(), actor(0)))
	f.now = f.now.Add(day - time.Second)
	require.ErrorIs(t, f.use.Join(t.Context(), actor(3)), league.ErrTooOften)
	f.now = f.now.Add(time.Second)
	require.NoError(t, f.use.Join(t.Context(), actor(3)))
}

// TestAbsences_Span: a loss on time a week after another one is another absence, and an earlier one is not.
func TestAbsences_Span(t *testing.T) {
	t.Parallel()
	for between, left := range map[time.Duration][]int{week: {0}, week - time.Second: nil} {
		f := newFixture(t)
		f.begin(4)
		mine := f.ofSeat(0)
		for _, p := range mine[:2] {
			f.swaps(p.Match, 4)
			if p.League.Blue == 0 {
				f.swaps(p.Match, 1)
			}
		}
		f.late(mine[0].Match)
		f.now = f.now.Add(between)
		f.late(mine[1].Match)
		assert.Equal(t, left, f.groups(1)[0].Left, between)
	}
}

// TestMembers_Daily: once a day it is looked who is on the server.
func TestMembers_Daily(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(4)
	f.gone = []match.PlayerID{f.groups(1)[0].People[0]}
	missed := func() (n int) {
		entries, err := f.store.Entries(t.Context(), server, 1)
		require.NoError(t, err)
		for _, e := range entries {
			n += e.Missed
		}
		return n
	}
	f.pass(day - time.Second)
	assert.Zero(t, missed())
	f.pass(time.Second)
	assert.Equal(t, 1, missed())
	f.pass(day)
	assert.Equal(t, 2, missed())
	f.pass(day)
	assert.Equal(t, []int{0}, f.groups(1)[0].Gone)
}

// TestReinstated_Late: an annulment can be undone for seven days.
func TestReinstated_Late(t *testing.T) {
	t.Parallel()
	for after, want := range map[time.Duration]error{week - time.Second: nil, week: match.ErrNotAnnulled} {
		f := newFixture(t)
		p := f.begin(3)[0]
		f.finish(p.Match, leaguerules.RedVictory)
		f.annul(p)
		f.now = f.now.Add(after)
		f.do(func(tx play.Tx) error {
			_, err := play.Change(t.Context(), tx, play.Ref{ID: p.Match, Ply: play.AnyPly},
				func(_ play.Tx, m *play.Match) ([]match.Event, error) { return m.Arbiter().Reinstate("manager", f.now) })
			require.ErrorIs(t, err, want)
			return nil
		})
	}
}

// known lets people have met the bot long ago, and have finished three games, so that they can play rated ones.
func (f *fixture) known(n int) {
	for i := range 3 * n {
		two := [2]match.PlayerID{actor(i % n).ID, actor((i + 1) % n).ID}
		id := f.newID()
		f.do(func(tx play.Tx) error {
			for _, p := range two {
				require.NoError(f, tx.SavePlayer(f.t.Context(), play.Player{ID: p, Met: f.now.Add(-3 * week)}))
			}
			terms := league.Terms()
			terms.Rated = false
			return play.Start(f.t.Context(), tx, match.Proposal{ID: id, By: two[0], To: two[1], Terms: terms},
				play.Venue{Guild: server, Channel: "c"})
		})
		f.finish(id, leaguerules.RedVictory)
	}
}

// TestVoid_NotFled: a player who resigns three rated games early cannot play rated ones for a time. Games that count
// for nobody, because somebody left the season, do not count for that either.
func TestVoid_NotFled(t *testing.T) {
	t.Parallel()
	for _, leaves := range []bool{true, false} {
		f := newFixture(t)
		f.known(4)
		f.begin(4)
		who := f.groups(1)[0].People[0]
		if leaves {
			require.NoError(t, f.use.Leave(t.Context(), play.Actor{ID: who, Guild: server}))
		}
		for _, p := range f.ofSeat(0) {
			f.swaps(p.Match, 4)
			f.change(p.Match, func(m *play.Match) ([]match.Event, error) {
				require.True(t, m.Terms.Rated, "they can play rated games")
				return m.As(who).Resign(f.now)
			})
		}
		err := play.MayRate(t.Context(), f.store, who, "", f.now)
		limit, limited := errors.AsType[*play.LimitError](err)
		assert.Equal(t, leaves, err == nil)
		assert.True(t, leaves || limited && limit.Limit == play.LimitFled)
	}
}

// TestBegin_Quiet: a season that begins in somebody's quiet hours does not ping them; they get a message afterwards.
func TestBegin_Quiet(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(3)
	f.do(func(tx play.Tx) error {
		p, err := tx.Player(t.Context(), actor(1).ID)
		require.NoError(t, err)
		p.Settings.Quiet = notice.Quiet{From: notice.OClock, To: 7 * notice.OClock}
		return tx.SavePlayer(t.Context(), p)
	})
	f.pass(week) // to 3 o'clock
	var pinged []match.PlayerID
	for _, n := range f.posts {
		pinged = append(pinged, n.Post.Ping...)
	}
	assert.ElementsMatch(t, []match.PlayerID{actor(0).ID, actor(2).ID}, pinged)
	assert.Empty(t, f.said)
	f.pass(4 * time.Hour)
	require.Len(t, f.said, 1)
	assert.Equal(t, [2]any{actor(1).ID, season.TellStart}, [2]any{f.said[0].Player, f.said[0].Kind})
}

// TestLeave_All: if everybody leaves a season, it ends without a winner, and there is no other one.
func TestLeave_All(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(3)
	for n := range 3 {
		require.NoError(t, f.use.Leave(t.Context(), actor(n)))
	}
	f.run()
	for _, n := range f.posts {
		if n.Post.Group == season.EndPost {
			assert.Empty(t, n.Post.Ping)
		}
	}
	assert.Equal(t, 2, f.league().Season)
	f.pass(week)
	assert.Equal(t, season.Over, f.league().Phase)
}

// TestJoin_AfterLeaving: a player who leaves the first group and joins again starts the next season in the last group,
// as a newcomer, so nobody avoids moving down by leaving.
func TestJoin_AfterLeaving(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(8)
	groups := f.groups(1)
	one, two := groups[0].People, groups[1].People
	for _, p := range []match.PlayerID{one[0], one[3]} {
		again := play.Actor{ID: p, Guild: server}
		require.NoError(t, f.use.Leave(t.Context(), again))
		require.NoError(t, f.use.Join(t.Context(), again))
	}
	f.firstSeatsWin(groups)
	f.run()
	f.pass(week)
	next := f.groups(2)
	assert.ElementsMatch(t, []match.PlayerID{one[1], one[2], two[0], two[1]}, next[0].People)
	assert.ElementsMatch(t, []match.PlayerID{one[0], one[3], two[2], two[3]}, next[1].People)
}
