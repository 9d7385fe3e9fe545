package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"madbot/bot/discord/endpoint"
	"madbot/bot/safely"
	"madbot/bot/sandbox"
	"madbot/storage"
)

// loadPlan describes a load test.
type loadPlan struct {
	people, servers, processes int
	rate                       float64 // of interactions a second in total; 0: as many as are answered
	last                       time.Duration
	store                      string // a path or an address
	folder                     string // for temporary files
}

// runLoad lets people in a sandbox use a bot for a while, and prints how it coped.
func runLoad(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	var p loadPlan
	flags.IntVar(&p.people, "people", 20, "how many `people` use the bot, in pairs")
	flags.IntVar(&p.servers, "servers", 1, "how many `servers` they are spread over")
	flags.IntVar(&p.processes, "processes", 1, "how many `processes` the bot has; more than one needs PostgreSQL")
	flags.Float64Var(&p.rate, "rate", 50, "how many `interactions` a second in total; 0: as many as the bot can answer")
	flags.DurationVar(&p.last, "for", 30*time.Second, "`duration` of the test")
	flags.StringVar(&p.store, "store", "", "a new or empty `database`, a path or a postgres:// address; by default a "+
		"temporary SQLite file")
	if err := parse(flags, args, std); err != nil {
		return ignoreHelp(err)
	}
	switch {
	case p.people < 2 || p.people > sandbox.MaxPeople || p.people%2 != 0:
		return usagef("load: -people: %d is no even number from 2 to %d", p.people, sandbox.MaxPeople)
	case p.servers < 1 || p.servers > sandbox.MaxGuilds:
		return usagef("load: -servers: %d is no number from 1 to %d", p.servers, sandbox.MaxGuilds)
	case p.processes < 1 || p.rate < 0 || p.last <= 0:
		return usagef("load: -processes must be at least 1, -rate at least 0, -for more than 0")
	case p.processes > 1 && !strings.Contains(p.store, "://"):
		return usagef("load: -processes: a SQLite file is for one; name a PostgreSQL database with -store")
	}
	return p.run(ctx, std)
}

func (p loadPlan) run(ctx context.Context, std stdio) (err error) {
	if p.folder, err = os.MkdirTemp("", "madbot-load"); err != nil {
		return err
	}
	defer os.RemoveAll(p.folder)
	if p.store == "" {
		p.store = filepath.Join(p.folder, "madbot.db")
	} else if err := p.requireEmpty(ctx); err != nil {
		return err
	}
	page, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return errors.Join(err, page.Close())
	}
	server := &sandbox.Server{People: p.people, Guilds: p.servers, Resume: time.Minute}
	bots, err := p.bots(server, page, front)
	if err != nil {
		return errors.Join(err, page.Close(), front.Close())
	}
	ctx, end := context.WithCancel(ctx)
	group, ctx := errgroup.WithContext(ctx)
	begin := func(part func() error) { group.Go(func() error { return safely.Do(part) }) }
	begin(func() error { return serve(ctx, page, &http.Server{Handler: server}) })
	begin(func() error { return serve(ctx, front, &http.Server{Handler: bots}) })
	begin(func() error {
		defer end()
		report, err := p.measure(ctx, server, bots, std)
		if err == nil {
			report.print(std.out, p)
		}
		return errors.Join(err, server.Close())
	})
	return group.Wait()
}

// requireEmpty returns an error if the named database has tables, to protect real matches.
func (p loadPlan) requireEmpty(ctx context.Context) error {
	v, err := storage.OpenView(ctx, p.store)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case v.Version() > 0:
		err = usagef("load: -store: that database is in use: name a new or empty one")
	}
	return errors.Join(err, v.Close())
}

// bots returns the processes, not yet started. One gets interactions over the gateway, several over HTTP from front.
func (p loadPlan) bots(server *sandbox.Server, page, front net.Listener) (all loadBots, err error) {
	all = make(loadBots, p.processes)
	for i := range all {
		all[i] = &loadBot{config: filepath.Join(p.folder, fmt.Sprintf("%d.yaml", i))}
		if all[i].health, err = freeAddr(); err != nil {
			return nil, err
		}
		if p.processes > 1 {
			if all[i].addr, err = freeAddr(); err != nil {
				return nil, err
			}
			server.Endpoint = "http://" + front.Addr().String() + endpoint.Path
		}
	}
	for _, b := range all {
		receive := ""
		if b.addr != "" {
			receive = fmt.Sprintf(", public_key: %q, interactions: %q", server.PublicKey(), b.addr)
		}
		text := fmt.Sprintf("discord: {base_url: \"http://%v\"%s}\nstorage: {path: %q}\nhealth: {addr: %q}\nlog: {level: error}\n",
			page.Addr(), receive, p.store, b.health)
		if err := os.WriteFile(b.config, []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return all, nil
}
