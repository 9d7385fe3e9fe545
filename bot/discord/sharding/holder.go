package sharding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
)

// errLost is why a session ends whose lease could not be renewed in time.
var errLost = errors.New("lease lost")

// receiver is a gateway.Gateway.
type receiver interface {
	Run(ctx context.Context, on func(*discord.Interaction)) (gateway.Bookmark, error)
	Ready() bool
}

// holder holds a shard: its lease and its session. The session ends before the lease can run out.
type holder struct {
	Process
	times    times
	shard    gateway.Shard
	owner    string    // of the lease: another one each time, so that what was left counts once
	leased   time.Time // when the lease was asked for: it lasts from then on
	receiver receiver
	end      context.CancelFunc        // ends run
	given    atomic.Bool               // it is being given away
	seen     atomic.Pointer[time.Time] // when it was connected, or else was to be
	done     chan struct{}             // closed when it is free
}

// give ends the session and lets somebody else have the shard.
func (h *holder) give() {
	h.Log.Info("shard given away", "shard", h.shard.ID)
	h.given.Store(true)
	h.end()
}

// run receives until ctx ends or the lease is lost, and leaves the session to the next holder. An error of the
// receiver is returned; after a panic the shard is free for another try.
func (h *holder) run(ctx context.Context, on func(*discord.Interaction)) error {
	defer close(h.done)
	defer h.survive()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		defer cancel(errLost) // before the lease runs out, if keep failed
		defer h.survive()
		h.keep(ctx, cancel)
	}()
	at, err := h.receive(ctx, on)
	cancel(nil)
	<-kept
	if errors.Is(context.Cause(ctx), errLost) {
		h.Log.Error("shard given up: its lease could not be renewed", "shard", h.shard.ID)
	}
	h.handOver(ctx, leaseOf(h.shard), h.owner, encode(at))
	return err
}

// receive runs the receiver. One that panicked has left nothing.
func (h *holder) receive(ctx context.Context, on func(*discord.Interaction)) (gateway.Bookmark, error) {
	defer h.survive()
	return h.receiver.Run(ctx, on)
}

// survive is deferred. It logs a panic and ends it: a defect in one shard must not end the others.
func (h *holder) survive() {
	if v := recover(); v != nil {
		h.Log.Error("shard failed", "shard", h.shard.ID, "err", fmt.Sprintf("panic: %v", v))
	}
}

// keep renews the lease until ctx ends. When it cannot, it cancels with errLost, so early that the session has
// ended before the lease.
func (h *holder) keep(ctx context.Context, cancel context.CancelCauseFunc) {
	life := h.times.lease - h.times.margin
	late := time.AfterFunc(life-h.Now().Sub(h.leased), func() { cancel(errLost) })
	defer late.Stop()
	ticker := time.NewTicker(h.times.renew)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		begun := h.Now()
		_, ok, err := h.lease(ctx, leaseOf(h.shard), h.owner, h.times)
		switch {
		case err != nil:
			h.Log.Warn("lease not renewed", "shard", h.shard.ID, "err", err)
		case !ok:
			cancel(errLost)
			return
		default:
			late.Reset(life - h.Now().Sub(begun))
		}
	}
}

// encode writes where the next holder can go on, "" for nowhere.
func encode(at gateway.Bookmark) string {
	if at.Session == "" {
		return ""
	}
	text, _ := json.Marshal(at) // of a value that can be
	return string(text)
}

// decode reads what encode has written. What cannot be read is nowhere.
func decode(text string) gateway.Bookmark {
	var at gateway.Bookmark
	if json.Unmarshal([]byte(text), &at) != nil {
		return gateway.Bookmark{}
	}
	return at
}
