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

// maxPanelists is of how many people the panels are known.
const maxPanelists = 1 << 12

// panels are the private messages in which people play, of each person one a match, so that a new one takes the place
// of the old one. Those of another process stay, and those that nobody touched for so long that Discord lets nobody
// take them away.
type panels struct {
	mu  sync.Mutex
	all *lru.Cache[match.PlayerID, map[match.ID]sentPanel]
}

// sentPanel is a panel, by the last interaction that it answers.
type sentPanel struct {
	in      *discord.Interaction
	message string // its id, once something on it was tapped; empty: nothing was
}

func newPanels() *panels {
	all, err := lru.New[match.PlayerID, map[match.ID]sentPanel](maxPanelists)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &panels{all: all}
}

// put notes that the first answer to in, which is c, shows the panel of m, empty for none; in place of what was tapped,
// or as a message of its own. It returns the interaction that the former panel of m answers, which is in itself if one
// opened later was answered earlier; nil: none is to be taken away.
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
	if old.in != nil && sentAt(old.in).After(sentAt(in)) { // a later one was answered earlier
		if old.message == "" {
			return in
		}
		return nil // perhaps by a tap on this one
	}
	own[m] = now
	if old.in == nil || sentAt(in).Sub(sentAt(old.in)) >= tokenLimit {
		return nil
	}
	return old.in
}

// sentAt is when somebody did what in tells, to Discord's clock; the zero time when its id does not say it.
func sentAt(in *discord.Interaction) time.Time {
	at, err := discordgo.SnowflakeTimestamp(in.ID)
	if err != nil {
		return time.Time{}
	}
	return at
}

// replacePanel deletes the person's previous panel of m, because the answer shows one now. m is empty if the answer
// is no panel.
func (a *answer) replacePanel(ctx context.Context, m match.ID, inPlace bool) {
	old := a.d.panels.put(a.call, a.in, m, inPlace)
	if old == nil {
		return
	}
	if err := a.d.deps.Out.DeleteResponse(ctx, old); err != nil {
		a.log.Debug("previous panel not deleted", "err", err)
	}
}
