package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rulestest"
)

// against returns m with Blue played by the bot.
func against(m *match.Match, level match.Level) *match.Match {
	m.Opponent, m.Players.Blue, m.Terms.Level = robot, robot, level
	return m
}

// offered returns m with an offer to stop.
func offered(m *match.Match, by rules.Color, refused bool) *match.Match {
	m.Offers[match.ToStop].By, m.Offers[match.ToStop].Refused = by, refused
	return m
}

// TestBoard_Lines: the contents of each line, and how readers are addressed.
func TestBoard_Lines(t *testing.T) {
	t.Parallel()
	const (
		placed = " · first turn: swap, rotate or pass"
		began  = "<@101> is Red, <@102> Blue"
		blueIf = "If the game stopped now, you'd have a semi-victory, ½ to 0."
	)
	tests := []struct {
		name   string
		m      *match.Match
		reader match.PlayerID
		want   []string
	}{
		{"all read the beginning", playing(t), "",
			[]string{"**<@101>, your turn** as Red" + placed, began}},
		{"who is to move reads it", playing(t), alice,
			[]string{"**Your turn** as Red" + placed, began}},
		{"the other reads it", playing(t), bob,
			[]string{"**<@101> to move** as Red" + placed, began}},
		{"against the bot", against(playing(t), 3), alice, []string{"**Your turn** as Red" + placed,
			"<@101> is Red, <@9001> (level 3) Blue"}},
		{"the bot is not called upon", against(playing(t, "pass"), 3), "",
			[]string{"**<@9001> (level 3) to move** as Blue" + placed, "<@101> passed"}},
		{"a turn, later", playing(t, four...), "", []string{"**<@101>, your turn** as Red · round 3",
			"<@102> played **112-d4** — 112 sails from d5"}},
		{"an offer comes first", offered(playing(t, four...), rules.Red, false), "",
			[]string{"<@102>: **<@101> offers to stop here.** If the game stopped now, <@102> would have a " +
				"semi-victory, ½ to 0.",
				"**<@101>, your turn** as Red · round 3", "<@102> played **112-d4** — 112 sails from d5"}},
		{"a refusal too", offered(playing(t, four...), rules.Red, true), bob,
			[]string{"You chose to play on.", "**<@101> to move** as Red · round 3",
				"<@102> played **112-d4** — 112 sails from d5", blueIf}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, strings.Join(test.want, "\n"), Match(i18ntest.English(), test.m, test.reader))
		})
	}
}

// TestBoard_Stall: everybody is warned before a stall, and a player who looks at the board alone always reads who would
// get the semi-victory (rules 5.2, 5.4).
func TestBoard_Stall(t *testing.T) {
	t.Parallel()
	quiet := func(count int, limit rules.StallLimit, last string) *match.Match {
		m := playing(t)
		m.Game = *rulestest.GameFrom(t, fmt.Sprintf("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - %d %s", count, last), limit)
		return m
	}
	const (
		redHas  = "<@101> would then have a semi-victory, ½ to 0."
		blueHas = "<@102> would then have a semi-victory, ½ to 0."
		last    = "**The game stops in 1 turn** unless a ship is expelled. "
	)
	tests := []struct {
		name   string
		m      *match.Match
		reader match.PlayerID
		want   string // "" means no warning
	}{
		{"far away", quiet(29, 40, "-"), "", ""},
		{"far away, looked at", quiet(29, 40, "-"), bob,
			"If the game stopped now, you'd have a semi-victory, ½ to 0."},
		{"nothing can be expelled yet", quiet(0, 40, "-"), bob, ""},
		{"ten before", quiet(30, 40, "-"), "",
			"**The game stops in 10 turns** unless a ship is expelled. " + blueHas},
		{"the last expulsion was Red's", quiet(37, 40, "r"), "",
			"**The game stops in 3 turns** unless a ship is expelled. " + redHas},
		{"from the winner's side", quiet(37, 40, "r"), alice, "**The game stops in 3 turns** unless a ship " +
			"is expelled. You'd then have a semi-victory, ½ to 0."},
		{"from the loser's side", quiet(37, 40, "r"), bob, "**The game stops in 3 turns** unless a ship " +
			"is expelled. <@101> would then have a semi-victory, ½ to 0."},
		{"one before", quiet(39, 40, "b"), "", last + blueHas},
		{"a quarter of a short limit", quiet(22, 30, "b"), "", ""},
		{"within it", quiet(23, 30, "b"), "", "**The game stops in 7 turns** unless a ship is expelled. " + blueHas},
		{"a very short limit", quiet(1, 2, "b"), "", last + blueHas},
		{"no limit", quiet(99, 0, "r"), "", ""},
		{"no limit, looked at", quiet(99, 0, "r"), robot,
			"If the game stopped now, <@101> would have a semi-victory, ½ to 0."},
		{"an offer says it already", offered(quiet(29, 40, "-"), rules.Red, false), bob, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			said := Match(i18ntest.English(), test.m, test.reader)
			if test.want == "" {
				assert.NotContains(t, said, "The match stop")
				assert.NotContains(t, said, "would then")
				assert.Equal(t, test.m.Offers[match.ToStop].IsOpen(), strings.Contains(said, "If the game"))
				assert.LessOrEqual(t, strings.Count(said, "If the game"), 1)
				return
			}
			lines := strings.Split(said, "\n")
			assert.Contains(t, lines, test.want)
		})
	}
}

// TestBoard_Quiet: turns without an expulsion are shown from half of the limit.
func TestBoard_Quiet(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		count int
		limit rules.StallLimit
		want  string
	}{{0, 40, ""}, {19, 40, ""}, {20, 40, "without expulsion: 20/40"}, {39, 40, "without expulsion: 39/40"},
		{14, 30, ""}, {15, 30, "without expulsion: 15/30"}} {
		g := rulestest.GameFrom(t, fmt.Sprintf("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - %d b", test.count), test.limit)
		assert.Equal(t, test.want, quiet(i18ntest.English(), g))
	}
	endless := rules.NewGame(rules.Options{Board: rules.Board6x4})
	assert.Empty(t, quiet(i18ntest.English(), &endless))
}

// TestOffers: how everybody, the two sides and an outsider read the offers since the last turn. No ship was expelled,
// so Blue, bob, would get the semi-victory (rules 5.4).
func TestOffers(t *testing.T) {
	t.Parallel()
	const (
		stakes = "If the game stopped now, <@102> would have a semi-victory, ½ to 0."
		spent  = "Each side's offer to stop was refused or withdrawn; the game goes on."
	)
	byRed, byBlue := match.Offer{By: rules.Red}, match.Offer{By: rules.Blue}
	tests := []struct {
		name                  string
		offer                 match.Offer
		all, red, blue, other string
	}{
		{"none", match.Offer{}, "", "", "", ""},
		{"Red's", byRed, "<@102>: **<@101> offers to stop here.** " + stakes,
			"**You've asked <@102> to stop here.** If the game stopped now, <@102> would have a semi-victory, ½ to 0.",
			"**<@101> offers to stop here.** If the game stopped now, you'd have a semi-victory, ½ to 0.",
			"<@102>: **<@101> offers to stop here.** " + stakes},
		{"Blue's", byBlue, "<@101>: **<@102> offers to stop here.** " + stakes,
			"**<@102> offers to stop here.** If the game stopped now, <@102> would have a semi-victory, ½ to 0.",
			"**You've asked <@101> to stop here.** If the game stopped now, you'd have a semi-victory, ½ to 0.",
			"<@101>: **<@102> offers to stop here.** " + stakes},
		{"refused", match.Offer{By: rules.Red, Refused: true}, "<@102> would rather play on.",
			"<@102> would rather play on.", "You chose to play on.", "<@102> would rather play on."},
		{"withdrawn", match.Offer{Barred: rules.Red}, "<@101> withdrew the offer to stop.",
			"You withdrew your offer to stop.", "<@101> withdrew the offer to stop.",
			"<@101> withdrew the offer to stop."},
		{"both", match.Offer{By: rules.Blue, Refused: true, Barred: rules.Red}, spent, spent, spent, spent},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := playing(t)
			m.Offers[match.ToStop] = test.offer
			for reader, want := range map[match.PlayerID]string{
				"": test.all, alice: test.red, bob: test.blue, robot: test.other} {
				assert.Equal(t, want, Offers(i18ntest.English(), m, reader), "reader %q", reader)
			}
		})
	}
}

// TestOffer_Winner: after an expulsion, a stop favours the side that expelled last (rules 5.4).
func TestOffer_Winner(t *testing.T) {
	t.Parallel()
	m := offered(playing(t, "pass", "pass", "211-c4", "112-d4", "211xc5"), rules.Blue, false)
	assert.Contains(t, Match(i18ntest.English(), m, ""),
		"<@101>: **<@102> offers to stop here.** If the game stopped now, <@101> would have a semi-victory, "+
			"½ to 0.\n")
	assert.Contains(t, Match(i18ntest.English(), m, ""), "In exile: Blue 211")
}

// TestTurnList_Numbers: a turn has the same number as in the board message before it was played.
func TestTurnList_Numbers(t *testing.T) {
	t.Parallel()
	m := playing(t)
	for n, turn := range []string{"pass", "pass", "211-c4", "112-d4", "211xc5"} {
		due := strings.SplitN(Match(i18ntest.English(), m, ""), "\n", 2)[0]
		require.NoError(t, m.Game.PlayText(turn))
		list := turns.List(i18ntest.English(), &m.Game, 4000)[0]
		number := string(rune('1' + n/2)) // Blue's turn has the same number as Red's before it
		if n > 1 {                        // otherwise it says what a first turn can be
			assert.Contains(t, due, " · round "+number)
		}
		assert.Contains(t, list, "**"+number+".** ")
		assert.True(t, strings.HasSuffix(list, " "+turn), list)
	}
}
