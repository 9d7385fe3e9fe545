package bot

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
)

// postCounter counts the messages posted, and accepts all commands.
type postCounter struct {
	show.Discord // its other methods are not called
	messages     int
}

func (c *postCounter) CreateMessage(context.Context, string, discord.Message) (string, error) {
	c.messages++
	return "77", nil
}

func (*postCounter) FindMessage(context.Context, string, int, time.Time) (string, error) {
	return "", nil
}

func (*postCounter) EditMessage(context.Context, string, string, discord.Message) error { return nil }

func (*postCounter) DeleteMessage(context.Context, string, string) error { return nil }

func (*postCounter) RegisterCommands(context.Context, string, []discordgo.ApplicationCommand) (
	map[string]string, error) {
	return nil, nil
}

func (*postCounter) ClearCommands(context.Context, string, []discordgo.ApplicationCommand) (discord.Cleared, error) {
	return discord.Cleared{}, nil
}

func (*postCounter) Guilds(context.Context, int) ([]string, error) { return nil, nil }

// TestAnnounce_Waits: nothing is announced before the links of commands are known, or it is clear that they will not be
// soon.
func TestAnnounce_Waits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		posted := &postCounter{}
		b := &Bot{Notifier: show.NewNotifier(said{text: "a board"}, posted, &ui.Links{}),
			registrar: dispatch.NewRegistrar(nil, dispatch.Registration{Out: posted, Links: &ui.Links{}, Texts: untranslated{},
				Log: slog.New(slog.DiscardHandler)})}
		b.Notifier.Ready = b.registrar.Wait
		ended := make(chan error, 1)
		go func() {
			_, err := b.Announce(t.Context(), play.Announcement{})
			ended <- err
		}()
		synctest.Wait()
		assert.Zero(t, posted.messages)
		require.NoError(t, b.registrar.Run(t.Context()))
		require.NoError(t, <-ended)
		assert.Equal(t, 1, posted.messages)
	})
}
