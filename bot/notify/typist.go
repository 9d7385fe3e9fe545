package notify

import (
	"context"
	"fmt"

	"madbot/bot/play"
)

// Typer shows that the bot writes; discord.Client is one.
type Typer interface {
	// StartTyping shows for some seconds that the bot writes in a channel.
	StartTyping(ctx context.Context, channel string) error
}

// Typist shows where matches are shown that the bot thinks. It is a worker.Typist and safe for concurrent use.
type Typist struct{ out Typer }

// NewTypist returns a Typist that shows it through out.
func NewTypist(out Typer) *Typist { return &Typist{out} }

// Type implements worker.Typist. Where the bot cannot post it shows nothing.
func (y *Typist) Type(ctx context.Context, m play.Match) error {
	if m.Venue.Away || m.Closed {
		return nil
	}
	if err := y.out.StartTyping(ctx, m.Shown()); err != nil {
		return fmt.Errorf("type in match %s: %w", m.ID, err)
	}
	return nil
}
