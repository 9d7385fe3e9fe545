package panel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// after is the panel of the player on turn after some turns on 5x5, with a selection.
func after(t *testing.T, turns, selection string) ui.Message {
	t.Helper()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	m := &match.Match{ID: "m1", Status: match.Playing, Players: rules.BySide[match.PlayerID]{Red: "1", Blue: "2"},
		Game: rules.NewGame(rules.Options{Board: rules.Board5x5, Positioning: true, StallLimit: 40})}
	for turn := range strings.FieldsSeq(turns) {
		require.NoError(t, m.Game.PlayText(turn), turn)
	}
	position := m.Game.Position()
	chosen, possible := tap.Parse(&position, selection)
	require.True(t, possible)
	return Message(catalog.Printer("en"), Panel{Match: m, Reader: m.ToMove(), Selection: chosen})
}

func TestSays(t *testing.T) {
	t.Parallel()
	const red, blue = "**Your turn** as Red · ", "**Your turn** as Blue · "
	tests := []struct{ name, turns, selection, want string }{
		{"positioning turn", "", "", red + "first turn: swap, rotate or pass"},
		{"ships to change places with", "", "112",
			"**112**: choose a ship to change places with."},
		{"corvette that is attacked", "122=211 112=221 211-b3", "", blue + "choose a ship\n" +
			"<@1> played **211-b3** — 211 sails from c2\n**Your corvette on b5 is attacked by 211 on b3.**"},
		{"ship in exile", "112=221 pass 221xe4", "112",
			"**112** is in exile: choose a ship to change places with."},
		{"bonus", "112=221 pass 221xe4 112>211>121", "221xe5?",
			"**221xe5** — 221 sails from e4 and expels Blue 212.\n" +
				"Your 221 on e5 could then be expelled by 222 on d5.\nPlay it?\n" +
				"Or with a bonus, a swap or rotation of 221:\n" +
				"**112=221** — swap: 112 to e5 and 221 to a1\n" +
				"**122>212>221** — rotation: 122 to e1, 212 to e5 and 221 to c2\n" +
				"**122>221>212** — rotation: 122 to e5, 221 to e1 and 212 to c2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, after(t, test.turns, test.selection).Text)
		})
	}
}

// What a turn risks stands before the question whether to play it.
func TestAsksAfterTheRisk(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "**221xe4** — 221 sails from e2 and expels Blue 112.\n"+
		"Your 221 on e4 could then be expelled by 212 on e5 and 222 on d5.\nPlay it?",
		after(t, "112=221 pass", "221xe4").Text)
}

// TestReturns: that a turn ends a vacation is said before it is played, also to a reader who wants no confirmation.
func TestReturns(t *testing.T) {
	t.Parallel()
	m := matchOf(rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: 40}))
	p := Panel{Match: m, Reader: m.ToMove(), Selection: tap.Selection{Ship: rules.Ship112}, Returns: true}
	p.Settings.Quick = true
	require.Equal(t, Message(english(t), Panel{Match: m, Reader: p.Reader, Selection: p.Selection, Returns: true}).Rows,
		Message(english(t), p).Rows, "no tap plays a turn")
	position := m.Game.Position()
	p.Selection, _ = tap.Parse(&position, "112=221")
	assert.Equal(t, "This turn ends your vacation.\n**112=221** — swap: 112 to a1 and 221 to d2. Play it?",
		Message(english(t), p).Text)
	p.Returns = false
	assert.NotContains(t, Message(english(t), p).Text, "vacation")
}

// quietPanel is what the panel of reader says after three turns without an expulsion, the last but one
// before the match stops.
func quietPanel(t *testing.T, reader match.PlayerID, selection string, change func(*match.Match)) string {
	t.Helper()
	m := matchOf(rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: 4}))
	for range 3 {
		require.NoError(t, m.Game.PlayText("122>212>221"))
	}
	change(m)
	position := m.Game.Position()
	chosen, possible := tap.Parse(&position, selection)
	require.True(t, possible)
	return Message(english(t), Panel{Match: m, Reader: reader, Selection: chosen}).Text
}

// TestSays_Stall: before a stall it is said what that brings, and of a turn that it brings it.
func TestSays_Stall(t *testing.T) {
	t.Parallel()
	asIs := func(*match.Match) {}
	said := quietPanel(t, bob, "", asIs)
	assert.Contains(t, said, "\n**The game stops in 1 turn** unless a ship is expelled. "+
		"You'd then have a semi-victory, ½ to 0.\nWithout expulsion")
	assert.Contains(t, quietPanel(t, alice, "", asIs), "½ to 0.\nWithout expulsion")
	assert.Contains(t, quietPanel(t, carol, "", asIs), "**The game stops in 1 turn**")
	assert.Contains(t, quietPanel(t, bob, "211-c3", asIs), "The game stops with this turn. You'd then have a "+
		"semi-victory, ½ to 0. Play it?")
}

// TestSays_Offer: the panel mentions an open offer to stop and, to the player who must answer it, how.
func TestSays_Offer(t *testing.T) {
	t.Parallel()
	offered := func(m *match.Match) { m.Offers[match.ToStop] = match.Offer{By: rules.Red} }
	assert.Contains(t, quietPanel(t, bob, "", offered), "**<@1573301161664970756> offers to stop here.** If the game stopped now, ")
	assert.Contains(t, quietPanel(t, bob, "", offered), "`/board` lets you answer.")
	for _, p := range []match.PlayerID{alice, carol} {
		assert.Contains(t, quietPanel(t, p, "", offered), "to stop here.")
		assert.NotContains(t, quietPanel(t, p, "", offered), "`/board`")
	}
}
