// Package world is the state of the sandbox: channels, messages, interactions, commands, emojis, what people have
// read, and the folder that stores it. The cost of a call does not grow with the history, and what is kept is
// bounded.
package world

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"madbot/bot/sandbox/wire"
)

// ErrClosed is returned by Await if the world is closed.
var ErrClosed = errors.New("sandbox: server closed")

// Config configures a world. All fields except Dir and Posted are required.
type Config struct {
	Dir        string // stores the state; "": the state is lost when the process ends
	Now        func() time.Time
	Log        func() *slog.Logger
	MaxThreads int                // limit of active threads
	Posted     func(wire.Message) // called with each new message of the bot, must not block; may be nil
	People     int                // number of people, at least wire.MinPeople, at most wire.MaxPeople
	Guilds     int                // number of guilds with the bot, at least 1, at most wire.MaxGuilds
}

// Listener receives changes in order, while the state is locked. It must not block or call Do.
type Listener interface {
	// Message is called for a new or changed message.
	Message(s *State, p *Post, isNew bool)
	// Typing is called when the bot starts typing in a channel.
	Typing(c *wire.Channel)
	// Gone is called for a message that was deleted or dismissed.
	Gone(s *State, p *Post)
	// Channel is called for a person's channel that is new, has changed, or has another number of unread messages.
	Channel(s *State, person wire.Snowflake, c *wire.Channel)
	// NoChannel is called for a deleted channel or thread.
	NoChannel(id wire.Snowflake)
	// DMs is called when the bot's direct messages begin or cease to reach a person.
	DMs(s *State, person wire.Snowflake)
	// Commands is called when the commands have changed.
	Commands(s *State)
	// Online is called when the bot connects or disconnects.
	Online(online bool)
	// Unhandled is called for something that the sandbox does not support.
	Unhandled(what string)
}

// World guards a State for concurrent use.
type World struct {
	done chan struct{} // closed by Close

	mu      sync.Mutex
	closed  bool
	changed chan struct{} // closed and replaced by each Do that changes something
	state   *State
}

// Open loads the state from the folder, or starts with an empty one. The error is ErrInUse if another process uses
// the folder.
func Open(c Config, l Listener) (*World, error) {
	s := newState(c, l)
	if err := s.openJournal(); err != nil {
		return nil, err
	}
	return &World{done: make(chan struct{}), changed: make(chan struct{}), state: s}, nil
}

// Do calls f with exclusive access to the state. f must not keep the state, but it may keep posts, which are
// immutable.
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

// Await waits until condition is true. It checks after every change.
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

// Done returns a channel that is closed by Close.
func (w *World) Done() <-chan struct{} { return w.done }

// Close releases the folder and ends all waits. It may be called twice.
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
