package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"madbot/bot/safely"
)

// silent is below all of discordgo's log levels. discordgo logs through a package variable that we cannot replace;
// everything important is also returned as an error.
const silent = -1

// guardAddress is the address at which discordgo connects to its guard.
const guardAddress = "ws://guard"

// session is a discordgo session. When its connection ends, the shard opens it again, and discordgo resumes it.
// discordgo's own reconnecting is off because it never gives up, has no timeout, and does not report errors.
type session struct {
	dg      *discordgo.Session
	up      chan struct{} // holds an element after READY or RESUMED
	down    chan struct{} // holds an element after the connection ended
	abandon func()        // closes the connection for good, even if discordgo is deadlocked
	over    atomic.Bool   // Discord has ended the session: it cannot be resumed
	seq     atomic.Int64  // of the last dispatch
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
	dg.Client = &http.Client{Transport: gatewayAddress(guardAddress)}
	life, abandon := context.WithCancel(context.Background())
	c := &session{dg: dg, up: make(chan struct{}, 1), down: make(chan struct{}, 1), abandon: abandon}
	dg.Dialer = &websocket.Dialer{HandshakeTimeout: s.times.open,
		NetDialContext: func(context.Context, string, string) (net.Conn, error) { return s.dial(life, address, c) }}
	dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "READY" || e.Type == "RESUMED" {
			signal(c.up)
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

func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// open connects within limit. A session that failed to open cannot be reused. If discordgo is deadlocked, open leaves
// its goroutine behind.
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
