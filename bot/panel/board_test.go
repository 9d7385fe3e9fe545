package panel

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// boardOf is the panel of reader on 5x5 after some turns, with a selection.
func boardOf(t *testing.T, played, selection string, p Panel) ui.Message {
	t.Helper()
	g := rules.NewGame(rules.Options{Board: rules.Board5x5, Positioning: true, StallLimit: 40})
	for turn := range strings.FieldsSeq(played) {
		require.NoError(t, g.PlayText(turn), turn)
	}
	position := g.Position()
	var possible bool
	p.Selection, possible = tap.Parse(&position, selection)
	require.True(t, possible)
	p.Match = matchOf(g)
	if p.Planning != nil {
		p.Planning.Game = g
	}
	return Message(english(t), p)
}

// squareOf returns the button of a square.
func squareOf(t *testing.T, m ui.Message, square string) ui.Button {
	t.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if key, _, _ := strings.Cut(b.ID.Arg[strings.Index(b.ID.Arg, "/")+1:], " "); key == square {
				return b
			}
		}
	}
	require.Fail(t, "no button", square)
	return ui.Button{}
}

// TestBoard: what the button of a square says, and its colour: what it is to the ship that was chosen, or that
// the last turn changed it.
func TestBoard(t *testing.T) {
	t.Parallel()
	all, words := emojis(), play.Settings{Words: true}
	plans := &Planning{}
	const opened, attacked = "112=221 pass", "122=211 112=221 211-b3"
	for _, c := range []struct {
		name, played, chosen string
		reader               match.PlayerID
		settings             play.Settings
		emojis               map[string]discordgo.ComponentEmoji
		planning             *Planning
		square               string
		label, emoji         string
		style                ui.ButtonStyle
		off                  bool
	}{
		{"one's own ship", "", "", alice, play.Settings{}, all, nil, "e2", "", "red_112", ui.Quiet, false},
		{"without emojis it is named", "", "", alice, play.Settings{}, nil, nil, "e2", "e2, your 112", "", ui.Quiet, false},
		{"in words", "", "", alice, words, all, nil, "e2", "e2, your 112", "red_112", ui.Quiet, false},
		{"theirs", "", "", alice, words, all, nil, "e4", "e4, their 112", "blue_112", ui.Quiet, true},
		{"an empty square", "", "", alice, words, all, nil, "b2", "b2", "", ui.Quiet, true},
		{"an empty square, not in words", "", "", alice, play.Settings{}, all, nil, "b2", "b2", "", ui.Quiet, true},
		{"theirs for whoever is not on", "", "", bob, words, all, nil, "e4", "e4, your 112", "blue_112", ui.Quiet, true},
		{"for whoever looks on", "", "", carol, words, all, nil, "e4", "e4, Blue 112", "blue_112", ui.Quiet, true},

		{"chosen", opened, "221", alice, words, all, nil, "e2", "e2, your 221", "red_221", ui.Strong, false},
		{"where it can go", opened, "221", alice, words, all, nil, "e3", "e3", "", ui.Good, false},
		{"where it can expel", opened, "221", alice, play.Settings{}, all, nil, "e4", "", "blue_112", ui.Danger, false},
		{"where it can expel, in words", opened, "221", alice, words, all, nil, "e4", "e4, expel their 112", "blue_112",
			ui.Danger, false},
		{"what would be expelled of one's own", opened, "221", bob, words, all, plans, "e4", "e4, your 112", "blue_112",
			ui.Danger, false},
		{"what it is swapped with", opened, "221", alice, play.Settings{}, all, nil, "a1", "=", "red_112", ui.Good, false},
		{"what it is swapped with, in words", opened, "221", alice, words, all, nil, "a1", "a1, swap with 112", "red_112",
			ui.Good, false},
		{"where it can rotate to", opened, "221", alice, play.Settings{}, all, nil, "e1", ">", "red_212", ui.Good, false},
		{"where it can rotate to, in words", opened, "221", alice, words, all, nil, "e1", "e1, rotate to 212", "red_212",
			ui.Good, false},
		{"what can be chosen in its place", opened, "221", alice, words, all, nil, "b1", "b1, your 111", "red_111", ui.Quiet,
			false},

		{"where it would be", opened, "221xe4", alice, words, all, nil, "e4", "e4, your 221", "red_221", ui.Good, true},
		{"where it would not be any more", opened, "221xe4", alice, words, all, nil, "e2", "e2", "", ui.Good, true},
		{"what would stay", opened, "221xe4", alice, words, all, nil, "a1", "a1, your 112", "red_112", ui.Quiet, true},
		{"where it would be before the bonus", "112=221 pass 221xe4 112>211>121", "221xe5?", alice, words, all, nil, "e5",
			"e5, your 221", "red_221", ui.Good, true},

		{"a corvette that is attacked", attacked, "", bob, words, all, nil, "b5", "b5, your 111", "blue_111", ui.Danger, false},
		{"for whoever attacks it", attacked, "", alice, words, all, nil, "b5", "b5, their 111", "blue_111", ui.Quiet, true},
		{"a corvette that isn't", attacked, "", alice, words, all, nil, "b1", "b1, your 111", "red_111", ui.Quiet, true},
		{"when another ship is chosen", attacked, "222", bob, words, all, nil, "b5", "b5, swap with 111", "blue_111", ui.Good,
			false},

		{"what the last turn brought", "112=221 pass 221xe4", "", bob, words, all, nil, "e4", "e4, their 221", "red_221",
			ui.Strong, true},
		{"what the last turn left", "112=221 pass 221xe4", "", bob, words, all, nil, "e2", "e2", "", ui.Quiet, true},
		{"for whoever isn't on as well", "112=221 pass 221xe4", "", alice, words, all, nil, "e4", "e4, your 221", "red_221",
			ui.Strong, true},
		{"what it did not touch", "112=221 pass 221xe4", "", bob, words, all, nil, "a1", "a1, their 112", "red_112", ui.Quiet, true},
		{"while a ship is chosen", "112=221 pass 221xe4", "111", bob, words, all, nil, "e4", "e4, their 221", "red_221",
			ui.Quiet, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := Panel{Reader: c.reader, Settings: c.settings, Emojis: c.emojis}
			if c.planning != nil {
				own := *c.planning
				p.Planning = &own
			}
			got := squareOf(t, boardOf(t, c.played, c.chosen, p), c.square)
			assert.Equal(t, []any{c.label, c.emoji, c.style, c.off}, []any{got.Label, got.Emoji.Name, got.Style, got.Disabled})
		})
	}
	menus := boardOf(t, "", "", Panel{Reader: alice, Settings: play.Settings{Menus: true}})
	for _, row := range menus.Rows {
		for _, b := range row.Buttons {
			assert.NotEqual(t, "e2, your 112", b.Label, "menus in place of the board")
		}
	}
	assert.NotNil(t, menus.Rows[0].Menu)
}

// TestIcons: each icon of a panel is there once.
func TestIcons(t *testing.T) {
	t.Parallel()
	var names []string
	for _, icon := range Icons() {
		names = append(names, icon.String())
	}
	assert.Equal(t, []string{"swap", "rotate", "pass"}, names)
}

// TestBoardStays: whatever is tapped up to the turn, and while the bot thinks, as many rows stand beneath the board,
// and where Confirm was nothing comes that changes the match.
func TestBoardStays(t *testing.T) {
	t.Parallel()
	beneath := func(m ui.Message) []ui.Row { return m.Rows[rules.Board5x5.Rows():] }
	for _, selection := range []string{"", "122", "122=211@122", "122>212>221@122", "pass"} {
		assert.Len(t, beneath(boardOf(t, "", selection, Panel{Reader: alice, Emojis: emojis()})), 1, selection)
	}
	for _, selection := range []string{"", "221", "221xe4@221"} {
		assert.Len(t, beneath(boardOf(t, "112=221 pass", selection, Panel{Reader: alice, Emojis: emojis()})), 1, selection)
	}
	waits := beneath(boardOf(t, "112=221", "", Panel{Reader: alice, Emojis: emojis()}))
	require.Len(t, waits, 2)
	assert.Equal(t, ui.OpenPanel, waits[1].Buttons[0].ID.Verb)
	thinks := matchOf(rules.NewGame(rules.DefaultOptions()))
	thinks.Terms.Level, thinks.Opponent, thinks.Players.Blue = 1, carol, carol
	require.NoError(t, thinks.Game.PlayText("pass"))
	require.Equal(t, carol, thinks.Robot())
	assert.Len(t, Message(english(t), Panel{Match: thinks, Reader: alice}).Rows[rules.Board6x4.Rows():], 1)
}

// TestRules: the rules are one tap away from the board, for those who play and those who watch.
func TestRules(t *testing.T) {
	t.Parallel()
	for reader, played := range map[match.PlayerID]string{alice: "", bob: "pass", carol: ""} { // each on turn, or watching
		rows := boardOf(t, played, "", Panel{Reader: reader}).Rows
		assert.Contains(t, rows[len(rows)-1].Buttons, ui.Button{ID: ui.NoMatch(ui.Help, ui.HelpRules), Label: "Rules"}, reader)
	}
	watching := boardOf(t, "", "", Panel{Reader: carol})
	assert.Contains(t, watching.Text, "You're watching. **<@1573301161664970756> to move**")
	assert.NotContains(t, boardOf(t, "", "", Panel{Reader: bob}).Text, "watching")
}
