package bot

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"madbot/bot/play"
)

// Desk reads and changes the operator's orders, such as a notice to everybody. They are stored in the database, so they
// reach all processes of the bot. A Desk is safe for concurrent use.
type Desk struct {
	store play.Store
	now   func() time.Time
	last  atomic.Pointer[play.Orders] // as last read
}

// deskInterval is how often a Desk reads the orders, and the maximum delay until other processes follow them.
const deskInterval = 10 * time.Second

// NewDesk returns a Desk that has no orders until it reads them.
func NewDesk(store play.Store, now func() time.Time) *Desk {
	d := &Desk{store: store, now: now}
	d.last.Store(&play.Orders{})
	return d
}

// Current returns the orders last read. The caller must not change them.
func (d *Desk) Current() play.Orders { return *d.last.Load() }

// Notice returns the notice that everyone sees now, or "" if there is none.
func (d *Desk) Notice() string { return d.Current().Banner(d.now()) }

// Read reads the orders from the store.
func (d *Desk) Read(ctx context.Context) error {
	o, err := d.store.Orders(ctx)
	if err == nil {
		d.last.Store(&o)
	}
	return err
}

// Order changes the orders in the store, and reads them.
func (d *Desk) Order(ctx context.Context, change func(*play.Orders)) error {
	err := d.store.Do(ctx, func(tx play.Tx) error {
		o, err := tx.Orders(ctx)
		if err != nil {
			return err
		}
		change(&o)
		return play.SaveOrders(ctx, tx, o)
	})
	if err != nil {
		return err
	}
	return d.Read(ctx)
}

// Announce shows everyone a notice for a time, or until the next one if the time is 0. An empty notice removes it.
func (d *Desk) Announce(ctx context.Context, notice string, length time.Duration) error {
	return d.Order(ctx, func(o *play.Orders) {
		o.Notice, o.Until = notice, time.Time{}
		if length > 0 || notice == "" {
			o.Until = play.Stamp(d.now().Add(length))
		}
	})
}

// Run reads the orders regularly until ctx ends. If that fails, the orders last read stay in force.
func (d *Desk) Run(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(deskInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := d.Read(ctx); err != nil && ctx.Err() == nil {
				log.DebugContext(ctx, "operator's orders not read", "err", err)
			}
		}
	}
}
