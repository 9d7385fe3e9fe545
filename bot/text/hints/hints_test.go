package hints

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n"
	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/rulestest"
)

// TestOutlookOn: both sides read the same judgement of a position.
func TestOutlookOn(t *testing.T) {
	t.Parallel()
	opposite := map[string]i18n.Message{msgFarAhead.ID: msgFarBehind, msgCruiserUp.ID: msgCruiserLess,
		msgDestroyerUp.ID: msgDestroyerLess, msgFrigateUp.ID: msgFrigateLess, msgBitAhead.ID: msgBitBehind,
		msgEven.ID: msgEven}
	heard := map[string]bool{}
	for w := play.Worth(0.5); w <= 1; w += 0.01 {
		mine := outlookOn(w)
		assert.Equal(t, opposite[mine.ID], outlookOn(1-w), "%.2f", w)
		heard[mine.ID] = true
	}
	assert.Len(t, heard, len(opposite))
}

// TestHint_Stall: the result of a stall is mentioned once half of the quiet turns are over, unless a victory is proven
// or a reason mentions it. An advantage that may come only from the stall is not expressed in ships.
func TestHint_Stall(t *testing.T) {
	t.Parallel()
	swap := rules.ShiftTurn(rules.Swap112x221)
	for _, c := range []struct {
		position  string
		candidate play.Candidate
		want      string
	}{
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 -", play.Candidate{Turn: swap, Worth: 0.5},
			"The game would be about even. If nothing more is expelled, Blue has the semi-victory: 6 turns are left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 38 r", play.Candidate{Turn: swap, Worth: 0.5},
			"The game would be about even. If nothing more is expelled, you have the semi-victory: 1 turn is left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 b - 33 -", play.Candidate{Turn: swap, Worth: 0.5},
			"The game would be about even. If nothing more is expelled, you have the semi-victory: 6 turns are left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 36 -", play.Candidate{Turn: swap, Worth: 0.26},
			"— swap: 112 to a1 and 221 to d2.\nIf nothing more is expelled, Blue has the semi-victory: 3 turns are left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 b - 36 -", play.Candidate{Turn: swap, Worth: 0.74},
			"— swap: 112 to a6 and 221 to d5.\nIf nothing more is expelled, you have the semi-victory: 3 turns are left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 36 -", play.Candidate{Turn: swap, Worth: 0.1},
			"You'd still be about a cruiser down. If nothing more is expelled, Blue has the semi-victory: 3 turns are left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 36 -", play.Candidate{Turn: swap, Worth: 0.65},
			"You'd be about a frigate up. If nothing more is expelled, Blue has the semi-victory: 3 turns are left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 12 -", play.Candidate{Turn: swap, Worth: 0.26},
			"You'd still be about a destroyer down."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 36 -", play.Candidate{Turn: swap, Proof: play.SemiLossProven, Worth: 0.25},
			"Proven: whatever you play, the other side can force at least a semi-victory. " +
				"If nothing more is expelled, Blue has the semi-victory: 3 turns are left after this one."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 r", play.Candidate{Turn: swap, Worth: 0.74,
			Reasons: []explain.Reason{{Kind: explain.LeadsOnStall, Count: 6}}},
			"— swap: 112 to a1 and 221 to d2.\nIf nothing is expelled for 6 more turns, you have the semi-victory."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 18 -", play.Candidate{Turn: swap, Worth: 0.5},
			"The game would be about even."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 39 -", play.Candidate{Turn: swap, Worth: 0.5},
			"The game would be about even."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 -", play.Candidate{Turn: swap, Proof: play.WinProven, Turns: 1},
			"Proven: this turn wins."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 r", play.Candidate{Turn: swap, Worth: 0.5,
			Reasons: []explain.Reason{{Kind: explain.LeadsOnStall, Count: 6}}}, "The game would be about even."},
	} {
		p := rulestest.Position(t, c.position)
		g := rules.GameFrom(p, rules.DefaultStallLimit)
		got := Whole(i18ntest.English(), &g, play.Hint{Candidates: []play.Candidate{c.candidate}})
		assert.True(t, strings.HasSuffix(got, c.want), got)
	}
}

// TestHint_ShortLimit: the number of turns before the stall depends on the game's limit.
func TestHint_ShortLimit(t *testing.T) {
	t.Parallel()
	turn := rules.ShiftTurn(rules.Swap112x221)
	for quiet, want := range map[string]string{"23": ": 6 turns are left after this one.", "29": ""} {
		g := rules.GameFrom(rulestest.Position(t, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - "+quiet+" -"), rules.ShortStallLimit)
		c := play.Candidate{Turn: turn, Worth: 0.5}
		assert.Contains(t, Whole(i18ntest.English(), &g, play.Hint{Candidates: []play.Candidate{c}}), want)
		ends := strings.Contains(Wrong(i18ntest.English(), &g, c, explain.Reason{}), "It ends the game")
		assert.Equal(t, want == "", ends, quiet)
	}
}

// TestHint_OwnExile: if the only turn exiles the player's own corvette, the hint mentions no reply (rules 2.5).
func TestHint_OwnExile(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 b1b6------a5--b5 a6-------------- b - 0 -")
	got := a.said(play.Candidate{Turn: a.turn("111=222"), Proof: play.LossProven, Turns: 1,
		Reasons: []explain.Reason{{Kind: explain.OnlyTurn}}})
	assert.Equal(t, "**111=222** — swap: 111 into exile and 222 out of exile to a6.\n"+
		"It's your only legal turn.\nIt sends your own corvette into exile, and so Red wins.", got)
}

// TestHint_NoStall: where no number of quiet turns ends the match, the hint does not mention them.
func TestHint_NoStall(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 -")
	g := rules.GameFrom(p, 0)
	swap := play.Candidate{Turn: rules.ShiftTurn(rules.Swap112x221), Worth: 0.5}
	got := Whole(i18ntest.English(), &g, play.Hint{Candidates: []play.Candidate{swap}})
	assert.True(t, strings.HasSuffix(got, "\nThe game would be about even."), got)
}
