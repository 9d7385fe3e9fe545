package fleet

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
	*Fleet
	on   func(*discord.Interaction)
	fail func(error) // ends Run, because trying again cannot help
}

// run takes free shards and gives away what is too much. When the store does not answer, all stays as it is.
func (r *round) run(ctx context.Context) {
	r.prune()
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

// share works out which shards are to be held, and takes or gives away what makes the difference.
func (r *round) share(ctx context.Context) error {
	processes, err := r.member.count(ctx)
	if err != nil {
		return err
	}
	taken, err := r.taken(ctx)
	if err != nil {
		return err
	}
	if r.shards.isAuto() && len(taken) == 0 && len(r.holders()) == 0 {
		return r.begin(ctx, processes)
	}
	r.count = r.agreed(taken)
	return r.balance(ctx, taken, processes)
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

// agreed returns how many shards there are: as many as those say that hold some, the most when they do not
// agree, which passes.
func (r *round) agreed(taken map[gateway.Shard]bool) int {
	if !r.shards.isAuto() {
		return r.shards.Count
	}
	most := 0
	for s := range taken {
		most = max(most, s.Count)
	}
	if most == 0 {
		return r.count
	}
	return most
}

// begin takes the first shards of all when nobody has one. Only one process at a time may do that, so that all
// agree on the number: the one that was agreed on before as far as this process knows, or what Discord says.
func (r *round) begin(ctx context.Context, processes int) error {
	_, ok, err := r.lease(ctx, countName, r.Owner, r.times)
	if err != nil || !ok {
		return err
	}
	defer r.release(ctx, countName, r.Owner, "")
	taken, err := r.taken(ctx)
	if err != nil || len(taken) > 0 {
		return err // the next round knows what to do
	}
	if r.count == 0 {
		if r.count, err = r.ask(ctx); err != nil {
			return err
		}
		r.Log.Info("number of shards", "shards", r.count)
	}
	return r.balance(ctx, taken, processes)
}

// balance takes free shards while there are fewer than the fair share, and gives away those above it.
func (r *round) balance(ctx context.Context, taken map[gateway.Shard]bool, processes int) error {
	mine := r.mine()
	wanted, most := r.wanted(processes)
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

// wanted returns the shards that the process may have, and how many of them at most.
func (r *round) wanted(processes int) (all []gateway.Shard, most int) {
	first, last, most := 0, r.count-1, (r.count+processes-1)/processes
	if !r.shards.isAuto() {
		first, last = r.shards.First, r.shards.Last
		most = last - first + 1
	}
	for id := first; id <= last; id++ {
		all = append(all, gateway.Shard{ID: id, Count: r.count})
	}
	return all, most
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
	r.mu.Lock()
	r.held[s] = h
	r.mu.Unlock()
	go func() {
		defer cancel()
		if err := h.run(ctx, r.on); err != nil {
			r.fail(r.explain(err))
		}
	}()
	return h, nil
}

// explain returns the error with which Run ends because of err of a shard.
func (r *round) explain(err error) error {
	if r.shards.isAuto() && errors.Is(err, gateway.ErrShards) {
		return ErrOutgrown
	}
	return err
}
