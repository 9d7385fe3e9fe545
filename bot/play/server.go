package play

import "context"

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
}

// Server returns what is kept of a guild. One of which nothing is kept has the defaults, and so has a place
// outside a guild, whose id is empty.
func (s *Service) Server(ctx context.Context, guild string) (Server, error) {
	if guild == "" {
		return Server{}, nil
	}
	return s.deps.Store.Server(ctx, guild)
}
