package bot

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// TestSuggest_Limit: suggestions that take too long are given up, and none are shown. That is no
// fault that somebody would have to look into.
func TestSuggest_Limit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newProbe(t, nil, false)
		c := p.commands["probe"]
		c.Complete = map[string]Completer{"turn": func(ctx context.Context, _ *Call) ([]Choice, error) {
			<-ctx.Done()
			return []Choice{{Name: "late"}}, ctx.Err()
		}}
		p.commands["probe"] = c
		in := &discord.Interaction{ID: "1", Type: discord.AutocompleteInteraction}
		in.Data.Name = "probe"
		in.Data.Options = []discord.Option{{Name: "turn", Value: json.RawMessage(`""`), Focused: true}}
		began := time.Now()
		p.receive(t.Context(), in)
		assert.Equal(t, typeLimit, time.Since(began))
		require.Len(t, p.out.said(), 1)
		assert.Empty(t, p.out.said()[0].choices)
		assert.Contains(t, p.log.String(), "suggestions too late")
		assert.NotContains(t, p.log.String(), "incident")
	})
}

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

// hurried is a responder that does nothing for a caller who is gone.
type hurried struct{ *recorder }

func (h hurried) CreateResponse(ctx context.Context, in *discord.Interaction,
	r discord.Response) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return h.recorder.CreateResponse(ctx, in, r)
}

// TestAnswerAtTheEnd: what was being handled when the bot was stopped is answered.
func TestAnswerAtTheEnd(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	p := newProbe(t, func(context.Context, *Call) (Reply, error) {
		stop()
		return private("done"), nil
	}, false)
	p.dispatcher.out = hurried{p.out}
	in := &discord.Interaction{ID: "1", Type: discord.CommandInteraction}
	in.Data.Name = "probe"
	p.receive(ctx, in)
	said := p.out.said()
	require.Len(t, said, 1)
	assert.Equal(t, "done", said[0].message.Content)
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
		r := &registrar{links: &links{}, log: log, tried: make(chan struct{}),
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
			announcer: &announcer{out: posted, links: &links{},
				public: func(play.Match) Message { return Message{Text: "a board"} }}}
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
