// Package sandbox is a local stand-in for Discord: gateway, REST interface, files, and a web client
// for three people. It is as strict as Discord where a bot could go wrong, and refuses loudly what
// it does not know. It knows nothing of any bot.
package sandbox

import (
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// DefaultToken is the bot token a Server accepts unless it is given another.
const DefaultToken = "sandbox.local.token"

// ErrClosed is returned by whatever waits when the Server is closed.
var ErrClosed = errors.New("sandbox: server closed")

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
	Restart   func(context.Context) error // restarts the bot; nil hides the page's button
	Fault     func(*http.Request) *Fault  // asked before each of those; a nil answer lets it pass
	Limits    bool                        // refuses calls and sessions that come too fast
	Heartbeat time.Duration               // between the bot's heartbeats; 0 means Discord's 41.25 s
	Deadline  time.Duration               // for a first answer; 0 means Discord's 3 s

	once    sync.Once
	openErr error
	mux     *http.ServeMux
	done    chan struct{}  // closed by Close
	tasks   sync.WaitGroup // gateway connections

	recordMu sync.Mutex

	mu           sync.Mutex // guards everything below
	closed       bool
	changed      chan struct{} // closed and replaced at each change
	lastID       Snowflake
	users        map[Snowflake]*User
	channels     []*Channel
	posts        []*post // oldest first
	read         map[Snowflake]map[Snowflake]Snowflake
	commands     map[Snowflake][]*Command // by guild, 0 for global
	interactions map[string]*interaction  // by token
	emojis       []Emoji
	granted      map[Snowflake]Permission
	closedDMs    map[Snowflake]bool
	locales      map[Snowflake]string
	spells       map[string]spell // of what is limited in pace
	conns        []*conn
	streams      []*stream
	unhandled    []string
	files        map[Snowflake][]byte
	journal      *journal
}

// Open reads the state kept in Dir; ErrInUse means another process has it. Everything else does
// this on its own, so calling it only shows the error early.
func (s *Server) Open() error {
	s.once.Do(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.done, s.changed = make(chan struct{}), make(chan struct{})
		s.users, s.channels = newUsers(), newChannels()
		s.read = map[Snowflake]map[Snowflake]Snowflake{}
		s.commands = map[Snowflake][]*Command{}
		s.interactions = map[string]*interaction{}
		s.emojis = []Emoji{}
		s.granted, s.closedDMs = map[Snowflake]Permission{}, map[Snowflake]bool{}
		s.locales, s.spells = map[Snowflake]string{}, map[string]spell{}
		s.files = map[Snowflake][]byte{}
		s.mux = s.routes()
		if s.openErr = s.openStore(); s.openErr != nil {
			s.log().Error("open state", "err", s.openErr)
		}
	})
	return s.openErr
}

// ready opens the state and leaves its error to Open.
func (s *Server) ready() { _ = s.Open() }

// routes is everything the server answers.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	s.restRoutes(mux)
	s.pageRoutes(mux)
	mux.HandleFunc("GET /gateway", s.serveGateway)
	mux.HandleFunc("GET /gateway/", s.serveGateway)
	mux.HandleFunc("GET /cdn/attachments/{channel}/{id}/{name}", s.serveAttachment)
	mux.HandleFunc("GET /cdn/emojis/{name}", s.serveEmoji)
	static, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	mux.Handle("/", page(http.FileServerFS(static)))
	return mux
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
func (s *Server) Close() error {
	s.ready()
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.done)
	for _, c := range s.conns {
		c.close(closeGoingAway)
	}
	s.mu.Unlock()
	s.tasks.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closeStore()
}

// Unhandled lists what the bot called that the stand-in does not know, oldest first. Tests demand
// none.
func (s *Server) Unhandled() []string {
	s.ready()
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.unhandled)
}

// unhandledLocked notes something the stand-in does not know, loudly.
func (s *Server) unhandledLocked(what string) {
	s.log().Error("not handled", "what", what)
	s.unhandled = append(s.unhandled, what)
	s.tellAll("unhandled", map[string]string{"text": what})
}

func (s *Server) log() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}

func (s *Server) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

func (s *Server) token() string {
	if s.Token == "" {
		return DefaultToken
	}
	return s.Token
}

func (s *Server) deadline() time.Duration {
	if s.Deadline == 0 {
		return 3 * time.Second
	}
	return s.Deadline
}

// wake lets everything that waits look again. mu must be held.
func (s *Server) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// await waits until the condition, asked with mu held, is true.
func (s *Server) await(ctx context.Context, condition func() bool) error {
	s.ready()
	for {
		s.mu.Lock()
		met, changed := condition(), s.changed
		s.mu.Unlock()
		if met {
			return nil
		}
		select {
		case <-changed:
		case <-s.done:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// without gives a list less one thing.
func without[T comparable](list []T, one T) []T {
	return slices.DeleteFunc(list, func(o T) bool { return o == one })
}
