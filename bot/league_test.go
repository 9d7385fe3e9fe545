package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/season"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// leaguesOf returns the leagues of a store.
func leaguesOf(p *Parts, s play.Store, now func() time.Time) *league.Handlers {
	return &league.Handlers{View: p.View, Places: p.Places, Service: &league.Service{Store: s, Now: now, Wake: func() {}}}
}

// inLeague uses a control of the league and returns the new message.
func (tb table) inLeague(c *dispatch.Call, arg string) ui.Message {
	tb.t.Helper()
	c.ID = ui.NoMatch(ui.League, arg)
	return tb.ok(tb.pressed(c)).Message
}

func (tb table) leagueNow() season.League {
	tb.t.Helper()
	l, err := tb.store.League(tb.t.Context(), guildID)
	require.NoError(tb.t, err)
	return l
}

// TestLeague: only managers of the server open and end a league; people join and leave it; without a league there is
// nothing to join.
func TestLeague(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for _, arg := range []string{"join", "leave", "gone", "open", "end", "shut", "more", "0", "99", "-1", "x"} {
		c := tb.call(bob)
		c.ID = ui.NoMatch(ui.League, arg)
		_, err := tb.pressed(c)
		assert.Contains(t, tb.refusal(err), "There's no league here.", arg)
	}
	assert.Equal(t, []string{"Start a league here"}, labels(tb.inLeague(tb.manager(alice), "")))
	shut := tb.manager(alice)
	shut.BotRights = 0
	shut.ID = ui.NoMatch(ui.League, "open")
	_, err := tb.pressed(shut)
	assert.Contains(t, tb.refusal(err), "I can't show a game here")
	assert.Zero(t, tb.leagueNow().Season)

	m := tb.inLeague(tb.manager(alice), "open")
	assert.Contains(t, m.Text, "season 1")
	assert.Equal(t, []string{"Join", "How it works", "No more seasons"}, labels(m))
	assert.Equal(t, channelID, tb.leagueNow().Channel)
	for range 2 {
		m = tb.inLeague(tb.call(bob), "join")
		assert.Contains(t, m.Text, "Players so far: 1")
		assert.Contains(t, m.Text, "You're in.")
		assert.Equal(t, []string{"Leave", "How it works"}, labels(m))
	}
	for range 2 {
		assert.Contains(t, tb.inLeague(tb.call(bob), "leave").Text, "You're not in it.")
	}
	tb.inLeague(tb.call(bob), "join")
	tb.inLeague(tb.call(bob), "shut-1")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "end").Text, "1 player who has joined is out.")
	assert.Contains(t, tb.inLeague(tb.call(bob), "end").Text, "Players so far: 1", "who manages nothing")
	assert.Equal(t, season.Joining, tb.leagueNow().Phase)
	tb.inLeague(tb.call(carol), "join")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "shut-1").Text, "2 players who have joined are out.", "since asked")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "shut-2").Text, "closed")
	assert.Equal(t, season.Over, tb.leagueNow().Phase)
	tb.inLeague(tb.manager(alice), "open")
	tb.inLeague(tb.manager(alice), "end")
	assert.Equal(t, season.Over, tb.leagueNow().Phase, "nobody had entered it")
}

// TestLeague_Leave: leaving during a season must be confirmed, and says whether the results still count.
func TestLeague_Leave(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.inLeague(tb.manager(alice), "open")
	for _, p := range []match.PlayerID{alice, bob, carol} {
		tb.inLeague(tb.call(p), "join")
	}
	due := tb.leagueNow().Until
	require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error {
		ids := []match.ID{"seed", "a1", "a2", "a3"}
		return league.Advance(t.Context(), playtest.At(tx, due), guildID, func() (id match.ID) {
			id, ids = ids[0], ids[1:]
			return id
		})
	}))
	asked := tb.inLeague(tb.call(bob), "leave")
	assert.Contains(t, asked.Text, "count for nobody")
	assert.Equal(t, []string{"Leave"}, labels(asked))
	m := tb.inLeague(tb.call(alice), "")
	assert.Contains(t, m.Text, "can still finish 1–\u20603", "on one line")
	last := tb.inLeague(tb.manager(alice), "end")
	assert.Contains(t, last.Text, "the last one")
	assert.NotContains(t, last.Text, "next")
	assert.Equal(t, []string{"Leave", "How it works", "Remove a player", "More seasons"}, labels(last))
	assert.Equal(t, []string{"How it works"}, labels(tb.inLeague(tb.call("199"), "join")), "no season follows that could be joined")
	elsewhere := tb.manager(alice)
	elsewhere.Venue.Channel = "999"
	assert.Equal(t, []string{"Leave", "How it works", "Remove a player", "Show it here", "More seasons"}, labels(tb.inLeague(elsewhere, "")))
	assert.Equal(t, []string{"Leave", "How it works", "Remove a player", "Show it here", "No more seasons"}, labels(tb.inLeague(elsewhere, "more")))
	assert.Equal(t, channelID, tb.leagueNow().Channel)
	assert.Equal(t, []string{"Leave", "How it works"}, labels(tb.inLeague(tb.call(alice), "end")), "who manages nothing")
	left := tb.inLeague(tb.call(bob), "gone")
	assert.Contains(t, left.Text, "left")
	assert.Equal(t, []string{"Join", "How it works"}, labels(left))
	assert.Contains(t, tb.inLeague(tb.call(bob), "join").Text, "You're in the next season.")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "end").Text, "the last one", "which can be taken back")
}
