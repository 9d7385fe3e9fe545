package league_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
)

// TestBegin_NoThread: where nothing can be posted the matches begin all the same, in the channel.
func TestBegin_NoThread(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(3)
	f.shut = play.ErrClosed
	f.pass(week)
	assert.Empty(t, f.told(), "they get no boards until they are played")
	assert.Len(t, f.said, 3, "so everybody is told in a direct message")
	assert.Equal(t, []string{"c"}, f.places(f.groups(1)[0]))
	f.shut = nil
	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "c2"}))
	f.run()
	assert.Equal(t, []string{"c"}, f.places(f.groups(1)[0]))
}

// justBegun is a fixture with a league of three whose season has begun but has not been posted.
func justBegun(t *testing.T) *fixture {
	f := newFixture(t)
	f.open(3)
	f.now = f.now.Add(week)
	f.do(func(tx play.Tx) error { return league.Advance(t.Context(), tx, server, f.newID) })
	return f
}

// TestOpened_Moved: while the thread was made the league was opened in another channel, and the post under which it is
// goes: the matches wait for the thread under the next one.
func TestOpened_Moved(t *testing.T) {
	t.Parallel()
	f := justBegun(t)
	var s league.Step
	for s.Open == nil {
		f.do(func(tx play.Tx) (err error) { s, err = league.Next(t.Context(), tx, server); return err })
		if s.News != nil {
			how := play.Posted{Post: play.Post{Channel: "c", Message: fmt.Sprint("first ", s.News.Post.Group)}}
			f.do(func(tx play.Tx) error { return league.RecordPost(t.Context(), tx, *s.News, how) })
		}
	}
	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "d"}))
	f.do(func(tx play.Tx) error { return league.RecordThread(t.Context(), tx, *s.Open, "thread of first 1") })
	assert.Empty(t, f.told())
	f.run()
	assert.Equal(t, []string{"thread of post 2"}, f.places(f.groups(1)[0]))
	assert.Len(t, f.told(), 3)
}

// TestOpened_Again: where others had the job meanwhile, and made the thread, what comes of it here changes nothing.
func TestOpened_Again(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.begin(3)
	l := f.league()
	post := l.Find(1, 1)
	thread := f.places(f.groups(1)[0])
	require.Equal(t, []string{"thread of " + post.Message}, thread)
	f.do(func(tx play.Tx) error {
		return league.RecordThread(t.Context(), tx, league.News{League: l, Post: *post}, "")
	})
	assert.Equal(t, thread, f.places(f.groups(1)[0]))
}

// TestOpened_MovedNoThread: where the league has moved and there can be no thread, its matches are shown where it is.
func TestOpened_MovedNoThread(t *testing.T) {
	t.Parallel()
	f := justBegun(t)
	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Channel: "d"}))
	f.shut = play.ErrClosed
	f.run()
	assert.Equal(t, []string{"d"}, f.places(f.groups(1)[0]))
}

// TestBegin_Server: before a season has matches on a server it reads that, so that no server is forgotten meanwhile:
// departure relies on it.
func TestBegin_Server(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(4)
	var calls []string
	f.store = playtest.Hook(f.store, func(c playtest.Call, do func() error) error {
		calls = append(calls, c.Name)
		return do()
	})
	f.pass(30 * 24 * time.Hour)
	read, made := slices.Index(calls, "Server"), slices.Index(calls, "CreateMatch")
	require.Positive(t, made, "a season begins")
	require.True(t, read >= 0 && read < made, calls[:made])
}
