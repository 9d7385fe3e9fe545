package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/reason"
)

// TestReasons: each has words of its own.
func TestReasons(t *testing.T) {
	t.Parallel()
	en := english(t)
	seen := map[string]bool{}
	for k := reason.None + 1; k < reason.NumKinds; k++ {
		words := reasonWords(en, rules.Blue, []reason.Reason{{Kind: k, Ship: rules.Ship212}}, 1)
		require.Len(t, words, 1)
		assert.Greater(t, len(words[0]), 10, "kind %d", k)
		assert.False(t, seen[words[0]], "kind %d", k)
		seen[words[0]] = true
	}
}

// TestHintText: proven is said only of what is.
func TestHintText(t *testing.T) {
	t.Parallel()
	en := english(t)
	p, err := rules.ParsePosition("6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	require.NoError(t, err)
	turn := func(s string) rules.Turn {
		turn, err := p.ParseTurn(s)
		require.NoError(t, err)
		return turn
	}
	takes, swap := turn("211xb3"), turn("112=221")
	why := []reason.Reason{{Kind: reason.ExpelsForFree, Ship: rules.Ship121},
		{Kind: reason.SavesCorvette, Ship: rules.Ship111}, {Kind: reason.Threatens, Ship: rules.Ship212},
		{Kind: reason.LeadsOnStall}}
	const head = "Hint, for you alone: **211xb3** (211 sails from c4 and expels Blue 121).\n"
	const reasons = "It expels Blue 121 at no cost, takes your corvette out of danger and " +
		"threatens to expel Blue 212."
	cases := []struct {
		name       string
		candidates []play.Candidate
		want       string
	}{
		{"reasons", []play.Candidate{{Turn: takes, Worth: 0.8, Reasons: why}},
			head + "With it you are ahead. " + reasons},
		{"a long line", []play.Candidate{{Turn: takes, Worth: 0.5,
			Line: []rules.Turn{takes, swap, takes, swap, takes, swap}}},
			head + "With it the match is about even.\n" +
				"Expected then: `112=221`, `211xb3`, `112=221`, `211xb3`."},
		{"no reason", []play.Candidate{{Turn: takes, Worth: 0.5}},
			head + "With it the match is about even."},
		{"others", []play.Candidate{
			{Turn: takes, Worth: 0.4, Reasons: why, Line: []rules.Turn{takes, swap}},
			{Turn: swap, Worth: 0.38, Reasons: why[1:]}, {Turn: turn("111=222"), Worth: 0.1},
			{Turn: turn("121=212")}},
			head + "Even so you are a little behind. " + reasons +
				"\nExpected then: `112=221`.\nAlso possible:\n" +
				"- `112=221` (swap: 112 to d1 and 221 to d2): about as good; it takes your corvette " +
				"out of danger\n" +
				"- `111=222` (swap: 111 to c1 and 222 to b1): much weaker"},
		{"won", []play.Candidate{{Turn: takes, Proof: play.WinProven, Turns: 3},
			{Turn: swap, Proof: play.WinProven, Turns: 5}},
			head + "Proven: it wins by force, in at most 3 of your turns.\nAlso possible:\n" +
				"- `112=221` (swap: 112 to d1 and 221 to d2): wins by force as well"},
		{"won now", []play.Candidate{{Turn: takes, Proof: play.WinProven, Turns: 1}},
			head + "Proven: this turn wins."},
		{"lost", []play.Candidate{{Turn: takes, Proof: play.LossProven, Turns: 2}},
			head + "Proven: every turn loses by force; this one holds out for 2 of your turns."},
		{"semi", []play.Candidate{{Turn: takes, Proof: play.SemiWinProven},
			{Turn: swap, Proof: play.SemiLossProven}},
			head + "Proven: it brings you at least a semi-victory.\nAlso possible:\n" +
				"- `112=221` (swap: 112 to d1 and 221 to d2): leaves the other side a " +
				"semi-victory by force"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := Hint(en, p, play.Hint{Candidates: c.candidates})
			assert.Equal(t, c.want, got)
			require.LessOrEqual(t, len(HintTurns(play.Hint{Candidates: c.candidates})), 3)
			for _, shown := range HintTurns(play.Hint{Candidates: c.candidates}) {
				assert.Contains(t, got, shown.String())
			}
			proven := c.candidates[0].Proof != play.Unproven
			assert.Equal(t, proven, strings.Contains(got, "Proven"))
		})
	}
}
