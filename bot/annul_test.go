package bot

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// rated creates a rated match that is over, and returns its id.
func (tb table) rated() match.ID {
	id := tb.start()
	tb.turns(id, "pass", "pass", "112=221", "112=221")
	tb.resign(id, bob)
	m := tb.match(id)
	m.ID, m.Terms.Rated = "rated", true
	tb.create(m)
	return m.ID
}

// decide presses a control of carol, who manages the server, and fills in a form.
func decide(tb table, id ui.ID, input string) error {
	c := tb.manager(carol)
	c.ID, c.Submitted, c.Input = id, true, input
	_, err := tb.pressed(c)
	return err
}

// excludeInLeague has a manager who is in the league leave somebody out of the ranking.
func excludeInLeague(tb table) error {
	require.NoError(tb.t, tb.store.Do(tb.t.Context(), func(tx play.Tx) error {
		l := season.League{Server: guildID, Season: 1, State: season.State{Phase: season.Joining}}
		return cmp.Or(tx.SaveLeague(tb.t.Context(), l),
			tx.SaveEntry(tb.t.Context(), season.Entry{Server: guildID, Season: 1, Player: carol}))
	}))
	return decide(tb, ui.NoMatch(ui.Exclude, string(bob)), "")
}

// TestAnnul_GamesManager: who has the role of the games managers may annul the games of others, but not their own. With
// the role goes the right.
func TestAnnul_GamesManager(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.rated()
	try := func(by match.PlayerID, has bool) error {
		c := tb.call(by)
		c.HasManagerRole, c.OnPrivate = has, true
		c.ID, c.Submitted, c.Input = ui.ID{Verb: ui.SubmitAnnul, Match: id}, true, "found out"
		_, err := tb.pressed(c)
		return err
	}
	assert.Error(t, try(carol, false))
	assert.ErrorIs(t, try(alice, true), play.ErrOwnMatch)
	require.NoError(t, try(carol, true))
	assert.True(t, tb.match(id).Past.Annulled)
}

// annul annuls a finished unrated game, as a manager of the server.
func annul(tb table, by match.PlayerID) error {
	id := tb.start()
	tb.turns(id, "pass", "pass")
	tb.resign(id, bob)
	c := tb.manager(by)
	c.ID, c.Submitted, c.Input = ui.ID{Verb: ui.SubmitAnnul, Match: id}, true, "found out"
	_, err := tb.pressed(c)
	return err
}
