// Package bot plays MAD on Discord: it answers commands and buttons and shows matches in their channels.
//
// A package directly below bot that has Commands and Controls is a room: one feature, such as playing a turn. Package
// discord receives an interaction; package dispatch finds its handler in a room and sends the reply. Handlers are
// functions from a Call to a Reply and never touch a session. Packages show and panel show matches for several rooms,
// text has the sentences they share, and ui has the parts of messages.
package bot

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"madbot/bot/daily"
	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
	"madbot/bot/dispatch"
	"madbot/bot/emoji"
	"madbot/bot/i18n"
	"madbot/bot/league"
	"madbot/bot/look"
	"madbot/bot/panel/solve"
	"madbot/bot/people"
	"madbot/bot/play"
	"madbot/bot/play/worker"
	"madbot/bot/safely"
	"madbot/bot/show"
	"madbot/bot/ui"
)

// Deps are the dependencies of a Bot. Token, Service, Renderer and Log are required.
type Deps struct {
	Token     string          // of the bot, with or without the prefix "Bot "
	Address   discord.Address // zero: Discord itself
	Processes Processes       // the other processes of the bot; nil: there are none
	Service   *play.Service   // the use cases of matches
	Renderer  Renderer        // draws the boards
	Log       *slog.Logger
	Receiver  Receiver      // where interactions come from; nil: Discord's gateway
	Catalog   *i18n.Catalog // the languages; nil: those built into the program
	Guild     string        // the only server to register the commands in; empty: everywhere
	Timing    Timing
	Observer  Observer        // nil: none
	Claims    dispatch.Claims // for interactions that several processes may receive; nil: they come over the gateway
	Orders    show.Orders     // from the operator; nil: there are none
	Dailies   *daily.Service  // nil: no server has a puzzle of the day
	Puzzles   *daily.Puzzles  // nil: there are none to solve
	Leagues   *league.Service // nil: no server has a league
}

// Timing is how long a Bot waits. Zero fields have the defaults.
type Timing struct {
	Delivery time.Duration // for the board to be posted, so that the reply can warn the player if it was not; 0: a second
	Emojis   time.Duration // for the emojis, before commands are accepted; without them buttons have words; 0: ten seconds
	Drain    time.Duration // for handlers at shutdown; 0: four seconds
	Cancel   time.Duration // after Drain, for handlers that were cancelled; 0: two seconds
	Names    time.Duration // for Discord to return a name; 0: 700 milliseconds
	Defer    time.Duration // for a reply before it is deferred; see dispatch.Deps; 0: dispatch's default
}

func (t Timing) orDefaults() Timing {
	t.Delivery, t.Names = cmp.Or(t.Delivery, time.Second), cmp.Or(t.Names, 700*time.Millisecond)
	t.Emojis = cmp.Or(t.Emojis, 10*time.Second)
	t.Drain, t.Cancel = cmp.Or(t.Drain, 4*time.Second), cmp.Or(t.Cancel, 2*time.Second)
	return t
}

// Observer observes what a bot does, for metrics.
type Observer interface {
	dispatch.Observer
	discord.Observer
	// Connection is called as gateway.Config describes.
	Connection(shard int, up bool)
}

// Processes knows the other processes of the bot.
type Processes interface {
	// Others returns the number of other processes.
	Others(context.Context) (int, error)
	// Alone is described at gateway.Config.
	Alone(ctx context.Context, f func(context.Context) error) error
	// Leads is described at gateway.Config.
	Leads() bool
}

// Receiver receives interactions, over the gateway or HTTP.
type Receiver interface {
	// Run calls on for each interaction, in a goroutine of its own. It returns nil when ctx ends, or an error if it
	// cannot continue.
	Run(ctx context.Context, on func(*discord.Interaction)) error
	// Ready returns nil while interactions arrive, or the reason why they do not.
	Ready() error
}

// Bot plays on Discord. It is safe for concurrent use.
type Bot struct {
	log        *slog.Logger
	client     *discord.Client
	dispatcher *dispatch.Dispatcher
	membership *discord.Membership
	receiver   Receiver
	registrar  *dispatch.Registrar
	emojis     *emoji.Set
	timing     Timing
	*show.Notifier
	jobs []worker.Kind
}

// New returns a Bot, which connects in Run. It returns an error if d is incomplete or invalid.
func New(d Deps) (*Bot, error) {
	switch {
	case d.Token == "":
		return nil, errors.New("no bot token")
	case d.Service == nil || d.Renderer == nil || d.Log == nil:
		return nil, errors.New("bot: Deps.Service, Renderer and Log are required")
	}
	client, err := d.client()
	catalog, unread := d.catalog()
	if err := cmp.Or(err, unread); err != nil {
		return nil, err
	}
	log, timing := discord.Redact(d.Log, d.Token), d.Timing.orDefaults()
	client.Trace(log)
	names, known := show.NewNames(client, timing.Names), &ui.Links{}
	emojis := emoji.New(client, log)
	boards := &show.View{Service: d.Service, Emojis: emojis, Renderer: d.Renderer, Catalog: catalog,
		Names: names, Log: log, Orders: d.Orders}
	solver, places := &solve.Panel{View: boards}, &show.Places{Servers: d.Service, Channels: client}
	notifier := show.NewNotifier(boards, client, known)
	dailies := &daily.Handlers{Service: d.Dailies, View: boards, Panel: solver, Puzzles: d.Puzzles, Posts: notifier}
	tables := &league.Handlers{Service: d.Leagues, View: boards, Places: places, Posts: notifier,
		Renderer: d.Renderer}
	commands := NewCommands(Parts{View: boards, People: names, Places: places, Members: people.NewMembers(client),
		Renderer: d.Renderer, Replays: look.NewReplays(d.Renderer), Messenger: notifier, Poster: notifier,
		Roles:   client,
		Dailies: dailies, Puzzles: &daily.PuzzleHandlers{Service: d.Puzzles, Panel: solver}, Leagues: tables,
		Await: timing.Delivery})
	registrar := dispatch.NewRegistrar(commands.List, dispatch.Registration{Out: client, Links: known, Texts: catalog,
		Guild: d.Guild, Log: log})
	notifier.Ready = registrar.Wait
	return &Bot{
		log: log, client: client, emojis: emojis, Notifier: notifier, registrar: registrar,
		jobs: commands.Jobs,
		dispatcher: dispatch.New(commands.List, commands.Controls, dispatch.Deps{Out: client, Catalog: catalog, People: names,
			Readers: d.Service, Servers: d.Service, Links: known, Emojis: emojis, Claims: d.Claims, Log: log,
			Observer: d.Observer, Defer: timing.Defer}),
		membership: d.membership(client, log), receiver: d.receiver(client, log),
		timing: timing,
	}, nil
}

func (d Deps) client() (*discord.Client, error) {
	client, err := discord.NewClient(d.Token, d.Address)
	if err == nil && d.Observer != nil {
		client.Observe(d.Observer)
	}
	return client, err
}

func (d Deps) catalog() (*i18n.Catalog, error) {
	if d.Catalog != nil {
		return d.Catalog, nil
	}
	return i18n.Embedded()
}

func (d Deps) receiver(c *discord.Client, log *slog.Logger) Receiver {
	if d.Receiver != nil {
		return d.Receiver
	}
	config := gateway.Config{Client: c, Log: log}
	if d.Processes != nil {
		config.Alone, config.Leads = d.Processes.Alone, d.Processes.Leads
	}
	if d.Observer != nil {
		config.Connection = d.Observer.Connection
	}
	return gateway.New(config)
}

// membership returns the counter of the processes that share Discord's rate limit.
func (d Deps) membership(c *discord.Client, log *slog.Logger) *discord.Membership {
	if d.Processes == nil {
		return c.NewMembership(nil, log)
	}
	return c.NewMembership(d.Processes.Others, log)
}

// Run connects, registers the commands and serves until ctx ends. Then it lets handlers finish for some seconds and
// returns nil. It returns an error of the Receiver, such as discord.ErrToken, if it cannot continue. It may be called
// once.
func (b *Bot) Run(ctx context.Context) error {
	b.membership.Count(ctx)
	calling, leave := context.WithCancel(context.WithoutCancel(ctx))
	left := make(chan error, 1)
	go func() { left <- safely.Do(func() error { b.membership.Run(calling); return nil }) }()
	err := b.serve(ctx)
	leave() // no more calls are made
	return errors.Join(err, <-left)
}

// serve is Run without counting the processes.
func (b *Bot) serve(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	handling, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	vital, beside := errgroup.WithContext(ctx)
	vital.Go(func() error { return safely.Do(func() error { return b.registrar.Run(beside) }) })
	vital.Go(func() error { return safely.Do(func() error { return b.client.Watch(beside) }) })
	context.AfterFunc(beside, stop)
	drawn := make(chan error, 1)
	go func() { drawn <- safely.Do(func() error { b.emojis.Run(ctx); return nil }) }()
	b.registrar.Wait(ctx)
	b.awaitEmojis(ctx)
	receive := func(in *discord.Interaction) { b.dispatcher.Start(handling, in) }
	err := safely.Do(func() error { return b.receiver.Run(ctx, receive) })
	stop()
	if refused := vital.Wait(); err == nil {
		err = refused
	}
	if err := <-drawn; err != nil {
		b.log.Error("emojis not sent", "err", err)
	}
	if !b.dispatcher.Drain(b.timing.Drain) {
		abandon() // searches return their best results so far
		if !b.dispatcher.Drain(b.timing.Cancel) {
			b.log.Error("interactions left unanswered at the end")
		}
	}
	return err
}

// awaitEmojis waits for the emojis, at most Timing.Emojis.
func (b *Bot) awaitEmojis(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, b.timing.Emojis)
	defer cancel()
	b.emojis.Wait(ctx)
}

// Jobs returns the job kinds of the rooms.
func (b *Bot) Jobs() []worker.Kind { return b.jobs }

// Idle reports whether no interaction is being handled.
func (b *Bot) Idle() bool { return b.dispatcher.Idle() }

// Ready returns nil while Discord accepts calls, the commands are registered, and interactions arrive; otherwise the
// reason. It returns gateway.ErrStandby while another process receives them and this one stands by.
func (b *Bot) Ready() error {
	if err := b.client.Reachable(); err != nil {
		return err
	}
	if err := b.registrar.Registered(); err != nil {
		return err
	}
	return b.receiver.Ready()
}
