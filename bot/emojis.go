package bot

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"

	"madbot/bot/discord"
	"madbot/bot/panel"
	"madbot/rules"
)

// emojis are the application's own, which stand on the buttons of the board. Discord knows each by the
// name of what it shows and a hash of its picture, so that it is sent once, and again when the picture
// changes.
type emojis struct {
	out      emojiStore
	renderer Renderer
	log      *slog.Logger
	known    atomic.Pointer[map[string]discord.Emoji]
	tried    chan struct{} // closed after the first attempt
}

// emojiStore keeps the application's emojis; discord.Client is one.
type emojiStore interface {
	Emojis(context.Context) ([]discord.Emoji, error)
	CreateEmoji(ctx context.Context, name string, drawn []byte) (discord.Emoji, error)
	DeleteEmoji(ctx context.Context, id string) error
}

// emojiWait is how long the bot waits for them before it takes commands; without them, buttons say in
// words what they show.
const emojiWait = 10 * time.Second

// now returns those that there are, by what they show.
func (e *emojis) now() map[string]discord.Emoji {
	if known := e.known.Load(); known != nil {
		return *known
	}
	return nil
}

// wait returns after the first attempt, after a while, or when ctx ends.
func (e *emojis) wait(ctx context.Context) {
	limit := time.NewTimer(emojiWait)
	defer limit.Stop()
	select {
	case <-e.tried:
	case <-limit.C:
	case <-ctx.Done():
	}
}

// run sends Discord what it does not have, trying again until it has all or ctx ends.
func (e *emojis) run(ctx context.Context) {
	tried := sync.OnceFunc(func() { close(e.tried) })
	defer tried()
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		err := e.sync(ctx)
		tried()
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(0), backoff.WithBackOff(&backoff.ExponentialBackOff{
		InitialInterval: firstRegistration, RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxRegistration}),
		backoff.WithNotify(func(err error, wait time.Duration) {
			e.log.Warn("emojis not sent", "err", err, "retry_in", wait.Round(time.Millisecond))
		}))
}

// sprite is an emoji as it is to be.
type sprite struct {
	name, full string // of what it shows, and with the hash of the picture
	drawn      []byte
}

// sync makes the emojis that are missing and removes those that they replace.
func (e *emojis) sync(ctx context.Context) error {
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
	return e.sweep(ctx, known, have)
}

// spriteName is the name of one that the bot made, now or once.
var spriteName = regexp.MustCompile(`^([a-z0-9_]+)_[0-9a-f]{8}$`)

// sweep removes those of rest that show what one of known shows.
func (e *emojis) sweep(ctx context.Context, known, rest map[string]discord.Emoji) error {
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
func (e *emojis) draw() ([]sprite, error) {
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
