package bot

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules/match"
)

// Deps is what a Bot needs. All are required but BaseURL and Guild.
type Deps struct {
	Token    string        // of the bot, with or without the word Bot before it
	BaseURL  string        // of a server that speaks Discord's language; "": Discord
	Service  *play.Service // the use cases
	Renderer Renderer      // draws the boards
	Log      *slog.Logger
	Guild    string // registers the commands in this server alone; "": everywhere
}

// Bot plays on Discord. It is a play.Announcer. It is safe for concurrent use.
type Bot struct {
	log        *slog.Logger
	dispatcher *dispatcher
	supervisor *supervisor
	registrar  *registrar
	announcer  *announcer
}

const (
	drainLimit = 4 * time.Second // how long Run waits for what is being handled
	hasteLimit = 2 * time.Second // and then for what it told to be quick
)

// New returns a Bot that is not connected before Run. The error says what of d cannot be.
func New(d Deps) (*Bot, error) {
	switch {
	case d.Token == "":
		return nil, errors.New("no bot token")
	case d.Service == nil || d.Renderer == nil || d.Log == nil:
		return nil, errors.New("bot: a required part is missing")
	}
	token := "Bot " + strings.TrimPrefix(d.Token, "Bot ")
	transport, err := newTransport(d.BaseURL)
	if err != nil {
		return nil, err
	}
	calls, err := newRest(token, transport)
	if err != nil {
		return nil, err
	}
	catalog, err := i18n.Embedded()
	if err != nil {
		return nil, err
	}
	log := redactor{token}.logger(d.Log)
	names, known := &people{rest: calls}, &links{}
	desk := &desk{service: d.Service, renderer: d.Renderer, catalog: catalog, people: names,
		films: make(chan struct{}, 1)}
	commands := desk.commands()
	return &Bot{
		log:        log,
		dispatcher: newDispatcher(commands, means{calls, catalog, names, known, log}),
		supervisor: &supervisor{token: token, transport: transport, rest: calls, log: log,
			watchdog: newWatchdog(), patience: openLimit, spacing: identifySpacing},
		registrar: &registrar{rest: calls, links: known, commands: commands, guild: d.Guild, log: log,
			tried: make(chan struct{})},
		announcer: &announcer{desk: desk, rest: calls, links: known},
	}, nil
}

// Run connects, registers the commands and serves until ctx ends: then it returns nil, after what
// was being handled is answered or has had some seconds. It returns one of the fatal errors, such
// as ErrToken, when trying on is no use. It may be called once.
func (b *Bot) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	handling, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	b.supervisor.on = func(e *discordgo.Event) { b.receive(handling, e) }
	registered := make(chan error, 1)
	go func() {
		err := safely(func() error { return b.registrar.run(ctx) })
		if err != nil {
			stop()
		}
		registered <- err
	}()
	b.registrar.wait(ctx)
	err := safely(func() error { return b.supervisor.run(ctx) })
	stop()
	if refused := <-registered; err == nil {
		err = refused
	}
	if !b.dispatcher.drain(drainLimit) {
		abandon() // a search answers with what it has
		if !b.dispatcher.drain(hasteLimit) {
			b.log.Error("interactions left unanswered at the end")
		}
	}
	return err
}

// receive hands an interaction on. It is called in a goroutine of its own.
func (b *Bot) receive(ctx context.Context, e *discordgo.Event) {
	if e.Type != "INTERACTION_CREATE" {
		return
	}
	err := safely(func() error {
		b.dispatcher.receive(ctx, e.RawData)
		return nil
	})
	if err != nil {
		b.log.Error("interaction failed", "err", err)
	}
}

// Announce implements play.Announcer: it posts m in its channel. It waits for Run to begin.
func (b *Bot) Announce(ctx context.Context, m match.Match, news []match.Event,
	key string) (match.Post, error) {
	b.registrar.wait(ctx)
	return b.announcer.announce(ctx, m, news, key)
}

// Retire implements play.Announcer: it removes a message that another has replaced.
func (b *Bot) Retire(ctx context.Context, p match.Post) error {
	return b.announcer.retire(ctx, p)
}

// Idle reports whether no interaction is being handled.
func (b *Bot) Idle() bool { return len(b.dispatcher.slots) == 0 }

// Ready reports whether the bot is connected and commands reach it.
func (b *Bot) Ready() bool { return b.supervisor.live.Load() }
