package settings

import (
	"context"
	"slices"
	"sync"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/text"
)

// Channels knows the channels of Discord; discord.Client is one.
type Channels interface {
	// Channel returns a channel; discord.CodeUnknownChannel says that it is gone.
	Channel(ctx context.Context, id string) (discord.Channel, error)
}

// askLimit bounds how long Discord is asked which channels there are.
const askLimit = time.Second

// Allowed returns why no match can begin where c comes from, as those who manage the server chose.
func (cmds *Commands) Allowed(ctx context.Context, c *dispatch.Call) error {
	if !c.InGuild() || c.Venue.Away {
		return nil
	}
	server, err := cmds.Service.Server(ctx, c.Venue.Guild)
	list := server.Settings.Channels
	if err != nil || len(list) == 0 || c.IsIn(list) {
		return err
	}
	gone := cmds.gone(ctx, list)
	list = slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(gone, id) })
	if len(list) == 0 {
		return nil
	}
	return text.RefuseChannel(c.T, list)
}

// gone returns those of channels that Discord has no more; one of which it does not say so is there.
func (cmds *Commands) gone(ctx context.Context, channels []string) (gone []string) {
	if cmds.Channels == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	isGone := make([]bool, len(channels))
	var asked sync.WaitGroup
	for i, id := range channels {
		asked.Go(func() {
			err := dispatch.Safely(func() error { _, err := cmds.Channels.Channel(ctx, id); return err })
			isGone[i] = discord.CodeOf(err) == discord.CodeUnknownChannel
		})
	}
	asked.Wait()
	for i, id := range channels {
		if isGone[i] {
			gone = append(gone, id)
		}
	}
	return gone
}
