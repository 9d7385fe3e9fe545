package play

import (
	"context"
	"slices"

	"madbot/rules/match"
)

// Server is a Discord server as the bot knows it. The zero value beside the id is the defaults.
type Server struct {
	ID       string
	Settings ServerSettings
}

// ServerSettings are what those who manage a server chose; the zero value is the defaults. They are stored
// as one JSON value.
type ServerSettings struct {
	Channels []string `json:"channels,omitempty"` // where matches are shown; none: everywhere
	Threads  bool     `json:"threads,omitempty"`  // each match has a thread of its own
	Language string   `json:"language,omitempty"` // of public texts, a locale; empty: that of the server
	Preset   string   `json:"preset,omitempty"`   // the terms of a challenge without wishes; empty: the usual ones
	MaxOpen  int      `json:"maxOpen,omitempty"`  // matches of one person that are open there; 0: the usual limits
	MaxPair  int      `json:"maxPair,omitempty"`  // of those, with the same person
	// Unthreaded is why the thread that was to be made last could not be; empty: it was.
	Unthreaded ThreadFault `json:"unthreaded,omitempty"`
}

// ThreadFault is why a match has no thread although it should. Its words are stable: they are stored.
type ThreadFault string

// The faults.
const (
	ThreadRights ThreadFault = "rights" // the bot may not begin threads, or not write in them
	ThreadsFull  ThreadFault = "full"   // there are as many threads as a server can have
)

// Server returns what is kept of a guild. One of which nothing is kept has the defaults, and so has a place
// outside a guild, whose id is empty.
func (s Guilds) Server(ctx context.Context, guild string) (Server, error) {
	if guild == "" {
		return Server{}, nil
	}
	return s.deps.Store.Server(ctx, guild)
}

// ChangeServer changes what is kept of a guild for a, who must be one of those who manage it, and returns it
// as it is then.
func (s Guilds) ChangeServer(ctx context.Context, a Actor, guild string, f func(*ServerSettings)) (server Server,
	err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if err := meet(ctx, tx, a, stamp(s.deps.Now())); err != nil {
			return err
		}
		if server, err = tx.Server(ctx, guild); err != nil {
			return err
		}
		f(&server.Settings)
		return tx.SaveServer(ctx, server)
	})
	return server, err
}

// WantsThread reports whether a thread is to be made for m before news of it are told: its challenge was
// accepted, by a person, on a server where matches have threads.
func WantsThread(ctx context.Context, tx Tx, m *Match, news []match.Event) (bool, error) {
	begun := slices.ContainsFunc(news, func(e match.Event) bool { return e.Kind == match.Accepted })
	if !begun || m.Status != match.Playing || m.Robot() != "" || m.Thread != "" {
		return false, nil
	}
	server, err := serverOf(ctx, tx, m.Venue)
	return server.Settings.Threads, err
}

// NoteThread keeps why the last match on a guild has no thread of its own; empty: it has.
func NoteThread(ctx context.Context, tx Tx, guild string, why ThreadFault) error {
	server, err := tx.Server(ctx, guild)
	if err != nil || server.Settings.Unthreaded == why {
		return err
	}
	server.Settings.Unthreaded = why
	return tx.SaveServer(ctx, server)
}

// serverOf returns the server of v, with the defaults where the bot only answers.
func serverOf(ctx context.Context, tx Tx, v Venue) (Server, error) {
	if v.Guild == "" || v.Away {
		return Server{}, nil
	}
	return tx.Server(ctx, v.Guild)
}

// speaks returns v with the language that the server chose, if it did.
func (s *ServerSettings) speaks(v Venue) Venue {
	if s.Language != "" {
		v.Locale = s.Language
	}
	return v
}
