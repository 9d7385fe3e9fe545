// Package endpoint receives interactions over HTTP, as Discord's outgoing webhooks, in place of the gateway:
// behind any load balancer, in any number of processes. Answers go out as those to interactions of the
// gateway do.
package endpoint

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"madbot/bot/discord"
)

// Path is where an Endpoint takes interactions.
const Path = "/interactions"

const (
	readLimit   = 5 * time.Second // for a whole request, and for its answer
	maxHeader   = 16 << 10        // bytes
	finishLimit = 2 * time.Second // for what has arrived when Run ends
	finishLook  = 5 * time.Millisecond
)

// Config is what an Endpoint needs. All is required but Linger.
type Config struct {
	Addr string // where it listens, such as 127.0.0.1:8090
	Key  Key    // of the application
	Now  func() time.Time
	Log  *slog.Logger
	// Linger is how long it takes interactions when it is to end, and is not Ready any more: for a load
	// balancer to notice. 0: not at all.
	Linger time.Duration
}

// Endpoint takes the interactions that Discord sends to an application's Interactions Endpoint URL.
// https://discord.com/developers/docs/interactions/overview#configuring-an-interactions-endpoint-url
type Endpoint struct {
	config Config
	live   atomic.Bool // it listens
}

// New returns an Endpoint that does not listen before Run.
func New(c Config) *Endpoint { return &Endpoint{config: c} }

// ErrNotListening is returned by Endpoint.Ready before it listens, and when it is to end.
var ErrNotListening = errors.New("interactions are not taken")

// Ready returns nil while the endpoint listens, else ErrNotListening.
func (e *Endpoint) Ready() error {
	if !e.live.Load() {
		return ErrNotListening
	}
	return nil
}

// Run listens until ctx ends, when it returns nil after what has arrived was taken. The error says why it
// cannot listen. on receives each interaction in a goroutine of its own. Run may be called once.
func (e *Endpoint) Run(ctx context.Context, on func(*discord.Interaction)) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", e.config.Addr)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("listen for interactions: %w", err)
	}
	var open atomic.Int64 // connections
	server := e.server(on, &open)
	defer server.Close()
	e.live.Store(true)
	defer e.live.Store(false)
	stop := context.AfterFunc(ctx, func() {
		e.live.Store(false)
		time.Sleep(e.config.Linger)
		_ = l.Close() // it is of no use any more
	})
	defer stop()
	e.config.Log.Info("interactions are taken", "addr", l.Addr().String())
	if err := server.Serve(l); ctx.Err() == nil {
		return fmt.Errorf("listen for interactions: %w", err)
	}
	finish(&open)
	return nil
}

// server returns the server that hands interactions to on, and counts the connections that are open. Each
// request has a connection of its own: on one that is kept, a request could arrive when the server is about to
// close it, and be lost.
func (e *Endpoint) server(on func(*discord.Interaction), open *atomic.Int64) *http.Server {
	mux := http.NewServeMux()
	h := newHandler(e.config, on)
	mux.Handle("POST "+Path, h)
	s := &http.Server{Handler: mux, ConnContext: h.visitors.enter, ReadHeaderTimeout: readLimit,
		ReadTimeout: readLimit, WriteTimeout: readLimit,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(e.config.Log.Handler(), slog.LevelWarn),
		ConnState: func(c net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				open.Add(1)
			case http.StateClosed:
				h.visitors.leave(c)
				open.Add(-1)
			}
		}}
	s.SetKeepAlivesEnabled(false)
	return s
}

// finish waits until the connections that were accepted have ended. http.Server.Shutdown would drop the
// requests that come on them.
func finish(open *atomic.Int64) {
	late := time.NewTimer(finishLimit)
	defer late.Stop()
	look := time.NewTicker(finishLook)
	defer look.Stop()
	for open.Load() > 0 {
		select {
		case <-look.C:
		case <-late.C:
			return
		}
	}
}
