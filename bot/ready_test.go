package bot

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
	"madbot/bot/dispatch"
	"madbot/bot/ui"
)

// listening is a Receiver that is ready or not.
type listening bool

func (listening) Run(context.Context, func(*discord.Interaction)) error { return nil }

func (l listening) Ready() error {
	if !l {
		return gateway.ErrStandby
	}
	return nil
}

// TestReady: a bot is ready when interactions arrive and Discord has its commands.
func TestReady(t *testing.T) {
	t.Parallel()
	registrar := dispatch.NewRegistrar(nil, dispatch.Registration{Out: &postCounter{}, Links: &ui.Links{},
		Texts: untranslated{},
		Log:   slog.New(slog.DiscardHandler)})
	client, err := discord.NewClient("t", discord.Address{})
	require.NoError(t, err)
	deaf := &Bot{client: client, receiver: listening(false), registrar: registrar}
	listens := &Bot{client: client, receiver: listening(true), registrar: registrar}
	require.ErrorContains(t, listens.Ready(), "commands")
	require.ErrorContains(t, deaf.Ready(), "commands")
	require.NoError(t, registrar.Run(t.Context()))
	require.NoError(t, listens.Ready())
	assert.ErrorIs(t, deaf.Ready(), gateway.ErrStandby)
}
