package dispatch

import (
	"context"
	"errors"
	"log/slog"
	"strings"
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

func (f registryFunc) ClearCommands(context.Context, string, []discordgo.ApplicationCommand) (discord.Cleared, error) {
	return discord.Cleared{}, nil
}

func (f registryFunc) Guilds(context.Context, int) ([]string, error) { return nil, nil }

// scopes is a registry that lists guilds and notes where commands were registered and cleared.
type scopes struct {
	registryFunc
	guilds  []string
	cleared []string
	removed map[string]discord.Cleared
	err     error
}

func (s *scopes) ClearCommands(_ context.Context, guild string, _ []discordgo.ApplicationCommand) (discord.Cleared,
	error) {
	s.cleared = append(s.cleared, guild)
	return s.removed[guild], s.err
}

func (s *scopes) Guilds(context.Context, int) ([]string, error) { return s.guilds, nil }

// TestRegistrar_Clear: commands are cleared where they are not registered now, and the log says so once.
func TestRegistrar_Clear(t *testing.T) {
	t.Parallel()
	for guild, want := range map[string][]string{"": {"1", "2"}, "1": {"", "2"}, "3": {"", "1", "2"}} {
		said := &strings.Builder{}
		s := &scopes{registryFunc: func() error { return nil }, guilds: []string{"1", "2"},
			removed: map[string]discord.Cleared{"2": {Removed: 5, Kept: []string{"other"}}}}
		r := NewRegistrar(nil, Registration{Links: &ui.Links{}, Log: slog.New(slog.NewTextHandler(said, nil)), Out: s,
			Guild: guild})
		require.NoError(t, r.Run(t.Context()))
		assert.Equal(t, want, s.cleared, guild)
		assert.Equal(t, 1, strings.Count(said.String(), "listed them twice"), said)
		assert.Contains(t, said.String(), "where=2 removed=5 kept=[other]")
	}
	s := &scopes{registryFunc: func() error { return nil }, guilds: []string{"1"}, err: errors.New("no answer")}
	r := NewRegistrar(nil, Registration{Links: &ui.Links{}, Log: slog.New(slog.DiscardHandler), Out: s})
	assert.NoError(t, r.Run(t.Context()), "the commands are registered all the same")
	assert.NoError(t, r.Registered())
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

// TestRegistrar_Registered: after one failure commands are not registered; after the next try they are.
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
