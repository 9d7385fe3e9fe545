// Package world is what the sandbox knows: channels, messages, interactions, commands, emojis, what
// people have read, and the folder that keeps it all. Whatever a call costs does not depend on how
// much happened before, and what is kept has a bound.
package world

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"madbot/bot/sandbox/wire"
)

// ErrClosed is returned by Await when the world is closed.
var ErrClosed = errors.New("sandbox: server closed")

// Config is what a world needs from outside. All fields but Dir and Posted are required.
type Config struct {
	Dir        string // keeps the state; "" keeps nothing past the process
	Now        func() time.Time
	Log        func() *slog.Logger
	MaxThreads int                // that may be active
	Posted     func(wire.Message) // gets each message of the bot that is new, without waiting; or nil
	People     int                // how many there are, up to wire.MaxPeople; wire.MinPeople at least, also for 0
	Guilds     int                // that the bot is in, up to wire.MaxGuilds; 1 at least, also for 0
}

// Listener is told of changes, in their order, while nobody else can change anything. It must not
// wait, nor call Do.
type Listener interface {
	// Message is told of a new or changed message.
	Message(s *State, p *Post, isNew bool)
	// Typing is told that the bot has begun to write in a channel.
	Typing(c *wire.Channel)
	// Gone is told of a message that is no longer there, or dismissed.
	Gone(s *State, p *Post)
	// Channel is told that a channel has another number of unread messages for a person, is new, or is a
	// thread that was changed.
	Channel(s *State, person wire.Snowflake, c *wire.Channel)
	// NoChannel is told that a channel or thread is no longer there.
	NoChannel(id wire.Snowflake)
	// DMs is told that the bot's direct messages reach a person, or no longer do.
	DMs(s *State, person wire.Snowflake)
	// Commands is told that there are other commands.
	Commands(s *State)
	// Online is told that the bot has come or gone.
	Online(online bool)
	// Unhandled is told of something the sandbox does not know.
	Unhandled(what string)
}

// World guards a State for use by several goroutines.
type World struct {
	done chan struct{} // closed by Close

	mu      sync.Mutex
	closed  bool
	changed chan struct{} // closed and replaced by each Do
	state   *State
}

// Open reads the state kept in the folder, or starts with an empty one. ErrInUse means another
// process has the folder.
func Open(c Config, l Listener) (*World, error) {
	s := newState(c, l)
	if err := s.openJournal(); err != nil {
		return nil, err
	}
	return &World{done: make(chan struct{}), changed: make(chan struct{}), state: s}, nil
}

// Do runs f with the state to itself. The state must not be used afterwards; posts may be, for they
// never change.
func (w *World) Do(f func(*State)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(w.state)
	if w.state.told {
		w.state.told = false
		close(w.changed)
		w.changed = make(chan struct{})
	}
}

// Await waits until the condition is true. It asks again after every change.
func (w *World) Await(ctx context.Context, condition func(*State) bool) error {
	for {
		w.mu.Lock()
		met, changed := condition(w.state), w.changed
		w.mu.Unlock()
		if met {
			return nil
		}
		select {
		case <-changed:
		case <-w.done:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Done is closed when the world is.
func (w *World) Done() <-chan struct{} { return w.done }

// Close unlocks the folder and ends whatever waits. It may be called twice.
func (w *World) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	close(w.done)
	return w.state.closeJournal()
}
