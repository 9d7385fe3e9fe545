package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

const (
	// typingDelay lets the reply to the player's turn go first, because a message by the bot ends the typing indicator.
	typingDelay = 300 * time.Millisecond
	// typingLimit is how long showing the typing indicator may take.
	typingLimit = time.Second
)

// Typist shows the typing indicator.
type Typist interface {
	// Type shows the typing indicator for a few seconds in the channel of m.
	Type(ctx context.Context, m play.Match) error
}

// Manner makes the robot play at a human pace. The zero value plays immediately.
type Manner struct {
	Pace   func(m *play.Match) time.Duration // the minimum duration of a turn; nil: none
	Typist Typist                            // shows the typing indicator meanwhile; may be nil
}

// think starts a turn of the robot in m. It returns a function that waits until the minimum duration has passed or
// ctx has ended. A failure of the typing indicator is ignored.
func (n Manner) think(ctx context.Context, m play.Match, log *slog.Logger) (await func()) {
	if n.Pace == nil {
		return func() {}
	}
	pause := n.Pace(&m)
	if pause <= 0 {
		return func() {}
	}
	due := time.After(pause)
	if n.Typist != nil {
		go n.showTyping(ctx, m, log) // it ends within typingLimit of ctx, and nothing depends on it
	}
	return func() {
		select {
		case <-due:
		case <-ctx.Done():
		}
	}
}

// showTyping shows the typing indicator until ctx ends.
func (n Manner) showTyping(ctx context.Context, m play.Match, log *slog.Logger) {
	select {
	case <-time.After(typingDelay):
	case <-ctx.Done():
		return
	}
	ctx, cancel := context.WithTimeout(ctx, typingLimit)
	defer cancel()
	if err := safely.Do(func() error { return n.Typist.Type(ctx, m) }); err != nil {
		log.DebugContext(ctx, "typing not shown", "match", m.ID, "err", err)
	}
}
