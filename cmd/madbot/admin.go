package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
)

const adminLimit = 16 << 10

// adminAnswer is the running bot's answer to an order.
type adminAnswer struct {
	Out   string
	Error string // empty: success
	Usage bool   // the order itself was wrong
}

// runAdmin sends an order to the running bot of a configuration and prints its answer.
func runAdmin(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("admin", flag.ContinueOnError)
	file := configFlag(fs)
	fs.SetOutput(io.Discard)
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp), err == nil && fs.Arg(0) == "help":
		adminHelp(std.out)
		return nil
	case err != nil:
		return usagef("admin: %v; see madbot admin -h", err)
	case fs.NArg() == 0:
		adminHelp(std.err)
		return errNoCommand
	}
	if last := fs.Arg(fs.NArg() - 1); last == "-h" || last == "-help" || last == "--help" {
		return ignoreHelp(choose(ctx, group{"madbot admin", adminCommands(nil)}, fs.Args(), std))
	}
	cfg, err := file.load()
	if err != nil {
		return err
	}
	answer, err := sendOrder(ctx, cfg.Admin.Socket, fs.Args())
	fmt.Fprint(std.out, answer.Out)
	switch {
	case err != nil:
		return err
	case answer.Usage:
		return usagef("%s", answer.Error)
	case answer.Error != "":
		return errors.New(answer.Error)
	}
	return nil
}

func adminHelp(w io.Writer) {
	fmt.Fprint(w, "usage: madbot admin [-config FILE] COMMAND [flags]\n\n")
	list(w, adminCommands(nil))
	fmt.Fprint(w, "\nmadbot admin COMMAND -h lists the flags of a command. The bot that runs does it: admin.socket\n"+
		"in the configuration says where it listens.\n")
}

func sendOrder(ctx context.Context, socket string, args []string) (answer adminAnswer, err error) {
	if socket == "" {
		return answer, configf("admin.socket is empty: there is nobody to ask")
	}
	order, err := json.Marshal(args)
	if err != nil {
		return answer, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://bot/", bytes.NewReader(order))
	if err != nil {
		return answer, err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}}
	res, err := client.Do(req)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return answer, fmt.Errorf("no bot answers: %w", failed.Err)
	} else if err != nil {
		return answer, err
	}
	defer res.Body.Close()
	return answer, json.NewDecoder(res.Body).Decode(&answer)
}

// takeOrders carries out orders until ctx ends, if the configuration has a socket for them.
func (a *App) takeOrders(ctx context.Context) error {
	if a.cfg.Admin.Socket == "" {
		return nil
	}
	l, err := listenPrivately(ctx, a.cfg.Admin.Socket)
	if err != nil {
		return fmt.Errorf("admin.socket: %w", err)
	}
	return serve(ctx, l, &http.Server{Handler: http.HandlerFunc(a.takeOrder), ReadTimeout: healthTimeout})
}

// listenPrivately listens on a Unix socket that only this user can open. It replaces a socket that a dead process left.
func listenPrivately(ctx context.Context, path string) (net.Listener, error) {
	l, err := net.Listen("unix", path)
	if errors.Is(err, syscall.EADDRINUSE) {
		if c, refused := new(net.Dialer).DialContext(ctx, "unix", path); refused == nil {
			return nil, errors.Join(err, c.Close())
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
		l, err = net.Listen("unix", path)
	}
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (a *App) takeOrder(w http.ResponseWriter, r *http.Request) {
	var args []string
	err := json.NewDecoder(io.LimitReader(r.Body, adminLimit)).Decode(&args)
	if err != nil || len(args) == 0 {
		http.Error(w, "an order is a JSON list of words", http.StatusBadRequest)
		return
	}
	var out strings.Builder
	std := stdio{in: strings.NewReader(""), out: &out, err: &out, getenv: func(string) string { return "" }}
	err = ignoreHelp(choose(r.Context(), group{"madbot admin", adminCommands(a)}, args, std))
	a.log.InfoContext(r.Context(), "order", "command", args[0], "args", args[1:], "err", err)
	answer := adminAnswer{Out: out.String()}
	if err != nil {
		answer.Error = oneLine(err)
		_, answer.Usage = errors.AsType[*usageError](err)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer) // the client may have disconnected
}
