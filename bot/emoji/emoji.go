// Package emoji uploads the custom emojis for the board's buttons. Their pictures are the files in art, drawn by
// package render.
package emoji

import (
	"context"
	"embed"
	"fmt"
	"hash/fnv"
	"log/slog"
	"path"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"
)

// Set is the application's emojis. The name of each ends in a hash of its picture, so that it is uploaded only
// once, and again if the picture changes. The zero value has no emojis and cannot run; use New. It is safe for
// concurrent use.
type Set struct {
	out     Store
	sprites []sprite
	log     *slog.Logger
	known   atomic.Pointer[map[string]discordgo.ComponentEmoji]
	tried   chan struct{} // closed after the first attempt
	once    sync.Once     // closes tried
	doubted chan struct{} // holds one value if Doubt was called and the emojis have not been checked since
}

// New returns a Set that uploads to out.
func New(out Store, log *slog.Logger) *Set { return newSet(out, artSprites(), log) }

func newSet(out Store, sprites []sprite, log *slog.Logger) *Set {
	return &Set{out: out, sprites: sprites, log: log, tried: make(chan struct{}), doubted: make(chan struct{}, 1)}
}

// Store stores the application's emojis. It is implemented by discord.Client.
type Store interface {
	Emojis(context.Context) ([]discordgo.ComponentEmoji, error)
	CreateEmoji(ctx context.Context, name string, drawn []byte) (discordgo.ComponentEmoji, error)
	DeleteEmoji(ctx context.Context, id string) error
}

// Now returns the available emojis by what they show, or nil.
func (e *Set) Now() map[string]discordgo.ComponentEmoji {
	if known := e.known.Load(); known != nil {
		return *known
	}
	return nil
}

// Wait waits for the first attempt to upload, or until ctx ends.
func (e *Set) Wait(ctx context.Context) {
	select {
	case <-e.tried:
	case <-ctx.Done():
	}
}

// Doubt is called when Discord refused a message with one of the emojis: somebody deleted it, or Discord was wrong,
// which happens. Now returns nil until Run has checked them.
func (e *Set) Doubt() {
	e.known.Store(nil)
	select {
	case e.doubted <- struct{}{}:
	default:
	}
}

const (
	firstRetry = time.Second // initial wait before a retry
	maxRetry   = 5 * time.Minute
	checkPause = time.Minute // between two checks, if Discord keeps refusing an existing emoji
)

// Run uploads missing emojis and deletes outdated ones, at the start and whenever the emojis are doubted, until ctx
// ends.
func (e *Set) Run(ctx context.Context) {
	checks := rate.NewLimiter(rate.Every(checkPause), 1)
	for e.upload(ctx); e.awaitDoubt(ctx) && checks.Wait(ctx) == nil; e.upload(ctx) {
	}
}

// awaitDoubt waits until the emojis are doubted. It returns false if ctx ends first.
func (e *Set) awaitDoubt(ctx context.Context) bool {
	select {
	case <-e.doubted:
		return true
	case <-ctx.Done():
		return false
	}
}

// upload uploads missing emojis and deletes outdated ones. It retries until it succeeds or ctx ends.
func (e *Set) upload(ctx context.Context) {
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		err := e.sync(ctx)
		e.once.Do(func() { close(e.tried) })
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(0), backoff.WithBackOff(&backoff.ExponentialBackOff{
		InitialInterval: firstRetry, RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxRetry}),
		backoff.WithNotify(func(err error, wait time.Duration) {
			e.log.Warn("emojis not sent", "err", err, "retry_in", wait.Round(time.Millisecond))
		}))
}

// sync uploads the missing emojis and deletes those that they replace.
func (e *Set) sync(ctx context.Context) error {
	there, err := e.out.Emojis(ctx)
	if err != nil {
		return err
	}
	have := map[string]discordgo.ComponentEmoji{}
	for _, one := range there {
		have[one.Name] = one
	}
	made, known := 0, map[string]discordgo.ComponentEmoji{}
	for _, s := range e.sprites {
		one, ok := have[s.full]
		if !ok {
			if one, err = e.out.CreateEmoji(ctx, s.full, s.drawn); err != nil {
				return err
			}
			made++
		}
		known[s.name] = discordgo.ComponentEmoji{ID: one.ID, Name: s.name}
		delete(have, s.full)
	}
	e.known.Store(&known)
	e.log.Info("emojis sent", "made", made, "there", len(known)-made)
	return e.sweep(ctx, known, have)
}

// spriteName matches the names of emojis that a version of the bot uploaded.
var spriteName = regexp.MustCompile(`^([a-z0-9_]+)_[0-9a-f]{8}$`)

// sweep deletes the emojis of rest that show the same as one of known.
func (e *Set) sweep(ctx context.Context, known, rest map[string]discordgo.ComponentEmoji) error {
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

// sprite is an emoji to upload.
type sprite struct {
	name, full string // without and with the hash of the picture
	drawn      []byte // PNG
}

func newSprite(name string, drawn []byte) sprite {
	hash := fnv.New32a()
	_, _ = hash.Write(drawn)
	return sprite{name, fmt.Sprintf("%s_%08x", name, hash.Sum32()), drawn}
}

// art has the pictures, named after what they show. The tests draw them with -update. ¶
//
//go:embed art/*.png
var art embed.FS

// artSprites returns the sprites of art.
func artSprites() []sprite {
	files, _ := art.ReadDir("art") // reading an embedded folder cannot fail
	var list []sprite
	for _, f := range files {
		picture, _ := art.ReadFile(path.Join("art", f.Name()))
		list = append(list, newSprite(strings.TrimSuffix(f.Name(), ".png"), picture))
	}
	return list
}
