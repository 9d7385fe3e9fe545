package worker_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// wallboard is a league.Poster and a league.Members: it keeps the current posts, as Discord does, and fails on request.
type wallboard struct {
	mu    sync.Mutex
	posts []league.News
	fail  error
	// unthreaded is what refuses a thread.
	unthreaded error
	gone       match.PlayerID
	lists      bool // members are found even while posts fail
	asked      int
}

func (b *wallboard) ShowLeague(_ context.Context, n league.News) (play.Post, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	if b.fail != nil {
		return play.Post{}, b.fail
	}
	for i, p := range b.posts {
		if p.Post.Season == n.Post.Season && p.Post.Group == n.Post.Group {
			n.Post.Message = p.Post.Message
			b.posts[i] = n
			return play.Post{Channel: n.Post.Channel, Message: n.Post.Message}, nil
		}
	}
	n.Post.Message = fmt.Sprint("l", len(b.posts))
	b.posts = append(b.posts, n)
	return play.Post{Channel: n.Post.Channel, Message: n.Post.Message}, nil
}

func (b *wallboard) OpenLeague(_ context.Context, n league.News) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	return "thread of " + n.Post.Message, b.unthreaded
}

func (b *wallboard) TellLeague(context.Context, string, season.Tell) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	return b.fail
}

func (b *wallboard) IsMember(_ context.Context, _ string, p match.PlayerID) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lists {
		return true, nil
	}
	return p != b.gone, b.fail
}

// does has b fail from now on, and miss somebody.
func (b *wallboard) does(fail error, gone match.PlayerID) (asked int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail, b.gone = fail, gone
	return b.asked
}

// shown returns the current posts.
func (b *wallboard) shown() (all []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, n := range b.posts {
		all = append(all, fmt.Sprint(n.Post.Season, ".", n.Post.Group, " of ", n.Phase))
	}
	return all
}

// leagueOf has people enter a league.
func (f *fixture) leagueOf(people ...match.PlayerID) *league.Service {
	f.Helper()
	use := &league.Service{Store: f.store, Now: f.now, Wake: func() { f.worker.Wake() }}
	require.NoError(f, use.Open(f.Context(), alice, play.Venue{Guild: "g", Channel: "c"}))
	for _, p := range people {
		require.NoError(f, use.Join(f.Context(), play.Actor{ID: p, Guild: "g"}))
	}
	return use
}

// TestLeague: after a week all matches begin and are announced; the table is updated with one call for each that ends;
// when all have ended, if only on time, players can enter the next season.
func TestLeague(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.leagueOf("1", "2", "3")
		f.run()
		assert.Equal(f, []string{"1.0 of 1"}, f.league.shown())
		f.pass(7*24*time.Hour - 1)
		assert.Empty(f, f.announcer.times())
		f.pass(1)
		assert.Len(f, f.announcer.times(), 3)
		assert.Equal(f, []string{"1.0 of 2", "1.1 of 2"}, f.league.shown())
		pairs, err := f.store.Pairs(f.Context(), "g", 1)
		require.NoError(f, err)
		for range 4 {
			f.playTurn(pairs[0].Match)
		}
		asked := f.league.does(nil, "")
		_, err = f.Resign(f.Context(), play.Actor{ID: f.match(pairs[0].Match).Players.Red}, anyPly(pairs[0].Match))
		require.NoError(f, err)
		f.pass(0)
		assert.Equal(f, asked+1, f.league.does(nil, ""), "one call")
		f.pass(14 * 24 * time.Hour) // nobody plays the others: their time is up, vacations and all
		l, err := f.store.League(f.Context(), "g")
		require.NoError(f, err)
		assert.Equal(f, season.Joining, l.Phase)
		assert.Equal(f, []string{"1.0 of 1", "1.1 of 1", "1.-1 of 1", "2.0 of 1"}, f.league.shown())
	})
}

// TestLeague_Outage: while Discord fails the season begins all the same, and is shown later; nobody is found gone by a
// failure. A channel that is closed is not asked again.
func TestLeague_Outage(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.league.does(assert.AnError, "3")
		use := f.leagueOf("1", "2", "3", "4")
		f.run()
		f.pass(6 * 24 * time.Hour)
		assert.Less(f, f.league.does(nil, "4"), 6*24*60/4)
		f.pass(24 * time.Hour)
		entries, err := f.store.Entries(f.Context(), "g", 1)
		require.NoError(f, err)
		assert.Len(f, entries, 3)
		assert.Equal(f, []string{"1.0 of 2", "1.1 of 2"}, f.league.shown())

		f.league.does(play.ErrClosed, "")
		require.NoError(f, use.Leave(f.Context(), alice))
		f.pass(time.Minute)
		asked := f.league.does(nil, "")
		f.pass(7 * 24 * time.Hour)
		assert.Equal(f, asked, f.league.does(nil, ""))
	})
}

// TestLeague_Thread: the boards of the matches are posted in a thread. Where there can be none, they are posted in the
// channel once somebody plays. Those who manage the server can read why.
func TestLeague_Thread(t *testing.T) {
	for _, c := range []struct {
		name, place string
		err         error
		fault       play.ThreadFault
		after       time.Duration
	}{
		{"as it should", "thread of l1", nil, "", 0},
		{"no more", "c", play.ErrFull, play.ThreadsFull, 0},
		{"not allowed", "c", play.ErrClosed, play.ThreadRights, 0},
		{"gone", "c", play.ErrGone, "", 0},
		{"failing", "c", assert.AnError, "", time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.league.unthreaded = c.err
				f.leagueOf("1", "2", "3")
				f.run()
				f.pass(7 * 24 * time.Hour)
				if c.after > 0 {
					assert.Empty(f, f.announcer.times())
					f.pass(c.after)
				}
				boards := 3
				if c.err != nil { // they come when somebody plays
					boards = 0
				}
				assert.Len(f, f.announcer.times(), boards)
				assert.Equal(f, c.fault, f.unthreaded())
				pairs, err := f.store.Pairs(f.Context(), "g", 1)
				require.NoError(f, err)
				for _, p := range pairs {
					m := f.match(p.Match)
					assert.Equal(f, c.place, m.Shown())
				}
			})
		})
	}
}

// TestLeague_ThreadWaits: while the table of a group cannot be posted, its matches wait for a thread, but not for long,
// because their clocks run. What was posted in the channel stays there.
func TestLeague_ThreadWaits(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.leagueOf("1", "2", "3")
		f.league.lists = true
		f.run()
		f.pass(7*24*time.Hour - time.Second)
		f.league.does(assert.AnError, "")
		f.pass(30 * time.Minute)
		assert.Empty(f, f.announcer.times())
		f.pass(30 * time.Minute)
		assert.Equal(f, []string{"c", "c", "c"}, f.venues())
		assert.Equal(f, []string{"1.0 of 1"}, f.league.shown())
		f.league.does(nil, "")
		f.pass(10 * time.Minute)
		assert.Equal(f, []string{"1.0 of 2", "1.1 of 2"}, f.league.shown())
		assert.Equal(f, []string{"c", "c", "c"}, f.venues())
	})
}

// TestLeague_ThreadGone: news that the thread of a group refuses, because it is gone or closed to the bot, are posted
// in the league's channel immediately; if that refuses them too, they wait for the next event.
func TestLeague_ThreadGone(t *testing.T) {
	for _, why := range []error{play.ErrGone, play.ErrClosed} {
		t.Run(why.Error(), func(t *testing.T) { inBubble(t, func(f *fixture) { threadGone(f, why) }) })
	}
}

func threadGone(f *fixture, why error) {
	use := f.leagueOf("1", "2", "3")
	f.run()
	f.pass(7 * 24 * time.Hour)
	pairs, err := f.store.Pairs(f.Context(), "g", 1)
	require.NoError(f, err)
	first, other := pairs[0].Match, pairs[1].Match
	told := len(f.venues())
	plays := func(id match.ID, fail ...error) (venues []string, closed bool) {
		f.announcer.announce.set(f.fails(fail...))
		f.playTurn(id)
		venues, told = f.venues()[told:], len(f.venues())
		m := f.match(id)
		return venues, m.Closed
	}
	gone := fmt.Errorf("no: %w", why)
	venues, closed := plays(first, gone)
	assert.Equal(f, []string{"thread of l1", "c"}, venues)
	assert.False(f, closed)
	venues, _ = plays(other)
	assert.Equal(f, []string{"thread of l1"}, venues)
	venues, closed = plays(first, gone, gone)
	assert.Equal(f, []string{"c"}, venues, "the channel refuses it as well")
	assert.True(f, closed)

	require.NoError(f, use.Open(f.Context(), alice, play.Venue{Guild: "g", Channel: "d"}))
	venues, closed = plays(first, gone)
	assert.Equal(f, []string{"c", "d"}, venues)
	assert.False(f, closed)
}
