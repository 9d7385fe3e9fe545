package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/ui"
)

// TestServer_Trust: Discord decides who may use /server, for example by Integrations in the server's settings. Who
// opened the panel can use it; nobody else can without the permission.
func TestServer_Trust(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply := tb.ok(tb.from(tb.call(alice), "server"))
	assert.Contains(t, reply.Message.Text, "Server settings")
	press := tb.call(alice)
	press.ID, press.OnPrivate, press.OnOwnPanel = ui.NoMatch(ui.Server, "threads"), true, true
	tb.ok(tb.pressed(press))
	require.True(t, tb.serverSettings().Threads)

	theirs := tb.call(bob)
	theirs.ID, theirs.OnPrivate = ui.NoMatch(ui.Server, "nothreads"), true
	_, err := tb.pressed(theirs)
	assert.ErrorContains(t, err, "refused")
	away := *press
	away.ID, away.Venue.Away = ui.NoMatch(ui.Server, "nothreads"), true
	_, err = tb.pressed(&away)
	assert.ErrorContains(t, err, "refused")
	assert.True(t, tb.serverSettings().Threads)
}
