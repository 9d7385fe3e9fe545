package dispatch

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/text"
	"madbot/bot/ui"
)

func TestFaultsAreIncidents(t *testing.T) {
	t.Parallel()
	faults := map[string]Handler{
		"error": func(context.Context, *Call) (Reply, error) {
			return Reply{}, errors.New("disk on fire at /webhooks/1/" + answerToken)
		},
		"panic": func(context.Context, *Call) (Reply, error) { panic("disk on fire") },
		"picture": func(context.Context, *Call) (Reply, error) {
			return Reply{Post: &ui.Message{Text: "news"}, Message: ui.Message{Picture: &ui.Picture{
				Draw: func(io.Writer) error { return errors.New("disk on fire") }}}}, nil
		},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProbe(t, fault, false)
			p.answers(t.Context(), fixture(t, aCommand))
			require.Len(t, p.out.said(), 1)
			number := incident("1400000000000000001")
			assert.Contains(t, p.out.said()[0].message.Content, number)
			assert.NotContains(t, p.out.said()[0].message.Content, "fire")
			assert.Contains(t, p.log.String(), number)
			assert.Contains(t, p.log.String(), "disk on fire")
			assert.Contains(t, p.log.String(), "interaction=1400000000000000001 kind=command what=challenge")
			assert.NotContains(t, p.log.String(), "s3cret")
		})
	}
}

func TestHandlerThatNeverEnds(t *testing.T) {
	t.Parallel()
	in := fixture(t, aCommand)
	synctest.Test(t, func(t *testing.T) {
		p := newProbe(t, func(ctx context.Context, _ *Call) (Reply, error) {
			<-ctx.Done()
			return Reply{}, ctx.Err()
		}, false)
		p.answers(t.Context(), in)
		require.Len(t, p.out.said(), 2)
		assert.Equal(t, "edit", p.out.said()[1].what)
		assert.Equal(t, text.TooSlow(p.deps.Catalog.Printer("en")), p.out.said()[1].message.Content)
	})
}

func TestUnknownControl(t *testing.T) {
	t.Parallel()
	p := newProbe(t, nil, false)
	for _, id := range []string{"rematch:m1:4:", "not one of ours"} {
		in := fixture(t, aButton)
		in.ID, in.Data.CustomID = id, id
		p.answers(t.Context(), in)
		last := p.out.said()[len(p.out.said())-1]
		assert.Equal(t, text.Unknown(p.deps.Catalog.Printer("en")), last.message.Content)
	}
	in := fixture(t, aCommand)
	in.Data.Name = "gone"
	p.answers(t.Context(), in)
	require.Len(t, p.out.said(), 3)
	assert.Equal(t, text.Unknown(p.deps.Catalog.Printer("en")), p.out.said()[2].message.Content)
}

func TestDefectsAtStartPanic(t *testing.T) {
	t.Parallel()
	twice := []Command{{Spec: discordgo.ApplicationCommand{Name: "a"}}, {Spec: discordgo.ApplicationCommand{Name: "a"}}}
	assert.Panics(t, func() { New(twice, nil, Deps{}) })
	assert.NotPanics(t, func() { New(twice[:1], Join(Controls{"go": {}}, Controls{"on": {}}), Deps{}) })
	assert.Panics(t, func() { Join(Controls{"go": {}}, Controls{"go": {}}) })
	assert.Panics(t, func() { Join(Controls{"Go!": {}}) })
	assert.True(t, Controls{"go": {}}.Prompts()["go"].Prompt)
}

// TestOutage logs one line for each interaction that fails because the store is down.
func TestOutage(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]*discord.Interaction{
		"command": fixture(t, aCommand), "button": pressed(t, private|block), "form": filledIn(t, private|block),
	} {
		p := newProbe(t, func(context.Context, *Call) (Reply, error) { return Reply{}, errors.New("store is down") }, false)
		if in.Member != nil {
			in.Member.User.ID = "?"
		} else {
			in.User.ID = "?"
		}
		p.answers(t.Context(), in)
		assert.Equal(t, 1, strings.Count(p.log.String(), "\n"), "%s: %s", name, p.log.String())
	}
}
