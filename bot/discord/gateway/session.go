package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"madbot/bot/safely"
)

// silent is below all of discordgo's log levels. discordgo logs through a package variable that we cannot replace;
// everything important is also returned as an error.
const silent = -1

// session is a discordgo session. When its connection ends, the shard opens it again: discordgo then resumes it, or
// starts a new session over the same connection. discordgo's own reconnecting is off because it never gives up, has
// no timeout, and does not report errors.
type session struct {
	dg      *discordgo.Session
	up      chan struct{} // holds an element after READY or RESUMED
	down    chan struct{} // holds an element after the connection ended
	abandon func()        // closes the connection for good, even if discordgo is deadlocked
}

// newSession returns a session of the shard. It is not open yet.
func (s *shard) newSession(address string) (*session, error) {
	dg, err := discordgo.New(s.Client.Token())
	if err != nil {
		return nil, err
	}
	dg.LogLevel = silent
	dg.Compress = false
	dg.StateEnabled = false
	dg.SyncEvents = false
	dg.ShouldReconnectOnError = false
	dg.Identify.Intents = discordgo.IntentsNone
	dg.Identify.Shard = &[2]int{s.id, s.count}
	dg.Client = &http.Client{Transport: gatewayAddress(address)}
	life, abandon := context.WithCancel(context.Background())
	dg.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.times.open,
		NetDialContext: func(_ context.Context, network, address string) (net.Conn, error) {
			return s.dial(life, network, address)
		}}
	c := &session{dg, make(chan struct{}, 1), make(chan struct{}, 1), abandon}
	dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		switch e.Type {
		case "READY", "RESUMED":
			signal(c.up)
		case "INTERACTION_CREATE":
			s.receive(e)
		}
	})
	dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { signal(c.down) })
	return c, nil
}

// signal sends to c unless it is full.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// drain empties c.
func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// open connects within limit. A session that failed to open cannot be reused. If discordgo is deadlocked, as after
// op 7 in answer to RESUME, open leaves its goroutine behind.
func (c *session) open(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errNoReady)
	defer cancel()
	drain(c.up)
	drain(c.down)
	done := make(chan error, 1)
	go func() { done <- safely.Do(c.dg.Open) }()
	select {
	case err := <-done:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) { // discordgo reported the end twice
			signal(c.up)
			return nil
		}
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// gatewayAddress is an HTTP transport that answers discordgo's request for the gateway's address.
type gatewayAddress string

func (l gatewayAddress) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(fmt.Sprintf(`{"url":%q}`, l)))}, nil
}

// writeBurst is how many writes a connection may make immediately: for TLS, HTTP, IDENTIFY or RESUME, the first
// heartbeat, and a few more.
const writeBurst = 8

// pacedConn is a connection with a limited rate of writes. discordgo answers each op 9 immediately with IDENTIFY, and
// after a thousand of them in a day Discord resets the token.
type pacedConn struct {
	net.Conn
	wait    func() error // waits until a write is allowed
	release func() bool  // stops the function that closes the connection when life ends
}

// dial connects. The connection is closed when life ends.
func (s *shard) dial(life context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(life, network, address)
	if err != nil {
		return nil, err
	}
	pace := rate.NewLimiter(rate.Every(s.times.spacing), writeBurst)
	return &pacedConn{conn, func() error { return pace.Wait(life) },
		context.AfterFunc(life, func() { conn.Close() })}, nil
}

func (c *pacedConn) Write(p []byte) (int, error) {
	if err := c.wait(); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

func (c *pacedConn) Close() error {
	c.release()
	return c.Conn.Close()
}
