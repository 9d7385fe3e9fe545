package gateway

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// silent is a log level below all of discordgo's. Its logger is a package variable and so cannot be
// ours; what matters comes back as errors.
const silent = -1

// session is one discordgo session from its opening to its end, over a relay. A new one is made for
// each connection: discordgo can deadlock when it opens the same one again.
type session struct {
	dg    *discordgo.Session
	relay *relay
}

// newSession returns a session that is not open yet. on receives every event of the gateway, each
// in a goroutine of its own.
func newSession(token string, r *relay, on func(*discordgo.Event)) (*session, error) {
	dg, err := discordgo.New(token)
	if err != nil {
		return nil, err
	}
	dg.Client = &http.Client{Transport: nowhere{}}
	dg.LogLevel = silent
	dg.Compress = false
	dg.StateEnabled = false
	dg.SyncEvents = false
	dg.ShouldReconnectOnError = false
	dg.ShouldRetryOnRateLimit = false
	dg.MaxRestRetries = 0
	dg.Identify.Intents = discordgo.IntentsNone
	dg.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) { r.end(errGone) })
	dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		on(e)
		if e.Type == interactionEvent {
			r.passed()
		}
	})
	return &session{dg, r}, nil
}

// open connects to the gateway at address, and gives up after limit. A session that failed to open
// is of no further use. When discordgo is deadlocked, its goroutine is left behind.
func (s *session) open(ctx context.Context, address string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	s.dg.Dialer = &websocket.Dialer{
		NetDialContext: func(context.Context, string, string) (net.Conn, error) {
			return s.relay.connect(ctx, address)
		}}
	done := make(chan error, 1)
	go func() { done <- safely(s.dg.Open) }()
	select {
	case err := <-done:
		if err == nil {
			return nil
		}
		s.kill()
		return s.because(err)
	case <-ctx.Done():
		s.kill()
		return ctx.Err()
	}
}

// because returns the relay's reason for an error of discordgo, which knows less.
func (s *session) because(err error) error {
	if why := s.relay.cause(); why != nil {
		return why
	}
	return err
}

// kill cuts the connection and returns when nothing comes from it any more. It works even when
// discordgo is stuck with its lock held.
func (s *session) kill() {
	s.relay.end(errGone)
	<-s.relay.done.c
}

// nowhere answers discordgo's question for the address of the gateway: it dials the relay, whatever
// the address is.
type nowhere struct{}

// RoundTrip implements http.RoundTripper.
func (nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"url":"ws://relay/"}`))}, nil
}

// accept answers the WebSocket handshake that comes over conn.
func accept(conn net.Conn) (*websocket.Conn, error) {
	read := bufio.NewReader(conn)
	r, err := http.ReadRequest(read)
	if err != nil {
		return nil, err
	}
	w := hijacked{http.Header{}, conn, bufio.NewReadWriter(read, bufio.NewWriter(conn))}
	return new(websocket.Upgrader).Upgrade(w, r, nil)
}

// hijacked is the http.ResponseWriter of a handshake on a connection that no http.Server has.
type hijacked struct {
	header http.Header
	conn   net.Conn
	rw     *bufio.ReadWriter
}

// Header implements http.ResponseWriter.
func (h hijacked) Header() http.Header { return h.header }

// Write implements http.ResponseWriter. A handshake is only written to when it is refused.
func (h hijacked) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader implements http.ResponseWriter.
func (h hijacked) WriteHeader(int) {}

// Hijack implements http.Hijacker.
func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) { return h.conn, h.rw, nil }
