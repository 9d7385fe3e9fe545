package worker_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/worker"
	"madbot/rules/match"
)

// announceFor shows a banner to everybody for a time. An empty one ends it.
func (f *fixture) announceFor(banner string, length time.Duration) {
	f.Helper()
	o := play.Orders{Notice: banner}
	if banner == "" || length > 0 {
		o.Until = play.Stamp(f.now().Add(length))
	}
	f.order(o)
}

// edited returns how often a board was edited since the last n announcements, and requires that nobody was pinged.
func (f *fixture) edited(n int) int {
	f.Helper()
	calls := f.announcer.pings.get()[n:]
	for _, c := range calls {
		require.Empty(f, c.ids)
		require.NotEmpty(f, c.in)
	}
	return len(calls)
}

// TestBanner: a board that was posted with a banner is edited once within a minute of the banner's end or replacement.
// Nobody is pinged, and a board without a banner is left alone.
func TestBanner(t *testing.T) {
	for name, c := range map[string]struct {
		first    time.Duration // how long the banner is shown; 0: without an end
		then     []string      // the banners that follow, an hour after each other
		edits    int
		expected int // edits a minute after the last order
	}{
		"withdrawn":               {0, []string{""}, 0, 1},
		"replaced":                {0, []string{"B"}, 0, 1},
		"replaced, withdrawn":     {0, []string{"B", ""}, 1, 2},
		"at its end":              {time.Hour, nil, 1, 1},
		"withdrawn before it":     {9 * time.Hour, []string{""}, 0, 1},
		"the same again":          {0, []string{"A"}, 0, 0},
		"at its end, then others": {time.Minute, []string{"", "C", ""}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.start()
				f.run()
				id := f.start()
				f.announceFor("A", c.first)
				f.move(id)
				f.pass(time.Minute / 2)
				n := len(f.announcer.pings.get())
				for i, banner := range c.then {
					f.pass(time.Hour)
					if i == len(c.then)-1 {
						assert.Equal(f, c.edits, f.edited(n), "before")
					}
					f.announceFor(banner, 0)
				}
				if c.then == nil {
					f.pass(c.first - time.Minute/2)
				}
				f.pass(time.Minute)
				assert.Equal(f, c.expected, f.edited(n))
				f.pass(30 * time.Hour)
				assert.Equal(f, c.expected, f.edited(n), "once")
			})
		})
	}
}

// TestBanner_Late: a board that another process posts with a banner just after the banner's end is edited, too.
func TestBanner_Late(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		f.run()
		f.announceFor("A", 0)
		f.announceFor("", 0)
		f.pass(9 * time.Second)
		f.move(id)
		f.pass(time.Second)
		n := len(f.announcer.pings.get())
		f.pass(time.Minute)
		assert.Equal(f, 1, f.edited(n))
	})
}

// TestBanner_Refused: a board in a channel that the bot may no longer use is not posted again because of a banner.
func TestBanner_Refused(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		f.announceFor("A", 0)
		f.run()
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrGone })
		f.move(id)
		f.pass(time.Second)
		n := len(f.announcer.pings.get())
		f.announceFor("", 0)
		f.pass(2 * time.Minute)
		assert.Len(f, f.announcer.pings.get(), n)
	})
}

// TestBanner_When: a banner is a reason to edit a board only if it is there and no announcement is about to replace it.
func TestBanner_When(t *testing.T) {
	board := play.Post{Channel: "c", Message: "7"}
	for name, c := range map[string]struct {
		change func(*play.Match)
		edits  bool
	}{
		"stands":          {func(*play.Match) {}, true},
		"news to come":    {func(m *play.Match) { m.Told-- }, false},
		"under way":       {func(m *play.Match) { m.Sending = m.Seq }, false},
		"no board":        {func(m *play.Match) { m.Post = play.Post{} }, false},
		"closed channel":  {func(m *play.Match) { m.Closed = true }, false},
		"another channel": {func(m *play.Match) { m.Venue.Channel = "d" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				m := f.match(f.start())
				m.Post, m.Told = board, m.Seq
				c.change(&m)
				kind := worker.Banner(slog.New(slog.DiscardHandler))
				claim := play.Claim{Now: f.now(), Until: f.now().Add(time.Minute), Limit: 9}
				require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
					require.NoError(f, tx.SaveDelivery(f.Context(), m.ID, m.Delivery))
					claim.Kind = play.JobTell
					jobs, err := tx.Claim(f.Context(), claim)
					require.NoError(f, err)
					require.Len(f, jobs, 1)
					require.NoError(f, tx.Done(f.Context(), jobs[0]))
					subject := play.Subject(play.JobBanner, m.ID)
					require.NoError(f, tx.Schedule(f.Context(), play.JobBanner, subject, f.now()))
					claim.Kind = play.JobBanner
					jobs, err = tx.Claim(f.Context(), claim)
					require.NoError(f, err)
					require.Len(f, jobs, 1)
					_, err = kind.Begin(f.Context(), tx, jobs[0])
					return err
				}))
				next, _, err := f.store.NextJob(f.Context(), []play.JobKind{play.JobTell}, f.now())
				require.NoError(f, err)
				assert.Equal(f, c.edits, !next.IsZero())
			})
		})
	}
}
