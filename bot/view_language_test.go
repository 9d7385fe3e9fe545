package bot

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// TestLanguages: public messages are in the language of the server, private ones in the reader's.
func TestLanguages(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	catalog, err := i18n.Load(fstest.MapFS{
		"l/de.json": {Data: []byte(`{"board.turn": "{{.Player}} ist am Zug", "board.yours": "Du bist am Zug"}`)},
		"l/fr.json": {Data: []byte(`{"board.turn": "{{.Player}}, à toi"}`)}}, "l")
	require.NoError(t, err)
	tb.View.Catalog = catalog
	c := tb.call(alice)
	c.T, c.Venue.Locale = catalog.Printer("de"), "fr"
	reply := tb.ok(tb.command("challenge").Run(t.Context(), c))
	assert.Contains(t, reply.Message.Text, "Challenge posted.", "not translated")
	m, err := tb.service().Accept(t.Context(), actor(bob), "m1")
	require.NoError(t, err)
	posted := tb.boardMessage(m)
	assert.Contains(t, posted.Text, "<@101>, à toi")
	reply = tb.ok(tb.from(c, "board"))
	assert.Contains(t, reply.Message.Text, "Du bist am Zug")
	assert.Contains(t, reply.Message.Text, "<@101> is Red", "English where there's no translation")
}
