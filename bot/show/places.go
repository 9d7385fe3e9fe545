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

// Home returns where to show a match that begins with c, or the reason if none may begin there. A match that begins in
// a post of a forum, or outside the chosen channels if there is a forum among them, has a post of its own in the forum.
// If all chosen channels were deleted, matches may begin anywhere.
func (p *Places) Home(ctx context.Context, c *dispatch.Call) (play.Venue, error) {
	home := c.Home()
	if !c.InGuild() || c.Venue.Away {
		return home, nil
	}
	server, err := p.Servers.Server(ctx, c.Venue.Guild)
	list, forums := server.Settings.Channels, server.Settings.Forums
	switch {
	case err != nil:
		return home, err
	case len(list) == 0 || c.IsIn(list):
		if slices.Contains(forums, c.Parent) {
			home.Channel, home.Forum = c.Parent, true
		}
		return home, nil
	}
	if list = p.Existing(ctx, list); len(list) == 0 {
		return home, nil
	}
	for _, id := range list {
		if slices.Contains(forums, id) {
			home.Channel, home.Forum = id, true
			return home, nil
		}
	}
	return home, text.RefuseChannel(c.T, list)
}

// Allowed returns the reason if nothing about matches may be posted in the channel of c. Forums take only matches, so
// if no other channel is chosen, everything else may be posted anywhere.
func (p *Places) Allowed(ctx context.Context, c *dispatch.Call) error {
	if !c.InGuild() || c.Venue.Away {
		return nil
	}
	server, err := p.Servers.Server(ctx, c.Venue.Guild)
	if err != nil || c.IsIn(server.Settings.Channels) {
		return err
	}
	list := slices.DeleteFunc(slices.Clone(server.Settings.Channels),
		func(id string) bool { return slices.Contains(server.Settings.Forums, id) })
	if list = p.Existing(ctx, list); len(list) == 0 {
		return nil
	}
	return text.RefuseChannel(c.T, list)
}

// InForum reports whether c comes from a post in a forum that the server chose for matches.
func (p *Places) InForum(ctx context.Context, c *dispatch.Call) (bool, error) {
	if c.Parent == "" {
		return false, nil
	}
	server, err := p.Servers.Server(ctx, c.Venue.Guild)
	return slices.Contains(server.Settings.Forums, c.Parent), err
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
