package discord

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

// secretPath matches a path with the token of an interaction or a webhook.
var secretPath = regexp.MustCompile(`/(webhooks|interactions)/([^/\s"?]+)/[^/\s"?]+`)

// redactor removes the bot's token, and the tokens in paths.
type redactor struct {
	token string // without the prefix "Bot "
}

func (r redactor) clean(text string) string {
	if r.token != "" {
		text = strings.ReplaceAll(text, r.token, "[token]")
	}
	return secretPath.ReplaceAllString(text, "/$1/$2/[token]")
}

// Redact returns a logger that removes secrets: the bot's token, and the tokens in the URLs of interactions and
// webhooks. The token may have the prefix "Bot ".
func Redact(log *slog.Logger, token string) *slog.Logger {
	return slog.New(cleanHandler{log.Handler(), redactor{strings.TrimPrefix(token, "Bot ")}})
}

// cleanHandler removes secrets from records and attributes.
type cleanHandler struct {
	next slog.Handler
	red  redactor
}

func (h cleanHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

func (h cleanHandler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.red.clean(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a))
		return true
	})
	return h.next.Handle(ctx, clean)
}

func (h cleanHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.attr(a)
	}
	return cleanHandler{h.next.WithAttrs(clean), h.red}
}

func (h cleanHandler) WithGroup(name string) slog.Handler {
	return cleanHandler{h.next.WithGroup(name), h.red}
}

// attr removes secrets from a value. A value without any keeps its type.
func (h cleanHandler) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, h.red.clean(v.String()))
	case slog.KindGroup:
		attrs := make([]slog.Attr, len(v.Group()))
		for i, inner := range v.Group() {
			attrs[i] = h.attr(inner)
		}
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(attrs...)}
	case slog.KindAny:
		text := fmt.Sprintf("%+v", v.Any())
		if clean := h.red.clean(text); clean != text {
			return slog.String(a.Key, clean)
		}
	}
	return slog.Attr{Key: a.Key, Value: v}
}
