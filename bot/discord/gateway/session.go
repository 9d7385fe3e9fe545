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

// silent is a log level below all of discordgo's. Its logger is a package variable and so cannot be ours; what matters
// comes back as errors.
const silent = -1

// session is a discordgo session, which is opened again when its connection has ended: then discordgo resumes it, and
// starts another one over the same connection when it cannot. discordgo may open it again by itself too, but it would
// do so for ever, without an end to one try, and without a word of why it fails.
type session struct {
	dg      *discordgo.Session
	up      chan struct{} // holds one when READY or RESUMED has come
	down    chan struct{} // holds one when the connection has ended
	abandon func()        // cuts the connection; there will be no other. It works even when discordgo is stuck
}

// newSession returns a session of the shard that is not open yet.
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
	dg.Client = &http.Client{Transport: located(address)}
	life, abandon := context.WithCancel(context.Background())
	dg.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.times.open,
		NetDialContext: func(_ context.Context, network, address string) (net.Conn, error) {
			return s.dial(life, network, address)
		}}
	c := &session{dg, make(chan struct{}, 1), make(chan struct{}, 1), abandon}
	dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		switch e.Type {
		case "READY", "RESUMED":
			note(c.up)
		case "INTERACTION_CREATE":
			s.receive(e)
		}
	})
	dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { note(c.down) })
	return c, nil
}

// note puts one into c unless it is there.
func note(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// forget takes one out of c if it is there.
func forget(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// open connects, and gives up after limit. A session that failed to open is of no further use. When discordgo is
// deadlocked, as after op 7 in answer to RESUME, its goroutine is left behind.
func (c *session) open(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errNoReady)
	defer cancel()
	forget(c.up)
	forget(c.down)
	done := make(chan error, 1)
	go func() { done <- safely.Do(c.dg.Open) }()
	select {
	case err := <-done:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) { // its end was told twice
			note(c.up)
			return nil
		}
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// located is where the gateway is, which discordgo asks for.
type located string

// RoundTrip implements http.RoundTripper.
func (l located) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(fmt.Sprintf(`{"url":%q}`, l)))}, nil
}

// packets is how many writes a connection begins with: those of TLS and HTTP, IDENTIFY or RESUME, the first heartbeat,
// and a few more.
const packets = 8

// paced is a connection on which no more is written than a session needs. discordgo answers op 9 with IDENTIFY at once,
// and op 9 to that likewise; after a thousand in a day Discord resets the token.
type paced struct {
	net.Conn
	wait    func() error // until one more write may be
	release func() bool  // what would close it
}

// dial connects until life ends.
func (s *shard) dial(life context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(life, network, address)
	if err != nil {
		return nil, err
	}
	pace := rate.NewLimiter(rate.Every(s.times.spacing), packets)
	return &paced{conn, func() error { return pace.Wait(life) },
		context.AfterFunc(life, func() { conn.Close() })}, nil
}

// Write implements net.Conn.
func (c *paced) Write(p []byte) (int, error) {
	if err := c.wait(); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// Close implements net.Conn.
func (c *paced) Close() error {
	c.release()
	return c.Conn.Close()
}
