package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// refusal returns the reason in err, which must be a *TurnError.
func refusal(t *testing.T, err error) rules.Illegality {
	t.Helper()
	var e *rules.TurnError
	require.ErrorAs(t, err, &e)
	return e.Why
}

func TestGameCountsItsTurns(t *testing.T) {
	t.Parallel()
	g := rulestest.NewGame(t, rules.DefaultOptions(), "pass pass 211-c4")
	assert.Equal(t, 3, g.Ply())
	assert.Equal(t, []string{"pass", "pass", "211-c4"}, texts(g.Turns()))
	assert.Equal(t, rules.Start(rules.Board6x4, true), g.Start())
	assert.Equal(t, rules.DefaultStallLimit, g.Limit())
	p := g.Position()
	assert.Equal(t, 3, p.Quiet(), "positioning turns count (rules 5.2)")
	assert.False(t, g.Outcome().Over())
}

func TestPlay_RefusedTurnChangesNothing(t *testing.T) {
	t.Parallel()
	g := rulestest.NewGame(t, rules.DefaultOptions(), "pass")
	before := g.Clone()
	assert.Equal(t, rules.MovementInPositioning, refusal(t, g.PlayText("211-c4")))
	require.ErrorIs(t, g.PlayText("nonsense"), rules.ErrSyntax)
	assert.Equal(t, rules.Malformed, refusal(t, g.Play(rules.NoTurn)))
	assert.Equal(t, before, *g)
}

func TestClone(t *testing.T) {
	t.Parallel()
	g := rulestest.NewGame(t, rules.DefaultOptions(), "pass")
	c := g.Clone()
	require.NoError(t, c.PlayText("pass"))
	assert.Equal(t, 1, g.Ply())
	require.NoError(t, g.PlayText("112=221"))
	assert.Equal(t, []string{"pass", "pass"}, texts(c.Turns()))
}

// The game stops at the limit and not before, with a semi-victory (rules 5.2, 5.4).
func TestStall(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position string
		limit          rules.StallLimit
		turns          string
		want           rules.Outcome
	}{
		{"one before", opening, 3, "pass pass", rules.Outcome{}},
		{"at the limit", opening, 2, "pass pass", rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}},
		{"no limit", opening, 0, strings.Repeat("pass pass ", 1) + strings.Repeat("112=221 ", 120),
			rules.Outcome{}},
		{"Red expelled last", "6x4 b1-------------- b6-------------- r - 39 r", 40, "111-b2",
			rules.Outcome{Winner: rules.Red, Reason: rules.Stall}},
		{"the last turn expels", "6x4 b1c2------------ b6--c3---------- r - 39 b", 40, "112xc3",
			rules.Outcome{}},
		{"the last turn wins", "6x4 b1-------------- b2-------------- r - 39 b", 40, "111xb2",
			rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}},
		{"the last turn loses", "6x4 b1-------------- b6-------------- r - 39 r", 40, "111=222",
			rules.Outcome{Winner: rules.Blue, Reason: rules.CorvetteExile}},
		{"a limit that is passed already", "6x4 b1-------------- b6-------------- r - 50 -", 40, "",
			rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := rules.GameFrom(rulestest.Position(t, test.position), test.limit)
			for _, word := range strings.Fields(test.turns) {
				require.NoError(t, g.PlayText(word))
			}
			assert.Equal(t, test.want, g.Outcome())
			if test.want.Over() {
				var e *rules.TurnError
				require.ErrorAs(t, g.PlayText("111=222"), &e)
				assert.Equal(t, rules.GameOver, e.Why)
				assert.Empty(t, e.Legal())
				assert.Empty(t, e.Closest(3))
				assert.Equal(t, rules.GameOver, refusal(t, g.Play(rules.ShiftTurn(rules.Swap111x222))))
				require.ErrorIs(t, g.PlayText("?"), rules.ErrSyntax)
			}
		})
	}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	redAhead := "6x4 b1-------------- b6-------------- r - 3 r"
	tests := []struct {
		position string
		why      rules.Reason
		loser    rules.Color
		want     rules.Outcome
		result   string
	}{
		{opening, rules.Agreement, rules.NoColor,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}, "0-½"},
		{redAhead, rules.Agreement, rules.Red,
			rules.Outcome{Winner: rules.Red, Reason: rules.Agreement}, "½-0"},
		{opening, rules.Resignation, rules.Red,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}, "0-1"},
		{opening, rules.TimeLoss, rules.Blue,
			rules.Outcome{Winner: rules.Red, Reason: rules.TimeLoss}, "1-0"},
		{opening, rules.Aborted, rules.Red, rules.Outcome{Reason: rules.Aborted}, "*"},
		{opening, rules.Resignation, rules.NoColor, rules.Outcome{}, "*"},
		{opening, rules.Stall, rules.Red, rules.Outcome{}, "*"},
		{opening, rules.CorvetteExile, rules.Red, rules.Outcome{}, "*"},
	}
	for _, test := range tests {
		t.Run(test.why.String()+" "+test.result, func(t *testing.T) {
			t.Parallel()
			g := rules.GameFrom(rulestest.Position(t, test.position), rules.DefaultStallLimit)
			g.End(test.why, test.loser)
			assert.Equal(t, test.want, g.Outcome())
			assert.Equal(t, test.result, g.Outcome().Result())
			if test.want.Over() {
				g.End(rules.Resignation, rules.Blue)
				assert.Equal(t, test.want, g.Outcome(), "a finished game stays as it is")
			}
		})
	}
}

// A side that leaves before its second turn aborts the game (rules 5.5).
func TestLeave(t *testing.T) {
	t.Parallel()
	const blueFirst = "6x4 b1-------------- b6-------------- b - 0 -"
	redLoses := rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}
	blueLoses := rules.Outcome{Winner: rules.Red, Reason: rules.TimeLoss}
	aborted := rules.Outcome{Reason: rules.Aborted}
	tests := []struct {
		position, turns string
		red, blue       rules.Outcome // when this side leaves
	}{
		{opening, "", aborted, aborted},
		{opening, "pass pass", aborted, aborted},
		{opening, "pass pass 111=222", redLoses, aborted},
		{opening, "pass pass 111=222 111=222", redLoses, blueLoses},
		{blueFirst, "111-b5 111-b2", aborted, aborted},
		{blueFirst, "111-b5 111-b2 111-b6", aborted, blueLoses},
	}
	for _, test := range tests {
		red := rules.GameFrom(rulestest.Position(t, test.position), rules.DefaultStallLimit)
		for _, word := range strings.Fields(test.turns) {
			require.NoError(t, red.PlayText(word))
		}
		blue := red.Clone()
		red.Leave(rules.Resignation, rules.Red)
		blue.Leave(rules.TimeLoss, rules.Blue)
		assert.Equal(t, test.red, red.Outcome(), test.turns)
		assert.Equal(t, test.blue, blue.Outcome(), test.turns)
	}
}

func TestParseStallLimit(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", "30", "200"} {
		l, err := rules.ParseStallLimit(text)
		require.NoError(t, err)
		assert.Equal(t, text, l.String())
	}
	for _, text := range []string{"", "-1", "201", "256", "x"} {
		_, err := rules.ParseStallLimit(text)
		require.ErrorIs(t, err, rules.ErrSyntax, text)
	}
}

func TestDiagram(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "5x5 b2--b3--a4e2d1-- a2--------e5d5d4 r - 39 r")
	assert.Equal(t, strings.TrimPrefix(`
    a    b    c    d    e
5   .    .    .  b221 b212   exile: b112 b121 b122 b211
4 r211   .    .  b222   .
3   .  r121   .    .    .
2 b111 r111   .    .  r212
1   .    .    .  r221   .    exile: r112 r122 r222
red to move, quiet turns 39, last expulsion by red
5x5 b2--b3--a4e2d1-- a2--------e5d5d4 r - 39 r`, "\n"), p.Diagram())
}

// The quiet count stays at its maximum.
func TestQuiet_DoesNotOverflow(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1-------------- b6-------------- r - 65535 -")
	after := p.Play(rules.ShiftTurn(rules.Swap111x222))
	assert.Equal(t, 65535, after.Quiet())
}

// A turn of Red and the turn of Blue after it share a number.
func TestRoundNumber(t *testing.T) {
	t.Parallel()
	for ply, want := range [][2]int{{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}} {
		assert.Equal(t, want[0], rules.RoundNumber(rules.Red, ply), ply)
		assert.Equal(t, want[1], rules.RoundNumber(rules.Blue, ply), ply)
	}
}

// The dots after the number show whose turn it is.
func TestDotted(t *testing.T) {
	t.Parallel()
	red := rules.NewGame(rules.DefaultOptions())
	blue := rulestest.GameFrom(t, "6x4 b1d2a3a1a4c4d1c1 b3d5b6a5c5a6d6b5 b - 3 r", 40)
	for ply, want := range [][2]string{{"1.", "1..."}, {"1...", "2."}, {"2.", "2..."}, {"2...", "3."}} {
		assert.Equal(t, want, [2]string{red.Dotted(ply), blue.Dotted(ply)}, ply)
	}
}
