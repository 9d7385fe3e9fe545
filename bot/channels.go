package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/notify"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Channels knows the channels of Discord; discord.Client is one.
type Channels interface {
	// Channel returns a channel; discord.CodeUnknownChannel says that it is gone.
	Channel(ctx context.Context, id string) (discord.Channel, error)
}

// askLimit bounds how long Discord is asked which channels there are.
const askLimit = time.Second

// allowed returns why no match can begin where c comes from, as those who manage the server chose.
func (h *handlers) allowed(ctx context.Context, c *dispatch.Call) error {
	if !c.InGuild() || c.Venue.Away {
		return nil
	}
	server, err := h.service.Server(ctx, c.Venue.Guild)
	list := server.Settings.Channels
	if err != nil || len(list) == 0 || c.IsIn(list) {
		return err
	}
	gone := h.gone(ctx, list)
	list = slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(gone, id) })
	if len(list) == 0 {
		return nil
	}
	return text.RefuseChannel(c.T, list)
}

// gone returns those of channels that Discord has no more; one of which it does not say so is there.
func (h *handlers) gone(ctx context.Context, channels []string) (gone []string) {
	if h.channels == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	isGone := make([]bool, len(channels))
	var asked sync.WaitGroup
	for i, id := range channels {
		asked.Go(func() {
			err := dispatch.Safely(func() error { _, err := h.channels.Channel(ctx, id); return err })
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

// threads is what people see of the threads of matches.
func (h *handlers) threads() notify.ThreadViews {
	return notify.ThreadViews{Title: h.threadTitle, Sign: h.threadSign}
}

// threadTitle names the thread of m, in the language of its server.
func (h *handlers) threadTitle(ctx context.Context, m play.Match) string {
	t := h.catalog.Printer(m.Venue.Locale)
	return text.ThreadTitle(t, &m.Match, h.people.Name(ctx, t, m.Red), h.people.Name(ctx, t, m.Blue))
}

// threadSign stands above the thread of m.
func (h *handlers) threadSign(m play.Match) ui.Message {
	return ui.Message{Block: true, Text: text.ThreadSign(h.catalog.Printer(m.Venue.Locale), &m.Match)}
}
