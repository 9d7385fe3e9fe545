package emoji

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/panel"
	"madbot/render"
	"madbot/rules"
)

// artist draws everything in a style.
type artist string

func (a artist) Emoji(w io.Writer, c rules.Color, s rules.Ship) error {
	_, err := fmt.Fprint(w, a, c, s)
	return err
}

func (a artist) Icon(w io.Writer, i render.Icon) error {
	_, err := fmt.Fprint(w, a, i)
	return err
}

// shelf is the emojis of an application, kept as Discord keeps them.
type shelf struct {
	mu    sync.Mutex
	kept  map[string]string  // names by id
	calls []string           // what was changed, in order
	fails func(string) error // returns why a name is not taken; nil: all are
	slow  time.Duration      // how long a call takes
	drawn map[string][]byte  // by id
	made  int
	asked int // how often it was listed
}

func newShelf(names ...string) *shelf {
	s := &shelf{kept: map[string]string{}, drawn: map[string][]byte{}}
	for _, name := range names {
		s.made++
		s.kept[fmt.Sprint(s.made)] = name
	}
	return s
}

func (s *shelf) Emojis(context.Context) ([]discord.Emoji, error) {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	var list []discord.Emoji
	for id, name := range s.kept {
		list = append(list, discord.Emoji{ID: id, Name: name})
	}
	return list, nil
}

func (s *shelf) CreateEmoji(_ context.Context, name string, drawn []byte) (discord.Emoji, error) {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails != nil {
		if err := s.fails(name); err != nil {
			return discord.Emoji{}, err
		}
	}
	if slices.Contains(slices.Collect(maps.Values(s.kept)), name) {
		return discord.Emoji{}, errors.New("the name is taken")
	}
	s.made++
	id := fmt.Sprint(s.made)
	s.kept[id], s.drawn[id] = name, drawn
	s.calls = append(s.calls, "make "+name)
	return discord.Emoji{ID: id, Name: name}, nil
}

func (s *shelf) DeleteEmoji(_ context.Context, id string) error {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	if name, ok := s.kept[id]; ok {
		s.calls = append(s.calls, "remove "+name)
		delete(s.kept, id)
	}
	return nil
}

// lose deletes an emoji behind the back of the bot and returns its name.
func (s *shelf) lose(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := s.kept[id]
	delete(s.kept, id)
	return name
}

// listed returns how often it was listed since the last time.
func (s *shelf) listed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = 0
	return asked
}

// lacks reports whether one of those that set shows is gone.
func (s *shelf) lacks(set *Set) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range set.Now() {
		if _, ok := s.kept[one.ID]; !ok {
			return true
		}
	}
	return false
}

// changes returns what was changed since the last time.
func (s *shelf) changes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := s.calls
	s.calls = nil
	return calls
}

// names are all that a panel shows.
func names() []string {
	var all []string
	for _, icon := range panel.Icons() {
		all = append(all, icon.String())
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, ship := range rules.Ships() {
			all = append(all, panel.ShipEmoji(rules.Piece{Color: c, Ship: ship}))
		}
	}
	return all
}

// started is a process that has given s what it draws, and has ended.
func started(t *testing.T, s *shelf, a artist) *Set {
	t.Helper()
	set := New(s, a, slog.New(slog.NewTextHandler(t.Output(), nil)))
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { set.Run(ctx) })
	set.Wait(ctx)
	stop()
	running.Wait()
	return set
}

// requireAll checks that set has all that a panel shows, and that it is there as a draws it.
func requireAll(t *testing.T, s *shelf, set *Set, a artist) {
	t.Helper()
	now := set.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	require.ElementsMatch(t, names(), slices.Collect(maps.Keys(now)))
	for name, one := range now {
		require.Regexp(t, "^"+name+"_[0-9a-f]{8}$", s.kept[one.ID])
		require.True(t, bytes.HasPrefix(s.drawn[one.ID], []byte(a)), "an old drawing")
	}
}

// TestSet: what a panel shows is sent once, and not again at the next start.
func TestSet(t *testing.T) {
	t.Parallel()
	s := newShelf()
	first := started(t, s, "plain ")
	requireAll(t, s, first, "plain ")
	assert.Len(t, s.changes(), len(names()))
	second := started(t, s, "plain ")
	assert.Empty(t, s.changes())
	assert.Equal(t, first.Now(), second.Now())
	for _, name := range s.kept {
		assert.LessOrEqual(t, len(name), 32, "what Discord takes")
	}
}

// TestSet_NewDrawing: when a drawing changes, the new one is there long before the old one goes, and what others gave
// the application stays.
func TestSet_NewDrawing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		foreign := []string{"smile", "red_111", "red_111_of_mine", "blue_999_01234567", "logo_0badcafe"}
		s := newShelf(foreign...)
		started(t, s, "plain ")
		s.changes()
		set := New(s, artist("new "), slog.New(slog.DiscardHandler))
		go set.Run(t.Context())
		time.Sleep(settled - time.Second)
		requireAll(t, s, set, "new ")
		changes := s.changes()
		assert.Len(t, changes, len(names()))
		for _, change := range changes {
			assert.True(t, strings.HasPrefix(change, "make "), change)
		}
		time.Sleep(2 * time.Second)
		changes = s.changes()
		assert.Len(t, changes, len(names()))
		for _, change := range changes {
			assert.True(t, strings.HasPrefix(change, "remove "), change)
		}
		requireAll(t, s, set, "new ")
		synctest.Wait()
		left := slices.Collect(maps.Values(s.kept))
		assert.Subset(t, left, foreign)
		assert.Len(t, left, len(foreign)+len(names()))
	})
}

// TestSet_TwoVersions: two processes that draw differently each have what they draw, however long they run beside each
// other, and do not take it from each other again and again.
func TestSet_TwoVersions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, sets := newShelf(), map[artist]*Set{}
		for _, a := range []artist{"old ", "new "} {
			sets[a] = New(s, a, slog.New(slog.DiscardHandler))
			go sets[a].Run(t.Context())
			time.Sleep(settled / 3)
		}
		for a, set := range sets {
			requireAll(t, s, set, a)
		}
		s.changes()
		for range 24 * 60 { // each is told by Discord when what it shows is gone
			time.Sleep(time.Minute)
			for _, set := range sets {
				if s.lacks(set) {
					set.Doubt()
				}
			}
		}
		time.Sleep(2 * rest)
		for a, set := range sets {
			requireAll(t, s, set, a)
		}
		assert.LessOrEqual(t, len(s.changes()), 2*2*len(names()), "each removed and made once")
	})
}

// TestSet_Failing: until all could be sent there are none, so that a panel is in words; the bot does
// not wait for them, and tries again.
func TestSet_Failing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		failures := 3
		s.fails = func(name string) error {
			if strings.HasPrefix(name, "blue_211") && failures > 0 {
				failures--
				return errors.New("no")
			}
			return nil
		}
		set := New(s, artist("plain "), slog.New(slog.DiscardHandler))
		go set.Run(t.Context())
		began := time.Now()
		set.Wait(t.Context())
		assert.Zero(t, time.Since(began), "one attempt is enough to begin")
		assert.Empty(t, set.Now())
		time.Sleep(time.Minute)
		synctest.Wait()
		requireAll(t, s, set, "plain ")
		assert.Zero(t, failures)
		assert.Len(t, s.changes(), len(names()), "what was sent is not sent again")
	})
}

// TestSet_Unreachable: whoever waits does so for as long as they like, and at the end all stops.
func TestSet_Unreachable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.slow, s.fails = time.Hour, func(string) error { return errors.New("no") }
		set := New(s, artist("plain "), slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { set.Run(ctx) })
		began := time.Now()
		patient, stop := context.WithTimeout(ctx, time.Second)
		defer stop()
		set.Wait(patient)
		assert.Equal(t, time.Second, time.Since(began))
		assert.Empty(t, set.Now())
		cancel()
		running.Wait()
	})
}

// TestSet_TwoProcesses: two that start at once have the same ones in the end, each once.
func TestSet_TwoProcesses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.slow = time.Millisecond
		started(t, s, "old ")
		s.changes()
		var sets [2]*Set
		for i := range sets {
			sets[i] = New(s, artist("new "), slog.New(slog.DiscardHandler))
			go sets[i].Run(t.Context())
		}
		time.Sleep(settled + time.Minute)
		synctest.Wait()
		for _, set := range sets {
			requireAll(t, s, set, "new ")
		}
		assert.Len(t, s.kept, len(names()))
		assert.Len(t, s.changes(), 2*len(names()), "each is made once and each old one removed once")
	})
}

// TestSet_Doubt: when one was deleted in Discord's portal, there are none until it is there again, and
// no other is sent again.
func TestSet_Doubt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		set := New(s, artist("plain "), slog.New(slog.DiscardHandler))
		go set.Run(t.Context())
		set.Wait(t.Context())
		for _, after := range []time.Duration{0, time.Hour} {
			time.Sleep(after)
			s.changes()
			lost := s.lose(set.Now()["red_211"].ID)
			set.Doubt()
			assert.Empty(t, set.Now(), "words are safe meanwhile")
			time.Sleep(max(rest-after, 1))
			synctest.Wait()
			requireAll(t, s, set, "plain ")
			assert.Equal(t, []string{"make " + lost}, s.changes())
		}
	})
}

// TestSet_DoubtAgainAndAgain: Discord is asked once a minute at most, and no more when the doubts end.
func TestSet_DoubtAgainAndAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		set := New(s, artist("plain "), slog.New(slog.DiscardHandler))
		go set.Run(t.Context())
		set.Wait(t.Context())
		s.listed()
		for range 10 * 60 {
			set.Doubt()
			set.Doubt()
			time.Sleep(time.Second)
		}
		assert.InDelta(t, 10, s.listed(), 1)
		time.Sleep(rest)
		s.listed()
		time.Sleep(settled)
		assert.Equal(t, 1, s.listed(), "to remove what was replaced")
		time.Sleep(settled)
		assert.Zero(t, s.listed())
		requireAll(t, s, set, "plain ")
	})
}

// TestSet_Zero: one that never runs has none, and can be doubted.
func TestSet_Zero(t *testing.T) {
	t.Parallel()
	var set Set
	set.Doubt()
	assert.Empty(t, set.Now())
}
