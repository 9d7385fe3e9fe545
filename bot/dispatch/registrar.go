package dispatch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// Registry registers commands; discord.Client implements it.
type Registry interface {
	// RegisterCommands replaces the commands of a guild, or the global ones if guild is "", and returns their ids
	// by name.
	RegisterCommands(ctx context.Context, guild string,
		commands []discordgo.ApplicationCommand) (map[string]string, error)
	// ClearCommands removes those of commands that are registered in a guild, or globally if guild is "".
	ClearCommands(ctx context.Context, guild string, commands []discordgo.ApplicationCommand) (discord.Cleared, error)
	// Guilds returns up to most guilds that the bot is in.
	Guilds(ctx context.Context, most int) ([]string, error)
}

// Registration is what a Registrar needs. All fields except Guild are required.
type Registration struct {
	Out   Registry
	Links *ui.Links    // gets the ids of the commands
	Texts Translations // of the names and descriptions
	Guild string       // registers the commands only in this guild; "": globally
	Log   *slog.Logger
}

// Registrar registers the bot's commands with Discord.
type Registrar struct {
	deps     Registration
	commands []Command
	tried    chan struct{}         // closed after the first attempt, when the ids of the commands may be known
	result   atomic.Pointer[error] // of the last attempt; nil: none has ended yet
}

// NewRegistrar returns a Registrar of commands, which does nothing before Run.
func NewRegistrar(commands []Command, r Registration) *Registrar {
	return &Registrar{deps: r, commands: commands, tried: make(chan struct{})}
}

const (
	firstRegistration = time.Second // the shortest wait before trying again
	maxRegistration   = 10 * time.Second
)

// Run registers the commands and retries until that succeeds or ctx ends. Then it removes those that an earlier
// configuration registered elsewhere, because Discord lists commands twice that are registered both globally and in a
// guild. It returns discord.ErrToken if Discord refuses the token, otherwise nil. Call it only once.
func (r *Registrar) Run(ctx context.Context) error {
	tried := sync.OnceFunc(func() { close(r.tried) })
	try := func() (struct{}, error) {
		defer tried()
		err := r.register(ctx)
		r.result.Store(&err)
		if errors.Is(err, discord.ErrToken) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}
	_, err := backoff.Retry(ctx, try, backoff.WithMaxElapsedTime(0),
		backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: firstRegistration,
			RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxRegistration}),
		backoff.WithNotify(func(err error, wait time.Duration) {
			r.deps.Log.Error("commands not registered; will retry", "err", err,
				"retry_in", wait.Round(time.Millisecond))
		}))
	if ctx.Err() != nil {
		return nil
	}
	if err == nil {
		r.clear(ctx)
	}
	return err
}

// clearedGuilds is the maximum number of guilds to search for commands of an earlier configuration, with one request
// for each. A bot in more guilds than that is unlikely to have been registered in only one of them.
const clearedGuilds = 100

// clear removes the commands from where they are no longer registered. Failures are retried at the next start.
func (r *Registrar) clear(ctx context.Context) {
	guilds, err := r.deps.Out.Guilds(ctx, clearedGuilds)
	if err != nil && ctx.Err() == nil {
		r.deps.Log.Warn("commands of an earlier configuration not looked for", "err", err)
	}
	if r.deps.Guild != "" {
		guilds = append([]string{""}, guilds...)
	}
	specs := Specs(r.commands, r.deps.Texts, r.deps.Guild)
	for _, guild := range guilds {
		if guild != r.deps.Guild && ctx.Err() == nil {
			r.clearIn(ctx, guild, specs)
		}
	}
}

// clearIn removes specs from a guild, or the global ones.
func (r *Registrar) clearIn(ctx context.Context, guild string, specs []discordgo.ApplicationCommand) {
	done, err := r.deps.Out.ClearCommands(ctx, guild, specs)
	log := r.deps.Log.With("where", cmp.Or(guild, "everywhere"))
	switch {
	case err != nil && ctx.Err() == nil && discord.CodeOf(err) != discordgo.ErrCodeMissingAccess:
		log.Warn("commands of an earlier configuration not removed", "removed", done.Removed, "err", err)
	case done.Removed > 0:
		log.Info("commands of an earlier configuration removed: Discord listed them twice", "removed", done.Removed,
			"kept", done.Kept)
	}
}

// Wait returns after the first attempt, or when ctx ends.
func (r *Registrar) Wait(ctx context.Context) {
	select {
	case <-r.tried:
	case <-ctx.Done():
	}
}

// errUntried is returned by Registrar.Registered before the end of the first attempt.
var errUntried = errors.New("commands are being registered")

// Registered returns nil if the commands are registered, otherwise the reason why not.
func (r *Registrar) Registered() error {
	result := r.result.Load()
	switch {
	case result == nil:
		return errUntried
	case *result != nil:
		return fmt.Errorf("commands not registered: %w", *result)
	}
	return nil
}

func (r *Registrar) register(ctx context.Context) error {
	ids, err := r.deps.Out.RegisterCommands(ctx, r.deps.Guild, Specs(r.commands, r.deps.Texts, r.deps.Guild))
	if err != nil {
		return err
	}
	r.deps.Links.Learn(ids)
	r.deps.Log.Info("commands registered", "commands", len(ids))
	return nil
}

// Specs returns the definitions of commands with the translations of their texts. For a guild, they do not say where
// the commands can be used.
func Specs(commands []Command, texts Translations, guild string) []discordgo.ApplicationCommand {
	list := make([]discordgo.ApplicationCommand, len(commands))
	for i, c := range commands {
		list[i] = localize(c.Spec, func(text SpecText) map[discordgo.Locale]string {
			in := map[discordgo.Locale]string{}
			for locale, said := range texts.Translations(text.ID) {
				in[discordgo.Locale(locale)] = said
			}
			return in
		})
		if guild != "" {
			list[i].Contexts, list[i].IntegrationTypes = nil, nil
		}
	}
	return list
}
