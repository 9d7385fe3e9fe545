package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/ui"
)

// registrar tells Discord the bot's commands.
type registrar struct {
	out      registry
	links    *ui.Links
	commands []dispatch.Command
	guild    string // "": everywhere
	log      *slog.Logger
	// tried is closed after the first attempt: before it, nobody knows how commands are linked.
	tried chan struct{}
}

// registry takes commands; discord.Client is one.
type registry interface {
	RegisterCommands(ctx context.Context, guild string,
		commands []discord.Command) (map[string]string, error)
}

const (
	firstRegistration = time.Second // the shortest wait before trying again
	maxRegistration   = 5 * time.Minute
)

// run registers, trying again until it is done or ctx ends. The error is discord.ErrToken.
func (r *registrar) run(ctx context.Context) error {
	tried := sync.OnceFunc(func() { close(r.tried) })
	defer tried()
	try := func() (struct{}, error) {
		err := r.register(ctx)
		tried()
		if errors.Is(err, discord.ErrToken) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}
	_, err := backoff.Retry(ctx, try, backoff.WithMaxElapsedTime(0),
		backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: firstRegistration,
			RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxRegistration}),
		backoff.WithNotify(func(err error, wait time.Duration) {
			r.log.Error("commands not registered", "err", err,
				"retry_in", wait.Round(time.Millisecond))
		}))
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// wait returns after the first attempt, or when ctx ends.
func (r *registrar) wait(ctx context.Context) {
	select {
	case <-r.tried:
	case <-ctx.Done():
	}
}

// register replaces all commands that Discord knows by ours.
func (r *registrar) register(ctx context.Context) error {
	ids, err := r.out.RegisterCommands(ctx, r.guild, specs(r.commands, r.guild))
	if err != nil {
		return err
	}
	r.links.Learn(ids)
	r.log.Info("commands registered", "commands", len(ids))
	return nil
}

// specs returns the definitions of commands. In one guild they do not say where they can be used.
func specs(commands []dispatch.Command, guild string) []discord.Command {
	list := make([]discord.Command, len(commands))
	for i, c := range commands {
		list[i] = c.Spec
		if guild != "" {
			list[i].Contexts, list[i].IntegrationTypes = nil, nil
		}
	}
	return list
}
