package dispatch

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// registryFunc is a registry made of a function.
type registryFunc func() error

func (f registryFunc) RegisterCommands(context.Context, string, []discordgo.ApplicationCommand) (map[string]string,
	error) {
	return map[string]string{"duel": "7"}, f()
}

// TestRegistrar_Token: a token that Discord refuses is not tried again.
func TestRegistrar_Token(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		asked, log := 0, slog.New(slog.DiscardHandler)
		r := NewRegistrar(nil, Registration{Links: &ui.Links{}, Log: log,
			Out: registryFunc(func() error {
				if asked++; asked == 1 {
					return errors.New("no answer")
				}
				return discord.ErrToken
			})})
		require.ErrorIs(t, r.Run(ctx), discord.ErrToken)
		assert.Equal(t, 2, asked, "once more after no answer")
	})
}

// TestRegistrar_Registered: what failed once is not registered, and then it is.
func TestRegistrar_Registered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked, links := 0, &ui.Links{}
		var r *Registrar
		r = NewRegistrar(nil, Registration{Links: links, Log: slog.New(slog.DiscardHandler),
			Out: registryFunc(func() error {
				assert.Error(t, r.Registered())
				if asked++; asked == 1 {
					return errors.New("no answer")
				}
				return nil
			})})
		began, waited := time.Now(), time.Duration(-1)
		go func() {
			r.Wait(t.Context())
			waited = time.Since(began)
		}()
		require.NoError(t, r.Run(t.Context()))
		synctest.Wait()
		assert.NoError(t, r.Registered())
		assert.Zero(t, waited, "for the first attempt alone")
		assert.Equal(t, "</duel:7>", links.In("`/duel`"))
	})
}
