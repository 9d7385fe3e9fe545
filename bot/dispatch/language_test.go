package dispatch

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/i18n"
)

// TestCall_Language: private answers are in the language that the person chose, otherwise in their client's; public
// posts are in the guild's language, outside guilds in the person's.
func TestCall_Language(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{"l/de.json": {Data: []byte(`{"hello": "Hallo"}`)},
		"l/fr.json": {Data: []byte(`{"hello": "Salut"}`)}}, "l")
	require.NoError(t, err)
	hello := i18n.Message{ID: "hello", Other: "Hello"}
	for _, test := range []struct{ name, id, locale, guild, says, venue string }{
		{"client", "1", "fr", "en-US", "Salut", "en-US"},
		{"setting", "2", "fr", "en-US", "Hallo", "en-US"},
		{"direct", "2", "fr", "", "Hallo", "de"},
		{"direct, no setting", "1", "fr", "", "Salut", "fr"},
		{"a setting that is gone", "3", "fr", "", "Salut", "fr"},
		{"nobody knows", "?", "fr", "de", "Salut", "de"},
	} {
		var got *Call
		p := newProbe(t, func(_ context.Context, c *Call) (Reply, error) {
			got = c
			return InPrivate(c.T.Text(hello, nil)), nil
		}, false)
		p.deps.Catalog = catalog
		p.readers["2"], p.readers["3"] = "de", "xx"
		in := &discord.Interaction{ID: "1", Type: discordgo.InteractionApplicationCommand, Locale: test.locale, GuildLocale: test.guild,
			User: &discord.User{ID: test.id}}
		in.Data.Name = "probe"
		p.answers(t.Context(), in)
		require.Len(t, p.out.said(), 1, test.name)
		assert.Equal(t, test.says, p.out.said()[0].message.Content, test.name)
		assert.Equal(t, test.venue, got.Venue.Locale, test.name)
		assert.Equal(t, test.locale, got.Actor.Locale, test.name)
	}
}
