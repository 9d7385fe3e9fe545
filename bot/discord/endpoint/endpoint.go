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
)

// Config is what an Endpoint needs. All is required.
type Config struct {
	Addr string // where it listens, such as 127.0.0.1:8090
	Key  Key    // of the application
	Now  func() time.Time
	Log  *slog.Logger
}

// Endpoint takes the interactions that Discord sends to an application's Interactions Endpoint URL.
// https://discord.com/developers/docs/interactions/overview#configuring-an-interactions-endpoint-url
type Endpoint struct {
	config Config
	live   atomic.Bool // it listens
}

// New returns an Endpoint that does not listen before Run.
func New(c Config) *Endpoint { return &Endpoint{config: c} }

// Ready reports whether the endpoint listens.
func (e *Endpoint) Ready() bool { return e.live.Load() }

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
	server := e.server(on)
	ended := make(chan struct{})
	e.live.Store(true)
	defer e.live.Store(false)
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		e.live.Store(false)
		e.finish(ctx, server)
	})
	e.config.Log.Info("interactions are taken", "addr", l.Addr().String())
	err = server.Serve(l)
	if stop() { // it was not ctx that ended it
		return fmt.Errorf("listen for interactions: %w", err)
	}
	<-ended
	return nil
}

// server returns the server that hands interactions to on. Each request has a connection of its own: on one
// that is kept, a request could arrive when the server is about to close it, and be lost.
func (e *Endpoint) server(on func(*discord.Interaction)) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("POST "+Path, newHandler(e.config, on))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: readLimit, ReadTimeout: readLimit, WriteTimeout: readLimit,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(e.config.Log.Handler(), slog.LevelWarn)}
	s.SetKeepAlivesEnabled(false)
	return s
}

// finish takes no more connections and waits for the requests on those that there are.
func (e *Endpoint) finish(ctx context.Context, s *http.Server) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishLimit)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		e.config.Log.Warn("endpoint not closed", "err", err)
	}
}
