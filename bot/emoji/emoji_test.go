package emoji

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/panel"
	"madbot/bot/show"
	"madbot/render"
	"madbot/rules"
)

// inStyle returns the sprites of a panel, drawn in a style.
func inStyle(style string) []sprite {
	var list []sprite
	for _, name := range names() {
		list = append(list, newSprite(name, []byte(style+name)))
	}
	return list
}

// fakeStore is a fake of Discord's store of an application's emojis.
type fakeStore struct {
	mu    sync.Mutex
	kept  map[string]string  // names by id
	calls []string           // changes in order
	fails func(string) error // returns an error for a name to refuse; nil: accept all
	slow  time.Duration      // duration of a call
	drawn map[string][]byte  // pictures by id
	made  int
}

func newShelf(names ...string) *fakeStore {
	s := &fakeStore{kept: map[string]string{}, drawn: map[string][]byte{}}
	for _, name := range names {
		s.made++
		s.kept[fmt.Sprint(s.made)] = name
	}
	return s
}

func (s *fakeStore) Emojis(context.Context) ([]discordgo.ComponentEmoji, error) {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []discordgo.ComponentEmoji
	for id, name := range s.kept {
		list = append(list, discordgo.ComponentEmoji{ID: id, Name: name})
	}
	return list, nil
}

func (s *fakeStore) CreateEmoji(_ context.Context, name string, drawn []byte) (discordgo.ComponentEmoji, error) {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails != nil {
		if err := s.fails(name); err != nil {
			return discordgo.ComponentEmoji{}, err
		}
	}
	if slices.Contains(slices.Collect(maps.Values(s.kept)), name) {
		return discordgo.ComponentEmoji{}, errors.New("the name is taken")
	}
	s.made++
	id := fmt.Sprint(s.made)
	s.kept[id], s.drawn[id] = name, drawn
	s.calls = append(s.calls, "make "+name)
	return discordgo.ComponentEmoji{ID: id, Name: name}, nil
}

func (s *fakeStore) DeleteEmoji(_ context.Context, id string) error {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	if name, ok := s.kept[id]; ok {
		s.calls = append(s.calls, "remove "+name)
		delete(s.kept, id)
	}
	return nil
}

// changes returns the changes since the last call.
func (s *fakeStore) changes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := s.calls
	s.calls = nil
	return calls
}

// names returns the names of a panel's sprites.
func names() []string {
	var all []string
	for _, icon := range panel.Icons() {
		all = append(all, icon.String())
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, ship := range rules.Ships() {
			all = append(all, show.ShipEmoji(rules.Piece{Color: c, Ship: ship}))
		}
	}
	return all
}

// runProcess runs a process that uploads the sprites of a style, and returns its Set.
func runProcess(t *testing.T, s *fakeStore, style string) *Set {
	t.Helper()
	set := newSet(s, inStyle(style), slog.New(slog.NewTextHandler(t.Output(), nil)))
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { set.Run(ctx) })
	set.Wait(ctx)
	stop()
	running.Wait()
	return set
}

// requireAll checks that set has all sprites of a panel, and that the store has them in a style.
func requireAll(t *testing.T, s *fakeStore, set *Set, style string) {
	t.Helper()
	now := set.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	require.ElementsMatch(t, names(), slices.Collect(maps.Keys(now)))
	for name, one := range now {
		require.Regexp(t, "^"+name+"_[0-9a-f]{8}$", s.kept[one.ID])
		require.True(t, bytes.HasPrefix(s.drawn[one.ID], []byte(style)), "an old picture")
	}
}

// TestSet: the emojis are uploaded once, and not again by the next process.
func TestSet(t *testing.T) {
	t.Parallel()
	s := newShelf()
	first := runProcess(t, s, "plain ")
	requireAll(t, s, first, "plain ")
	assert.Len(t, s.changes(), len(names()))
	second := runProcess(t, s, "plain ")
	assert.Empty(t, s.changes())
	assert.Equal(t, first.Now(), second.Now())
	for _, name := range s.kept {
		assert.LessOrEqual(t, len(name), 32, "what Discord takes")
	}
}

// TestSet_NewPicture: a changed picture replaces the old emoji; other emojis of the application stay.
func TestSet_NewPicture(t *testing.T) {
	t.Parallel()
	foreign := []string{"smile", "red_111", "red_111_of_mine", "blue_999_01234567", "logo_0badcafe"}
	s := newShelf(foreign...)
	runProcess(t, s, "plain ")
	s.changes()
	set := runProcess(t, s, "new ")
	requireAll(t, s, set, "new ")
	changes := s.changes()
	require.Len(t, changes, 2*len(names()))
	for i, change := range changes {
		assert.Equal(t, i < len(names()), strings.HasPrefix(change, "make "), "all are made before one is removed")
	}
	left := slices.Collect(maps.Values(s.kept))
	assert.Subset(t, left, foreign)
	assert.Len(t, left, len(foreign)+len(names()))
}

// TestSet_Failing: until all are uploaded there are none, so the panel uses words. The bot does not wait, and
// retries.
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
		set := newSet(s, inStyle("plain "), slog.New(slog.DiscardHandler))
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

// TestSet_Unreachable: Wait returns when its context ends, and Run when its own does.
func TestSet_Unreachable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.slow, s.fails = time.Hour, func(string) error { return errors.New("no") }
		set := newSet(s, inStyle("plain "), slog.New(slog.DiscardHandler))
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

// TestSet_TwoProcesses: two processes that start at the same time end up with the same emojis, each once.
func TestSet_TwoProcesses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.slow = time.Millisecond
		runProcess(t, s, "old ")
		s.changes()
		var sets [2]*Set
		for i := range sets {
			sets[i] = newSet(s, inStyle("new "), slog.New(slog.DiscardHandler))
			go sets[i].Run(t.Context())
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for _, set := range sets {
			requireAll(t, s, set, "new ")
		}
		assert.Len(t, s.kept, len(names()))
		assert.Len(t, s.changes(), 2*len(names()), "each is made once and each old one removed once")
	})
}

// TestSet_Doubt checks the emojis after each doubt, but not without a pause, and uploads what was deleted.
func TestSet_Doubt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		set := newSet(s, inStyle("plain "), slog.New(slog.DiscardHandler))
		go set.Run(t.Context())
		time.Sleep(time.Hour)
		s.changes()
		lost := set.Now()["red_211"].ID
		name := s.kept[lost]
		require.NoError(t, s.DeleteEmoji(t.Context(), lost))
		for range 3 { // as for three messages that were sent at the same time
			set.Doubt()
			assert.Empty(t, set.Now(), "words are safe meanwhile")
		}
		synctest.Wait()
		requireAll(t, s, set, "plain ")
		assert.Equal(t, []string{"remove " + name, "make " + name}, s.changes())

		set.Doubt() // Discord was wrong
		time.Sleep(checkPause - time.Second)
		assert.Empty(t, set.Now())
		time.Sleep(time.Second)
		synctest.Wait()
		requireAll(t, s, set, "plain ")
		assert.Empty(t, s.changes())
	})
}

// TestSet_Zero: the zero Set has no emojis.
func TestSet_Zero(t *testing.T) {
	t.Parallel()
	var set Set
	set.Doubt()
	assert.Empty(t, set.Now())
}

var update = flag.Bool("update", false, "draw the pictures anew")

// TestArt: the files are what package render draws for the panel.
func TestArt(t *testing.T) {
	t.Parallel()
	r, err := render.New()
	require.NoError(t, err)
	wanted := map[string]func(io.Writer) error{}
	for _, icon := range panel.Icons() {
		wanted[icon.String()] = func(w io.Writer) error { return r.Icon(w, icon) }
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, ship := range rules.Ships() {
			wanted[show.ShipEmoji(rules.Piece{Color: c, Ship: ship})] = func(w io.Writer) error { return r.Emoji(w, c, ship) }
		}
	}
	found := map[string][]byte{}
	for _, s := range artSprites() {
		found[s.name] = s.drawn
	}
	if !*update {
		require.ElementsMatch(t, slices.Collect(maps.Keys(wanted)), slices.Collect(maps.Keys(found)))
	}
	for name, draw := range wanted {
		var picture bytes.Buffer
		require.NoError(t, draw(&picture))
		if *update {
			require.NoError(t, os.WriteFile(filepath.Join("art", name+".png"), picture.Bytes(), 0o644))
			continue
		}
		assert.LessOrEqual(t, difference(t, picture.Bytes(), found[name]), uint32(12<<8),
			"%s; -update draws it anew", name)
	}
}

// difference returns the greatest difference of a colour channel between two pictures, of 65535. Rounding differs
// between machines.
func difference(t *testing.T, a, b []byte) uint32 {
	t.Helper()
	one, err := png.Decode(bytes.NewReader(a))
	require.NoError(t, err)
	other, err := png.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, one.Bounds(), other.Bounds())
	var most uint32
	for y := range one.Bounds().Dy() {
		for x := range one.Bounds().Dx() {
			r, g, b, a := one.At(x, y).RGBA()
			r2, g2, b2, a2 := other.At(x, y).RGBA()
			most = max(most, r-min(r, r2), r2-min(r, r2), g-min(g, g2), g2-min(g, g2),
				b-min(b, b2), b2-min(b, b2), a-min(a, a2), a2-min(a, a2))
		}
	}
	return most
}
