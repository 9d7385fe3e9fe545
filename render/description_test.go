package render

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	before := rulestest.Position(t, sheet)
	last := rulestest.Turn(t, before, "211xb3")
	d := Describe(before.Play(last), Options{View: BlueView, Last: last, Before: before, Limit: 40})
	assert.Equal(t, rules.Blue, d.Side)
	assert.Equal(t, &LastTurn{Turn: last, Side: rules.Red,
		Expelled: rules.Piece{Color: rules.Blue, Ship: rules.Ship121}}, d.Last)
	assert.Equal(t, []rules.Piece{{Color: rules.Blue, Ship: rules.Ship121}}, d.Exiles)
	assert.Equal(t, 0, d.Quiet)
	assert.Len(t, d.Rows, 6)
	assert.Equal(t, 1, d.Rows[0].Number, "Blue sees row 1 on top")
	assert.Equal(t, rules.MakeSquare(4, 1), d.Rows[0].Squares[0], "and column d on the left")
	assert.Equal(t, rules.Piece{Color: rules.Red, Ship: rules.Ship221}, d.Rows[0].Pieces[0])
}

func TestDescribeShifts(t *testing.T) {
	t.Parallel()
	before := rulestest.Position(t, exiles)
	last := rulestest.Turn(t, before, "112=221")
	d := Describe(before.Play(last), Options{Last: last, Before: before})
	assert.Equal(t, &LastTurn{Turn: last, Side: before.Side()}, d.Last)
	exiled := func(s rules.Ship) rules.Piece { return rules.Piece{Color: before.Side(), Ship: s} }
	assert.Contains(t, d.Exiles, exiled(rules.Ship112))
	assert.NotContains(t, d.Exiles, exiled(rules.Ship221))
	assert.Equal(t, 6, d.Rows[0].Number, "Red sees row 6 on top")
}

func TestDescribeMarks(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, lastRow)
	hint := rulestest.Turn(t, p, "221xc3")
	d := Describe(p, Options{Marks: Marks{Hints: []rules.Turn{hint}}})
	assert.Equal(t, []rules.Color{rules.Blue}, d.Threatened)
	assert.Equal(t, []rules.Turn{hint}, d.Hints)
	assert.Nil(t, d.Last)
	assert.Nil(t, d.Attacked)
	d = Describe(p, Options{Marks: Marks{Attacked: true}})
	assert.Equal(t, append(p.AttacksOn(rules.Red), p.AttacksOn(rules.Blue)...), d.Attacked)
	assert.Len(t, d.Attacked, 5)
}

func TestDescribeEnd(t *testing.T) {
	t.Parallel()
	o := rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}
	d := Describe(rulestest.Position(t, lost), Options{Outcome: o})
	assert.Equal(t, rules.NoColor, d.Side)
	assert.Equal(t, o, d.Outcome)
	assert.Equal(t, Description{}, Describe(rules.Position{}, Options{}))
}
