package people

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/rules/match"
)

// roll answers for the members of the server 7, and notes who it was asked for.
type roll struct {
	mu    sync.Mutex
	codes map[string]int // of those who are no members
	fault error
	asked []string
}

func (r *roll) Member(_ context.Context, guild, user string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, guild+"/"+user)
	if code := r.codes[user]; code != 0 {
		return &discord.APIError{Status: 404, Code: code}
	}
	return r.fault
}

func (r *roll) take() (asked []string) {
	asked, r.asked = r.asked, nil
	return asked
}

// TestMembers: who left and who is there is remembered for an hour; Discord is asked for nobody else.
func TestMembers(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	r := &roll{codes: map[string]int{"2": discordgo.ErrCodeUnknownMember, "3": discordgo.ErrCodeUnknownUser}}
	m := NewMembers(r)
	all := []match.PlayerID{"1", "2", "3", "4"}
	m.Meet("7", "4", now)
	assert.False(t, m.HasLeft("7", "2", now), "nobody was asked")
	assert.True(t, m.Find(t.Context(), "7", all, now))
	assert.ElementsMatch(t, []string{"7/1", "7/2", "7/3"}, r.take())
	for p, left := range map[match.PlayerID]bool{"1": false, "2": true, "3": true, "4": false} {
		assert.Equal(t, left, m.HasLeft("7", p, now), p)
		assert.False(t, m.HasLeft("8", p, now), "elsewhere")
	}
	assert.True(t, m.Find(t.Context(), "7", all, now))
	assert.False(t, m.Find(t.Context(), "7", []match.PlayerID{"1"}, now))
	assert.Empty(t, r.take(), "it is known")
	later := now.Add(memberAge)
	r.codes = map[string]int{"1": discordgo.ErrCodeUnknownMember}
	assert.False(t, m.HasLeft("7", "2", later), "perhaps they came back")
	assert.True(t, m.Find(t.Context(), "7", all, later))
	assert.ElementsMatch(t, []string{"7/1", "7/2", "7/3", "7/4"}, r.take())
	assert.True(t, m.HasLeft("7", "1", later))
	assert.False(t, m.HasLeft("7", "2", later))
}

// TestMembers_Fault: where Discord does not say, nobody has left, and it is asked again.
func TestMembers_Fault(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	assert.False(t, new(Members).Find(t.Context(), "7", []match.PlayerID{"1"}, now))
	for _, fault := range []error{errors.New("no answer"), &discord.APIError{Status: 403, Code: discordgo.ErrCodeMissingAccess},
		&discord.APIError{Status: 404, Code: discordgo.ErrCodeUnknownGuild}} {
		r := &roll{fault: fault}
		m := NewMembers(r)
		for range 2 {
			assert.False(t, m.Find(t.Context(), "7", []match.PlayerID{"1"}, now))
			assert.Len(t, r.take(), 1)
		}
	}
}

// TestMembers_Many: there are not too many to remember.
func TestMembers_Many(t *testing.T) {
	t.Parallel()
	m := new(Members)
	for i := range maxMembers + 1 {
		m.Meet("7", match.PlayerID(fmt.Sprint(i)), time.Time{})
	}
	assert.Len(t, m.seen, 1)
}
