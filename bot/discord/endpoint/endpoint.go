// Package endpoint receives interactions over HTTP instead of the gateway, as Discord's outgoing webhooks. Any
// number of processes can do so behind a load balancer. Responses are sent as calls, like those to interactions
// from the gateway.
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

// Path is the path of the interactions endpoint.
const Path = "/interactions"

const (
	readLimit   = 5 * time.Second // for a whole request, and for its response
	maxHeader   = 16 << 10        // bytes
	finishLimit = 2 * time.Second // to finish open requests when Run ends
	finishPoll  = 5 * time.Millisecond
)

// Config configures an Endpoint. Everything except Linger is required.
type Config struct {
	Addr string // to listen on, such as 127.0.0.1:8090
	Key  Key    // the application's public key
	Now  func() time.Time
	Log  *slog.Logger
	// Linger is how long the endpoint still accepts interactions after ctx ends, when Ready already returns
	// ErrNotListening, so that a load balancer can notice.
	Linger time.Duration
}

// Endpoint receives the interactions that Discord sends to an application's Interactions Endpoint URL.
// https://discord.com/developers/docs/interactions/overview#configuring-an-interactions-endpoint-url
type Endpoint struct {
	config Config
	live   atomic.Bool // whether it is listening
}

// New returns an Endpoint. It does not listen until Run.
func New(c Config) *Endpoint { return &Endpoint{config: c} }

// ErrNotListening is returned by Endpoint.Ready before it listens and during shutdown.
var ErrNotListening = errors.New("not listening for interactions")

// Ready returns nil while the endpoint listens, and otherwise ErrNotListening.
func (e *Endpoint) Ready() error {
	if !e.live.Load() {
		return ErrNotListening
	}
	return nil
}

// Run listens until ctx ends. It then finishes the requests that have arrived, and returns nil. It returns an error
// if it cannot listen. Each interaction is passed to on in a goroutine of its own. Run must be called only once.
func (e *Endpoint) Run(ctx context.Context, on func(*discord.Interaction)) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", e.config.Addr)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("listen for interactions: %w", err)
	}
	var open atomic.Int64 // number of open connections
	server := e.server(on, &open)
	defer server.Close()
	e.live.Store(true)
	defer e.live.Store(false)
	stop := context.AfterFunc(ctx, func() {
		e.live.Store(false)
		time.Sleep(e.config.Linger)
		_ = l.Close() // the error does not matter any more
	})
	defer stop()
	e.config.Log.Info("listening for interactions", "addr", l.Addr().String())
	if err := server.Serve(l); ctx.Err() == nil {
		return fmt.Errorf("listen for interactions: %w", err)
	}
	finish(&open)
	return nil
}

// server returns the server that passes interactions to on and counts open connections. Keep-alive is off: on a
// reused connection, a request could arrive just as the server closes it and get lost.
func (e *Endpoint) server(on func(*discord.Interaction), open *atomic.Int64) *http.Server {
	mux := http.NewServeMux()
	h := newHandler(e.config, on)
	mux.Handle("POST "+Path, h)
	s := &http.Server{Handler: mux, ConnContext: h.unverified.add, ReadHeaderTimeout: readLimit,
		ReadTimeout: readLimit, WriteTimeout: readLimit,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(e.config.Log.Handler(), slog.LevelWarn),
		ConnState: func(c net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				open.Add(1)
			case http.StateClosed:
				h.unverified.remove(c)
				open.Add(-1)
			}
		}}
	s.SetKeepAlivesEnabled(false)
	return s
}

// finish waits until all accepted connections have ended. http.Server.Shutdown would drop requests that are just
// arriving.
func finish(open *atomic.Int64) {
	late := time.NewTimer(finishLimit)
	defer late.Stop()
	look := time.NewTicker(finishPoll)
	defer look.Stop()
	for open.Load() > 0 {
		select {
		case <-look.C:
		case <-late.C:
			return
		}
	}
}
