package engine

import (
	"math/bits"

	"madbot/rules"
)

// builder works a table out backwards: from positions won by an expulsion to those from which the
// side to move can reach or cannot avoid them, a turn further each round.
type builder struct {
	*ending
	hurry  bool // count to the next expulsion only, not to the end
	result []result
	open   []uint8   // quiet turns that are not yet known to lose; never for saved positions
	worst  []uint8   // the longest defeat among the expulsions, which are known from the start
	due    [][]int32 // positions that may be won or lost in so many turns
}

const (
	saved = 255 // marks a position that cannot be lost, in builder.open
	waits = 1 << 30
)

// buildEnding returns the table of b.
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

// measure finds the longest ways to an expulsion.
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
	return bits.OnesCount8(g.crews[0]) + bits.OnesCount8(g.crews[1])
}

// layer fills in the groups with the same number of ships, from which quiet turns do not lead away.
func (t *ending) layer(groups []group, hurry bool) {
	base := groups[0].base
	size := groups[len(groups)-1].base + groups[len(groups)-1].size - base
	b := &builder{ending: t, hurry: hurry, result: t.turns,
		open: make([]uint8, size), worst: make([]uint8, size)}
	if hurry {
		b.result = t.quiet
	}
	for i := range groups {
		g := &groups[i]
		for n := g.base; n < g.base+g.size; n++ {
			if p, ok := t.position(g, n); ok {
				b.begin(&p, n, base)
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

// begin judges the expulsions of p and counts its other turns.
func (b *builder) begin(p *rules.Position, n, base int) {
	var buffer [rules.MaxTurns]rules.Turn
	win, worst, open := waits, 0, 0
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
		if !b.hurry {
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
	case win < waits:
		b.open[n-base] = saved
		b.put(n, win)
	case safe:
		b.open[n-base] = saved
	case open == 0:
		b.put(-n-1, worst)
	}
}

// put notes that position n is won in so many turns, or position -n-1 lost.
func (b *builder) put(n, turns int) {
	for len(b.due) <= turns+1 {
		b.due = append(b.due, nil)
	}
	b.due[turns] = append(b.due[turns], int32(n))
}

// settle enters a result, unless the position has one already, and passes it on to the positions
// from which a quiet turn leads there.
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
	b.before(&p, func(m int) {
		switch {
		case b.result[m] != 0:
		case lost:
			b.open[m-base] = saved
			b.put(m, turns+1)
		case b.open[m-base] != saved:
			b.open[m-base]--
			if b.open[m-base] == 0 {
				b.put(-m-1, max(turns+1, int(b.worst[m-base])))
			}
		}
	})
}

// before calls visit with the number of each position from which a turn that expels nothing leads
// to p, once for each such turn.
func (b *builder) before(p *rules.Position, visit func(n int)) {
	mover := p.Side().Other()
	now := p.Skip() // the mover's turns, taken back: quiet turns can be made in reverse
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range now.AppendTurns(buffer[:0]) {
		if t.Expels() || t.HasBonus() {
			continue
		}
		was := now.Play(t)
		if n := b.index(&was, mover); n >= 0 {
			visit(n)
			if !t.IsMove() {
				b.beforeBonus(&was, mover, t.Shift(), visit)
			}
		}
	}
}

// beforeBonus visits the positions from which one step of a ship of s to where it is in p earned
// the bonus s.
func (b *builder) beforeBonus(p *rules.Position, mover rules.Color, s rules.Shift,
	visit func(n int)) {
	a := &arenas[b.board&3]
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
