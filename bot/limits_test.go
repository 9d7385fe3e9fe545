package bot

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// TestReplayable_Limit: a match of which a replay would be too large has none.
func TestReplayable_Limit(t *testing.T) {
	t.Parallel()
	m := match.Match{Status: match.Finished, Game: rules.NewGame(rules.Options{Board: rules.Board6x4})}
	for range maxReplayed {
		assert.True(t, m.Game.Ply() == 0 || replayable(&m), m.Game.Ply())
		require.NoError(t, m.Game.Play(rules.ShiftTurn(rules.Swap111x222)))
	}
	assert.True(t, replayable(&m))
	require.NoError(t, m.Game.Play(rules.ShiftTurn(rules.Swap111x222)))
	assert.False(t, replayable(&m))
}

// registryFunc is a registry made of a function.
type registryFunc func() error

func (f registryFunc) RegisterCommands(context.Context, string, []discord.Command) (map[string]string,
	error) {
	return nil, f()
}

// TestRegistrar_Token: a token that Discord refuses is not tried again.
func TestRegistrar_Token(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		asked, log := 0, slog.New(slog.DiscardHandler)
		r := &registrar{links: &ui.Links{}, log: log, tried: make(chan struct{}),
			out: registryFunc(func() error {
				if asked++; asked == 1 {
					return errors.New("no answer")
				}
				return discord.ErrToken
			})}
		require.ErrorIs(t, r.run(ctx), discord.ErrToken)
		assert.Equal(t, 2, asked, "once more after no answer")
	})
}

// TestAnnounce_Waits: nothing is announced before it is known how commands are linked, or that this
// cannot be known yet.
func TestAnnounce_Waits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		posted := &keeper{}
		b := &Bot{registrar: &registrar{tried: make(chan struct{})},
			announcer: &announcer{out: posted, links: &ui.Links{},
				public: func(play.Match, ...match.Event) ui.Message { return ui.Message{Text: "a board"} }}}
		ended := make(chan error, 1)
		go func() {
			_, err := b.Announce(t.Context(), play.Match{}, nil)
			ended <- err
		}()
		synctest.Wait()
		assert.Empty(t, posted.got)
		close(b.registrar.tried)
		require.NoError(t, <-ended)
		assert.Len(t, posted.got, 1)
	})
}
