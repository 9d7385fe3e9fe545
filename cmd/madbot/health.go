package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"madbot/bot/discord/gateway"
	"madbot/bot/safely"
)

// The paths for liveness and readiness.
const (
	alivePath = "/healthz"
	readyPath = "/readyz"
)

// healthTimeout is how long one check may take.
const healthTimeout = 3 * time.Second

// Reasons for not being ready that are not failures.
var (
	errStarting = errors.New("starting")
	errEnding   = errors.New("shutting down")
)

// probe answers health checks. The bot is alive while it answers, because a restart would not end an outage. The probe
// also says whether the bot is ready, or why not.
type probe struct {
	ready   atomic.Pointer[func(context.Context) error]
	metrics http.Handler // nil: none
}

func newProbe() *probe {
	p := new(probe)
	p.ask(func(context.Context) error { return errStarting })
	return p
}

func (p *probe) ask(ready func(context.Context) error) { p.ready.Store(&ready) }

// isReady returns nil while the process can serve interactions or stands by for another one.
func (p *probe) isReady(ctx context.Context) error {
	if err := (*p.ready.Load())(ctx); !errors.Is(err, gateway.ErrStandby) {
		return err
	}
	return nil
}

// during answers on addr while f runs, and returns f's error. With an empty addr it only runs f.
func (p *probe) during(ctx context.Context, addr string, f func(context.Context) error) error {
	if addr == "" {
		return f(ctx)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("health.addr: %w", err)
	}
	told := context.AfterFunc(ctx, func() { p.ask(func(context.Context) error { return errEnding }) })
	defer told()
	group, ctx := errgroup.WithContext(ctx)
	asked, stop := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() error { defer stop(); return safely.Do(func() error { return f(ctx) }) })
	group.Go(func() error {
		return safely.Do(func() error {
			return serve(asked, l, &http.Server{Handler: p.handler(), ReadTimeout: healthTimeout})
		})
	})
	return group.Wait()
}

func (p *probe) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+alivePath, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	if p.metrics != nil {
		mux.Handle("GET "+metricsPath, p.metrics)
	}
	mux.HandleFunc("GET "+readyPath, func(w http.ResponseWriter, r *http.Request) {
		switch err := (*p.ready.Load())(r.Context()); {
		case err == nil:
			fmt.Fprintln(w, "ok")
		case errors.Is(err, gateway.ErrStandby):
			fmt.Fprintln(w, "stands by:", err)
		default:
			http.Error(w, oneLine(err), http.StatusServiceUnavailable)
		}
	})
	return mux
}

// serve runs a server on l until ctx ends, and then lets open requests finish for a moment.
func serve(ctx context.Context, l net.Listener, server *http.Server) error {
	server.ReadHeaderTimeout = 10 * time.Second
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthTimeout)
		defer cancel()
		if server.Shutdown(end) != nil {
			server.Close()
		}
	})
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// runHealthcheck asks the running bot whether it is alive, or ready.
func runHealthcheck(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("healthcheck", flag.ContinueOnError)
	file := configFlag(fs)
	ready := fs.Bool("ready", false, "ask whether it can serve interactions, not only whether it is alive")
	if err := parse(fs, args, std); err != nil {
		return ignoreHelp(err)
	}
	cfg, err := file.load()
	if err != nil {
		return err
	}
	if cfg.Health.Addr == "" {
		return configf("health.addr is empty: there is nobody to ask")
	}
	path := alivePath
	if *ready {
		path = readyPath
	}
	return askHealth(ctx, "http://"+cfg.Health.Addr+path)
}

// askHealth returns nil if url answers that all is well.
func askHealth(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("no bot answers: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusOK {
		return nil
	}
	why, err := io.ReadAll(io.LimitReader(res.Body, 200))
	if err != nil {
		return err
	}
	return fmt.Errorf("the bot is not ready: %s", strings.TrimSpace(string(why)))
}
