package sqlite_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/worker"
	"madbot/rules/match"
	"madbot/storage/sqlite"
)

// announcement is one call of Announce.
type announcement struct {
	after time.Duration // since the former program was killed
	key   string
	venue string
	seqs  []int // of the news
	old   play.Post
}

// announcer is an Announcer that remembers.
type announcer struct {
	began time.Time

	mu      sync.Mutex
	calls   map[string][]announcement // by match
	removed []play.Post
}

// Announce implements play.Announcer. Of a key there is one message.
func (c *announcer) Announce(_ context.Context, one play.Announcement) (play.Post, error) {
	m, news := one.Match, one.News
	c.mu.Lock()
	defer c.mu.Unlock()
	a := announcement{after: time.Since(c.began), key: m.Key(), venue: m.Venue.Channel, old: m.Post}
	for _, e := range news {
		a.seqs = append(a.seqs, e.Seq)
	}
	c.calls[string(m.ID)] = append(c.calls[string(m.ID)], a)
	return play.Post{Channel: m.Venue.Channel, Message: m.Key()}, nil
}

// Retire implements play.Announcer.
func (c *announcer) Retire(_ context.Context, p play.Post) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.removed = append(c.removed, p)
	return nil
}

// firstTurn is a worker.Chooser of any turn.
type firstTurn struct{}

// Choose implements worker.Chooser.
func (firstTurn) Choose(_ context.Context, m *match.Match) (play.Candidate, error) {
	p := m.Game.Position()
	return play.Candidate{Turn: p.AppendTurns(nil)[0]}, nil
}

// TestMigrate_Schema4_Worker: everything that was pending is announced when it is due, and nothing
// else. What was being sent goes first, alone and with the key it had.
func TestMigrate_Schema4_Worker(t *testing.T) {
	t.Parallel()
	f := readFormer(t)
	synctest.Test(t, func(t *testing.T) {
		db := openFormer(t)
		c := &announcer{began: time.Now(), calls: map[string][]announcement{}}
		before := states(t, db, &f)
		runWorker(t, db, c, f.Now)
		assert.Less(t, len(c.calls), 21, "closed channels wait")
		time.Sleep(40 * 24 * time.Hour) // in the bubble: no time at all
		synctest.Wait()

		assert.Len(t, c.calls, 21)
		var removed []play.Post
		for _, m := range f.Matches {
			removed = append(removed, m.Retired...)
			got := c.calls[m.ID]
			for _, a := range got {
				removed = append(removed, a.old)
			}
			m.assertTold(t, got, f.Now)
		}
		removed = slices.DeleteFunc(removed, func(p play.Post) bool { return p == play.Post{} })
		assert.ElementsMatch(t, removed, c.removed, "what was replaced, then and now")
		assertIdle(t, db, before, c)
	})
}

// runWorker runs the worker of the program on db until the end of the test, with the kill of the
// former program as the present.
func runWorker(t *testing.T, db *sqlite.DB, c *announcer, killed time.Time) {
	t.Helper()
	now := func() time.Time { return killed.Add(time.Since(c.began)) }
	var text bytes.Buffer
	log := slog.New(slog.NewTextHandler(&text, nil))
	w := worker.New(worker.Deps{Store: db, Now: now, Log: log, Kinds: []worker.Kind{
		worker.Tell(c, nil, now, log), worker.Retire(c, now, log), worker.Robot(firstTurn{}, worker.Manner{}, now, log)}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		assert.Empty(t, text.String())
	})
	synctest.Wait()
}

// assertTold checks how a match was announced after the former program was killed.
func (m *formerMatch) assertTold(t *testing.T, got []announcement, killed time.Time) {
	t.Helper()
	var want []announcement
	under, rest := m.sending(), m.Pending[len(m.sending()):]
	after := time.Duration(0)
	if len(m.Pending) > 0 {
		due, _ := m.due()
		after = max(0, due.Sub(killed))
	}
	old, serial := m.Post, m.Seq
	tell := func(seqs []int) {
		a := announcement{after, fmt.Sprintf("%s-%d", m.ID, serial), m.Venue.Channel, seqs, old}
		want = append(want, a)
		old = play.Post{Channel: a.venue, Message: a.key}
	}
	if len(under) > 0 {
		serial = last(under)
		tell(seqs(under))
	}
	if m.AwaitsRobot { // it acts at once, and what it does is told with what waits for it
		after, rest = 0, append(rest, formerNotice{Seq: m.Seq + 1})
	}
	if len(rest) > 0 {
		serial++
		tell(seqs(rest))
	}
	assert.Equal(t, want, got, m.ID)
}

// states returns all matches as they are.
func states(t *testing.T, db *sqlite.DB, f *former) map[string]play.Match {
	t.Helper()
	all := map[string]play.Match{}
	for _, m := range f.Matches {
		state, err := db.Match(t.Context(), match.ID(m.ID))
		require.NoError(t, err)
		all[m.ID] = state
	}
	return all
}

// assertIdle checks that nothing is due any more, that all matches are told as they are, and that
// those which were not announced are as they were before.
func assertIdle(t *testing.T, db *sqlite.DB, before map[string]play.Match, c *announcer) {
	t.Helper()
	_, ok, err := db.NextJob(t.Context(), allKinds(), c.began.Add(1e6*time.Hour))
	require.NoError(t, err)
	assert.False(t, ok)
	for id, old := range before {
		m, err := db.Match(t.Context(), match.ID(id))
		require.NoError(t, err)
		if len(c.calls[id]) == 0 {
			assert.Equal(t, old, m, "nobody had anything to do with it")
			continue
		}
		assert.Equal(t, m.Seq, m.Told, id)
		assert.Zero(t, m.Sending, id)
		assert.False(t, m.Closed, id)
		assert.Equal(t, play.Post{Channel: m.Venue.Channel, Message: m.Key()}, m.Post)
	}
}
