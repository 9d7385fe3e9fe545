package gateway

import (
	"context"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"madbot/bot/discord"
)

// identifyReserve is how many of the day's sessions are never used, because Discord resets the token at the limit.
// They are for manual restarts.
const identifyReserve = 20

// starts schedules the session starts of all shards.
type starts struct {
	*Gateway
	count int
	mu    sync.Mutex
	pace  map[int]*rate.Limiter // by shard id modulo the number that may start at the same time
}

// wait waits until the shard may start a session, and returns the gateway's address.
func (s *starts) wait(ctx context.Context, id int) (address string, err error) {
	for {
		info, err := s.info(ctx)
		if err != nil {
			return "", err
		}
		if info.Shards > s.count {
			s.Log.Warn("discord recommends more shards: restart the bot", "shards", s.count, "recommended", info.Shards)
		}
		limit := info.SessionStartLimit
		if limit.Total <= 0 || limit.Remaining > identifyReserve {
			if err := discord.Sleep(ctx, s.scarceWait(limit)); err != nil {
				return "", err
			}
			return info.URL, s.limiter(id % max(limit.MaxConcurrency, 1)).Wait(ctx)
		}
		pause := untilReset(limit)
		s.Log.Error("discord allows no more sessions for now", "wait", pause)
		if err := discord.Sleep(ctx, pause); err != nil {
			return "", err
		}
	}
}

// scarceWait returns how long to wait before a start while sessions are scarce, so that the remaining ones last until
// the reset. A process that restarts all the time cannot know how many it has used.
func (s *starts) scarceWait(limit discordgo.SessionInformation) time.Duration {
	if !s.scarce.Load() {
		return 0
	}
	wait := untilReset(limit) / time.Duration(limit.Remaining-identifyReserve)
	s.Log.Warn("discord allows few more sessions today", "remaining", limit.Remaining, "wait", wait)
	return wait
}

// untilReset returns the time until Discord allows new sessions, from a second to a day.
func untilReset(limit discordgo.SessionInformation) time.Duration {
	const day = 24 * time.Hour
	ms := min(max(int64(limit.ResetAfter), 0), day.Milliseconds())
	return max(time.Duration(ms)*time.Millisecond, time.Second)
}

// limiter returns the rate limiter of the shards with key n.
func (s *starts) limiter(n int) *rate.Limiter {
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
