package bot

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"madbot/bot/play"
)

// Desk knows the operator's orders, which any process of the bot may have been given. It is safe for concurrent use.
type Desk struct {
	store    play.Store
	now      func() time.Time
	standing atomic.Pointer[play.Orders]
}

// period is how long another process may not know an order.
const period = 10 * time.Second

// New returns a Desk that knows no order before Read.
func NewDesk(store play.Store, now func() time.Time) *Desk {
	d := &Desk{store: store, now: now}
	d.standing.Store(&play.Orders{})
	return d
}

// Standing returns the orders as they are known, which must not be changed.
func (d *Desk) Standing() play.Orders { return *d.standing.Load() }

// Notice returns what is announced to all; "": nothing.
func (d *Desk) Notice() string { return d.Standing().Notices(d.now()) }

// Read reads the orders.
func (d *Desk) Read(ctx context.Context) error {
	o, err := d.store.Orders(ctx)
	if err == nil {
		d.standing.Store(&o)
	}
	return err
}

// Order changes the orders, and knows them.
func (d *Desk) Order(ctx context.Context, change func(*play.Orders)) error {
	err := d.store.Do(ctx, func(tx play.Tx) error {
		o, err := tx.Orders(ctx)
		if err != nil {
			return err
		}
		change(&o)
		return tx.SaveOrders(ctx, o)
	})
	if err != nil {
		return err
	}
	return d.Read(ctx)
}

// Announce has all see a notice, for a while or, with 0, until another one; an empty one ends that.
func (d *Desk) Announce(ctx context.Context, notice string, last time.Duration) error {
	return d.Order(ctx, func(o *play.Orders) {
		if o.Notice, o.Until = notice, (time.Time{}); last > 0 {
			o.Until = play.Stamp(d.now().Add(last))
		}
	})
}

// Run reads the orders again and again until ctx ends; meanwhile those that were known hold.
func (d *Desk) Run(ctx context.Context, log *slog.Logger) {
	again := time.NewTicker(period)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			if err := d.Read(ctx); err != nil && ctx.Err() == nil {
				log.DebugContext(ctx, "the operator's orders are not read", "err", err)
			}
		}
	}
}
