package main

import (
	"context"
	"errors"
	"flag"
)

// runBot plays on Discord until the process is told to stop.
func runBot(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("run", flag.ContinueOnError)
	file := configFlag(fs)
	if err := parse(fs, args, std); err != nil {
		return ignoreHelp(err)
	}
	cfg, err := file.load()
	if err != nil {
		return err
	}
	token, err := cfg.Discord.token(std.getenv)
	if err != nil {
		return err
	}
	log, err := cfg.Log.logger(std.err)
	if err != nil {
		return err
	}
	app, err := newApp(ctx, cfg, newParts(token, log))
	if err != nil {
		return err
	}
	return errors.Join(app.Run(ctx), app.Close())
}
