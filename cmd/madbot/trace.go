package main

import (
	"context"
	"log/slog"

	"madbot/bot/play"
)

// tracer adds the cause of the context to each log line, so that an interaction, the jobs that it scheduled and their
// calls can be found by one id.
type tracer struct{ slog.Handler }

func (t tracer) Handle(ctx context.Context, r slog.Record) error {
	if cause := play.Cause(ctx); cause != "" {
		r = r.Clone()
		r.AddAttrs(slog.String("cause", cause))
	}
	return t.Handler.Handle(ctx, r)
}

func (t tracer) WithAttrs(attrs []slog.Attr) slog.Handler { return tracer{t.Handler.WithAttrs(attrs)} }

func (t tracer) WithGroup(name string) slog.Handler { return tracer{t.Handler.WithGroup(name)} }
