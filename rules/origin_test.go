package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func legalTexts(p rules.Position) []string {
	list := texts(p.AppendTurns(nil))
	slices.Sort(list)
	return list
}

// The movement in the diagram of rules 2.3: Red's 211 goes from c4 and expels Blue's 121 on b3.
func TestMovement(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, diagram)
	turn := rulestest.Turn(t, p, "211xb3")
	assert.True(t, turn.Expels())
	next := p.Play(turn)
	assert.Equal(t, "6x4 b1d2a3a1b3a4d1c1 b6d5--a6c5a5d6b5 b - 0 r", next.String())
	assert.Equal(t, rules.Outcome{}, next.Outcome(rules.DefaultStallLimit))
}

// A swap as in rules 2.4: Blue's 112 and 221 exchange places, and the ships in exile stay there.
func TestSwap(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1------b2--a3d3 d6a4d1a6----d4b5 b - 5 r")
	turn := rulestest.Turn(t, p, "221=112")
	next := p.Play(turn)
	assert.Equal(t, "6x4 b1------b2--a3d3 d6d4d1a6----a4b5 r - 6 r", next.String())
}

// Blue's only turn swaps its corvette with the exiled cruiser, and loses (rules 7).
func TestForcedLoss(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1b6------a5--b5 a6-------------- b - 0 -")
	require.Equal(t, []string{"111=222"}, legalTexts(p))
	next := p.Play(rules.ShiftTurn(rules.Swap111x222))
	assert.Equal(t, rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile},
		next.Outcome(rules.DefaultStallLimit))
	assert.Empty(t, next.AppendTurns(nil))
	assert.Zero(t, next.CountTurns())
}

// A sideways step on the last row earns a bonus, here the swap with a ship in exile (rules 3.2).
func TestBonus_SidewaysStep(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 a1a6------------ c1-------------- r - 0 -")
	assert.Subset(t, legalTexts(p), []string{"112-b6", "112-a5", "112-b6+112=221"})
	var bonuses []string
	for _, text := range legalTexts(p) {
		if len(text) > len("112-b6") && text[3] == '-' {
			bonuses = append(bonuses, text)
		}
	}
	assert.Equal(t, []string{"112-b6+112=221"}, bonuses)
	turn := rulestest.Turn(t, p, "112-b6+112=221")
	assert.Equal(t, "6x4 a1----------b6-- c1-------------- b - 1 -", p.Play(turn).String())
}

// The corvette's bonus may exile it: legal, and it loses at once (rules 2.5, 3.3).
func TestBonus_ThatLoses(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 a5-------------- c1-------------- r - 0 -")
	turn := rulestest.Turn(t, p, "111-a6+111=222")
	next := p.Play(turn)
	assert.Equal(t, rules.Blue, next.Outcome(0).Winner)
}

// The side with the only corvette left on the board has won, whichever side is to move.
func TestOneCorvetteLeft(t *testing.T) {
	t.Parallel()
	for _, side := range []string{"r", "b"} {
		p := rulestest.Position(t, "6x4 b1-------------- --b6------------ "+side+" - 0 r")
		assert.Equal(t, rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}, p.Outcome(40))
		assert.Empty(t, p.AppendTurns(nil))
	}
}

// Movements of two squares (rules 2.2): round a corner, at least one of two squares must be free; straight ahead, the
// only one; going back is never possible.
func TestTwoSquareMovements(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position, turn string
		why                  rules.Illegality
	}{
		{"one corner free", "6x4 b1b2------c2---- b6-------------- r - 0 -", "212-b3", 0},
		{"other corner free", "6x4 b1c3------c2---- b6-------------- r - 0 -", "212-b3", 0},
		{"both corners taken, one by an enemy", "6x4 b1c3------c2---- b6b2------------ r - 0 -",
			"212-b3", rules.PathBlocked},
		{"line taken by an enemy that could be expelled",
			"6x4 b1--------c2---- b6--c3---------- r - 0 -", "212-c4", rules.PathBlocked},
		{"onto an enemy two squares away", "6x4 b1--------c2---- b6--c4---------- r - 0 -",
			"212xc4", 0},
		{"one sail", "6x4 b1c2------------ b6-------------- r - 0 -", "112-c4", rules.TooFar},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := rulestest.Position(t, test.position)
			_, err := p.ParseTurn(test.turn)
			if test.why == rules.NoIllegality {
				require.NoError(t, err)
				return
			}
			var e *rules.TurnError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, test.why, e.Why)
		})
	}
}

// The positioning turn has nine choices (rules 4.1). Without it there are the movements that the start
// leaves room for, and eight swaps and rotations.
func TestFirstTurns(t *testing.T) {
	t.Parallel()
	p := rules.Start(rules.Board6x4, true)
	assert.Equal(t, []string{"111=222", "112=221", "112>121>211", "112>211>121", "121=212",
		"122=211", "122>212>221", "122>221>212", "pass"}, legalTexts(p))
	assert.Len(t, legalTexts(rules.Start(rules.Board6x4, false)), 7+8)
	assert.Len(t, legalTexts(rules.Start(rules.Board5x5, false)), 10+8)
}

func TestOpeningsAreDifferent(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		seen := map[rules.Position]bool{}
		p := rules.Start(b, true)
		for _, first := range p.AppendTurns(nil) {
			after := p.Play(first)
			for _, second := range after.AppendTurns(nil) {
				seen[after.Play(second)] = true
			}
		}
		assert.Len(t, seen, 81)
	}
}

// Two corvettes alone: the side to move wins exactly when the number of rows plus columns between
// them is odd (rules 7). Solved here by retrograde analysis.
func TestCorvetteAgainstCorvette(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		value := solveCorvettes(b)
		for p, wins := range value {
			red, blue := p.SquareOf(rules.Red, 1), p.SquareOf(rules.Blue, 1)
			distance := abs(red.Row()-blue.Row()) + abs(red.Column()-blue.Column())
			require.Equal(t, distance%2 == 1, wins, p.String())
		}
		assert.Len(t, value, b.Rows()*b.Columns()*(b.Rows()*b.Columns()-1))
	}
}

func abs(n int) int { return max(n, -n) }

// solveCorvettes returns for each placement of the two corvettes with Red to move whether Red wins.
// Placements with Blue to move are the same with the sides exchanged.
func solveCorvettes(b rules.Board) map[rules.Position]bool {
	all := corvettePlacements(b)
	value := map[rules.Position]bool{}
	for changed := true; changed; {
		changed = false
		for _, p := range all {
			if _, known := value[p]; known {
				continue
			}
			if wins, known := corvetteValue(p, value); known {
				value[p], changed = wins, true
			}
		}
	}
	return value
}

// corvettePlacements returns the positions of two corvettes with Red to move.
func corvettePlacements(b rules.Board) []rules.Position {
	var list []rules.Position
	for red := rules.Square(1); red < 31; red++ {
		for blue := rules.Square(1); blue < 31; blue++ {
			if red != blue && b.Has(red) && b.Has(blue) {
				p, err := rules.ParsePosition(b.String() + " " + red.String() + "-------------- " +
					blue.String() + "-------------- r - 0 -")
				if err != nil {
					panic(err)
				}
				list = append(list, p)
			}
		}
	}
	return list
}

// corvetteValue reports whether the side to move wins, if that follows from the known values.
func corvetteValue(p rules.Position, value map[rules.Position]bool) (wins, known bool) {
	known = true
	for _, turn := range p.AppendTurns(nil) {
		next := p.Play(turn)
		if o := next.Outcome(0); o.Over() {
			if o.Winner == rules.Red {
				return true, true
			}
			continue
		}
		reply, ok := value[seenByOther(next)]
		if ok && !reply {
			return true, true
		}
		known = known && ok
	}
	return false, known
}

// seenByOther returns p with the sides exchanged, the rows reversed, and no counters.
func seenByOther(p rules.Position) rules.Position {
	other := mirrored(p, mirror{sides: true})
	fresh, err := rules.ParsePosition(placesOf(other) + " r - 0 -")
	if err != nil {
		panic(err)
	}
	return fresh
}
