package sharding

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/time/rate"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
)

const (
	// identifyBurst and identifyEvery let one process start fewer sessions a day than the 1000 after which
	// Discord resets the token. What all processes start together is kept below that by the number that
	// Discord says is left.
	identifyBurst = 40
	identifyEvery = 100 * time.Second
)

// clockSlack is how much longer than gateway.Spacing a permit lasts: the clocks of processes do not agree
// exactly, and the answer to a confirm takes its time.
const clockSlack = 1500 * time.Millisecond

// errLate is returned when so much time has passed since the permit to start a session that another one may
// be starting.
var errLate = errors.New("start of a session took too long")

// starts lets the sessions of a process start when Discord accepts them, whichever processes start others. It
// is safe for concurrent use.
type starts struct {
	Process
	times  times
	budget *rate.Limiter
}

// newStarts returns a starts of which each lasts longer than Discord wants the next one to wait.
func newStarts(p Process, t times) *starts {
	t.lease = gateway.Spacing + clockSlack
	return &starts{Process: p, times: t, budget: rate.NewLimiter(rate.Every(identifyEvery), identifyBurst)}
}

// permit returns the Permit of a shard. Each start has an owner of its own, so that two of one process wait
// for one another too. Its lease runs out and is not released.
func (s *starts) permit(shard gateway.Shard) gateway.Permit {
	return func(ctx context.Context, concurrency int) (func(context.Context) error, error) {
		if err := s.budget.Wait(ctx); err != nil {
			return nil, err
		}
		name := identifyName + strconv.Itoa(shard.ID%concurrency)
		owner := fmt.Sprintf("%s/%d/%d", s.Owner, shard.ID, s.Now().UnixNano())
		for {
			_, ok, err := s.lease(ctx, name, owner, s.times)
			if ok || err != nil {
				return func(ctx context.Context) error { return s.confirm(ctx, name, owner) }, err
			}
			if err := discord.Sleep(ctx, s.times.poll/4); err != nil {
				return nil, err
			}
		}
	}
}

// confirm prolongs the permit, so that it begins with the start of the session. It returns errLate when the
// permit was given to somebody else meanwhile, or when the answer took so long that the permit could end before
// the next session may start.
func (s *starts) confirm(ctx context.Context, name, owner string) error {
	begun := s.Now()
	_, ok, err := s.lease(ctx, name, owner, s.times)
	if err == nil && (!ok || s.Now().Sub(begun) > clockSlack) {
		return errLate
	}
	return err
}
