package playtest

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// testNotices: each event is a notice, in order, due at once, until it was told.
func testNotices(f fixture) {
	f.start("m", terms(), 1)
	f.create("other", "", terms(), 2)
	m := f.update("m", randomTurn(rand.New(rand.NewPCG(1, 2)), 3))

	all := f.notices()
	require.Len(f, all, 4)
	for i, want := range []struct {
		id match.ID
		e  match.Event
	}{
		{"m", match.Event{Kind: match.Challenged, Seq: 1, By: alice, At: at(1)}},
		{"m", match.Event{Kind: match.Accepted, Seq: 2, By: bob, At: at(1)}},
		{"other", match.Event{Kind: match.Challenged, Seq: 1, By: alice, At: at(2)}},
		{"m", match.Event{Kind: match.Played, Seq: 3, By: alice, Turn: m.Game.Turns()[0], Ply: 1,
			At: at(3)}},
	} {
		assert.Equal(f, want.id, all[i].Match)
		assert.Equal(f, want.e, all[i].Event)
		assert.Zero(f, all[i].Attempts)
	}
	some, err := f.Notices(f.Context(), at(9), 2)
	require.NoError(f, err)
	assert.Equal(f, all[:2], some)
	none, err := f.Notices(f.Context(), at(0), 2)
	require.NoError(f, err)
	assert.Empty(f, none, "before anything is due")

	require.NoError(f, f.Told(f.Context(), []int64{all[0].ID, all[3].ID}, match.Post{Match: "m"}))
	assert.Equal(f, all[1:3], f.notices())
}

// testPostpone: postponed notices are due later, counted, and NextNotice knows.
func testPostpone(f fixture) {
	f.create("a", "", terms(), 1)
	f.create("b", "", terms(), 1)
	all := f.notices()
	require.NoError(f, f.Postpone(f.Context(), []int64{all[0].ID}, match.Setback{Until: at(60)}))
	require.NoError(f, f.Postpone(f.Context(), []int64{all[0].ID, all[1].ID},
		match.Setback{Until: at(50)}))

	due, err := f.Notices(f.Context(), at(50).Add(-1), 9)
	require.NoError(f, err)
	assert.Empty(f, due)
	due, err = f.Notices(f.Context(), at(50), 9)
	require.NoError(f, err)
	require.Len(f, due, 2)
	assert.Equal(f, []int{2, 1}, []int{due[0].Attempts, due[1].Attempts})
	require.NoError(f, f.Postpone(f.Context(), []int64{all[0].ID}, match.Setback{Until: at(70)}))
	for after, want := range map[time.Time]time.Time{
		{}: at(50), at(50).Add(-1): at(50), at(50): at(70), at(69): at(70), at(70): {},
	} {
		next, ok, err := f.NextNotice(f.Context(), after)
		require.NoError(f, err)
		assert.Equal(f, !want.IsZero(), ok)
		assert.Equal(f, want, next)
	}
}

// testOvertaken: what happened while the news before were being told waits with them.
func testOvertaken(f fixture) {
	f.create("m", bob, terms(), 1)
	f.create("other", bob, terms(), 1)
	telling := f.notices()[0]
	f.update("m", func(m *match.Match) ([]match.Event, error) { return m.Accept(bob, 0, at(2)) })
	require.NoError(f, f.Postpone(f.Context(), []int64{telling.ID}, match.Setback{Until: at(50)}))
	assert.Equal(f, at(50), f.due("m"))
	assert.Equal(f, at(1), f.due("other"))
	all := f.notices()
	assert.Equal(f, []int{1, 0, 0}, []int{all[0].Attempts, all[1].Attempts, all[2].Attempts})
}

// testSending: a notice is being sent from the moment that was noted until it is known that it was
// not.
func testSending(f fixture) {
	f.create("m", bob, terms(), 1)
	first := f.notices()[0]
	require.False(f, first.Sending)
	require.NoError(f, f.Sending(f.Context(), []int64{first.ID}))
	require.NoError(f, f.Sending(f.Context(), []int64{first.ID}))
	f.update("m", func(m *match.Match) ([]match.Event, error) { return m.Accept(bob, 0, at(2)) })
	sending := func() (all []bool) {
		for _, n := range f.notices() {
			all = append(all, n.Sending)
		}
		return all
	}
	assert.Equal(f, []bool{true, false}, sending())
	unsure := match.Setback{Until: at(50), Unsure: true}
	require.NoError(f, f.Postpone(f.Context(), []int64{first.ID}, unsure))
	assert.Equal(f, []bool{true, false}, sending())
	unsure.Unsure = false
	require.NoError(f, f.Postpone(f.Context(), []int64{first.ID}, unsure))
	assert.Equal(f, []bool{false, false}, sending())
}

// testClosed: a match knows that its channel would not have the news, until it does or the match
// is shown elsewhere.
func testClosed(f fixture) {
	m := f.create("m", bob, terms(), 1)
	f.create("other", bob, terms(), 1)
	ids := []int64{f.notices()[0].ID}
	refuse := func(channel string) bool {
		f.Helper()
		require.NoError(f, f.Postpone(f.Context(), ids, match.Setback{Until: at(9), Closed: channel}))
		return f.match("m").Venue.Closed
	}
	told := func(p match.Post) bool {
		f.Helper()
		require.NoError(f, f.Told(f.Context(), nil, p))
		return f.match("m").Venue.Closed
	}
	assert.False(f, refuse(""))
	assert.False(f, refuse("another"), "which the match has left meanwhile")
	assert.True(f, refuse(m.Venue.Channel))
	assert.False(f, f.match("other").Venue.Closed)
	f.update("m", func(m *match.Match) ([]match.Event, error) { return m.Accept(bob, 0, at(2)) })
	assert.True(f, f.match("m").Venue.Closed, "whatever else happens")
	assert.True(f, told(match.Post{Match: "m", Channel: "another", Message: "1"}))
	assert.True(f, told(match.Post{Match: "m", Channel: m.Venue.Channel}))
	assert.False(f, told(match.Post{Match: "m", Channel: m.Venue.Channel, Message: "2"}))

	require.True(f, refuse(m.Venue.Channel))
	moved := f.update("m", func(m *match.Match) ([]match.Event, error) {
		return m.Rehome(bob, match.Venue{Guild: "7", Channel: "9"}, at(3))
	})
	assert.Equal(f, match.Venue{Guild: "7", Channel: "9"}, moved.Venue)
	assert.Equal(f, at(3), f.due("m"), "what waited is due")
}

// testMoved: what a channel refused that the match has left meanwhile is due as the move made it.
func testMoved(f fixture) {
	m := f.create("m", bob, terms(), 1)
	f.create("other", bob, terms(), 1)
	all := f.notices()
	ids := []int64{all[0].ID, all[1].ID}
	require.NoError(f, f.Sending(f.Context(), ids))
	f.update("m", func(m *match.Match) ([]match.Event, error) {
		return m.Rehome(bob, match.Venue{Guild: "7", Channel: "9"}, at(3))
	})
	refused := match.Setback{Until: at(50), Closed: m.Venue.Channel}
	require.NoError(f, f.Postpone(f.Context(), ids, refused))
	assert.Equal(f, at(3), f.due("m"))
	assert.Equal(f, at(50), f.due("other"), "which has stayed")
	assert.False(f, f.match("m").Venue.Closed)
	for _, n := range f.notices() {
		assert.False(f, n.Sending)
	}
}

// testNews: an event makes what was postponed in its match due with it, and only there.
func testNews(f fixture) {
	f.create("m", bob, terms(), 1)
	f.create("other", bob, terms(), 1)
	all := f.notices()
	require.NoError(f, f.Postpone(f.Context(), []int64{all[0].ID, all[1].ID},
		match.Setback{Until: at(99)}))
	f.update("m", func(m *match.Match) ([]match.Event, error) { return m.Accept(bob, 0, at(2)) })

	due, err := f.Notices(f.Context(), at(2), 9)
	require.NoError(f, err)
	require.Len(f, due, 2)
	for i, n := range due {
		assert.Equal(f, match.ID("m"), n.Match)
		assert.Equal(f, i+1, n.Event.Seq)
		assert.Equal(f, at(2), n.Due)
	}
	assert.Equal(f, 1, due[0].Attempts)
}

// testPosts: one post stands; the ones before are retired until they are forgotten.
func testPosts(f fixture) {
	told := func(p match.Post) {
		f.Helper()
		require.NoError(f, f.Told(f.Context(), nil, p))
	}
	retired := func(limit int) []match.Post {
		f.Helper()
		all, err := f.Retired(f.Context(), limit)
		require.NoError(f, err)
		return all
	}
	f.create("m", "", terms(), 0)
	f.create("other", "", terms(), 0)
	post := func(message string) match.Post {
		return match.Post{Match: "m", Channel: "8", Message: message}
	}
	told(match.Post{Match: "m"})
	_, ok, err := f.Post(f.Context(), "m")
	require.NoError(f, err)
	require.False(f, ok, "no message, no post")
	told(post("1"))
	told(post("1"))
	require.Empty(f, retired(9), "the same message again")
	told(post("2"))
	told(match.Post{Match: "other", Channel: "8", Message: "4"})
	told(post("3"))
	told(match.Post{Match: "m"})

	p, ok, err := f.Post(f.Context(), "m")
	require.NoError(f, err)
	require.True(f, ok)
	assert.Equal(f, post("3"), p)
	assert.Equal(f, []match.Post{post("1")}, retired(1))
	require.Equal(f, []match.Post{post("1"), post("2")}, retired(9))
	require.NoError(f, f.Forget(f.Context(), post("1")))
	require.NoError(f, f.Forget(f.Context(), post("1")))
	assert.Equal(f, []match.Post{post("2")}, retired(9))
}

// testTwoAccept: of many who accept an open challenge at once, one wins, and all see who.
func testTwoAccept(f fixture) {
	f.create("m", "", terms(), 0)
	people := []match.PlayerID{bob, carol, "4", "5", "6", "7", "8", "9"}
	seen := make([]match.Match, len(people))
	errs := make([]error, len(people))
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() {
			seen[i], errs[i] = f.Update(f.Context(), "m",
				func(m *match.Match) ([]match.Event, error) { return m.Accept(p, 0, at(1)) })
		})
	}
	all.Wait()
	won := 0
	for i, p := range people {
		assert.Equal(f, f.match("m"), seen[i])
		if errs[i] == nil {
			won++
			assert.Equal(f, p, seen[i].Blue)
			continue
		}
		assert.ErrorIs(f, errs[i], match.ErrNotProposed)
	}
	assert.Equal(f, 1, won)
	assert.Len(f, f.notices(), 2)
}

// testSixteenWriters: no turn of many writers on one match is lost, and each has its notice.
func testSixteenWriters(f fixture) {
	const writers, each = 16, 10
	t := terms()
	t.Options.StallLimit = rules.MaxStallLimit
	f.start("m", t, 0)
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range each {
				_, err := f.Update(f.Context(), "m",
					func(m *match.Match) ([]match.Event, error) {
						return m.Play(m.ToMove(), rules.ShiftTurn(rules.Swap111x222), at(1))
					})
				assert.NoError(f, err)
			}
		})
	}
	all.Wait()
	m := f.match("m")
	assert.Equal(f, writers*each, m.Game.Ply())
	assert.Equal(f, 2+writers*each, m.Seq)
	notices := f.notices()
	require.Len(f, notices, m.Seq)
	for i, n := range notices {
		assert.Equal(f, i+1, n.Event.Seq)
	}
}
