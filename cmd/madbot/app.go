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
	_ "time/tzdata" // the zones of players, where the machine has none

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

// App is the whole bot: the only place where database, engine, pictures and Discord meet.
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

// parts is what an App takes from the world around it. Of the Deps, newApp sets what needs the database or the
// configuration.
type parts struct {
	bot.Deps
	// opened is called with the store when it is open; nil: nothing is.
	opened   func(context.Context, *slog.Logger, storage.Store) error
	now      func() time.Time
	clock    func() time.Time // of the machine; nil: time.Now
	newID    func() match.ID
	toss     func() rules.Color
	linger   time.Duration                   // how long interactions are taken over HTTP when the bot is to end
	alive    time.Duration                   // between two signs of life; 0: play.AlivePeriod
	pace     func(*play.Match) time.Duration // of the robot, as in worker.Manner
	metrics  *metrics.Metrics                // nil: none
	puzzles  []puzzle.Puzzle                 // those of the day
	renderer func() (bot.Renderer, error)
	analysis analysis.Config // the configuration completes it; endings that are set here stay
}

// newParts returns the parts of a real bot: the clock of the machine, real chance.
func newParts(token string, log *slog.Logger) parts {
	return parts{Deps: bot.Deps{Token: token, Log: log}, now: time.Now, newID: newID, toss: toss, linger: usualLinger,
		pace: worker.Pace, puzzles: puzzle.All(), renderer: renderer, analysis: analysis.Config{Now: time.Now}}
}

// usualLinger is longer than the time between two questions of a load balancer whether a process is well, and
// leaves room within the ten seconds that docker stop gives a process.
const usualLinger = 3 * time.Second

// idAlphabet leaves out letters and digits that are read for one another.
const idAlphabet = "23456789abcdefghjkmnpqrstuvwxyz"

// newID returns a random id of eight letters, one of some 850 thousand million.
func newID() match.ID {
	id := make([]byte, 8)
	for i := range id {
		id[i] = idAlphabet[rand.IntN(len(idAlphabet))]
	}
	return match.ID(id)
}

// toss returns one of the two sides by chance.
func toss() rules.Color {
	if rand.IntN(2) == 0 {
		return rules.Red
	}
	return rules.Blue
}

// newApp opens the database and wires everything; nothing runs before Run.
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
	a.db = newPunctual(db, a.clock)
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

// maxSkew is how far the clock of a process may be from that of the database. Two processes, one behind and one ahead,
// then differ by less than the time by which a lease that cannot be renewed is given up before it ends.
const maxSkew = 2 * time.Second

// errClock is returned by checkClock when the two differ by more.
var errClock = errors.New("the clock of this machine is not that of the database")

// checkClock returns an error when the clock of this machine differs from that of the database, by which all processes
// know whose leases have ended.
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

// punctual is a Store that keeps nothing that was done by a clock that has been set wrong: it would be due, or keep the
// others from it, at another time. When the clock has not gone as the monotonic one has, the database is asked.
type punctual struct {
	storage.Store
	clock func() time.Time
	began time.Time    // on the monotonic clock
	right atomic.Int64 // how far the clock is from that, when it agreed with the database
}

func newPunctual(db storage.Store, clock func() time.Time) *punctual {
	p := &punctual{Store: db, clock: clock, began: time.Now()}
	p.right.Store(p.offset())
	return p
}

func (p *punctual) offset() int64 { return p.clock().UnixNano() - int64(time.Since(p.began)) }

// Do implements play.Store. It returns errClock when f may have read a wrong clock.
func (p *punctual) Do(ctx context.Context, f func(play.Tx) error) error {
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

// watchClock returns the error of checkClock when the clock of this machine is set to another time, until ctx ends:
// such a process keeps nothing any more.
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

// unlessOver calls f, which may take seconds, and returns what it returns, or that ctx has ended, whichever is first.
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

// renderer returns the one of this process: what it has drawn serves every App.
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
		NewID: p.newID, Toss: p.toss, Wake: func() { a.worker.Wake() }})
	receiver, err := newReceiver(a.cfg.Discord, a.clock, p.linger, p.Log)
	if err != nil {
		return err
	}
	dailies := &daily.Service{Store: store, Deck: daily.NewDeck(p.puzzles), Now: p.now}
	d := p.Deps
	d.Address, d.Guild, d.Receiver, d.Processes = a.cfg.Discord.address(), a.cfg.Discord.Guild, receiver, a.db
	d.Service, d.Renderer, d.Observer, d.Orders = service, renderer, observer, a.desk
	d.Dailies, d.Puzzles = dailies, &daily.Puzzles{Store: store, Matches: service, Dailies: dailies, Now: p.now}
	d.Leagues = &league.Service{Store: store, Now: p.now, NewID: p.newID, Analyst: analyst,
		Wake: func() { a.worker.Wake() }}
	a.bot, err = bot.New(d)
	if err != nil {
		return err
	}
	a.stop = service.Stop
	a.life = &lifeline{service: service, ready: a.bot.Ready, wake: func() { a.worker.Wake() }, log: p.Log, period: p.alive}
	matches := []worker.Kind{
		worker.Announce(a.bot, a.bot, p.Log), worker.Retire(a.bot, p.Log), worker.Archive(a.bot, p.Log),
		worker.Robot(analyst, worker.Manner{Pace: p.pace, Typist: a.bot}, p.Log),
		worker.Flag(a.life.isAway, service.Judge, p.Log),
		worker.Remind(a.bot, p.Log),
		worker.Review(analyst, service.Progress, p.now, p.Log),
		worker.Digest(a.bot, a.db, p.Log), worker.Forget(a.db, p.now, p.Log),
		worker.Server(a.bot, store, p.now, p.Log), worker.Tidy(store, p.now, p.Log),
	}
	a.worker = worker.New(worker.Deps{Store: store, Poll: a.db.Poll(), Now: p.now, Log: p.Log,
		Kinds: kinds(append(matches, a.bot.Jobs()...))})
	return nil
}

// measured returns the store, what makes kinds of jobs of others, and who observes the bot, all with metrics if there
// are any.
func (a *App) measured(p parts, analyst *analysis.Analyst) (store play.Store,
	kinds func([]worker.Kind) []worker.Kind, observer bot.Observer) {
	if p.metrics == nil {
		return a.db, func(all []worker.Kind) []worker.Kind { return all }, nil
	}
	p.metrics.Watch(metrics.Sources{Store: counts(a.db, p.now), Searches: analyst.Load})
	return p.metrics.Store(a.db), p.metrics.Kinds, p.metrics
}

// newReceiver returns where interactions come from; nil means the gateway. A request is as old as the clock of
// the machine says.
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

// newAnalyst returns an Analyst as the configuration wants it.
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

// Run plays until ctx ends, which is no error, or until the bot cannot go on. A part that panics ends the others in
// order. Nobody plays before what was lost is given back.
func (a *App) Run(ctx context.Context) error {
	if err := a.life.restore(ctx); err != nil {
		return unlessTold(ctx, err)
	}
	if err := a.desk.Read(ctx); err != nil {
		return unlessTold(ctx, err)
	}
	tidy := func(tx play.Tx) error { return worker.ScheduleTidy(ctx, tx, a.life.service.Now()) }
	if err := a.db.Do(ctx, tidy); err != nil {
		return unlessTold(ctx, err)
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
