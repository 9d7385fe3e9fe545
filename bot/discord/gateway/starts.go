package gateway

import (
	"context"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"madbot/bot/discord"
)

// identifyReserve is left of the number of sessions that Discord allows in a day, after which it resets the token: for
// whoever has to restart the bot by hand, and for those that discordgo starts by itself after op 9.
const identifyReserve = 20

// starts says when the sessions of so many shards may be started.
type starts struct {
	*Gateway
	count int
	mu    sync.Mutex
	pace  map[int]*rate.Limiter // by the id of a shard modulo how many may start at once
}

// wait returns the address of the gateway when the session of a shard may be started.
func (s *starts) wait(ctx context.Context, id int) (address string, err error) {
	for {
		told, err := s.ask(ctx)
		if err != nil {
			return "", err
		}
		if told.Shards > s.count {
			s.Log.Warn("discord recommends more shards: restart the bot", "shards", s.count, "recommended", told.Shards)
		}
		limit := told.SessionStartLimit
		if limit.Total <= 0 || limit.Remaining > identifyReserve {
			if err := discord.Sleep(ctx, s.share(limit)); err != nil {
				return "", err
			}
			return told.URL, s.bucket(id % max(limit.MaxConcurrency, 1)).Wait(ctx)
		}
		pause := untilReset(limit)
		s.Log.Error("discord allows no more sessions for now", "wait", pause)
		if err := discord.Sleep(ctx, pause); err != nil {
			return "", err
		}
	}
}

// share returns how long a session waits when they are scarce, so that those that are left last until there are more:
// a process that ends soon after each start does not know how often it was started.
func (s *starts) share(limit discordgo.SessionInformation) time.Duration {
	if !s.scarce.Load() {
		return 0
	}
	wait := untilReset(limit) / time.Duration(limit.Remaining-identifyReserve)
	s.Log.Warn("discord allows not many more sessions today", "remaining", limit.Remaining, "wait", wait)
	return wait
}

// untilReset returns how long to wait for more sessions: at least a second, at most a day.
func untilReset(limit discordgo.SessionInformation) time.Duration {
	const day = 24 * time.Hour
	ms := min(max(int64(limit.ResetAfter), 0), day.Milliseconds())
	return max(time.Duration(ms)*time.Millisecond, time.Second)
}

// bucket returns the pace of the shards of which one may start at a time.
func (s *starts) bucket(n int) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pace == nil {
		s.pace = map[int]*rate.Limiter{}
	}
	if s.pace[n] == nil {
		s.pace[n] = rate.NewLimiter(rate.Every(s.times.spacing), 1)
	}
	return s.pace[n]
}
