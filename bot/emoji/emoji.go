// Package emoji gives the application its own emojis, which stand on the buttons of the board.
package emoji

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"

	"madbot/bot/discord"
	"madbot/bot/panel"
	"madbot/render"
	"madbot/rules"
)

// Set is the application's emojis. Discord knows each by the name of what it shows and a hash of its
// picture, so that it is sent once, and again when the picture changes. The zero value has none, and
// New returns one that can run. It is safe for concurrent use.
type Set struct {
	out      Store
	renderer Renderer
	log      *slog.Logger
	known    atomic.Pointer[map[string]discord.Emoji]
	tried    chan struct{} // closed after the first attempt
	doubted  chan struct{} // one element when Discord is to be asked once more
}

// New returns a Set of what renderer draws, for the application of out.
func New(out Store, renderer Renderer, log *slog.Logger) *Set {
	return &Set{out: out, renderer: renderer, log: log, tried: make(chan struct{}),
		doubted: make(chan struct{}, 1)}
}

// Renderer draws emojis; render.Renderer is one.
type Renderer interface {
	// Emoji writes a small PNG of a ship.
	Emoji(w io.Writer, c rules.Color, s rules.Ship) error
	// Icon writes a small PNG of a mark.
	Icon(w io.Writer, i render.Icon) error
}

// Store keeps the application's emojis; discord.Client is one.
type Store interface {
	Emojis(context.Context) ([]discord.Emoji, error)
	CreateEmoji(ctx context.Context, name string, drawn []byte) (discord.Emoji, error)
	DeleteEmoji(ctx context.Context, id string) error
}

const (
	firstRetry = time.Second // the shortest wait before trying again
	maxRetry   = 5 * time.Minute
)

const (
	rest = time.Minute // for which Run leaves Discord alone before it asks again, however often it is in doubt
	// settled is how long a process runs before it removes, once, what it has replaced: longer than another one of an
	// older version, which shows that, runs beside it. Neither takes from the other what it shows again and again.
	settled = time.Hour
)

// Now returns those that there are, by what they show.
func (e *Set) Now() map[string]discord.Emoji {
	if known := e.known.Load(); known != nil {
		return *known
	}
	return nil
}

// Wait returns after the first attempt, or when ctx ends.
func (e *Set) Wait(ctx context.Context) {
	select {
	case <-e.tried:
	case <-ctx.Done():
	}
}

// Doubt is called when Discord refused what shows some of them. There are none until Run has asked
// which Discord has. It does not wait for that.
func (e *Set) Doubt() {
	e.known.Store(nil)
	select {
	case e.doubted <- struct{}{}:
	default: // it is to ask already
	}
}

// Run sends Discord what it does not have, at first and after each Doubt, and removes once what that replaces, until
// ctx ends.
func (e *Set) Run(ctx context.Context) {
	tried := sync.OnceFunc(func() { close(e.tried) })
	defer tried()
	old := time.After(settled)
	for sweeps := false; ctx.Err() == nil; sweeps = e.await(ctx, old) {
		e.send(ctx, sweeps, tried)
	}
}

// await returns after a rest and a Doubt, which may come during the rest, or when ctx ends, or true after old.
func (e *Set) await(ctx context.Context, old <-chan time.Time) bool {
	select {
	case <-time.After(rest):
	case <-ctx.Done():
	}
	select {
	case <-e.doubted:
	case <-old:
		return true
	case <-ctx.Done():
	}
	return false
}

// send tries until Discord has all, and nothing else when it sweeps, or until ctx ends. It calls tried after the
// first attempt.
func (e *Set) send(ctx context.Context, sweeps bool, tried func()) {
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		err := e.sync(ctx, sweeps)
		tried()
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(0), backoff.WithBackOff(&backoff.ExponentialBackOff{
		InitialInterval: firstRetry, RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxRetry}),
		backoff.WithNotify(func(err error, wait time.Duration) {
			e.log.Warn("emojis not sent", "err", err, "retry_in", wait.Round(time.Millisecond))
		}))
}

// sprite is an emoji as it is to be.
type sprite struct {
	name, full string // of what it shows, and with the hash of the picture
	drawn      []byte
}

// sync makes the emojis that are missing, and removes those that they replace when it sweeps.
func (e *Set) sync(ctx context.Context, sweeps bool) error {
	wanted, err := e.draw()
	if err != nil {
		return err
	}
	there, err := e.out.Emojis(ctx)
	if err != nil {
		return err
	}
	have := map[string]discord.Emoji{}
	for _, one := range there {
		have[one.Name] = one
	}
	made, known := 0, map[string]discord.Emoji{}
	for _, s := range wanted {
		one, ok := have[s.full]
		if !ok {
			if one, err = e.out.CreateEmoji(ctx, s.full, s.drawn); err != nil {
				return err
			}
			made++
		}
		known[s.name] = discord.Emoji{ID: one.ID, Name: s.name}
		delete(have, s.full)
	}
	e.known.Store(&known)
	e.log.Info("emojis sent", "made", made, "there", len(known)-made)
	if !sweeps {
		return nil
	}
	return e.sweep(ctx, known, have)
}

// spriteName is the name of one that the bot made, now or once.
var spriteName = regexp.MustCompile(`^([a-z0-9_]+)_[0-9a-f]{8}$`)

// sweep removes those of rest that show what one of known shows.
func (e *Set) sweep(ctx context.Context, known, rest map[string]discord.Emoji) error {
	for name, one := range rest {
		parts := spriteName.FindStringSubmatch(name)
		if parts == nil {
			continue
		}
		if _, replaced := known[parts[1]]; !replaced {
			continue
		}
		if err := e.out.DeleteEmoji(ctx, one.ID); err != nil {
			return err
		}
	}
	return nil
}

// draw draws all that the panel shows.
func (e *Set) draw() ([]sprite, error) {
	var list []sprite
	add := func(name string, draw func(*bytes.Buffer) error) error {
		var drawn bytes.Buffer
		if err := draw(&drawn); err != nil {
			return err
		}
		hash := fnv.New32a()
		_, _ = hash.Write(drawn.Bytes())
		list = append(list, sprite{name, fmt.Sprintf("%s_%08x", name, hash.Sum32()), drawn.Bytes()})
		return nil
	}
	for _, icon := range panel.Icons() {
		err := add(icon.String(), func(w *bytes.Buffer) error { return e.renderer.Icon(w, icon) })
		if err != nil {
			return nil, err
		}
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, ship := range rules.Ships() {
			err := add(panel.ShipEmoji(rules.Piece{Color: c, Ship: ship}),
				func(w *bytes.Buffer) error { return e.renderer.Emoji(w, c, ship) })
			if err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}
