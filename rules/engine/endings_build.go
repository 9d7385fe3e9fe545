package engine

import (
	"math/bits"

	"madbot/rules"
)

// builder fills a table by retrograde analysis. It starts from the positions that are won by an expulsion. Each round
// then goes back one turn, to the positions that can reach a known victory or cannot avoid a known defeat.
type builder struct {
	*ending
	toExpulsion bool // count turns to the next expulsion, not to the end
	result      []result
	open        []uint8   // how many turns without an expulsion are not yet known to lose, or saved
	worst       []uint8   // the longest defeat after an expulsion
	due         [][]int32 // positions to settle, by number of turns: n may be won, -n-1 may be lost
}

const (
	saved = 255 // in builder.open: the position is not lost
	never = 1 << 30
)

func buildEnding(b rules.Board, ships int) *ending {
	t := newEnding(b, ships)
	for from := 0; from < len(t.groups); {
		to := from
		for to < len(t.groups) && t.groups[to].ships() == t.groups[from].ships() {
			to++
		}
		t.layer(t.groups[from:to], false)
		t.layer(t.groups[from:to], true)
		from = to
	}
	t.measure()
	return t
}

// measure sets longestQuiet.
func (t *ending) measure() {
	for i := range t.groups {
		g := &t.groups[i]
		longest := &t.longestQuiet[g.ships()]
		for _, r := range t.quiet[g.base : g.base+g.size] {
			*longest = max(*longest, int(max(r, -r)))
		}
	}
}

func (g *group) ships() int {
	return bits.OnesCount8(g.present[0]) + bits.OnesCount8(g.present[1])
}

// layer fills in all groups with the same number of ships, because turns without an expulsion connect them.
func (t *ending) layer(groups []group, toExpulsion bool) {
	base := groups[0].base
	size := groups[len(groups)-1].base + groups[len(groups)-1].size - base
	b := &builder{ending: t, toExpulsion: toExpulsion, result: t.turns,
		open: make([]uint8, size), worst: make([]uint8, size)}
	if toExpulsion {
		b.result = t.quiet
	}
	for i := range groups {
		g := &groups[i]
		for n := g.base; n < g.base+g.size; n++ {
			if p, ok := t.position(g, n); ok {
				b.initialise(&p, n, base)
			}
		}
	}
	for turns := 1; turns < len(b.due); turns++ {
		for _, n := range b.due[turns] {
			b.settle(int(n), turns, base)
		}
		b.due[turns] = nil
	}
}

// initialise evaluates the expulsions of p and counts its other turns.
func (b *builder) initialise(p *rules.Position, n, base int) {
	var buffer [rules.MaxTurns]rules.Turn
	win, worst, open := never, 0, 0
	safe := false
	for _, t := range p.AppendTurns(buffer[:0]) {
		next := p.Play(t)
		switch {
		case p.LosesAtOnce(t):
			worst = max(worst, 1)
			continue
		case squareIn(next.Fleet(next.Side()), rules.Ship111) == rules.NoSquare:
			win = 1
			continue
		case !t.Expels():
			open++
			continue
		}
		distance := int(b.turns[b.index(&next, next.Side())])
		turns := 1
		if !b.toExpulsion {
			turns += max(distance, -distance)
		}
		switch {
		case distance < 0:
			win = min(win, turns)
		case distance > 0:
			worst = max(worst, turns)
		default:
			safe = true
		}
	}
	b.open[n-base], b.worst[n-base] = uint8(open), uint8(worst)
	switch {
	case win < never:
		b.open[n-base] = saved
		b.schedule(n, win)
	case safe:
		b.open[n-base] = saved
	case open == 0:
		b.schedule(-n-1, worst)
	}
}

// schedule records that position n may be won in the given number of turns, or position -n-1 lost.
func (b *builder) schedule(n, turns int) {
	for len(b.due) <= turns+1 {
		b.due = append(b.due, nil)
	}
	b.due[turns] = append(b.due[turns], int32(n))
}

// settle stores a result, unless the position already has one, and propagates it to the predecessors.
func (b *builder) settle(n, turns, base int) {
	lost := n < 0
	if lost {
		n = -n - 1
	}
	if b.result[n] != 0 {
		return
	}
	b.result[n] = result(turns)
	if lost {
		b.result[n] = result(-turns)
	}
	p, _ := b.position(b.groupOf(n), n)
	b.predecessors(&p, func(m int) {
		switch {
		case b.result[m] != 0:
		case lost:
			b.open[m-base] = saved
			b.schedule(m, turns+1)
		case b.open[m-base] != saved:
			b.open[m-base]--
			if b.open[m-base] == 0 {
				b.schedule(-m-1, max(turns+1, int(b.worst[m-base])))
			}
		}
	})
}

// predecessors calls visit with the number of each position from which a turn without an expulsion leads to p, once for
// each such turn.
func (b *builder) predecessors(p *rules.Position, visit func(n int)) {
	mover := p.Side().Other()
	now := p.Skip() // turns without an expulsion are reversible: play them to take them back
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range now.AppendTurns(buffer[:0]) {
		if t.Expels() || t.HasBonus() {
			continue
		}
		was := now.Play(t)
		if n := b.index(&was, mover); n >= 0 {
			visit(n)
			if !t.IsMove() {
				b.bonusPredecessors(&was, mover, t.Shift(), visit)
			}
		}
	}
}

// bonusPredecessors visits the positions from which a ship of s can move one square, reach p and so earn the bonus s.
// In p, that bonus has not been played yet.
func (b *builder) bonusPredecessors(p *rules.Position, mover rules.Color, s rules.Shift,
	visit func(n int)) {
	a := &geometries[b.board&3]
	free := a.all &^ squares(p.Occupied(rules.Red)|p.Occupied(rules.Blue))
	for _, ship := range s.Ships() {
		sq := p.SquareOf(mover, ship)
		if sq == rules.NoSquare || sq.Row() != b.board.HomeRow(mover.Other()) {
			continue
		}
		for from := a.step[sq] & free; from != 0; from &= from - 1 {
			back := p.Skip()
			back = back.Play(rules.MoveTurn(ship, from.first(), false))
			if n := b.index(&back, mover); n >= 0 {
				visit(n)
			}
		}
	}
}
