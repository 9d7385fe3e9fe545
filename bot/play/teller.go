package play

import (
	"context"
	"log/slog"
	"time"
)

// TellerDeps is what a Teller needs. All are required.
type TellerDeps struct {
	Store     Store
	Announcer Announcer
	Now       func() time.Time
	Log       *slog.Logger
}

// Teller tells people what happened: it drains the outbox through the Announcer.
type Teller struct {
	deps TellerDeps
	wake chan struct{}
}

// NewTeller returns a Teller that does nothing before Run.
func NewTeller(d TellerDeps) *Teller {
	return &Teller{deps: d, wake: make(chan struct{}, 1)}
}

// Wake says that there is news. It never blocks, and may be called at any time, from any
// goroutine.
func (t *Teller) Wake() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Run tells what is due until ctx ends, and returns nil then. Only one Run may be going on one
// store.
func (t *Teller) Run(ctx context.Context) error { panic("play: Run") }
