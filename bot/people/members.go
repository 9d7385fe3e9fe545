package people

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/safely"
	"madbot/rules/match"
)

const (
	askLimit   = time.Second // for Discord to answer
	memberAge  = time.Hour   // after which a membership is checked again
	maxMembers = 10_000      // remembered
)

// Guilds knows the members of servers; discord.Client implements it.
type Guilds interface {
	// Member returns nil for a member, and an error with discordgo.ErrCodeUnknownMember for other people.
	Member(ctx context.Context, guild, user string) error
}

// Members caches who is on which server and who has left. At maxMembers it is emptied. The zero value never asks; then
// nobody has left. It is safe for concurrent use.
type Members struct {
	guilds Guilds // nil: never ask
	mu     sync.Mutex
	seen   map[membership]sighting
}

type membership struct {
	guild  string
	person match.PlayerID
}

// sighting is when somebody was found on a server, or not.
type sighting struct {
	at   time.Time
	gone bool
}

// holds reports whether s is still valid.
func (s sighting) holds(now time.Time) bool { return !s.at.IsZero() && now.Sub(s.at) < memberAge }

// NewMembers returns Members that ask guilds.
func NewMembers(guilds Guilds) *Members { return &Members{guilds: guilds} }

// Meet records that somebody is on a server.
func (m *Members) Meet(guild string, p match.PlayerID, now time.Time) {
	m.note(membership{guild, p}, sighting{at: now})
}

// HasLeft reports whether the last check found that somebody had left a server.
func (m *Members) HasLeft(guild string, p match.PlayerID, now time.Time) bool {
	s := m.known(membership{guild, p})
	return s.gone && s.holds(now)
}

// Find asks Discord which of people are on a server, except those in the cache, and reports whether one of them has
// left. If Discord does not answer, nothing changes.
func (m *Members) Find(ctx context.Context, guild string, people []match.PlayerID, now time.Time) (left bool) {
	if m.guilds == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	var asked sync.WaitGroup
	for _, p := range people {
		who := membership{guild, p}
		if m.known(who).holds(now) {
			continue
		}
		asked.Go(func() {
			err := safely.Do(func() error { return m.guilds.Member(ctx, guild, string(p)) })
			switch code := discord.CodeOf(err); {
			case err == nil:
				m.note(who, sighting{at: now})
			case code == discordgo.ErrCodeUnknownMember, code == discordgo.ErrCodeUnknownUser:
				m.note(who, sighting{at: now, gone: true})
			}
		})
	}
	asked.Wait()
	return slices.ContainsFunc(people, func(p match.PlayerID) bool { return m.HasLeft(guild, p, now) })
}

func (m *Members) known(who membership) sighting {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seen[who]
}

func (m *Members) note(who membership, s sighting) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seen == nil || len(m.seen) >= maxMembers {
		m.seen = map[membership]sighting{}
	}
	m.seen[who] = s
}
