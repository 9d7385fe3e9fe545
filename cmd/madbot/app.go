package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
	_ "time/tzdata" // for machines without a time zone database

	"golang.org/x/sync/errgroup"

	"madbot/bot"
	"madbot/bot/daily"
	"madbot/bot/discord/endpoint"
	"madbot/bot/league"
	"madbot/bot/metrics"
	"madbot/bot/play"
	"madbot/bot/play/analysis"
	"madbot/bot/play/worker"
	"madbot/bot/safely"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/puzzle"
	"madbot/storage"
)

// App is the whole bot. Only App connects database, engine, pictures and Discord.
type App struct {
	cfg    Config
	log    *slog.Logger
	db     storage.Store
	clock  func() time.Time // of the machine
	bot    *bot.Bot
	worker *worker.Worker
	life   *lifeline
	desk   *bot.Desk
	stop   func(context.Context, match.ID) (play.Match, error)
}

// parts is what an App needs from outside. newApp sets those Deps that come from the database or the configuration.
type parts struct {
	bot.Deps
	// opened is called once the store is open; may be nil.
	opened   func(context.Context, *slog.Logger, storage.Store) error
	now      func() time.Time
	clock    func() time.Time // of the machine; nil: time.Now
	newID    func() match.ID
	toss     func() rules.Color
	linger   time.Duration                   // how long interactions are still accepted over HTTP at shutdown
	alive    time.Duration                   // between two heartbeats; 0: play.AlivePeriod
	pace     func(*play.Match) time.Duration // how fast the robot plays, as in worker.Manner
	metrics  *metrics.Metrics                // nil: none
	puzzles  []puzzle.Puzzle                 // the deck
	renderer func() (bot.Renderer, error)
	analysis analysis.Config // the configuration completes it, without replacing endings set here
}

// newParts returns the parts of a real bot, with the machine's clock and real randomness.
func newParts(token string, log *slog.Logger) parts {
	return parts{Deps: bot.Deps{Token: token, Log: log}, now: time.Now, newID: newID, toss: toss, linger: usualLinger,
		pace: worker.Pace, puzzles: puzzle.All(), renderer: renderer, analysis: analysis.Config{Now: time.Now}}
}

// usualLinger is longer than the interval between a load balancer's health checks, and leaves room within the ten
// seconds that docker stop gives a process.
const usualLinger = 3 * time.Second

// idAlphabet leaves out letters and digits that are easily confused.
const idAlphabet = "23456789abcdefghjkmnpqrstuvwxyz"

// newID returns a random id of eight characters, one of some 850 billion.
func newID() match.ID {
	id := make([]byte, 8)
	for i := range id {
		id[i] = idAlphabet[rand.IntN(len(idAlphabet))]
	}
	return match.ID(id)
}

func toss() rules.Color {
	if rand.IntN(2) == 0 {
		return rules.Red
	}
	return rules.Blue
}

// newApp opens the database and wires everything. Nothing runs before Run.
func newApp(ctx context.Context, cfg Config, p parts) (*App, error) {
	open := storage.Open
	if cfg.Storage.migrate {
		open = storage.OpenMigrating
	}
	db, err := open(ctx, cfg.Storage.Path, p.now)
	if err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, log: p.Log, clock: p.clock}
	if a.clock == nil {
		a.clock = time.Now
	}
	a.db = newClockGuard(db, a.clock)
	if p.opened != nil {
		err = p.opened(ctx, p.Log, db)
	}
	if err == nil {
		err = checkClock(ctx, db, a.clock)
	}
	if err == nil {
		err = unlessOver(ctx, func() error { return a.wire(p) })
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return a, nil
}

// maxSkew is the maximum difference between the clocks of a process and the database. The clocks of two processes then
// differ by less than the margin with which a worker gives up a lease that it cannot renew.
const maxSkew = 2 * time.Second

// errClock is returned by checkClock if the clocks differ by more than maxSkew.
var errClock = errors.New("the clock of this machine is not that of the database")

// checkClock returns errClock if this machine's clock differs from the database's, by which all processes judge leases.
func checkClock(ctx context.Context, db storage.Store, now func() time.Time) error {
	skew, err := db.Skew(ctx, now)
	switch {
	case err != nil:
		return err
	case skew > maxSkew:
		return fmt.Errorf("%w: it is %v behind: set both, by NTP for example", errClock, skew)
	case skew < -maxSkew:
		return fmt.Errorf("%w: it is %v ahead: set both, by NTP for example", errClock, -skew)
	}
	return nil
}

// clockGuard is a Store that rejects writes while the machine's clock disagrees with the database's, because their jobs
// and leases would have wrong times. It asks the database only if the clock has moved against the monotonic clock.
type clockGuard struct {
	storage.Store
	clock func() time.Time
	began time.Time    // has a monotonic reading
	right atomic.Int64 // the last offset from the monotonic clock that agreed with the database
}

func newClockGuard(db storage.Store, clock func() time.Time) *clockGuard {
	p := &clockGuard{Store: db, clock: clock, began: time.Now()}
	p.right.Store(p.offset())
	return p
}

func (p *clockGuard) offset() int64 { return p.clock().UnixNano() - int64(time.Since(p.began)) }

func (p *clockGuard) Do(ctx context.Context, f func(play.Tx) error) error {
	return p.Store.Do(ctx, func(tx play.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		now := p.offset()
		if time.Duration(now-p.right.Load()).Abs() < maxSkew {
			return nil
		}
		if err := checkClock(ctx, p.Store, p.clock); err != nil {
			return err
		}
		p.right.Store(now)
		return nil
	})
}

// watchClock checks the clock until ctx ends. It returns errClock if the clock was changed, because such a process
// cannot store anything.
func watchClock(ctx context.Context, db storage.Store, now func() time.Time) error {
	look := time.NewTicker(lookPeriod)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
		}
		if err := checkClock(ctx, db, now); errors.Is(err, errClock) {
			return err
		}
	}
}

// unlessOver calls f, which may take seconds, and returns its error, or ctx's error if ctx ends first.
func unlessOver(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- safely.Do(f) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// renderer returns the renderer of this process. Every App shares its sprites.
var renderer = sync.OnceValues(func() (bot.Renderer, error) { return render.New() })

// wire builds the bot on the open database.
func (a *App) wire(p parts) error {
	renderer, err := p.renderer()
	if err != nil {
		return err
	}
	analyst, err := newAnalyst(a.cfg.Engine, p.analysis)
	if err != nil {
		return err
	}
	store, kinds, observer := a.measured(p, analyst)
	a.desk = bot.NewDesk(store, p.now)
	service := play.New(play.Deps{Store: store, Analyst: analyst, Reviewer: analyst, Now: p.now,
		NewID: p.newID, Toss: p.toss, Wake: func() { a.worker.Wake() },
		Credited: func(ctx context.Context, gone play.Absence) { logAbsence(ctx, p.Log, gone) }})
	receiver, err := newReceiver(a.cfg.Discord, a.clock, p.linger, p.Log)
	if err != nil {
		return err
	}
	dailies := &daily.Service{Store: store, Deck: daily.NewDeck(p.puzzles), Now: p.now,
		Wake: func() { a.worker.Wake() }}
	d := p.Deps
	d.Address, d.Guild, d.Receiver, d.Processes = a.cfg.Discord.address(), a.cfg.Discord.Guild, receiver, a.db
	d.Service, d.Renderer, d.Observer, d.Orders = service, renderer, observer, a.desk
	d.Dailies, d.Puzzles = dailies, &daily.Puzzles{Store: store, Dailies: dailies, Now: p.now}
	d.Leagues = &league.Service{Store: store, Now: p.now, NewID: p.newID, Analyst: analyst,
		Wake: func() { a.worker.Wake() }}
	if receiver != nil && d.Claims == nil {
		d.Claims = a.db
	}
	a.bot, err = bot.New(d)
	if err != nil {
		return err
	}
	a.stop = service.Stop
	a.life = &lifeline{service: service, ready: a.bot.Ready, wake: func() { a.worker.Wake() }, log: p.Log, period: p.alive}
	a.worker = worker.New(worker.Deps{Store: store, Poll: a.db.Poll(), Now: p.now, Log: p.Log,
		Kinds: kinds(append(a.matchKinds(p, store, analyst), a.bot.Jobs()...))})
	return nil
}

// matchKinds returns the job kinds that belong to no room. The rooms add theirs in Jobs.
func (a *App) matchKinds(p parts, store play.Store, analyst *analysis.Analyst) []worker.Kind {
	service := a.life.service
	return []worker.Kind{
		worker.Announce(a.bot, a.bot, p.Log), worker.Retire(a.bot, p.Log), worker.Archive(a.bot, p.Log),
		worker.Robot(analyst, worker.Manner{Pace: p.pace, Typist: a.bot}, p.Log),
		worker.Flag(worker.FlagDeps{Away: a.life.isAway, Judge: service.Judge, Presence: a.bot}, p.Log),
		worker.Remind(a.bot, p.Log),
		worker.Review(analyst, service.Progress, p.now, p.Log),
		worker.Digest(a.bot, a.db, p.Log), worker.Forget(a.db, p.Log),
		worker.Server(a.bot, store, p.Log), worker.Block(store, p.Log), worker.Banner(p.Log),
		worker.Tidy(store, p.now, p.Log), worker.Reopen(p.newID, p.Log),
	}
}

// measured returns the store, a function that wraps job kinds, and the observer of the bot, all with metrics if there
// are any.
func (a *App) measured(p parts, analyst *analysis.Analyst) (store play.Store,
	kinds func([]worker.Kind) []worker.Kind, observer bot.Observer) {
	if p.metrics == nil {
		return a.db, func(all []worker.Kind) []worker.Kind { return all }, nil
	}
	p.metrics.Watch(metrics.Sources{Store: counts(a.db, p.now), Searches: analyst.Load})
	return p.metrics.Store(a.db), p.metrics.Kinds, p.metrics
}

// newReceiver returns the receiver of interactions over HTTP; nil if they come over the gateway. The machine's clock
// decides how old a request is.
func newReceiver(cfg DiscordConfig, now func() time.Time, linger time.Duration,
	log *slog.Logger) (bot.Receiver, error) {
	if cfg.Interactions == "" {
		return nil, nil
	}
	key, err := endpoint.ParseKey(cfg.PublicKey)
	if err != nil {
		return nil, err
	}
	return endpoint.New(endpoint.Config{Addr: cfg.Interactions, Key: key, Now: now, Log: log,
		Linger: linger}), nil
}

// newAnalyst returns an Analyst as configured.
func newAnalyst(cfg EngineConfig, c analysis.Config) (*analysis.Analyst, error) {
	c.Searches = int(cfg.Searches)
	if c.Endings == nil {
		endings, err := loadEndings(cfg.Endings)
		if err != nil {
			return nil, err
		}
		c.Endings = endings
	}
	return analysis.New(c)
}

// Run plays until ctx ends, which is no error, or until the bot cannot continue. If a part panics, the others are shut
// down in order. Lost time is returned before anybody can play.
func (a *App) Run(ctx context.Context) error {
	if err := a.life.restore(ctx); err != nil {
		return unlessEnded(ctx, err)
	}
	if err := a.desk.Read(ctx); err != nil {
		return unlessEnded(ctx, err)
	}
	tidy := func(tx play.Tx) error { return worker.ScheduleTidy(ctx, tx) }
	if err := a.db.Do(ctx, tidy); err != nil {
		return unlessEnded(ctx, err)
	}
	group, ctx := errgroup.WithContext(ctx)
	begin := func(part func() error) { group.Go(func() error { return safely.Do(part) }) }
	begin(func() error { a.life.run(ctx); return nil })
	begin(func() error { return watchClock(ctx, a.db, a.clock) })
	begin(func() error { return a.bot.Run(ctx) })
	begin(func() error { a.worker.Run(ctx); return nil })
	begin(func() error { a.desk.Run(ctx, a.log); return nil })
	begin(func() error { return a.takeOrders(ctx) })
	begin(func() error { a.db.Watch(ctx, a.worker.Wake); return nil })
	return group.Wait()
}

// Close closes the database. Run must have returned.
func (a *App) Close() error { return a.db.Close() }
