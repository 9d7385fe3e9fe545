// Package server is the sandbox's side of Discord's API: the gateway, the REST API, and the requests to a bot's
// Interactions Endpoint URL. Package check decides what is refused, and package world holds the state.
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

// Config configures a server. All fields except Record, Fault, GatewayFault and Endpoint are required.
type Config struct {
	World    *world.World
	Log      func() *slog.Logger
	Now      func() time.Time
	Token    string        // the accepted bot token
	Deadline time.Duration // for a first response
	Limits   bool          // refuse calls and sessions that exceed Discord's limits
	Endpoint string        // the Interactions Endpoint URL; "": use the gateway
	Record   io.Writer     // receives each REST request as a JSON line

	Heartbeat   time.Duration
	Resume      time.Duration // how long a disconnected session can be resumed
	Shards      int           // recommended number
	Concurrency int           // shards that may start sessions at the same time, by their id modulo this
	Spacing     time.Duration // between session starts that share a limit
	Sessions    int           // allowed per day

	Fault        func(*http.Request) *Fault       // called before each REST request
	GatewayFault func(resuming bool) GatewayFault // called before each session starts or resumes
}

// Server is Discord as seen by a bot. The world's lock guards its state: methods named …Locked must be called in
// World.Do.
type Server struct {
	Config
	Gateway  *Gateway
	api      *api
	endpoint *endpoint // nil: interactions are sent over the gateway
	last     []byte    // the last interaction sent
	lastOf   wire.Snowflake
}

// New adds a server to mux. It refuses unsupported calls below /api as unhandled.
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

// DispatchLocked sends an interaction in a guild (0: in none) to the bot. It returns false if the bot is offline.
func (s *Server) DispatchLocked(guild wire.Snowflake, interaction any) bool {
	raw, err := json.Marshal(interaction)
	if err != nil {
		panic(err) // a value that can be marshalled
	}
	s.last, s.lastOf = raw, guild
	return s.sendLocked()
}

// Again sends the last interaction again. There must be one.
func (s *Server) Again() { s.World.Do(func(*world.State) { s.sendLocked() }) }

func (s *Server) sendLocked() bool {
	if s.endpoint != nil {
		return s.endpoint.sendLocked(s.last)
	}
	return s.Gateway.dispatchLocked(s.lastOf, s.last)
}

// AwaitBot waits until a bot has received READY, or until the Endpoint has passed its check. If the Endpoint fails
// it, the error says why.
func (s *Server) AwaitBot(ctx context.Context) error {
	if s.endpoint != nil {
		return s.endpoint.await(ctx, func(err error) bool { return err == nil })
	}
	return s.World.Await(ctx, func(w *world.State) bool { return w.Bot.Online() })
}

// AwaitNoBot waits until no bot is connected, or the Endpoint does not respond.
func (s *Server) AwaitNoBot(ctx context.Context) error {
	if s.endpoint != nil {
		return s.endpoint.await(ctx, func(err error) bool { return err != nil })
	}
	return s.World.Await(ctx, func(w *world.State) bool { return !w.Bot.Online() })
}

// TooMany returns how many calls were refused because of rate limits, and how many of them because of the global
// limit. Refusals by Fault do not count.
func (s *Server) TooMany() (all, global int) {
	s.World.Do(func(*world.State) { all, global = s.api.tooMany, s.api.tooManyInAll })
	return all, global
}

// Close closes connections, then the world, and then waits for requests to the endpoint.
func (s *Server) Close() error {
	s.Gateway.close()
	err := s.World.Close()
	if s.endpoint != nil {
		s.endpoint.close()
	}
	return err
}
