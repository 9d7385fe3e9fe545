package rules_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestSemiWinner(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position string
		want           rules.Color
	}{
		{"nobody expelled", opening, rules.Blue},
		{"nobody expelled, Blue to move", "6x4 b1-------------- b6-------------- b - 9 -", rules.Blue},
		{"Red expelled last", "6x4 b1-------------- b6-------------- r - 9 r", rules.Red},
		{"Blue expelled last", "6x4 b1-------------- b6-------------- r - 9 b", rules.Blue},
	}
	for _, test := range tests {
		p := rulestest.Position(t, test.position)
		assert.Equal(t, test.want, p.SemiWinner(), test.name)
	}
}

// Only the swap of 111 with the exiled 222 loses at once, alone or as a bonus (rules 2.5).
func TestLosesAtOnce(t *testing.T) {
	t.Parallel()
	const (
		bothHere    = "6x4 b1------------c1 b6------------c6 r - 0 -"
		cruiserGone = "6x4 b1c1------------ b6------------c6 r - 0 -"
		nearTheEnd  = "6x4 c5-------------- a6------------c1 r - 0 -"
	)
	tests := []struct {
		position, turn string
		want           bool
	}{
		{bothHere, "111=222", false},
		{cruiserGone, "111=222", true},
		{cruiserGone, "112=221", false},
		{cruiserGone, "111-b2", false},
		{nearTheEnd, "111-c6", false},
		{nearTheEnd, "111-c6+111=222", true},
	}
	for _, test := range tests {
		p := rulestest.Position(t, test.position)
		turn := rulestest.Turn(t, p, test.turn)
		assert.Equal(t, test.want, p.LosesAtOnce(turn), "%s in %s", turn, test.position)
	}
}

func TestExposes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		position, turn string
		limit          rules.StallLimit
		want           bool
	}{
		{"6x4 b1----d1-------- b6------a3------ r - 0 b", "111-b2", 40, true},
		{"6x4 b1----d1-------- b6------a3------ r - 0 b", "111-c1", 40, false},
		{"6x4 b2----d1-------- b6------a3------ r - 0 b", "122-d2", 40, true},
		{"6x4 b2----d1-------- b6------a3------ r - 39 b", "122-d2", 40, false},
		{"6x4 b2----d1-------- b6------a3------ r - 39 b", "122-d2", 0, true},
		{"6x4 b2----a4-------- a5------a3------ r - 0 b", "122xa5", 40, false},
		{"6x4 b2----d1-------- b6------a3------ r b 0 -", "122-d2", 40, false},
	} {
		p := rulestest.Position(t, test.position)
		assert.Equal(t, test.want, p.Exposes(rulestest.Turn(t, p, test.turn), test.limit), "%s in %s", test.turn, test.position)
	}
}

func TestLosesAtOnce_AsThePositionAfterIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, turn := range p.AppendTurns(nil) {
			next := p.Play(turn)
			lost := next.SquareOf(p.Side(), rules.Ship111) == rules.NoSquare
			require.Equal(t, lost, p.LosesAtOnce(turn), "%v in %v", turn, p)
		}
	})
}

// A corvette is attacked if an enemy's movement could arrive on it (rules 2.2), whichever side is to move.
func TestCorvetteAttacked(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position string
		red, blue      bool
	}{
		{"start", start6x4, false, false},
		{"corvettes side by side", "6x4 b3-------------- b4-------------- r - 0 -", true, true},
		{"the same, Blue to move", "6x4 b3-------------- b4-------------- b - 0 -", true, true},
		{"two squares from a 112", "6x4 b3-------------- b6b5------------ r - 0 -", false, false},
		{"two squares from a 211", "6x4 b3-------------- b6------b5------ r - 0 -", true, false},
		{"round a corner", "6x4 b3-------------- b6------c4------ r - 0 -", true, false},
		{"round a corner, one way free", "6x4 b3b4------------ b6------c4------ r - 0 -", true, false},
		{"round a corner, no way free", "6x4 b3b4c3---------- b6------c4------ r - 0 -", false, false},
		{"behind a ship of its own", "6x4 b3b4------------ b6------b5------ r - 0 -", false, false},
		{"behind a ship of the enemy's", "6x4 b3-------------- b6b4----c4b5---- r - 0 -", true, false},
		{"over the edge", "6x4 a2-------------- d6------d1d2---- r - 0 -", false, false},
		{"over the left edge", "5x5 a2-------------- c5------e1e2---- r - 0 -", false, false},
		{"over the right edge", "5x5 e2-------------- c5------a2a4---- r - 0 -", false, false},
		{"Blue may not move yet", "6x4 b3-------------- b4-------------- r b 0 -", false, true},
		{"in exile", "6x4 --a2------------ b4--a3---------- r - 0 b", false, false},
	}
	for _, test := range tests {
		p := rulestest.Position(t, test.position)
		assert.Equal(t, test.red, p.CorvetteAttacked(rules.Red), "Red's: "+test.name)
		assert.Equal(t, test.blue, p.CorvetteAttacked(rules.Blue), "Blue's: "+test.name)
	}
}

func TestCorvetteAttacked_AsTheLegalTurns(t *testing.T) {
	t.Parallel()
	attacked := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		if p.Outcome(0).Over() {
			return
		}
		for _, enemy := range []rules.Color{rules.Red, rules.Blue} {
			on := withTurn(t, p, enemy)
			want := false
			for _, turn := range on.AppendTurns(nil) {
				next := on.Play(turn)
				want = want || next.SquareOf(enemy.Other(), rules.Ship111) == rules.NoSquare
			}
			require.Equal(t, want, p.CorvetteAttacked(enemy.Other()), "%v's in %v", enemy.Other(), p)
			if want {
				attacked++
			}
		}
	})
	assert.Positive(t, attacked)
}

// attackTexts writes attacks as in "211 c4 by 121 b3".
func attackTexts(attacks []rules.Attack) []string {
	var texts []string
	for _, a := range attacks {
		text := fmt.Sprintf("%v %v by", a.On.Ship, a.On.Square)
		for _, by := range a.By {
			text += fmt.Sprintf(" %v %v", by.Ship, by.Square)
		}
		texts = append(texts, text)
	}
	return texts
}

// A ship is attacked if an enemy's movement could expel it (rules 2.2, 2.3), whichever side is to move.
func TestAttacksOn(t *testing.T) {
	t.Parallel()
	type list = []string
	tests := []struct {
		name, position string
		red, blue      list
	}{
		{"start", start6x4, nil, nil},
		{"the rule sheet's", diagram,
			list{"121 a3 by 121 b3", "211 c4 by 211 c5 222 b5", "212 a4 by 222 b5"},
			list{"121 b3 by 121 a3 211 c4 212 a4", "211 c5 by 211 c4"}},
		{"corvettes side by side", "6x4 b3-------------- b4-------------- r - 0 -",
			list{"111 b3 by 111 b4"}, list{"111 b4 by 111 b3"}},
		{"the same, Blue to move", "6x4 b3-------------- b4-------------- b - 0 -",
			list{"111 b3 by 111 b4"}, list{"111 b4 by 111 b3"}},
		{"two shields", "6x4 a1b3------------ b6b4c3---------- r - 0 -", list{"112 b3 by 121 c3"},
			list{"121 c3 by 112 b3"}},
		{"two squares, round a corner", "6x4 a1--b3---------- b6------c4------ r - 0 -",
			list{"121 b3 by 211 c4"}, nil},
		{"no way free", "6x4 a1b4b3c3-------- b6------c4------ r - 0 -",
			nil, list{"211 c4 by 112 b4 122 c3"}},
		{"one sail, two squares", "6x4 a1--b3---------- b6--c4---------- r - 0 -", nil, nil},
		{"on the last row, a bonus may follow", "6x4 a1--b1---------- a6b2------------ r - 0 -",
			list{"121 b1 by 112 b2"}, list{"112 b2 by 121 b1"}},
		{"all others in exile", "6x4 a1-------------- b3a2------------ r - 0 b",
			list{"111 a1 by 112 a2"}, nil},
		{"Blue may not move yet", "6x4 b3-------------- b4-------------- r b 0 -",
			nil, list{"111 b4 by 111 b3"}},
		{"Red neither", "6x4 b3-------------- b4-------------- r rb 0 -", nil, nil},
		{"over", "6x4 --a2------------ b4--a3---------- r - 0 b", nil, nil},
	}
	for _, test := range tests {
		p := rulestest.Position(t, test.position)
		assert.Equal(t, test.red, attackTexts(p.AttacksOn(rules.Red)), "on Red: "+test.name)
		assert.Equal(t, test.blue, attackTexts(p.AttacksOn(rules.Blue)), "on Blue: "+test.name)
		assert.Empty(t, p.AttacksOn(rules.NoColor), test.name)
	}
	assert.Empty(t, new(rules.Position).AttacksOn(rules.Red), "no position")
}

// The attacked ships are those missing after one of the legal turns, if the enemy were to move. They include the
// corvette if CorvetteAttacked says so.
func TestAttacksOn_AsTheLegalTurns(t *testing.T) {
	t.Parallel()
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		if p.Outcome(0).Over() {
			return
		}
		for _, c := range []rules.Color{rules.Red, rules.Blue} {
			on := withTurn(t, p, c.Other())
			want := map[[2]rules.Standing]bool{}
			for _, turn := range on.AppendTurns(nil) {
				next := on.Play(turn)
				for _, s := range rules.Ships() {
					if at := p.SquareOf(c, s); next.SquareOf(c, s) != at {
						mover := on.SquareOf(c.Other(), turn.Ship())
						want[[2]rules.Standing{{p.At(at), at}, {p.At(mover), mover}}] = true
					}
				}
			}
			got, corvette := map[[2]rules.Standing]bool{}, false
			for _, a := range p.AttacksOn(c) {
				corvette = corvette || a.On.Ship == rules.Ship111
				for _, by := range a.By {
					require.False(t, got[[2]rules.Standing{a.On, by}], "twice in %v", p)
					got[[2]rules.Standing{a.On, by}] = true
				}
			}
			require.Equal(t, want, got, "on %v in %v", c, p)
			require.Equal(t, p.CorvetteAttacked(c), corvette, "on %v in %v", c, p)
			seen += len(got)
		}
	})
	assert.Positive(t, seen)
}

// Last agrees with a replay from the start, however the game ended.
func TestLast(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rules.GameFrom(drawPosition(t), rules.DefaultStallLimit)
		for range rapid.IntRange(0, 20).Draw(t, "turns") {
			p := g.Position()
			if g.Outcome().Over() {
				break
			}
			require.Error(t, g.PlayText("nonsense"))
			require.NoError(t, g.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "next")))
		}
		requireLast(t, &g)
		c := g.Clone()
		if p := c.Position(); !c.Outcome().Over() {
			require.NoError(t, c.Play(p.AppendTurns(nil)[0]))
		}
		requireLast(t, &c)
		requireLast(t, &g)
		g.End(rules.Agreement, rules.NoColor)
		requireLast(t, &g)
	})
}

// requireLast compares Last with a replay of the turns.
func requireLast(t *rapid.T, g *rules.Game) {
	before, last := g.Last()
	turns := g.Turns()
	if len(turns) == 0 {
		require.Zero(t, before)
		require.Equal(t, rules.NoTurn, last)
		return
	}
	p := g.Start()
	for _, turn := range turns[:len(turns)-1] {
		p = p.Play(turn)
	}
	require.Equal(t, p.String(), before.String())
	require.True(t, p == before)
	require.Equal(t, turns[len(turns)-1], last)
}
