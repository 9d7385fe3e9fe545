package dispatch

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"madbot/bot/discord"
	"madbot/rules/match"
)

// maxPanelists is the number of people whose panels are remembered.
const maxPanelists = 1 << 12

// panels remembers each person's panel of each match, so that a new panel replaces the old one. It does not know the
// panels of other processes, and forgets those that are too old to be deleted.
type panels struct {
	mu  sync.Mutex
	all *lru.Cache[match.PlayerID, map[match.ID]sentPanel]
}

// sentPanel is a panel, identified by the last interaction that it answers.
type sentPanel struct {
	in      *discord.Interaction
	message string // the id of its message; empty until a control on it is used
}

func newPanels() *panels {
	all, err := lru.New[match.PlayerID, map[match.ID]sentPanel](maxPanelists)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &panels{all: all}
}

// put records that the answer to in, which is c, is the panel of m; m is empty if it is no panel. inPlace means that
// the answer updated the message whose control was used. It returns the interaction whose answer must be deleted, or
// nil: the previous panel's, or in itself if a panel opened later was answered first.
func (s *panels) put(c *Call, in *discord.Interaction, m match.ID, inPlace bool) *discord.Interaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, known := s.all.Get(c.Actor.ID)
	now := sentPanel{in: in}
	if inPlace {
		now.message = in.Message.ID
		maps.DeleteFunc(own, func(of match.ID, old sentPanel) bool {
			return old.message == now.message || of == c.ID.Match && old.message == ""
		})
	}
	if m == "" {
		return nil
	}
	if !known {
		own = map[match.ID]sentPanel{}
		s.all.Add(c.Actor.ID, own)
	}
	old := own[m]
	if old.in != nil && sentAt(old.in).After(sentAt(in)) {
		if old.message == "" {
			return in
		}
		return nil // the later one may be a tap on this panel
	}
	own[m] = now
	if old.in == nil || sentAt(in).Sub(sentAt(old.in)) >= tokenLimit {
		return nil
	}
	return old.in
}

// sentAt returns when in happened, by Discord's clock; zero if its id does not say.
func sentAt(in *discord.Interaction) time.Time {
	at, err := discordgo.SnowflakeTimestamp(in.ID)
	if err != nil {
		return time.Time{}
	}
	return at
}

// replacePanel deletes the person's previous panel of m, because the answer now shows one. m is empty if the answer is
// no panel.
func (a *answer) replacePanel(ctx context.Context, m match.ID, inPlace bool) {
	old := a.d.panels.put(a.call, a.in, m, inPlace)
	if old == nil {
		return
	}
	if err := a.d.deps.Out.DeleteResponse(ctx, old); err != nil {
		a.log.Debug("previous panel not deleted", "err", err)
	}
}
