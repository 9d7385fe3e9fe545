package play

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"madbot/rules/match"
)

const (
	tellers  = 16 // matches told of at once
	removers = 4  // messages removed at once
)

// TellerDeps is what a Teller needs. All are required.
type TellerDeps struct {
	Store     Store
	Announcer Announcer
	Now       func() time.Time
	Log       *slog.Logger
}

// Teller tells people what happened: it drains the outbox through the Announcer. Several matches
// are told of at once, so that a channel that hangs does not keep the others waiting; of each
// match, one thing after the other.
type Teller struct {
	pulse
	deps     TellerDeps
	telling  crew[match.ID]
	removing crew[match.Post]

	mu      sync.Mutex
	retries map[match.Post]retry // of retired posts
}

// NewTeller returns a Teller that does nothing before Run.
func NewTeller(d TellerDeps) *Teller {
	t := &Teller{deps: d, pulse: newPulse("tell", d.Now, d.Log), retries: map[match.Post]retry{}}
	t.telling = crew[match.ID]{hands: tellers, freed: t.Wake, log: d.Log}
	t.removing = crew[match.Post]{hands: removers, freed: t.Wake, log: d.Log}
	return t
}

// Run tells what is due until ctx ends, and returns then. What the Announcer or the Store cannot
// do now is tried again, less and less often. Only one Run may be going on one store.
func (t *Teller) Run(ctx context.Context) {
	t.run(ctx, t.round)
	t.telling.wait.Wait()
	t.removing.wait.Wait()
}

// round begins to tell what is due and to remove what was replaced, as far as there are hands,
// and returns when to come again.
func (t *Teller) round(ctx context.Context) (next time.Time, err error) {
	now := t.deps.Now()
	if err := t.tellDue(ctx, now); err != nil {
		return time.Time{}, err
	}
	next, err = t.retireDue(ctx, now)
	if err != nil {
		return time.Time{}, err
	}
	// What is due by now is being told, or a hand that is freed will wake us.
	due, ok, err := t.deps.Store.NextNotice(ctx, now)
	if ok {
		next = earliest(next, due)
	}
	return next, err
}
