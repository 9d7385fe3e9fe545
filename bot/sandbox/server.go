// Package sandbox is a local stand-in for Discord: gateway, REST interface, files, and a web client
// for three people or more. It is as strict as Discord where a bot could go wrong, and refuses loudly what
// it does not know. It knows nothing of any bot.
package sandbox

import (
	"context"
	"embed"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/page"
	"madbot/bot/sandbox/server"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// DefaultToken is the bot token a Server accepts unless it is given another.
const DefaultToken = "sandbox.local.token"

//go:embed web
var web embed.FS

// Server is a local stand-in for Discord: gateway, REST, files, and a web client. The zero value is
// ready; fields must not be changed once it is in use. It is an http.Handler and must not be
// copied.
type Server struct {
	Dir       string                      // keeps the state; "" keeps nothing past the process
	Token     string                      // the one bot token accepted; "" means DefaultToken
	Now       func() time.Time            // nil means time.Now
	Log       *slog.Logger                // nil discards
	Record    io.Writer                   // gets each REST request as a JSON line; or nil
	Posted    func(Message)               // gets each message of the bot that is new, without waiting; or nil
	Restart   func(context.Context) error // restarts the bot; nil hides the page's button
	Fault     func(*http.Request) *Fault  // asked before each of those; a nil answer lets it pass
	Limits    bool                        // refuses calls and sessions that come too fast
	Heartbeat time.Duration               // between the bot's heartbeats; 0 means Discord's 41.25 s
	Deadline  time.Duration               // for a first answer; 0 means Discord's 3 s
	Resume    time.Duration               // for how long a broken session may be resumed; 0: not at all
	Endpoint  string                      // the Interactions Endpoint URL; "": interactions go over the gateway

	People         int // how many there are, up to wire.MaxPeople; 0 means 3
	Guilds         int // that the bot is in, up to wire.MaxGuilds; 0 means 1
	MaxThreads     int // that may be active in the guild; 0 means Discord's 1000
	Shards         int // that the bot is recommended; 0 means 1
	MaxConcurrency int // how many shards may start sessions at once, by their id modulo that; 0 means 1

	Sessions int           // that may be started in a day; 0 means Discord's 1000
	Spacing  time.Duration // between starts of sessions of which one may start at a time; 0 means Discord's 5 s

	// GatewayFault is asked before each session that is started or resumed; 0, or a nil function, lets it pass.
	GatewayFault func(resuming bool) GatewayFault

	once    sync.Once
	openErr error
	mux     http.ServeMux
	world   *world.World
	server  *server.Server
	client  *client.Client
}

// Open reads the state kept in Dir; ErrInUse means another process has it. Everything else does
// this on its own, so calling it only shows the error early.
func (s *Server) Open() error {
	s.once.Do(func() {
		if s.openErr = s.open(); s.openErr != nil {
			s.log().Error("open state", "err", s.openErr)
		}
	})
	return s.openErr
}

// open wires the parts. With an error they stand on an empty state that is not kept, so that no
// other method has to ask.
func (s *Server) open() error {
	now := s.Now
	if now == nil {
		now = time.Now
	}
	stream := &page.Stream{}
	config := world.Config{Dir: s.Dir, Now: now, Log: s.log, MaxThreads: or(s.MaxThreads, 1000),
		People: s.People, Guilds: s.Guilds, Posted: s.Posted}
	w, openErr := world.Open(config, stream)
	if openErr != nil {
		config.Dir = ""
		w, _ = world.Open(config, stream)
	}
	deadline := or(s.Deadline, 3*time.Second)
	s.world = w
	s.server = server.New(&s.mux, server.Config{World: w, Log: s.log, Now: now, Token: or(s.Token, DefaultToken),
		Deadline: deadline, Limits: s.Limits, Endpoint: s.Endpoint, Record: s.Record,
		Heartbeat: or(s.Heartbeat, 41250*time.Millisecond), Resume: s.Resume, Shards: max(s.Shards, 1),
		Concurrency: max(s.MaxConcurrency, 1), Spacing: or(s.Spacing, 5*time.Second), Sessions: or(s.Sessions, 1000),
		Fault: s.Fault, GatewayFault: s.GatewayFault})
	s.client = &client.Client{World: w, Dispatch: s.server.DispatchLocked, Deadline: deadline}
	static, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	page.Register(&s.mux, page.Config{Client: s.client, Stream: stream, Static: static,
		Restart: func() page.Restart { return s.Restart }})
	return openErr
}

// or is the value, or the other when it is zero.
func or[T comparable](value, other T) T {
	var zero T
	if value == zero {
		return other
	}
	return value
}

// log is asked for each time: a program may set Log after Open.
func (s *Server) log() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}

// ready opens the state and leaves its error to Open.
func (s *Server) ready() *Server {
	_ = s.Open()
	return s
}

// ServeHTTP answers the bot, the page and everything they load.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.Open(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Close ends streams and gateway connections and closes the folder. Whatever waits gets ErrClosed.
// It may be called twice.
func (s *Server) Close() error { return s.ready().server.Close() }

// Actor is a person by name, in any case: "alice", "bob", "carol". It panics for any other, a
// defect of the test.
func (s *Server) Actor(name string) *Actor {
	for _, id := range wire.People(s.People) {
		if u, _ := wire.UserOf(id); u.Username == strings.ToLower(name) {
			return s.ready().client.Actor(id)
		}
	}
	panic("sandbox: no such person: " + name)
}

// Everybody are all people.
func (s *Server) Everybody() (all []*Actor) {
	for _, id := range wire.People(s.People) {
		all = append(all, s.ready().client.Actor(id))
	}
	return all
}

// Channel is the id of a guild's channel or a group by its name, without "#"; zero when there is
// none.
func (s *Server) Channel(name string) Snowflake {
	for _, c := range wire.Channels() {
		if c.Name == name && name != "" {
			return c.ID
		}
	}
	return 0
}

// Place is the channel for games of the n-th guild that the bot is in, from 0.
func (s *Server) Place(n int) Snowflake { return wire.MadAt(n) }

// Unhandled lists what the bot called that the stand-in does not know, oldest first. Tests demand
// none.
func (s *Server) Unhandled() (list []string) {
	s.ready().world.Do(func(w *world.State) { list = w.Bot.AllUnhandled() })
	return list
}

// TooMany is how many calls were refused for their rate, and how many of them for the limit on all calls.
// Those that Fault refused do not count.
func (s *Server) TooMany() (all, global int) { return s.ready().server.TooMany() }

// Commands are copies of all commands, the guild's first.
func (s *Server) Commands() (out []Command) {
	s.ready().world.Do(func(w *world.State) {
		for _, c := range w.Commands.All() {
			out = append(out, *c)
		}
	})
	return out
}

// Threads are copies of the threads of a channel, oldest first.
func (s *Server) Threads(channel Snowflake) (out []Channel) {
	s.ready().world.Do(func(w *world.State) {
		for _, c := range w.Threads.Of(channel) {
			out = append(out, *c)
		}
	})
	return out
}

// SetThread archives and locks a thread, or undoes it, as time and moderators do. It panics when there
// is no such thread, a defect of the test.
func (s *Server) SetThread(thread Snowflake, archived, locked bool) {
	s.ready().world.Do(func(w *world.State) { w.Threads.Set(w.Channels.Get(thread), archived, locked) })
}

// DeleteChannel takes a channel away, with its threads and messages, until the server closes.
func (s *Server) DeleteChannel(id Snowflake) {
	s.ready().world.Do(func(w *world.State) { w.Channels.Remove(id) })
}

// Kick removes the bot from its guild, or lets it back in, until the server closes. Then its direct messages reach only
// those who share another server with it.
func (s *Server) Kick(out bool) {
	s.ready().world.Do(func(w *world.State) { w.Bot.Kick(out) })
}

// SetPermissions changes what the bot may do in a guild channel, and in its threads, until the server
// closes.
func (s *Server) SetPermissions(channel Snowflake, p Permission) {
	s.ready().world.Do(func(w *world.State) { w.Channels.Grant(channel, p) })
}

// AwaitCommands waits until the bot has registered at least n commands.
func (s *Server) AwaitCommands(ctx context.Context, n int) error {
	return s.ready().world.Await(ctx, func(w *world.State) bool { return len(w.Commands.All()) >= n })
}

// PublicKey is the key by which a bot knows that a request to its endpoint comes from here, 64 hexadecimal
// digits. It is kept with the state.
func (s *Server) PublicKey() (key string) {
	s.ready().world.Do(func(w *world.State) { key = w.Bot.PublicKey() })
	return key
}

// AwaitBot waits until a bot is connected and has had READY. With an Endpoint it waits until that is found to
// be one; the error says at once that it is none.
func (s *Server) AwaitBot(ctx context.Context) error { return s.ready().server.AwaitBot(ctx) }

// AwaitNoBot waits until no bot is connected, or none answers at the Endpoint.
func (s *Server) AwaitNoBot(ctx context.Context) error { return s.ready().server.AwaitNoBot(ctx) }

// AwaitRestart runs restart, and waits until the bot that it starts is there. A connection of the bot before it may be
// open for a moment longer, so AwaitBot does not tell.
func (s *Server) AwaitRestart(ctx context.Context, restart func(context.Context) error) error {
	come := s.Arrivals()
	if err := restart(ctx); err != nil {
		return err
	}
	if s.Endpoint != "" {
		return s.AwaitBot(ctx)
	}
	return s.AwaitArrivals(ctx, come+1)
}

// Arrivals is how many sessions of bots have begun or been resumed.
func (s *Server) Arrivals() (n int) {
	s.ready().world.Do(func(w *world.State) { n = w.Bot.Arrivals() })
	return n
}

// AwaitArrivals waits until n sessions of bots have begun or been resumed.
func (s *Server) AwaitArrivals(ctx context.Context, n int) error {
	return s.ready().world.Await(ctx, func(w *world.State) bool { return w.Bot.Arrivals() >= n })
}

// Reconnect asks every connected bot to reconnect (op 7). Until it does, its session goes on over the old
// connection, which ends with the bot's next heartbeat; afterwards it may be resumed.
func (s *Server) Reconnect() { s.ready().server.Gateway.Reconnect() }

// Hang stops sending and reading on the current connections, and leaves them open. New ones work.
func (s *Server) Hang() { s.ready().server.Gateway.Hang() }

// Again sends the last interaction, of which there must be one, once more to every connected bot, or to the
// Endpoint, as Discord may do.
func (s *Server) Again() { s.ready().server.Again() }

// InvalidateSession tells every connected bot that its session is no longer valid (op 9), after
// which nothing is sent to it until it identifies again.
func (s *Server) InvalidateSession() { s.ready().server.Gateway.InvalidateSession() }

// Drop ends every connection abruptly, without a close frame.
func (s *Server) Drop() { s.ready().server.Gateway.Drop() }

// CloseGateway ends every connection with a close code: 4004 is fatal, 4000 invites a new try.
func (s *Server) CloseGateway(code int) { s.ready().server.Gateway.CloseAll(code) }
