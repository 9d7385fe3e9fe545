package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

const (
	// signAfter lets the answer to whoever has played go first, because a message of the bot ends the sign.
	signAfter = 300 * time.Millisecond
	// signLimit is for showing that the robot types: a sign that comes later is of no use.
	signLimit = time.Second
)

// Typist shows people that the robot thinks.
type Typist interface {
	// Type shows for some seconds, where m is shown, that somebody writes.
	Type(ctx context.Context, m play.Match) error
}

// Manner is how the robot plays a turn, so that it feels like play. The zero value plays at once.
type Manner struct {
	Pace   func(m *play.Match) time.Duration // how long a turn takes at least; nil: no time
	Typist Typist                            // shows meanwhile that it thinks; nil: nobody does
}

// think begins a turn of the robot in m, and returns a function that waits until the turn is due, or ctx has ended.
// Whether it could be shown that it thinks makes no difference to the turn.
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
		go n.sign(ctx, m, log) // it ends within signLimit of ctx, and nothing depends on it
	}
	return func() {
		select {
		case <-due:
		case <-ctx.Done():
		}
	}
}

// sign shows that the robot thinks. It ends with ctx, which ends with the task.
func (n Manner) sign(ctx context.Context, m play.Match, log *slog.Logger) {
	select {
	case <-time.After(signAfter):
	case <-ctx.Done():
		return
	}
	ctx, cancel := context.WithTimeout(ctx, signLimit)
	defer cancel()
	if err := safely.Do(func() error { return n.Typist.Type(ctx, m) }); err != nil {
		log.DebugContext(ctx, "typing not shown", "match", m.ID, "err", err)
	}
}
