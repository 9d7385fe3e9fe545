package dispatch

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// TestSuggest_Limit: suggestions that take too long are given up, and none are shown. That is no
// fault that somebody would have to look into.
func TestSuggest_Limit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newProbe(t, nil, false)
		c := p.commands["probe"]
		c.Complete = map[string]Completer{"turn": func(ctx context.Context, _ *Call) ([]ui.Choice, error) {
			<-ctx.Done()
			return []ui.Choice{{Name: "late"}}, ctx.Err()
		}}
		p.commands["probe"] = c
		in := &discord.Interaction{ID: "1", Type: discordgo.InteractionApplicationCommandAutocomplete}
		in.Data.Name = "probe"
		in.Data.Options = []discord.Option{{Name: "turn", Value: json.RawMessage(`""`), Focused: true}}
		began := time.Now()
		p.answers(t.Context(), in)
		assert.Equal(t, typeLimit, time.Since(began))
		require.Len(t, p.out.said(), 1)
		assert.Empty(t, p.out.said()[0].choices)
		assert.Contains(t, p.log.String(), "suggestions too late")
		assert.NotContains(t, p.log.String(), "incident")
	})
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

// TestAnswerAtTheEnd: calls that are running when the bot is stopped are answered.
func TestAnswerAtTheEnd(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	p := newProbe(t, func(context.Context, *Call) (Reply, error) {
		stop()
		return InPrivate("done"), nil
	}, false)
	p.Dispatcher.deps.Out = hurried{p.out}
	in := &discord.Interaction{ID: "1", Type: discordgo.InteractionApplicationCommand}
	in.Data.Name = "probe"
	p.answers(ctx, in)
	said := p.out.said()
	require.Len(t, said, 1)
	assert.Equal(t, "done", said[0].message.Content)
}
