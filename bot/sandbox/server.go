// Package sandbox is a local stand-in for Discord: gateway, REST API, files, and a web client for three or more
// people. It is as strict as Discord where a bot could go wrong, and reports what it does not support. It knows
// nothing of any bot.
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

// DefaultToken is the bot token that a Server accepts by default.
const DefaultToken = "sandbox.local.token"

//go:embed web
var web embed.FS

// Server is a local stand-in for Discord. The zero value is ready to use. Its fields must not be changed after
// first use. It is an http.Handler and must not be copied.
type Server struct {
	Dir       string                      // stores the state; "": the state is lost when the process ends
	Token     string                      // the accepted bot token; "": DefaultToken
	Now       func() time.Time            // nil: time.Now
	Log       *slog.Logger                // nil: no log
	Record    io.Writer                   // receives each REST request as a JSON line; may be nil
	Posted    func(Message)               // called with each new message of the bot, must not block; may be nil
	Restart   func(context.Context) error // restarts the bot; nil hides the page's button
	Jump      page.Jump                   // sets Now ahead and restarts the bot; nil hides the page's clock
	Tour      *page.Tour                  // shown on the page at the start of channels with the bot; nil: none
	Fault     func(*http.Request) *Fault  // called before each REST request; nil, or a nil result: no fault
	Limits    bool                        // refuse calls and sessions that exceed Discord's limits
	Heartbeat time.Duration               // between the bot's heartbeats; 0: Discord's 41.25 s
	Deadline  time.Duration               // for a first response; 0: Discord's 3 s
	Resume    time.Duration               // how long a disconnected session can be resumed; 0: not at all
	Endpoint  string                      // the Interactions Endpoint URL; "": use the gateway

	People         int // number of people, up to wire.MaxPeople; 0: 3
	Guilds         int // number of guilds with the bot, up to wire.MaxGuilds; 0: 1
	MaxThreads     int // active threads allowed in the guild; 0: Discord's 1000
	Shards         int // recommended number; 0: 1
	MaxConcurrency int // shards that may start sessions at the same time, by their id modulo this; 0: 1

	Sessions int           // allowed per day; 0: Discord's 1000
	Spacing  time.Duration // between session starts that share a limit; 0: Discord's 5 s

	// GatewayFault is called before each session starts or resumes. 0 is no fault. May be nil.
	GatewayFault func(resuming bool) GatewayFault

	once    sync.Once
	openErr error
	mux     http.ServeMux
	world   *world.World
	server  *server.Server
	client  *client.Client
}

// Open loads the state from Dir. The error is ErrInUse if another process uses it. All other methods call Open if
// necessary; calling it only reveals the error early.
func (s *Server) Open() error {
	s.once.Do(func() {
		if s.openErr = s.open(); s.openErr != nil {
			s.log().Error("open state", "err", s.openErr)
		}
	})
	return s.openErr
}

// open creates the parts. After an error they have an empty state that is not stored, so that no other method has
// to check.
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
		panic(err) // the folder is embedded
	}
	page.Register(&s.mux, page.Config{Client: s.client, Stream: stream, Static: static,
		Now: now, Restart: func() page.Restart { return s.Restart }, Jump: func() page.Jump { return s.Jump },
		Tour: func() *page.Tour { return s.Tour }})
	return openErr
}

func or[T comparable](value, other T) T {
	var zero T
	if value == zero {
		return other
	}
	return value
}

// log returns the logger. It is called each time because Log may be set after Open.
func (s *Server) log() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}

// ready opens the server if necessary. Open returns the error.
func (s *Server) ready() *Server {
	_ = s.Open()
	return s
}

// ServeHTTP serves the bot and the page.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.Open(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Close ends streams and gateway connections, and releases the folder. Waits return ErrClosed. It may be called twice.
func (s *Server) Close() error { return s.ready().server.Close() }

// Actor returns a person by name in any case, such as "alice". It panics for an unknown name, which is a defect of
// the test.
func (s *Server) Actor(name string) *Actor {
	for _, id := range wire.People(s.People) {
		if u, _ := wire.UserOf(id); u.Username == strings.ToLower(name) {
			return s.ready().client.Actor(id)
		}
	}
	panic("sandbox: no such person: " + name)
}

// Everybody returns all people.
func (s *Server) Everybody() (all []*Actor) {
	for _, id := range wire.People(s.People) {
		all = append(all, s.ready().client.Actor(id))
	}
	return all
}

// Channel returns the id of a guild channel or group by its name without "#", or 0.
func (s *Server) Channel(name string) Snowflake {
	for _, c := range wire.Channels() {
		if c.Name == name && name != "" {
			return c.ID
		}
	}
	return 0
}

// Place returns the channel for games in the n-th guild with the bot, from 0.
func (s *Server) Place(n int) Snowflake { return wire.MadAt(n) }

// Unhandled returns what the bot did that the sandbox does not support, oldest first. Tests require that it is
// empty.
func (s *Server) Unhandled() (list []string) {
	s.ready().world.Do(func(w *world.State) { list = w.Bot.AllUnhandled() })
	return list
}

// TooMany returns how many calls were refused because of rate limits, and how many of them because of the global
// limit. Refusals by Fault do not count.
func (s *Server) TooMany() (all, global int) { return s.ready().server.TooMany() }

// Commands returns copies of all commands, the guild's first.
func (s *Server) Commands() (out []Command) {
	s.ready().world.Do(func(w *world.State) {
		for _, c := range w.Commands.All() {
			out = append(out, *c)
		}
	})
	return out
}

// Threads returns copies of the threads of a channel, oldest first.
func (s *Server) Threads(channel Snowflake) (out []Channel) {
	s.ready().world.Do(func(w *world.State) {
		for _, c := range w.Threads.Of(channel) {
			out = append(out, *c)
		}
	})
	return out
}

// SetThread sets whether a thread is archived and locked, as time and moderators do. It panics if there is no such
// thread, which is a defect of the test.
func (s *Server) SetThread(thread Snowflake, archived, locked bool) {
	s.ready().world.Do(func(w *world.State) { w.Threads.Set(w.Channels.Get(thread), archived, locked) })
}

// DeleteChannel deletes a channel with its threads and messages, until the server closes.
func (s *Server) DeleteChannel(id Snowflake) {
	s.ready().world.Do(func(w *world.State) { w.Channels.Remove(id) })
}

// DeleteRole deletes the role of the bot's first guild.
func (s *Server) DeleteRole() {
	s.ready().world.Do(func(w *world.State) { w.Roles.Delete(wire.RoleAt(0)) })
}

// Kick removes the bot from its first guild, or adds it again, until the server closes. Meanwhile its direct
// messages only reach people who share another server with it.
func (s *Server) Kick(out bool) {
	s.ready().world.Do(func(w *world.State) { w.Bot.Kick(out) })
}

// SetForum sets the tags of the posts in #games, which is a forum, and whether each post needs one, until the server
// closes. Only moderators may apply tags whose name begins with "!".
func (s *Server) SetForum(required bool, names ...string) {
	var tags []wire.Tag
	for i, name := range names {
		name, moderated := strings.CutPrefix(name, "!")
		tags = append(tags, wire.Tag{ID: wire.ForumID + Snowflake(1000+i), Name: name, Moderated: moderated})
	}
	s.ready().world.Do(func(w *world.State) { w.Channels.SetForum(wire.ForumID, required, tags...) })
}

// SetPermissions sets the bot's permissions in a guild channel and its threads, until the server closes.
func (s *Server) SetPermissions(channel Snowflake, p Permission) {
	s.ready().world.Do(func(w *world.State) { w.Channels.Grant(channel, p) })
}

// AwaitCommands waits until the bot has registered at least n commands.
func (s *Server) AwaitCommands(ctx context.Context, n int) error {
	return s.ready().world.Await(ctx, func(w *world.State) bool { return len(w.Commands.All()) >= n })
}

// PublicKey returns the key that verifies requests to the bot's endpoint, as 64 hexadecimal digits. It is stored
// with the state.
func (s *Server) PublicKey() (key string) {
	s.ready().world.Do(func(w *world.State) { key = w.Bot.PublicKey() })
	return key
}

// AwaitBot waits until a bot has received READY, or until the Endpoint has passed its check. If the Endpoint fails
// it, the error says why.
func (s *Server) AwaitBot(ctx context.Context) error { return s.ready().server.AwaitBot(ctx) }

// AwaitNoBot waits until no bot is connected, or the Endpoint does not respond.
func (s *Server) AwaitNoBot(ctx context.Context) error { return s.ready().server.AwaitNoBot(ctx) }

// AwaitRestart calls restart and waits for the bot that it starts. AwaitBot would not do, because the old bot's
// connection may still be open for a moment.
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

// Arrivals returns how many sessions bots have started or resumed.
func (s *Server) Arrivals() (n int) {
	s.ready().world.Do(func(w *world.State) { n = w.Bot.Arrivals() })
	return n
}

// AwaitArrivals waits until bots have started or resumed n sessions.
func (s *Server) AwaitArrivals(ctx context.Context, n int) error {
	return s.ready().world.Await(ctx, func(w *world.State) bool { return w.Bot.Arrivals() >= n })
}

// Reconnect asks every connected bot to reconnect (op 7). The session of a bot continues on the old connection until
// the bot reconnects or sends its next heartbeat, which closes that connection. After that the session can be resumed.
func (s *Server) Reconnect() { s.ready().server.Gateway.Reconnect() }

// Hang stops sending and reading on the current connections, and leaves them open. New ones work.
func (s *Server) Hang() { s.ready().server.Gateway.Hang() }

// Again sends the last interaction again, as Discord may do, to every connected bot or the Endpoint. There must be
// one.
func (s *Server) Again() { s.ready().server.Again() }

// InvalidateSession tells every connected bot that its session is invalid (op 9). Nothing is sent to it until it
// identifies again.
func (s *Server) InvalidateSession() { s.ready().server.Gateway.InvalidateSession() }

// Drop closes every connection without a close frame.
func (s *Server) Drop() { s.ready().server.Gateway.Drop() }

// CloseGateway closes every connection with a close code: 4004 is fatal, 4000 allows a retry.
func (s *Server) CloseGateway(code int) { s.ready().server.Gateway.CloseAll(code) }
