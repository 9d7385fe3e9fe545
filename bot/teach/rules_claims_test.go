package teach

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// shown returns the position and the turns in the diagram of a page.
func shown(t *testing.T, id RulePageID) (rules.Position, []rules.Turn) {
	t.Helper()
	p, turns, err := page(t, id).Diagram.Shown()
	require.NoError(t, err)
	return p, turns
}

// played returns the position of a page, its only turn, and the position after that.
func played(t *testing.T, id RulePageID) (rules.Position, rules.Turn, rules.Position) {
	t.Helper()
	p, turns := shown(t, id)
	require.Len(t, turns, 1)
	return p, turns[0], p.Play(turns[0])
}

// says checks that the alt text of a page contains words.
func says(t *testing.T, id RulePageID, words ...string) {
	t.Helper()
	for _, w := range words {
		assert.Contains(t, page(t, id).Alt.Other, w)
	}
}

// stands checks where ships of c are in p. The pairs are a ship and its square, or "--" for exile.
func stands(t *testing.T, p rules.Position, c rules.Color, pairs ...string) {
	t.Helper()
	for pair := range slices.Chunk(pairs, 2) {
		for _, ship := range rules.Ships() {
			if ship.String() == pair[0] {
				assert.Equal(t, pair[1], p.SquareOf(c, ship).String(), "%s %s", c, ship)
			}
		}
	}
}

// row returns the ships on a row of p, from column a on.
func row(p rules.Position, n int) string {
	var ships []string
	for column := 1; column <= p.Board().Columns(); column++ {
		if at := p.At(rules.MakeSquare(column, n)); at.Ship != rules.NoShip {
			ships = append(ships, at.Ship.String())
		}
	}
	return strings.Join(ships, ", ")
}

// TestClaims_Start: the pages describe both start positions (rules 1.4).
func TestClaims_Start(t *testing.T) {
	t.Parallel()
	p, _ := shown(t, "board")
	assert.Equal(t, rules.Start(rules.Board6x4, true), p)
	for own, other := range map[int]int{1: 6, 2: 5} {
		assert.Contains(t, page(t, "board").Alt.Other, row(p, own))
		assert.Equal(t, row(p, own), row(p, other), "Blue mirrors Red")
	}
	p, _ = shown(t, "ships")
	assert.Equal(t, rules.Start(rules.Board5x5, true), p)
	assert.Contains(t, page(t, "ships").Alt.Other, row(p, 1))
	stands(t, p, rules.Red, "121", "a2", "122", "c2", "112", "e2")
	assert.Equal(t, row(p, 1), row(p, 5))
	assert.Equal(t, row(p, 2), row(p, 4))
	for _, free := range []string{"b2", "d2", "b4", "d4"} {
		assert.NotContains(t, p.String(), free)
	}
}

// TestClaims_Classes: the ships of each class (rules 1.3), and those that complement each other (rules 2.4).
func TestClaims_Classes(t *testing.T) {
	t.Parallel()
	text := page(t, "ships").Text.Other
	for class, said := range map[rules.Class]string{rules.Corvette: "corvette** 111", rules.Cruiser: "cruiser** 222",
		rules.Frigate: "frigates** 112, 121 and 211", rules.Destroyer: "destroyers** 122, 212 and 221"} {
		assert.Contains(t, text, said)
		for _, ship := range rules.Ships() {
			assert.Equal(t, ship.Class() == class, strings.Contains(said, ship.String()), "%s", ship)
		}
	}
	for _, ship := range rules.Ships() {
		if other := ship.Complement(); ship < other {
			assert.Contains(t, page(t, "swap").Text.Other, ship.String()+" and "+other.String())
		}
	}
}

// TestClaims_Turn: the arrows are the move, swap and rotation of the text (rules 2.1).
func TestClaims_Turn(t *testing.T) {
	t.Parallel()
	p, turns := shown(t, "turn")
	require.Len(t, turns, 3)
	assert.Equal(t, rules.Start(rules.Board6x4, false), p)
	stands(t, p, rules.Red, "211", "c2", "112", "d2", "221", "a1", "122", "b2", "212", "d1")
	stands(t, p.Play(turns[0]), rules.Red, "211", "c4")
	stands(t, p.Play(turns[1]), rules.Red, "112", "a1", "221", "d2")
	stands(t, p.Play(turns[2]), rules.Red, "122", "d1", "212", "a1", "221", "b2")
	says(t, "turn", "c2 to c4", "112", "221", "122", "212")
}

// TestClaims_Movement: 221 reaches the squares of the text and no others (rules 2.2).
func TestClaims_Movement(t *testing.T) {
	t.Parallel()
	p, _ := shown(t, "movement")
	stands(t, p, rules.Red, "221", "c3", "122", "b3", "212", "e1", "222", "d2")
	stands(t, p, rules.Blue, "122", "c4")
	var free, enemies []string
	for _, turn := range p.AppendTurns(nil) {
		switch {
		case turn.Ship() != rules.Ship221 || turn.HasBonus():
		case turn.Expels():
			enemies = append(enemies, turn.To().String())
		default:
			free = append(free, turn.To().String())
		}
	}
	slices.Sort(free)
	list := strings.Join(free[:len(free)-1], ", ") + " and " + free[len(free)-1]
	says(t, "movement", list, "122 on c4")
	assert.Equal(t, []string{"c4"}, enemies)
	for _, far := range []string{"b4", "c5"} {
		assert.Equal(t, rules.PathBlocked, refusal(t, p, "221-"+far), far)
	}
}

// refusal returns why a turn is illegal in p.
func refusal(t *testing.T, p rules.Position, text string) rules.Illegality {
	t.Helper()
	_, err := p.ParseTurn(text)
	var refused *rules.TurnError
	require.ErrorAs(t, err, &refused, text)
	return refused.Why
}

// TestClaims_Expulsion: one cannon expels one shield, which goes into exile (rules 2.3).
func TestClaims_Expulsion(t *testing.T) {
	t.Parallel()
	p, turn, after := played(t, "expulsion")
	stands(t, p, rules.Red, "211", "c4")
	stands(t, p, rules.Blue, "121", "b3")
	assert.True(t, turn.Expels())
	stands(t, after, rules.Red, "211", "b3")
	stands(t, after, rules.Blue, "121", "--")
	says(t, "expulsion", "c4", "around", "b3", "121")
}

// TestClaims_Swap: a ship comes back from exile for another, and nothing is expelled (rules 2.4).
func TestClaims_Swap(t *testing.T) {
	t.Parallel()
	p, turn, after := played(t, "swap")
	stands(t, p, rules.Blue, "112", "c4", "221", "--")
	assert.True(t, turn.Shift().IsSwap())
	stands(t, after, rules.Blue, "112", "--", "221", "c4")
	assert.Equal(t, p.Quiet()+1, after.Quiet())
	says(t, "swap", "112", "221", "c4")
}

// TestClaims_LosingSwap: 111 may swap with an exiled 222, which loses at once (rules 2.5).
func TestClaims_LosingSwap(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1--c3--a2--d1-- c6d4----b5----a6 r - 6 b")
	lost := afterTurns(t, p, "111=222")
	assert.Equal(t, rules.Blue, lost.Outcome(0).Winner)
}

// afterTurns returns the position after a turn in p.
func afterTurns(t *testing.T, p rules.Position, text string) rules.Position {
	t.Helper()
	return p.Play(rulestest.Turn(t, p, text))
}

// TestClaims_Rotation: three destroyers move round, and two cannons then threaten two ships (rules 2.6).
func TestClaims_Rotation(t *testing.T) {
	t.Parallel()
	p, turn, next := played(t, "rotation")
	stands(t, p, rules.Red, "122", "d4", "212", "b4", "221", "a3")
	assert.True(t, turn.Shift().IsRotation())
	stands(t, next, rules.Red, "122", "b4", "212", "a3", "221", "d4")
	var threatened []rules.Ship
	for _, attack := range next.AttacksOn(rules.Blue) {
		if slices.ContainsFunc(attack.By, func(by rules.Standing) bool { return by.Ship == rules.Ship122 }) {
			threatened = append(threatened, attack.On.Ship)
		}
	}
	assert.Equal(t, []rules.Ship{rules.Ship212, rules.Ship222}, threatened)
	says(t, "rotation", "122", "212", "221", "b4", "a3", "d4")
}

// TestClaims_Bonus: one square onto the last row, and a rotation that includes the ship (rules 3).
func TestClaims_Bonus(t *testing.T) {
	t.Parallel()
	p, turn, next := played(t, "bonus")
	stands(t, p, rules.Red, "221", "c5", "122", "b3", "212", "d2")
	assert.Equal(t, "c6", turn.To().String())
	assert.True(t, turn.HasBonus() && turn.Shift().Includes(rules.Ship221))
	stands(t, next, rules.Red, "122", "d2", "212", "c6", "221", "b3")
	stands(t, next, rules.Blue, "111", "a6")
	assert.True(t, next.CorvetteAttacked(rules.Blue))
	for _, answer := range next.AppendTurns(nil) { // it cannot be saved
		lost := next.Play(answer)
		assert.True(t, lost.CorvetteAttacked(rules.Blue) || lost.Outcome(0).Winner == rules.Red, "%s", answer)
	}
	says(t, "bonus", "c5 to c6", "under attack", "122", "212", "221", "d2", "b3", "a6")
}

// TestClaims_BonusDetails: what does not earn a bonus, and what does (rules 3.2, 3.3).
func TestClaims_BonusDetails(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1----b3--d2c6d1 a5----a4--d6c4a3 r - 7 b")
	assert.True(t, rulestest.Turn(t, p, "221-b6+112=221").HasBonus(), "sideways, and into exile for 112")
	stands(t, afterTurns(t, p, "221-b6+112=221"), rules.Red, "221", "--", "112", "b6")
	assert.False(t, rulestest.Turn(t, p, "221-b6").HasBonus(), "it may be left out")
	assert.True(t, rulestest.Turn(t, p, "221xd6+112=221").Expels(), "after an expulsion")
	assert.Equal(t, rules.BonusNotEarned, refusal(t, p, "221-a6+112=221"), "two squares")
	assert.Equal(t, rules.BonusWithoutMover, refusal(t, p, "221-b6+111=222"))
}

// TestClaims_Positioning: nine choices, 81 beginnings, and no move (rules 4).
func TestClaims_Positioning(t *testing.T) {
	t.Parallel()
	p, _, next := played(t, "positioning")
	assert.Equal(t, rules.Start(rules.Board6x4, true), p)
	assert.Len(t, p.AppendTurns(nil), 9)
	assert.Equal(t, uint64(81), rules.Perft(p, 2))
	stands(t, next, rules.Red, "112", "a1", "221", "d2")
	assert.Equal(t, rules.Blue, next.Side())
	assert.True(t, next.Positioning(rules.Blue))
	says(t, "positioning", "112", "a1", "221", "d2", "Blue's")
}

// TestClaims_Victory: the corvette is expelled (rules 5.1).
func TestClaims_Victory(t *testing.T) {
	t.Parallel()
	p, turn, next := played(t, "victory")
	stands(t, p, rules.Red, "211", "d4")
	stands(t, p, rules.Blue, "111", "c5")
	assert.Equal(t, "211xc5", turn.String())
	assert.Equal(t, rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}, next.Outcome(rules.DefaultStallLimit))
	stands(t, next, rules.Red, "111", "b1")
	says(t, "victory", "Red's 211", "d4 around", "c5")
}

// TestClaims_Semi: the last of 40 quiet turns, in which nothing could be expelled (rules 5.2, 5.4).
func TestClaims_Semi(t *testing.T) {
	t.Parallel()
	p, _, next := played(t, "semi")
	assert.Empty(t, p.AppendExpulsions(nil))
	stands(t, p, rules.Blue, "211", "b5")
	stands(t, next, rules.Blue, "211", "b4")
	assert.Equal(t, rules.Red, next.Last())
	assert.Equal(t, rules.Outcome{Winner: rules.Red, Reason: rules.Stall}, next.Outcome(rules.DefaultStallLimit))
	start := rules.Start(rules.Board6x4, true)
	assert.Equal(t, rules.Blue, start.SemiWinner(), "nobody expelled")
	says(t, "semi", "Blue's 211 has moved from b5 to b4", "40 of 40")
	assert.EqualValues(t, 30, rules.ShortStallLimit)
}

// TestClaims_Notation: the arrows are the turns of the text, and other spellings mean the same (rules 6.2, 6.3).
func TestClaims_Notation(t *testing.T) {
	t.Parallel()
	p, turns := shown(t, "notation")
	require.Len(t, turns, 3)
	for i, turn := range turns {
		said := []string{"**1** is `", "**2** is `", "**3** is `"}[i] + turn.String() + "`"
		assert.Contains(t, page(t, "notation").Text.Other, said)
	}
	assert.Equal(t, "211xc4", turns[0].String())
	for _, other := range []string{"c3-c4", "211-c4", "211 x c4"} {
		assert.Equal(t, turns[0], rulestest.Turn(t, p, other), other)
	}
	for _, other := range []string{"121>211>112", "211>112>121"} {
		assert.Equal(t, turns[1], rulestest.Turn(t, p, other), other)
	}
	stands(t, p, rules.Red, "211", "c3", "112", "d1", "121", "b2", "221", "a5")
	stands(t, p, rules.Blue, "121", "c4")
	stands(t, p.Play(turns[1]), rules.Red, "112", "b2", "121", "c3", "211", "d1")
	stands(t, p.Play(turns[2]), rules.Red, "112", "a5", "221", "d1")
}

// TestClaims_Exile: half of each fleet is in exile (rules 1.5).
func TestClaims_Exile(t *testing.T) {
	t.Parallel()
	p, turns := shown(t, "story")
	assert.Empty(t, turns)
	alt := page(t, "story").Alt.Other
	red, blue, found := strings.Cut(alt[strings.Index(alt, "Red's"):], "Blue's")
	require.True(t, found)
	for c, told := range map[rules.Color]string{rules.Red: red, rules.Blue: blue} {
		exiled := 0
		for _, ship := range rules.Ships() {
			away := p.SquareOf(c, ship) == rules.NoSquare
			assert.Equal(t, away, strings.Contains(told, ship.String()), "%s %s", c, ship)
			if away {
				exiled++
			}
		}
		assert.Equal(t, 4, exiled)
	}
}
