package main

import (
	"context"
	"errors"
	"flag"
	"time"

	"madbot/bot/metrics"
)

// runBot plays on Discord until the process is stopped.
func runBot(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("run", flag.ContinueOnError)
	file := configFlag(fs)
	migrate := fs.Bool("migrate", false, "upgrade the tables of a PostgreSQL database to the version of this program; "+
		"a SQLite file is backed up and upgraded without this flag")
	if err := parse(fs, args, std); err != nil {
		return ignoreHelp(err)
	}
	cfg, err := file.load()
	cfg.Storage.migrate = *migrate
	if err == nil {
		err = playOn(ctx, cfg, std)
	}
	return cfg.Log.logEnd(std.err, err)
}

func playOn(ctx context.Context, cfg Config, std stdio) error {
	token, err := cfg.Discord.token(std.getenv)
	if err != nil {
		return err
	}
	log, err := cfg.Log.logger(std.err)
	if err != nil {
		return err
	}
	probe, p := newProbe(), newParts(token, log)
	if std.now != nil {
		p.now, p.clock = std.now, std.now
	}
	if cfg.Health.Metrics {
		p.metrics = metrics.New(time.Now)
		p.metrics.Ready(probe.isReady)
		probe.metrics = p.metrics.Handler()
	}
	return probe.during(ctx, cfg.Health.Addr, func(ctx context.Context) error {
		p.opened = logOpened
		app, err := newApp(ctx, cfg, p)
		if err != nil {
			return unlessEnded(ctx, err)
		}
		probe.ask(app.ready)
		return errors.Join(app.Run(ctx), app.Close())
	})
}

// unlessEnded returns err, or nil if ctx has ended: a start that was interrupted has not failed.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
