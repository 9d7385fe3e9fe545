package daily_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
)

// channel is a Discord with one message that may be found.
type channel struct {
	show.Discord // nothing else is called
	found        string
	search, edit error
	posts, edits int
}

func (c *channel) FindMessage(context.Context, string, int, time.Time) (string, error) {
	return c.found, c.search
}

func (c *channel) CreateMessage(context.Context, string, discord.Message) (string, error) {
	c.posts++
	return "77", nil
}

func (c *channel) EditMessage(context.Context, string, string, discord.Message) error {
	c.edits++
	return c.edit
}

// TestShowDaily_ClosedBeforePosted: a puzzle that closed before its post was confirmed is searched for and edited, but
// never posted late.
func TestShowDaily_ClosedBeforePosted(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	outage := errors.New("outage")
	n := play.DailyNews{Daily: play.Daily{Day: 7, Post: play.Post{Channel: "1"}, Closed: true}, Since: time.Unix(1, 0)}
	for _, c := range []struct {
		name  string
		out   channel
		edits int
		err   error
	}{
		{"found", channel{found: "66"}, 1, nil},
		{"not found", channel{}, 0, nil},
		{"search fails", channel{search: outage}, 0, outage},
		{"edit fails", channel{found: "66", edit: outage}, 1, outage},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := &daily.Handlers{Service: &daily.Service{Deck: daily.NewDeck(nil)}, View: &show.View{Catalog: catalog}}
			poster := daily.Poster{Posts: show.NewNotifier(nil, &c.out, nil), Message: h.Message}
			post, err := poster.ShowDaily(t.Context(), n)
			require.ErrorIs(t, err, c.err)
			assert.Equal(t, c.out.found, post.Message)
			assert.Zero(t, c.out.posts)
			assert.Equal(t, c.edits, c.out.edits)
		})
	}
}
