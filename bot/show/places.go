package show

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/bot/text"
)

// Channels looks up channels; discord.Client implements it.
type Channels interface {
	// Channel returns a channel. The error has discordgo.ErrCodeUnknownChannel if it was deleted.
	Channel(ctx context.Context, id string) (discord.Channel, error)
}

// Places says in which channels matches may begin, according to the settings of the servers.
type Places struct {
	Servers  Servers
	Channels Channels // nil: deleted channels are not noticed
}

// Servers reads the settings of servers; play.Service implements it.
type Servers interface {
	Server(ctx context.Context, id string) (play.Server, error)
}

// askLimit is how long to wait for Discord to look up channels.
const askLimit = time.Second

// Allowed returns the reason if no match may begin in the channel of c. If all chosen channels were deleted, matches
// may begin anywhere.
func (p *Places) Allowed(ctx context.Context, c *dispatch.Call) error {
	if !c.InGuild() || c.Venue.Away {
		return nil
	}
	server, err := p.Servers.Server(ctx, c.Venue.Guild)
	list := server.Settings.Channels
	if err != nil || len(list) == 0 || c.IsIn(list) {
		return err
	}
	if list = p.Existing(ctx, list); len(list) == 0 {
		return nil
	}
	return text.RefuseChannel(c.T, list)
}

// Existing returns channels without the deleted ones.
func (p *Places) Existing(ctx context.Context, channels []string) []string {
	if p.Channels == nil {
		return channels
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	there := slices.Clone(channels)
	var asked sync.WaitGroup
	for i, id := range channels {
		asked.Go(func() {
			err := safely.Do(func() error { _, err := p.Channels.Channel(ctx, id); return err })
			if discord.CodeOf(err) == discordgo.ErrCodeUnknownChannel {
				there[i] = ""
			}
		})
	}
	asked.Wait()
	return slices.DeleteFunc(there, func(id string) bool { return id == "" })
}
