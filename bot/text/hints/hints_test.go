package hints

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/reason"
)

func english(t *testing.T) i18n.Printer {
	t.Helper()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	return catalog.Printer("en")
}

// TestOutlookOn: the two sides hear the same of one position.
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

func TestCompared(t *testing.T) {
	t.Parallel()
	for w, want := range map[play.Worth]i18n.Message{
		0.6: msgAsGood, 0.58: msgAsGood, 0.55: msgWeaker, 0.4: msgMuch,
	} {
		assert.Equal(t, want, compared(0.6, w), "%.2f", w)
	}
}

// TestHint_Stall: how the stall would end is said once half of the quiet turns are over, unless a victory is
// proven, or a reason says it.
func TestHint_Stall(t *testing.T) {
	t.Parallel()
	swap := rules.ShiftTurn(rules.Swap112x221)
	for _, c := range []struct {
		position  string
		candidate play.Candidate
		want      string
	}{
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 -", play.Candidate{Turn: swap, Worth: 0.5},
			"With it the match is about even. If nothing more is expelled, Blue has the semi-victory: 6 quiet turns are left."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 38 r", play.Candidate{Turn: swap, Worth: 0.5},
			"With it the match is about even. If nothing more is expelled, Red has the semi-victory: 1 quiet turn is left."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 18 -", play.Candidate{Turn: swap, Worth: 0.5},
			"With it the match is about even."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 39 -", play.Candidate{Turn: swap, Worth: 0.5},
			"With it the match is about even."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 -", play.Candidate{Turn: swap, Proof: play.WinProven, Turns: 1},
			"Proven: this turn wins."},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 r", play.Candidate{Turn: swap, Worth: 0.5,
			Reasons: []reason.Reason{{Kind: reason.LeadsOnStall, Count: 6}}}, "With it the match is about even."},
	} {
		p, err := rules.ParsePosition(c.position)
		require.NoError(t, err)
		g := rules.GameFrom(p, rules.DefaultStallLimit)
		got := Whole(english(t), &g, play.Hint{Candidates: []play.Candidate{c.candidate}})
		assert.True(t, strings.HasSuffix(got, "\n"+c.want), got)
	}
}

// TestHint_NoStall: where no number of quiet turns ends the match, nothing is said of them.
func TestHint_NoStall(t *testing.T) {
	t.Parallel()
	p, err := rules.ParsePosition("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 33 -")
	require.NoError(t, err)
	g := rules.GameFrom(p, 0)
	swap := play.Candidate{Turn: rules.ShiftTurn(rules.Swap112x221), Worth: 0.5}
	got := Whole(english(t), &g, play.Hint{Candidates: []play.Candidate{swap}})
	assert.True(t, strings.HasSuffix(got, "\nWith it the match is about even."), got)
}

// TestGentle: the steps before the turn name a ship and an idea, and not the turn.
func TestGentle(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	hint := func(turn rules.Turn, why ...reason.Reason) play.Hint {
		return play.Hint{Candidates: []play.Candidate{{Turn: turn, Worth: 0.5, Reasons: why}}}
	}
	const nudge = "A first nudge, for you alone: "
	to := rules.MakeSquare(3, 4)
	en := english(t)
	for turn, want := range map[rules.Turn]string{
		rules.Pass:                               "how good is your fleet as it stands?",
		rules.ShiftTurn(rules.Swap112x221):       "think of a swap, and look at your **112**.",
		rules.ShiftTurn(rules.Rotate122x212x221): "think of a rotation, and look at your **122**.",
		rules.MoveTurn(rules.Ship211, to, false): "look at your **211** on c2.",
	} {
		assert.Equal(t, nudge+want, Nudge(en, &g, hint(turn)))
		assert.Equal(t, nudge+want+"\n**What the turn does**: nothing special, but it spoils nothing. "+
			"With it the match is about even.", Idea(en, &g, hint(turn)))
		assert.Equal(t, nudge+want+"\n**What the turn does**: Blue can expel nothing next.",
			Idea(en, &g, hint(turn, reason.Reason{Kind: reason.LeavesNothing})))
	}
	line := []rules.Turn{rules.Pass, rules.ShiftTurn(rules.Swap112x221), rules.MoveTurn(rules.Ship211, to, false)}
	assert.Equal(t, "What I expect: you `pass`, Blue `112=221`, you `211-c4`.", Line(en, &g, line))
	assert.Equal(t, "What I expect: you `pass`, Blue `112=221`.", Line(en, &g, line[:2]))
	assert.Equal(t, "What I expect: you `pass`.", Line(en, &g, line[:1]))
}
