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

// Channels knows the channels of Discord; discord.Client does.
type Channels interface {
	// Channel returns a channel; discordgo.ErrCodeUnknownChannel says that it is gone.
	Channel(ctx context.Context, id string) (discord.Channel, error)
}

// Places knows where matches can begin, as those who manage the servers chose.
type Places struct {
	Servers  Servers
	Channels Channels // nil: nobody knows which are gone
}

// Servers are what is kept of servers; play.Service is one.
type Servers interface {
	Server(ctx context.Context, id string) (play.Server, error)
}

// askLimit bounds how long Discord is asked which channels there are.
const askLimit = time.Second

// Allowed returns why no match can begin where c comes from.
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

// Existing returns channels without those that Discord says are gone.
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
