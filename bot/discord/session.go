package discord

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

// silent is a log level below all of discordgo's. Its logger is a package variable and so cannot be
// ours; what matters comes back as errors.
const silent = -1

// session is one discordgo session from its opening to its end. A new one is made for each
// connection: discordgo can deadlock when it resumes, and an interaction that Discord would send
// again after a resume is past its three seconds.
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
func newSession(c *Client, on func(*discordgo.Event)) (*session, error) {
	dg, err := discordgo.New(c.token)
	if err != nil {
		return nil, err
	}
	s := &session{dg: dg, ready: make(chan struct{}), gone: make(chan struct{})}
	s.setReady = sync.OnceFunc(func() { close(s.ready) })
	s.setGone = sync.OnceFunc(func() { close(s.gone) })
	dg.Client = &http.Client{Transport: c.transport, Timeout: restLimit}
	dg.Dialer = &websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: restLimit, NetDialContext: s.dial,
	}
	dg.UserAgent = userAgent
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

// open connects, and gives up after limit. A session that failed to open is of no further use. When
// discordgo is deadlocked, its goroutine is left behind.
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

// close ends the session: with the closing handshake if that takes no longer than limit.
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

// kill cuts the connection. It works even when discordgo is stuck with its lock held.
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
	// bulky is more bytes than a heartbeat has, and fewer than an IDENTIFY.
	bulky = 128
	// bulkyBurst lets the handshakes of TLS and WebSocket, an IDENTIFY and a second one pass.
	bulkyBurst = 4
	bulkyEvery = 10 * time.Second
)

// errHasty ends a connection on which discordgo identifies again and again: it does so at once
// whenever Discord refuses a session with op 9, and Discord resets the token of a bot that
// identifies more than a thousand times a day.
var errHasty = errors.New("identified too often")

// guardedConn reports when reading fails, a second earlier than discordgo does, and is cut when it
// is written to in haste.
type guardedConn struct {
	net.Conn
	gone func()
	pace *rate.Limiter
}

// Write implements net.Conn. The error is errHasty when it cut the connection.
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
