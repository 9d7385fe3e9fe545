package bot

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
)

// registrar tells Discord the bot's commands.
type registrar struct {
	rest     *rest
	links    *links
	commands []Command
	guild    string // "": everywhere
	log      *slog.Logger
	// tried is closed after the first attempt: before it, nobody knows how commands are linked.
	tried chan struct{}
}

// run registers, trying again until it is done or ctx ends. A fatal error it returns.
func (r *registrar) run(ctx context.Context) error {
	pause := &backoff.ExponentialBackOff{InitialInterval: time.Second,
		RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: 5 * time.Minute}
	tried := sync.OnceFunc(func() { close(r.tried) })
	defer tried()
	for {
		err := r.register(ctx)
		tried()
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if why := fatal(err); why != nil {
			return why
		}
		wait := pause.NextBackOff()
		r.log.Error("commands not registered", "err", err, "retry_in", wait.Round(time.Millisecond))
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// wait returns after the first attempt, or when ctx ends.
func (r *registrar) wait(ctx context.Context) {
	select {
	case <-r.tried:
	case <-ctx.Done():
	}
}

// register replaces all commands that Discord knows by ours. It is the same to do it again.
func (r *registrar) register(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	var app struct {
		ID string `json:"id"`
	}
	err := r.rest.do(limited, request{op: "ask who I am", method: "GET", again: true,
		url: discordgo.EndpointApplication("@me")}, &app)
	if err != nil {
		return err
	}
	url := discordgo.EndpointApplicationGlobalCommands(app.ID)
	if r.guild != "" {
		url = discordgo.EndpointApplicationGuildCommands(app.ID, r.guild)
	}
	var known []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	err = r.rest.do(limited, request{op: "register commands", method: "PUT", again: true,
		url: url, body: specs(r.commands, r.guild)}, &known)
	if err != nil {
		return err
	}
	ids := map[string]string{}
	for _, c := range known {
		ids[c.Name] = c.ID
	}
	r.links.learn(ids)
	r.log.Info("commands registered", "commands", len(known))
	return nil
}

// specs returns what Discord is told: where they can be used only when they are for everywhere.
func specs(commands []Command, guild string) []discordgo.ApplicationCommand {
	list := make([]discordgo.ApplicationCommand, len(commands))
	for i, c := range commands {
		list[i] = c.Spec
		if guild != "" {
			list[i].Contexts, list[i].IntegrationTypes = nil, nil
		}
	}
	return list
}
