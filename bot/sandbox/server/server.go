// Package server is the sandbox's end of Discord's interface: the gateway, the REST interface, and the requests to a
// bot's Interactions Endpoint URL. What Discord refuses is in package check, what is kept in package world.
package server

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"time"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Config is how a server behaves. All fields but Record, Fault, GatewayFault and Endpoint are required.
type Config struct {
	World    *world.World
	Log      func() *slog.Logger
	Now      func() time.Time
	Token    string        // the one bot token accepted
	Deadline time.Duration // for a first answer
	Limits   bool          // refuses calls and sessions that come too fast
	Endpoint string        // the bot's Interactions Endpoint URL; "": interactions go over the gateway
	Record   io.Writer     // gets each REST request as a JSON line

	Heartbeat   time.Duration
	Resume      time.Duration // for how long a session that lost its connection may be resumed
	Shards      int           // that the bot is recommended
	Concurrency int           // how many shards may start sessions at once, by their id modulo that
	Spacing     time.Duration // between the starts of two sessions that may not start at once
	Sessions    int           // that may be started in a day

	Fault        func(*http.Request) *Fault       // asked before each REST request
	GatewayFault func(resuming bool) GatewayFault // asked before each session is started or resumed
}

// Server is Discord as a bot sees it. The world's lock guards its state, so that methods named …Locked are called
// in World.Do.
type Server struct {
	Config
	Gateway  *Gateway
	api      *api
	endpoint *endpoint // nil: interactions go over the gateway
	last     []byte    // interaction that was sent
	lastOf   wire.Snowflake
}

// New adds a server to mux. Whatever is called below /api and not known is refused loudly.
func New(mux *http.ServeMux, c Config) *Server {
	if c.GatewayFault == nil {
		c.GatewayFault = func(bool) GatewayFault { return 0 }
	}
	s := &Server{Config: c, Gateway: &Gateway{Config: c}, api: &api{Config: c}}
	s.api.register(mux)
	mux.Handle("GET /gateway", s.Gateway)
	mux.Handle("GET /gateway/", s.Gateway)
	if c.Endpoint != "" {
		s.endpoint = newEndpoint(c, s.api)
	}
	return s
}

// DispatchLocked tells the bot an interaction in a guild, 0 for none. It reports whether there is a bot to tell.
func (s *Server) DispatchLocked(guild wire.Snowflake, interaction any) bool {
	raw, err := json.Marshal(interaction)
	if err != nil {
		panic(err) // plain data
	}
	s.last, s.lastOf = raw, guild
	return s.sendLocked()
}

// Again sends the last interaction, of which there must be one, once more.
func (s *Server) Again() { s.World.Do(func(*world.State) { s.sendLocked() }) }

func (s *Server) sendLocked() bool {
	if s.endpoint != nil {
		return s.endpoint.sendLocked(s.last)
	}
	return s.Gateway.dispatchLocked(s.lastOf, s.last)
}

// AwaitBot waits until a bot is connected and has had READY, or until the Endpoint is found to be one; the error
// says at once that it is none.
func (s *Server) AwaitBot(ctx context.Context) error {
	if s.endpoint != nil {
		return s.endpoint.await(ctx, func(err error) bool { return err == nil })
	}
	return s.World.Await(ctx, func(w *world.State) bool { return w.Bot.Online() })
}

// AwaitNoBot waits until no bot is connected, or none answers at the Endpoint.
func (s *Server) AwaitNoBot(ctx context.Context) error {
	if s.endpoint != nil {
		return s.endpoint.await(ctx, func(err error) bool { return err != nil })
	}
	return s.World.Await(ctx, func(w *world.State) bool { return !w.Bot.Online() })
}

// TooMany is how many calls were refused for their rate, and how many of them for the limit on all calls. Those that
// Fault refused do not count.
func (s *Server) TooMany() (all, global int) {
	s.World.Do(func(*world.State) { all, global = s.api.tooMany, s.api.tooManyInAll })
	return all, global
}

// Close ends what the server holds open: connections before the world closes, requests to the endpoint after it.
func (s *Server) Close() error {
	s.Gateway.close()
	err := s.World.Close()
	if s.endpoint != nil {
		s.endpoint.close()
	}
	return err
}
