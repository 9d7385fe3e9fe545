package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"madbot/bot/discord/endpoint"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/sandbox"
	"madbot/storage"
)

// defaultSandboxAddr is where the page is served unless -addr says otherwise.
const defaultSandboxAddr = "127.0.0.1:8080"

// botPatience is how long the page's button waits for the bot to restart.
const botPatience = 20 * time.Second

// runSandbox runs a local Discord with a web page, and the bot in it.
func runSandbox(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	addr := flags.String("addr", defaultSandboxAddr, "the `address` of the page; without this flag, a "+
		"free port if the default one is taken")
	data := flags.String("data", "sandbox-data", "the `folder` in which matches and messages are stored")
	level := flags.String("log", "warn", "the log `level`: debug, info, warn or error")
	people := flags.Int("people", sandbox.MinPeople, fmt.Sprintf("how `many` people there are, up to %d", sandbox.MaxPeople))
	web := flags.Bool("http", false, "send interactions to the bot over HTTP, as to an Interactions Endpoint URL, "+
		"instead of over the gateway")
	if err := parse(flags, args, std); err != nil {
		return ignoreHelp(err)
	}
	if *people < sandbox.MinPeople || *people > sandbox.MaxPeople {
		return usagef("sandbox: -people: %d is not from %d to %d", *people, sandbox.MinPeople, sandbox.MaxPeople)
	}
	log, err := LogConfig{Level: *level, Format: "text"}.logger(std.err)
	if err != nil {
		return usagef("sandbox: -log: %q is not debug, info, warn or error", *level)
	}
	if err := os.MkdirAll(*data, 0o755); err != nil {
		return usagef("sandbox: -data: %v", err)
	}
	l, err := listen(*addr, isSet(flags, "addr"))
	if err != nil {
		return usagef("sandbox: -addr: %v", err)
	}
	return serveSandbox(ctx, l, sandboxHome{*data, *people, *web, log, std})
}

type sandboxHome struct {
	dir    string
	people int
	web    bool // interactions reach the bot over HTTP
	log    *slog.Logger
	std    stdio
}

// serveSandbox runs the local Discord on l and the bot against it until ctx ends.
func serveSandbox(ctx context.Context, l net.Listener, home sandboxHome) error {
	url := "http://" + l.Addr().String()
	cfg := defaultConfig()
	cfg.Discord.BaseURL = url
	cfg.Storage.Path = filepath.Join(home.dir, "madbot.db")
	cfg.Health.Addr = ""
	clock, err := openClock(filepath.Join(home.dir, "clock"))
	if err != nil {
		return errors.Join(err, l.Close())
	}
	server, err := home.open(&cfg, clock)
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", home.dir, err), l.Close())
	}
	languages, err := i18n.Drafts() // with drafts, so that translators see their work
	if err != nil {
		return errors.Join(err, server.Close(), l.Close())
	}
	restarter := newRestarter(func(ctx context.Context) (*App, error) {
		p := newParts(sandbox.DefaultToken, home.log)
		p.Catalog = languages
		if err := clock.prepare(&p); err != nil {
			return nil, err
		}
		return newApp(ctx, cfg, p)
	})
	server.Restart = func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, botPatience)
		defer cancel()
		return server.AwaitRestart(ctx, restarter.restart)
	}
	server.Jump = func(ctx context.Context, by time.Duration) error {
		clock.jump.Store(int64(by))
		return server.Restart(ctx)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return serve(ctx, l, &http.Server{Handler: server}) })
	group.Go(func() error { return restarter.run(ctx) })
	group.Go(func() error { return home.welcome(ctx, server, url) })
	defer context.AfterFunc(ctx, func() { server.Close() })()
	return group.Wait()
}

// open opens the local Discord and sets in cfg how interactions reach the bot.
func (h sandboxHome) open(cfg *Config, clock *sandboxClock) (*sandbox.Server, error) {
	server := &sandbox.Server{Dir: filepath.Join(h.dir, "discord"), People: h.people, Limits: true, Resume: time.Minute,
		Now: clock.now, Tour: tour()}
	if h.web {
		if err := overHTTP(cfg, server); err != nil {
			return nil, err
		}
	}
	if err := server.Open(); err != nil {
		return nil, err
	}
	server.Log = h.log // not before: the error above is printed once
	return server, nil
}

// overHTTP sends interactions to the bot over HTTP, at a free address of this machine. It opens server, and errors are
// those of Open.
func overHTTP(cfg *Config, server *sandbox.Server) error {
	addr, err := freeAddr()
	if err != nil {
		return err
	}
	cfg.Discord.Interactions = addr
	server.Endpoint = "http://" + addr + endpoint.Path
	cfg.Discord.PublicKey = server.PublicKey()
	return nil
}

// firstPort and portCount are a range of ports that the system does not hand out to listeners on port 0.
const firstPort, portCount = 20000, 12000

// freeAddr returns an address of this machine on which nobody listens, from that range.
func freeAddr() (addr string, err error) {
	for range 100 {
		addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(firstPort+rand.IntN(portCount)))
		l, failed := net.Listen("tcp", addr)
		if failed == nil {
			return addr, l.Close()
		}
		err = failed
	}
	return "", err
}

// welcome prints the address of the page once the bot is ready.
func (h sandboxHome) welcome(ctx context.Context, server *sandbox.Server, url string) error {
	wait, cancel := context.WithTimeout(ctx, botPatience)
	defer cancel()
	if err := server.AwaitBot(wait); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("the bot did not come online: %w", err)
	}
	fmt.Fprintf(h.std.out, "Open %s in a browser. Everything is kept in %s; Ctrl-C ends it.\n",
		url, h.dir)
	if h.web {
		fmt.Fprintf(h.std.out, "Interactions go to %s, signed for the public key %s.\n", server.Endpoint,
			server.PublicKey())
	}
	return nil
}

// listen listens on addr or, if that is taken and was not asked for, on a free port of the same host.
func listen(addr string, asked bool) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err == nil || asked || !errors.Is(err, syscall.EADDRINUSE) {
		return l, err
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	return net.Listen("tcp", net.JoinHostPort(host, "0"))
}

func isSet(flags *flag.FlagSet, name string) bool {
	set := false
	flags.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// tour returns what the page says to people who have just come.
func tour() *sandbox.Tour {
	return &sandbox.Tour{
		Text: []string{
			"Here you try MAD, a board game, and the bot that lets people play it on Discord. Everybody here is you: " +
				"press a face to be Bob, Carol or Alice.",
			"The clock above jumps ahead, so that reminders, puzzles of the day and leagues come without waiting.",
		},
		Tries: []sandbox.Try{
			{Label: "Play MAD now", Line: "/challenge opponent:MAD"},
			{Label: "Challenge Bob", Line: "/challenge opponent:Bob"},
			{Label: "Solve a puzzle", Line: "/puzzle"},
		},
	}
}

// sandboxClock is the clock of the local Discord and of the bot in it. It may be ahead of the machine's.
type sandboxClock struct {
	path  string       // stores how far it is ahead
	ahead atomic.Int64 // a time.Duration
	jump  atomic.Int64 // by how much it jumps when the bot starts next, a time.Duration
}

func openClock(path string) (*sandboxClock, error) {
	c := &sandboxClock{path: path}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	ahead, err := time.ParseDuration(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: delete it to set the clock back", path, err)
	}
	c.ahead.Store(int64(ahead))
	return c, nil
}

func (c *sandboxClock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// prepare makes p follow the clock, which first makes the jump that was asked for.
func (c *sandboxClock) prepare(p *parts) error {
	p.now, p.clock = c.now, c.now
	by := c.jump.Swap(0)
	if by == 0 {
		return nil
	}
	p.opened = stayAlive
	return os.WriteFile(c.path, []byte(time.Duration(c.ahead.Add(by)).String()), 0o644)
}

// stayAlive records that the bot has been running until now, so that it gives nobody back the time of a jump.
func stayAlive(ctx context.Context, _ *slog.Logger, db storage.Store) error {
	return db.Do(ctx, func(tx play.Tx) error { return tx.SaveAlive(ctx, play.Alive{At: tx.Now()}) })
}
