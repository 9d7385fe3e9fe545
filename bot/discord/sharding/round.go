package sharding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
)

// round is one look at who has what, and what follows from it for this process.
type round struct {
	*Manager
	on   func(*discord.Interaction)
	fail func(error) // ends Run, because trying again cannot help
}

// run takes free shards and gives away what is too much. When the store does not answer, all stays as it is.
func (r *round) run(ctx context.Context) {
	r.prune()
	r.look()
	err := r.share(ctx)
	if errors.Is(err, discord.ErrToken) {
		r.fail(err)
		return
	}
	if err != nil && ctx.Err() == nil {
		r.knows.Store(false)
		if !r.failed {
			r.Log.Error("shards cannot be shared", "err", err)
		}
	}
	r.failed = err != nil
}

// prune forgets the shards that are free.
func (r *round) prune() {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.held, func(_ gateway.Shard, h *holder) bool {
		select {
		case <-h.done:
			return true
		default:
			return false
		}
	})
}

// look notes which shards are connected.
func (r *round) look() {
	now := r.Now()
	for _, h := range r.holders() {
		if h.receiver.Ready() {
			h.seen.Store(&now)
		}
	}
}

// share works out which shards are to be held, and takes or gives away what makes the difference.
func (r *round) share(ctx context.Context) error {
	if !r.shards.isAuto() {
		return r.hold(ctx)
	}
	own, err := r.member.rank(ctx)
	if err != nil {
		return err
	}
	taken, err := r.taken(ctx)
	if err != nil {
		return err
	}
	outgrown, err := r.outgrown(ctx)
	if err != nil {
		return err
	}
	r.count = agreed(taken, r.count)
	switch {
	case outgrown[r.count]:
		r.abandon()
		return nil
	case len(taken) == 0 && len(r.holders()) == 0:
		return r.begin(ctx, own, outgrown)
	}
	return r.balance(ctx, taken, allOf(r.count), own.share(r.count))
}

// hold takes the shards that the process is to have whoever else is there.
func (r *round) hold(ctx context.Context) error {
	taken, err := r.taken(ctx)
	if err != nil {
		return err
	}
	for s := range taken {
		if s.Count != r.count {
			r.fail(fmt.Errorf("%w: %d there, %d here", ErrTotals, s.Count, r.count))
			return nil
		}
	}
	wanted := allOf(r.count)[r.shards.First : r.shards.Last+1]
	return r.balance(ctx, taken, wanted, len(wanted))
}

// taken returns the shards that somebody holds.
func (r *round) taken(ctx context.Context) (map[gateway.Shard]bool, error) {
	names, err := r.leased(ctx, shardName, r.times)
	all := map[gateway.Shard]bool{}
	for _, name := range names {
		if s, ok := shardOf(name); ok {
			all[s] = true
		}
	}
	return all, err
}

// balance takes those of the wanted shards that are free until there are most, and gives away what is above that.
func (r *round) balance(ctx context.Context, taken map[gateway.Shard]bool, wanted []gateway.Shard, most int) error {
	mine := r.mine()
	for _, h := range mine[min(most, len(mine)):] {
		h.give()
	}
	mine = mine[:min(most, len(mine))]
	for _, s := range wanted {
		switch {
		case taken[s] && r.tried[s] == "" || slices.ContainsFunc(mine, func(h *holder) bool { return h.shard == s }):
		case len(mine) < most:
			h, err := r.take(ctx, s)
			if err != nil {
				return err
			}
			if h != nil {
				mine = append(mine, h)
			}
		}
	}
	r.knows.Store(true)
	return nil
}

// mine returns the holders of the shards that the process keeps, in order. Those of a number that is no longer
// agreed on are given away.
func (r *round) mine() []*holder {
	var all []*holder
	for _, h := range r.holders() {
		switch {
		case h.given.Load():
		case h.shard.Count != r.count:
			h.give()
		default:
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b *holder) int { return a.shard.ID - b.shard.ID })
	return all
}

// allOf returns all shards when there are so many.
func allOf(count int) []gateway.Shard {
	all := make([]gateway.Shard, count)
	for id := range all {
		all[id] = gateway.Shard{ID: id, Count: count}
	}
	return all
}

// request asks for the lease of a shard. When no answer comes, the lease may be given all the same: it is
// asked for again with the same owner, who then has it, and what was left with it.
func (r *round) request(ctx context.Context, s gateway.Shard) (owner, kept string, ok bool, err error) {
	owner = cmp.Or(r.tried[s], fmt.Sprintf("%s/%d", r.Owner, r.Now().UnixNano()))
	r.tried[s] = owner
	kept, ok, err = r.lease(ctx, leaseOf(s), owner, r.times)
	if err == nil {
		delete(r.tried, s)
	}
	return owner, kept, ok, err
}

// take takes a shard; nil when somebody else was faster.
func (r *round) take(ctx context.Context, s gateway.Shard) (*holder, error) {
	begun := r.Now()
	owner, kept, ok, err := r.request(ctx, s)
	if err != nil || !ok {
		return nil, err
	}
	from := decode(kept)
	r.Log.Info("shard taken", "shard", s.ID, "shards", s.Count, "resumes", from.Session != "")
	ctx, cancel := context.WithCancel(ctx)
	h := &holder{Process: r.Process, times: r.times, shard: s, owner: owner, leased: begun,
		receiver: r.open(s, from), end: cancel, done: make(chan struct{})}
	h.seen.Store(&begun)
	r.mu.Lock()
	r.held[s] = h
	r.mu.Unlock()
	go func() {
		defer cancel()
		r.ended(s, h.run(ctx, r.on))
	}()
	return h, nil
}

// ended notes why a shard was given up for good; nil: it was not.
func (r *round) ended(s gateway.Shard, err error) {
	switch {
	case err == nil:
	case r.shards.isAuto() && errors.Is(err, gateway.ErrShards):
		r.Log.Warn("shards outgrown", "shards", s.Count, "err", err)
		r.refused.Store(int64(s.Count))
	default:
		r.fail(err)
	}
}
