package sharding

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"madbot/bot/discord/gateway"
)

// agreed returns how many shards there are: as many as those say that hold some, the most when they do not
// agree, which passes; known when nobody holds one.
func agreed(taken map[gateway.Shard]bool, known int) int {
	most := 0
	for s := range taken {
		most = max(most, s.Count)
	}
	return cmp.Or(most, known)
}

// begin takes the first shards of all when nobody has one. Only one process at a time may do that, so that all
// agree on the number: the one that was agreed on before as far as this process knows, or what Discord says.
func (r *round) begin(ctx context.Context, own rank, outgrown map[int]bool) error {
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
	if outgrown[r.count] {
		r.fail(ErrOutgrown)
		return nil
	}
	return r.balance(ctx, taken, allOf(r.count), own.share(r.count))
}

// outgrown returns the numbers of shards that Discord refuses, after the others were told what this process met.
func (r *round) outgrown(ctx context.Context) (map[int]bool, error) {
	if n := r.refused.Load(); n > 0 {
		if _, _, err := r.lease(ctx, outgrownName+strconv.FormatInt(n, 10), r.Owner, r.times); err != nil {
			return nil, err
		}
		r.refused.Store(0)
	}
	names, err := r.leased(ctx, outgrownName, r.times)
	all := map[int]bool{}
	for _, name := range names {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, outgrownName)); err == nil {
			all[n] = true
		}
	}
	return all, err
}

// abandon gives all shards away, and forgets how many there are: when nobody has one any more, Discord is asked.
func (r *round) abandon() {
	r.knows.Store(false)
	for _, h := range r.mine() {
		h.give()
	}
	r.count = 0
}
