package bot

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"
)

// silent is a log level of discordgo below all others. Its logger is a package variable, so what
// it has to say is not asked for; what matters comes back as errors.
const silent = -1

// restLimit bounds the one REST call that discordgo makes while it opens a session.
const restLimit = 20 * time.Second

// session is one discordgo session from its opening to its end. A new one is made for each
// connection: discordgo can deadlock when it resumes, and a bot of interactions loses nothing by
// identifying afresh.
type session struct {
	dg    *discordgo.Session
	ready chan struct{} // closed at the first READY
	gone  chan struct{} // closed when the connection has ended

	setReady, setGone func()

	mu      sync.Mutex
	sockets []net.Conn
}

// newSession returns a session that is not open yet. on receives every event of the gateway, each
// in a goroutine of its own.
func newSession(token string, t *transport, on func(*discordgo.Event)) (*session, error) {
	dg, err := discordgo.New(token)
	if err != nil {
		return nil, err
	}
	s := &session{dg: dg, ready: make(chan struct{}), gone: make(chan struct{})}
	s.setReady = sync.OnceFunc(func() { close(s.ready) })
	s.setGone = sync.OnceFunc(func() { close(s.gone) })
	dg.Client = &http.Client{Transport: t, Timeout: restLimit}
	dg.Dialer = &websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: restLimit, NetDialContext: s.dial,
	}
	dg.LogLevel = silent
	dg.StateEnabled = false
	dg.SyncEvents = false
	dg.ShouldReconnectOnError = false
	dg.ShouldRetryOnRateLimit = false
	dg.MaxRestRetries = 0
	dg.Identify.Intents = discordgo.IntentsNone
	dg.AddHandler(func(_ *discordgo.Session, _ *discordgo.Ready) { s.setReady() })
	dg.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) { s.setGone() })
	dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { on(e) })
	return s, nil
}

// open connects, and gives up after limit. When it fails the session is of no more use. Should
// discordgo be deadlocked, its goroutine stays behind: it is the price of a rare case.
func (s *session) open(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- safely(s.dg.Open) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		s.kill()
		return ctx.Err()
	}
}

// close says goodbye to Discord and ends the session, within limit.
func (s *session) close(limit time.Duration) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = safely(s.dg.Close)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		s.kill()
	}
}

// kill cuts the connection. It works also when discordgo is stuck with its lock held.
func (s *session) kill() {
	s.setGone()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, socket := range s.sockets {
		_ = socket.Close()
	}
}

// dial connects and remembers the socket for kill.
func (s *session) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sockets = append(s.sockets, conn)
	return &guardedConn{conn, s.setGone, rate.NewLimiter(rate.Every(bulkyEvery), bulkyBurst)}, nil
}

const (
	// bulky is a size in bytes between that of a heartbeat and that of an IDENTIFY.
	bulky = 128
	// bulkyBurst lets the handshakes of TLS and WebSocket, an IDENTIFY and a second one pass.
	bulkyBurst = 4
	bulkyEvery = 10 * time.Second
)

// errHasty ends a connection on which discordgo identifies again and again: it does so at once
// whenever Discord refuses a session with op 9, and a thousand times a day cost the token.
var errHasty = errors.New("identified too often")

// guardedConn says when reading from it failed, which discordgo says a second later, and ends when
// it is written to in haste.
type guardedConn struct {
	net.Conn
	gone func()
	pace *rate.Limiter
}

// Write implements net.Conn. The error is errHasty when the connection was ended.
func (c *guardedConn) Write(p []byte) (int, error) {
	if len(p) >= bulky && !c.pace.Allow() {
		_ = c.Close()
		return 0, errHasty
	}
	return c.Conn.Write(p)
}

// Read implements net.Conn.
func (c *guardedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err != nil {
		c.gone()
	}
	return n, err
}
