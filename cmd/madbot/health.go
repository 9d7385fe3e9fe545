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
	"time"
)

// healthPath is where the bot tells whether it is well.
const healthPath = "/healthz"

// healthTimeout bounds one question and its answer.
const healthTimeout = 3 * time.Second

// serveHealth answers on addr until ctx ends: 200 while check returns nil, else 503 and why. An
// empty addr serves nothing.
func serveHealth(ctx context.Context, addr string, check func(context.Context) error) error {
	if addr == "" {
		return nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("health.addr: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+healthPath, func(w http.ResponseWriter, r *http.Request) {
		if err := check(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	return serve(ctx, l, mux)
}

// serve runs h on l until ctx ends, then gives open requests a moment.
func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
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

// runHealthcheck asks the running bot whether it is well.
func runHealthcheck(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("healthcheck", flag.ContinueOnError)
	file := configFlag(fs)
	if err := parse(fs, args, std); err != nil {
		return ignoreHelp(err)
	}
	cfg, err := file.load()
	if err != nil {
		return err
	}
	if cfg.Health.Addr == "" {
		return usagef("health.addr is empty: there is nobody to ask")
	}
	return askHealth(ctx, "http://"+cfg.Health.Addr+healthPath)
}

// askHealth returns nil when the bot behind url is well.
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
	return fmt.Errorf("the bot is not well: %s", strings.TrimSpace(string(why)))
}
