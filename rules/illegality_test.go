package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

const (
	start6x4 = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
	opening  = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -"
	start5x5 = "5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r - 0 -"
	diagram  = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -" // the diagram of rules 2.3
)

// refusals holds a position for each reason of rules 6.4, with the expected fields of the error.
var refusals = []struct {
	position, turn string
	why            rules.Illegality
	digit          rules.Digit
	inWay          string // the ships in the way with their squares
}{
	{start6x4, "a5-a4", rules.NotYourTurn, rules.Digit{}, "blue 121 a5"},
	{"6x4 --b6------a5--b5 a6-------------- b - 0 -", "111-a5", rules.GameOver, rules.Digit{}, ""},
	{start6x4, "113-a3", rules.NoSuchShip, rules.Digit{}, ""},
	{start6x4, "c3-c4", rules.NoSuchShip, rules.Digit{}, ""},
	{start6x4, "113=221", rules.NoSuchShip, rules.Digit{}, ""},
	{"6x4 b1--a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -", "112-d2", rules.ShipInExile,
		rules.Digit{}, ""},
	{start6x4, "111-b2", rules.OwnShipThere, rules.Digit{}, "red 122 b2"},
	{"6x4 b1c2------------ b6c3------------ r - 0 -", "112xc3", rules.ShieldsTooStrong,
		rules.Digit{Quality: rules.Cannons, Have: 1, Need: 2}, "blue 112 c3"},
	{start6x4, "121-a4", rules.TooFar,
		rules.Digit{Quality: rules.Sails, Have: 1, Need: 2}, ""},
	{start6x4, "211-c5", rules.TooFar,
		rules.Digit{Quality: rules.Sails, Have: 2, Need: 3}, ""},
	{start6x4, "222-c3", rules.PathBlocked, rules.Digit{}, "red 211 c2"},
	{"6x4 b1--c3------b2c2 b6----b3-------- r - 0 -", "221-c3", rules.OwnShipThere,
		rules.Digit{}, "red 121 c3"},
	{"6x4 b1----------b2c2 b6----b3-------- r - 0 -", "221-c3", rules.PathBlocked,
		rules.Digit{}, "red 222 c2, blue 122 b3"},
	{start6x4, "211-c2", rules.UTurn, rules.Digit{}, ""},
	{start6x4, "212-e1", rules.OffBoard, rules.Digit{}, ""},
	{start6x4, "211-c7", rules.OffBoard, rules.Digit{}, ""},
	{start6x4, "211-c13", rules.OffBoard, rules.Digit{}, ""},
	{start6x4, "e1-d1", rules.OffBoard, rules.Digit{}, ""},
	{start6x4, "112=222", rules.NotComplementary, rules.Digit{}, ""},
	{"6x4 b1--------d1--c1 b6-------------- r - 0 -", "112=221", rules.BothInExile,
		rules.Digit{}, ""},
	{start6x4, "112>121>122", rules.NotAGroup, rules.Digit{}, ""},
	{"6x4 b1d2------d1--c1 b6-------------- r - 0 -", "112>121>211", rules.TwoInExile,
		rules.Digit{}, ""},
	{opening, "211-c4", rules.MovementInPositioning, rules.Digit{}, ""},
	{start6x4, "pass", rules.PassOutsidePositioning, rules.Digit{}, ""},
	{start6x4, "211-c3+122=211", rules.BonusNotEarned, rules.Digit{}, ""},
	{"6x4 b1------a4------ b2-------------- r - 0 -", "211-a6+122=211", rules.BonusNotEarned,
		rules.Digit{}, ""},
	{"6x4 b1--a5---------- a6-------------- r - 0 -", "121xa6+121=212", rules.BonusNotEarned,
		rules.Digit{}, ""},
	{"6x4 b1--a5---------- b6-------------- r - 0 -", "121-a6+111=222", rules.BonusWithoutMover,
		rules.Digit{}, ""},
	{"6x4 b1--a5---------- b6-------------- r - 0 -", "121-a6+112>121>211", rules.TwoInExile,
		rules.Digit{}, ""},
	{"6x4 b1--a5---------- b6-------------- r - 0 -", "121-a6+121=211", rules.NotComplementary,
		rules.Digit{}, ""},
	{start6x4, "211-c3+112=222", rules.BonusNotEarned, rules.Digit{}, ""},
	{start6x4, "211-c5+112=222", rules.TooFar,
		rules.Digit{Quality: rules.Sails, Have: 2, Need: 3}, ""},
}

func TestEachRefusal(t *testing.T) {
	t.Parallel()
	for _, r := range refusals {
		t.Run(r.why.String()+" "+r.turn, func(t *testing.T) {
			t.Parallel()
			p := rulestest.Position(t, r.position)
			_, err := p.ParseTurn(r.turn)
			var e *rules.TurnError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, r.why, e.Why, "%v", e.Why)
			assert.Equal(t, r.digit, e.Digit)
			assert.Equal(t, r.inWay, standings(e.InWay))
			assert.Equal(t, p.Side(), e.Side)
			assert.Equal(t, r.why.String(), err.Error())
			requireHelp(t, &p, e)
		})
	}
}

// standings returns ships and their squares as text.
func standings(list []rules.Standing) string {
	text := ""
	for i, s := range list {
		if i > 0 {
			text += ", "
		}
		text += s.Color.String() + " " + s.Ship.String() + " " + s.Square.String()
	}
	return text
}

// requireHelp requires that the turns that e offers are legal, and moved by the refused ship if there is one.
func requireHelp(t *testing.T, p *rules.Position, e *rules.TurnError) {
	t.Helper()
	for _, turn := range e.Legal() {
		require.NoError(t, p.Check(turn))
		if e.Ship != rules.NoShip {
			assert.True(t, turn.Ship() == e.Ship || turn.Shift().Includes(e.Ship), "%v", turn)
		}
	}
	closest := e.Closest(3)
	switch e.Why {
	case rules.GameOver, rules.PassOutsidePositioning, rules.BothInExile:
		assert.Empty(t, closest, "no legal turn is anything like it")
	default:
		assert.NotEmpty(t, closest)
	}
	for _, turn := range closest {
		require.NoError(t, p.Check(turn))
	}
}

// Every reason has its position in refusals.
func TestEachReasonIsTested(t *testing.T) {
	t.Parallel()
	tested := map[rules.Illegality]bool{rules.Malformed: true} // by TestCheckKnowsEveryTurn
	for _, r := range refusals {
		tested[r.why] = true
	}
	for _, why := range rules.Illegalities() {
		assert.True(t, tested[why], "%v", why)
	}
}

// Of all possible values of Turn, Check accepts exactly the generated ones.
func TestCheckKnowsEveryTurn(t *testing.T) {
	t.Parallel()
	for _, text := range []string{opening, start6x4, start5x5, diagram,
		"6x4 b1a5--c5d5------ d6a4----c4------ r - 3 b",
		"5x5 b2--b3--a4e2d1-- a2--------e5d5d4 b b 39 r"} {
		p := rulestest.Position(t, text)
		legal := map[rules.Turn]bool{}
		for _, turn := range p.AppendTurns(nil) {
			assert.False(t, legal[turn], "%v twice", turn)
			legal[turn] = true
		}
		for i := range 1 << 16 {
			turn := rules.Turn(i)
			err := p.Check(turn)
			if (err == nil) != legal[turn] {
				require.Fail(t, "check and generator differ", "%s: %#x %v: %v", text, i, turn, err)
			}
		}
	}
}

// A turn with a wrong flag is refused, although its text may be the text of a legal one.
func TestMalformedTurns(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, diagram)
	for _, turn := range []rules.Turn{
		rules.NoTurn,
		rules.MoveTurn(rules.Ship211, rulestest.Square(t, "b3"), false),
		rules.MoveTurn(rules.Ship211, rulestest.Square(t, "c3"), true),
		rules.ShiftTurn(rules.Swap111x222) | 1<<13,
		1 << 15,
	} {
		var e *rules.TurnError
		require.ErrorAs(t, p.Check(turn), &e)
		assert.Equal(t, rules.Malformed, e.Why)
	}
}

func TestLegalTurnsOfARefusedShip(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, diagram)
	_, err := p.ParseTurn("211-a6")
	var e *rules.TurnError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, rulestest.Square(t, "c4"), e.From)
	assert.Equal(t, rulestest.Square(t, "a6"), e.To)
	assert.Equal(t, []string{"211-b4"}, texts(e.Closest(1)))
	assert.Subset(t, texts(e.Legal()), []string{"211xb3", "122=211", "112>121>211", "112>211>121"})
	assert.NotContains(t, texts(e.Legal()), "111=222")
}

// Legal returns all turns if the refused turn names no ship of the side to move.
func TestLegalTurnsWithoutAShip(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, start6x4)
	for _, text := range []string{"a5-a4", "c3-c4", "113-a3", "e1-d1", "pass"} {
		_, err := p.ParseTurn(text)
		var e *rules.TurnError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, p.AppendTurns(nil), e.Legal(), text)
	}
}

func texts(turns []rules.Turn) []string {
	var list []string
	for _, t := range turns {
		list = append(list, t.String())
	}
	return list
}
