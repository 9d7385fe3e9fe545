package explain

import (
	"math/bits"

	"madbot/rules"
)

// region is a set of squares, one bit per Square.
type region uint32

func (r region) count() int          { return bits.OnesCount32(uint32(r)) }
func (r region) first() rules.Square { return rules.Square(bits.TrailingZeros32(uint32(r))) }

// reach returns the squares each ship of the side to move of p can go to.
func reach(p *rules.Position) (of [rules.Ship222 + 1]region) {
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range p.AppendTurns(buffer[:0]) {
		of[t.Ship()] |= 1 << t.To()
	}
	return of
}

// escapes returns the squares where the corvette of the side to move of p can go, by a move or a swap with the cruiser,
// without being attacked there.
func escapes(p *rules.Position) region {
	var buffer [rules.MaxTurns]rules.Turn
	from, safe := p.SquareOf(p.Side(), rules.Ship111), region(0)
	for _, t := range p.AppendTurns(buffer[:0]) {
		next := p.Play(t)
		at := next.SquareOf(p.Side(), rules.Ship111)
		if at != from && at != rules.NoSquare && !next.CorvetteAttacked(p.Side()) {
			safe |= 1 << at
		}
	}
	return safe
}

// approaches reports whether the side to move of p can attack the other corvette with its next turn.
func approaches(p *rules.Position) bool {
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range p.AppendTurns(buffer[:0]) {
		if next := p.Play(t); next.CorvetteAttacked(p.Side().Other()) {
			return true
		}
	}
	return false
}

// corvettes finds escapes that our corvette gains or theirs loses, if it can soon be attacked. It skips a corvette that
// moved.
func (x *explanation) corvettes() {
	if x.before.Positioning(x.us) || x.after.Positioning(x.us.Other()) {
		return
	}
	stays := x.before.SquareOf(x.us, rules.Ship111) == x.after.SquareOf(x.us, rules.Ship111)
	if stays && x.gameContinues() && approaches(&x.idle) {
		was, is := escapes(&x.before), escapes(&x.again)
		if added := is &^ was; added != 0 && is.count() > was.count() && was.count() <= 1 {
			x.add(Reason{Kind: OpensCorvette, Square: added.first(), Count: is.count(), Was: was.count()})
		}
	}
	if !x.gameContinues() || !approaches(&x.again) {
		return
	}
	was, is := escapes(&x.idle), escapes(&x.after)
	if closed := was &^ is; closed != 0 && is.count() < was.count() && is.count() <= 1 {
		x.add(Reason{Kind: ClosesCorvette, Square: closed.first(), Count: is.count(), Was: was.count()})
	}
}

// muchRoom is by how many squares a ship's mobility must change to be mentioned.
const muchRoom = 2

// room finds our ship that gains the most mobility and theirs that loses the most, once the positioning turns are over.
func (x *explanation) room() {
	before, after := x.before, x.again
	for before.Positioning(rules.Red) || before.Positioning(rules.Blue) || before.Side() != x.us {
		before = before.Skip()
	}
	for after.Positioning(rules.Red) || after.Positioning(rules.Blue) || after.Side() != x.us {
		after = after.Skip()
	}
	ship, was, is := widest(&before, &after)
	if is-was >= muchRoom {
		x.add(Reason{Kind: Frees, Ship: ship, Count: is, Was: was})
	}
	before, after = before.Skip(), after.Skip()
	if ship, is, was := widest(&after, &before); was-is >= muchRoom {
		x.add(Reason{Kind: Hems, Ship: ship, Count: is, Was: was})
	}
}

// widest returns the ship of the side to move whose number of reachable squares grows most from a to b, with both
// numbers.
func widest(a, b *rules.Position) (ship rules.Ship, inA, inB int) {
	of, then := reach(a), reach(b)
	for _, s := range rules.Ships() {
		if a.SquareOf(a.Side(), s) == rules.NoSquare || b.SquareOf(b.Side(), s) == rules.NoSquare {
			continue
		}
		if n, m := of[s].count(), then[s].count(); m-n > inB-inA {
			ship, inA, inB = s, n, m
		}
	}
	return ship, inA, inB
}

// solid finds that the other side can move but cannot expel anything.
func (x *explanation) solid() {
	if x.after.Positioning(x.us.Other()) {
		return
	}
	if len(x.after.AppendExpulsions(nil)) == 0 {
		x.add(Reason{Kind: LeavesNothing})
	}
}
