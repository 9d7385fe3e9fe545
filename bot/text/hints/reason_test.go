package hints

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/rulestest"
)

// TestReasons: each reason has words of its own.
func TestReasons(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	seen := map[string]bool{}
	for k := explain.None + 1; k < explain.NumKinds; k++ {
		words := reasonText(en, rules.Red, explain.Reason{Kind: k, Ship: rules.Ship212, Count: 2})
		assert.Greater(t, len(words), 20, "kind %v", k)
		assert.True(t, strings.HasSuffix(words, "."), "a sentence: %s", words)
		assert.NotContains(t, words, "Red", "the reader is you: %s", words)
		assert.False(t, seen[words], "kind %v", k)
		seen[words] = true
	}
}

// TestReasons_Forms: the words differ within a kind.
func TestReasons_Forms(t *testing.T) {
	t.Parallel()
	at := func(column, row int) rules.Square { return rules.MakeSquare(column, row) }
	takes := func(s rules.Ship, to rules.Square) rules.Turn { return rules.MoveTurn(s, to, true) }
	c3, b6 := at(3, 3), at(2, 6)
	for _, c := range []struct {
		reason explain.Reason
		want   string
	}{
		{explain.Reason{Kind: explain.OnlyHolds, Ship: rules.Ship221}, "Every other turn loses your 221."},
		{explain.Reason{Kind: explain.OnlyHolds, Ship: rules.Ship111, Count: 1},
			"After every other turn Blue can expel your corvette at once."},
		{explain.Reason{Kind: explain.OnlyHolds, Ship: rules.Ship111, Count: 2},
			"After every other turn Blue wins by force, in at most 2 turns."},
		{explain.Reason{Kind: explain.ThreatensVictory, Turn: takes(rules.Ship211, b6), Count: 1},
			"It threatens `211xb6`, which would expel Blue's corvette."},
		{explain.Reason{Kind: explain.Trades, Ship: rules.Ship221, Other: rules.Ship211, Turn: takes(rules.Ship122, c3)},
			"It expels Blue's 221; at worst you lose your weaker 211 for it, to `122xc3`."},
		{explain.Reason{Kind: explain.Trades, Ship: rules.Ship221, Other: rules.Ship212, Turn: takes(rules.Ship122, c3)},
			"It expels Blue's 221, and Blue can expel your 212 in return with `122xc3`: an even trade."},
		{explain.Reason{Kind: explain.EndsOnStall}, "It ends the game, and Blue has the semi-victory."},
		{explain.Reason{Kind: explain.LeadsOnStall}, "It ends the game, and the semi-victory is yours."},
		{explain.Reason{Kind: explain.LeadsOnStall, Count: 1},
			"If nothing is expelled for 1 more turn, you have the semi-victory."},
		{explain.Reason{Kind: explain.Covers, Ship: rules.Ship121, Square: c3, Turn: takes(rules.Ship211, c3),
			Reply: takes(rules.Ship222, c3), Other: rules.Ship211},
			"Your 121 on c3 is covered: if Blue plays `211xc3`, you answer `222xc3`."},
		{explain.Reason{Kind: explain.StaysCovered, Ship: rules.Ship121, Square: c3, Turn: takes(rules.Ship211, c3),
			Reply: takes(rules.Ship222, c3), Other: rules.Ship211},
			"Your 121 on c3 stays covered: if Blue plays `211xc3`, you answer `222xc3`."},
		{explain.Reason{Kind: explain.StaysCovered, Ship: rules.Ship121, Square: c3, Turn: takes(rules.Ship211, c3),
			Reply: takes(rules.Ship222, b6), Other: rules.Ship111},
			"Blue can't expel your 121 with `211xc3`: then `222xb6` expels Blue's corvette."},
		{explain.Reason{Kind: explain.Covers, Ship: rules.Ship121, Square: c3, Turn: takes(rules.Ship211, c3),
			Reply: takes(rules.Ship222, b6), Other: rules.Ship111},
			"Blue can't expel your 121 with `211xc3`: then `222xb6` expels Blue's corvette."},
		{explain.Reason{Kind: explain.Covers, Ship: rules.Ship121, Square: c3, Turn: takes(rules.Ship211, c3),
			Reply: takes(rules.Ship222, b6), Other: rules.Ship212},
			"Blue would gain nothing by expelling your 121 with `211xc3`: you'd expel the 212 in return with `222xb6`."},
		{explain.Reason{Kind: explain.Declines, Ship: rules.Ship111, Turn: takes(rules.Ship211, c3),
			Reply: takes(rules.Ship222, c3), Count: 1},
			"`211xc3` would be a mistake: Blue answers `222xc3` and expels your corvette."},
		{explain.Reason{Kind: explain.Declines, Ship: rules.Ship222, Turn: takes(rules.Ship222, c3),
			Reply: takes(rules.Ship211, c3), Other: rules.Ship121},
			"`222xc3` would be a mistake: Blue answers `211xc3` and wins your 222 for the 121."},
		{explain.Reason{Kind: explain.OpensCorvette, Square: c3, Count: 1},
			"It gives your corvette a square to flee to: c3. It has none now."},
		{explain.Reason{Kind: explain.ClosesCorvette, Square: c3, Was: 1},
			"It takes c3 from Blue's corvette, which has no safe square left to flee to."},
		{explain.Reason{Kind: explain.StopsVictory, Turn: takes(rules.Ship211, c3), Count: 2},
			"It parries `211xc3`, with which Blue threatens to win by force."},
		{explain.Reason{Kind: explain.KeepsThreat, Ship: rules.Ship121, Square: c3, Turn: takes(rules.Ship211, c3)},
			"It keeps Blue's 121 under threat: `211xc3` would win it."},
		{explain.Reason{Kind: explain.EarnsBonus, Ship: rules.Ship211},
			"It earns a bonus: your 211 moves one square and reaches Blue's home row."},
		{explain.Reason{Kind: explain.PreparesBonus, Ship: rules.Ship211},
			"It prepares a bonus: your 211 could then move one square and reach Blue's home row."},
		{explain.Reason{Kind: explain.Frees, Ship: rules.Ship211, Was: 1, Count: 3},
			"Your 211 can then go to 3 squares instead of 1."},
		{explain.Reason{Kind: explain.Hems, Ship: rules.Ship211, Was: 4}, "Blue's 211 is left with no square to go to."},
		{explain.Reason{Kind: explain.Hems, Ship: rules.Ship211, Was: 4, Count: 1},
			"Blue's 211 is left with 1 square, not 4."},
	} {
		assert.Equal(t, c.want, reasonText(i18ntest.English(), rules.Red, c.reason))
	}
}

// TestWeightiest: what follows from one reason is not repeated.
func TestWeightiest(t *testing.T) {
	t.Parallel()
	free, solid := explain.Reason{Kind: explain.ExpelsForFree}, explain.Reason{Kind: explain.LeavesNothing}
	frees := explain.Reason{Kind: explain.Frees}
	assert.Equal(t, []explain.Reason{free, frees}, weightiest([]explain.Reason{free, solid, frees, solid}, 2))
	assert.Equal(t, []explain.Reason{solid}, weightiest([]explain.Reason{solid, free}, 1))
}

// TestHintText: only what is proven is called proven.
func TestHintText(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	p := rulestest.Position(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	turn := func(s string) rules.Turn {
		turn := rulestest.Turn(t, p, s)
		return turn
	}
	takes, swap := turn("211xb3"), turn("112=221")
	threat := rules.MoveTurn(rules.Ship211, rules.MakeSquare(1, 5), true)
	why := []explain.Reason{{Kind: explain.ExpelsForFree, Ship: rules.Ship121},
		{Kind: explain.SavesCorvette, Turn: threat}, {Kind: explain.Threatens, Ship: rules.Ship212, Turn: threat},
		{Kind: explain.LeadsOnStall}}
	mistake := []explain.Reason{{Kind: explain.Declines, Turn: threat, Reply: swap, Ship: rules.Ship211}}
	const head = "**211xb3** — 211 sails from c4 and expels Blue 121.\n"
	const reasons = "It expels Blue's 121, and Blue wins nothing in return. It saves your corvette from `211xa5`.\n"
	const also = "\nAlso possible:\n**2** `112=221`"
	cases := []struct {
		name       string
		candidates []play.Candidate
		want       string
	}{
		{"reasons", []play.Candidate{{Turn: takes, Worth: 0.75, Reasons: why}},
			head + reasons + "You'd be about a destroyer up."},
		{"a long line", []play.Candidate{{Turn: takes, Worth: 0.5, Sure: 6,
			Line: []rules.Turn{takes, swap, takes, swap, takes, swap}}},
			head + "The game would be about even.\n" +
				"Expected next: Blue `112=221`, you `211xb3`, Blue `112=221`, you `211xb3`."},
		{"a line that isn't sure", []play.Candidate{{Turn: takes, Worth: 0.5, Sure: 2,
			Line: []rules.Turn{takes, swap, takes}}},
			head + "The game would be about even.\nExpected next: Blue `112=221`."},
		{"expels the corvette", []play.Candidate{{Turn: takes, Proof: play.WinProven, Turns: 1,
			Reasons: []explain.Reason{{Kind: explain.ExpelsCorvette, Square: rules.MakeSquare(2, 3)}}},
			{Turn: swap, Proof: play.WinProven, Turns: 3}},
			head + "It expels Blue's corvette on b3 and wins."},
		{"no reason", []play.Candidate{{Turn: takes, Worth: 0.5}},
			head + "The game would be about even."},
		{"others", []play.Candidate{
			{Turn: takes, Worth: 0.42, Reasons: why, Line: []rules.Turn{takes, swap}, Sure: 1},
			{Turn: swap, Worth: 0.4, Reasons: why[1:]}, {Turn: turn("111=222"), Worth: 0.3},
			{Turn: turn("121=212")}},
			head + reasons + "You'd still be slightly down, by less than a frigate." + also +
				": about as good. It saves your corvette from `211xa5`.\n" +
				"**3** `111=222`: weaker."},
		{"a mistake named once", []play.Candidate{{Turn: takes, Worth: 0.5, Reasons: mistake},
			{Turn: swap, Worth: 0.49, Reasons: append(mistake, why[1])}, {Turn: turn("111=222"), Worth: 0.48, Reasons: mistake}},
			head + "`211xa5` would be a mistake: Blue answers `112=221` and wins your 211.\n" +
				"The game would be about even." + also + ": about as good. It saves your corvette from `211xa5`.\n" +
				"**3** `111=222`: about as good."},
		{"others that lose", []play.Candidate{{Turn: takes, Worth: 0.5}, {Turn: turn("121=212"), Proof: play.LossProven},
			{Turn: swap, Worth: 0.49}, {Turn: turn("111=222"), Proof: play.LossProven}},
			head + "The game would be about even." + also + ": about as good."},
		{"won", []play.Candidate{{Turn: takes, Proof: play.WinProven, Turns: 3}, {Turn: turn("121=212"), Worth: 0.9},
			{Turn: swap, Proof: play.WinProven, Turns: 5}},
			head + "Proven: it wins by force, in at most 3 of your turns." + also + ": also wins by force."},
		{"won now", []play.Candidate{{Turn: takes, Proof: play.WinProven, Turns: 1}},
			head + "Proven: this turn wins."},
		{"lost", []play.Candidate{{Turn: takes, Proof: play.LossProven, Turns: 2}, {Turn: swap, Proof: play.LossProven}},
			head + "Proven: every turn loses by force; this one holds out for 2 of your turns."},
		{"lost next", []play.Candidate{{Turn: takes, Proof: play.LossProven, Turns: 1}},
			head + "Proven: whatever you play, the other side can expel your corvette next turn."},
		{"semi", []play.Candidate{{Turn: takes, Proof: play.SemiWinProven},
			{Turn: swap, Proof: play.SemiLossProven}},
			head + "Proven: it brings you at least a semi-victory." + also +
				": the other side can force a semi-victory."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := Whole(en, &g, play.Hint{Candidates: c.candidates})
			assert.Equal(t, c.want, got)
			require.LessOrEqual(t, len(Turns(play.Hint{Candidates: c.candidates})), 3)
			for _, shown := range Turns(play.Hint{Candidates: c.candidates}) {
				assert.Contains(t, got, shown.String())
			}
			proven := c.candidates[0].Proof != play.Unproven && len(c.candidates[0].Reasons) == 0
			assert.Equal(t, proven, strings.Contains(got, "Proven"))
		})
	}
}
