package engine

import (
	"math/bits"

	"madbot/rules"
)

// The evaluation is linear: each side has a list of features, which are indices into a row of weights,
// and the evaluation is the difference of the two sums. The search and the tuner share this list.
const (
	shipsN    = 8
	foldsN    = 18                             // squares, with the columns folded in the middle
	atPlace   = 0                              // a ship on the board, by folded square
	atExile   = atPlace + shipsN*foldsN        // a ship in exile, by how it could return
	atHunt    = atExile + shipsN*3             // by distance to the enemy corvette
	atGuard   = atHunt + shipsN*9              // by distance to its own corvette
	atMobile  = atGuard + shipsN*9             // by the number of squares it can safely move to
	atThreat  = atMobile + shipsN*mobileN      // attacked: to move or not, defended or not
	atAim     = atThreat + shipsN*4            // attacks an enemy ship: to move or not
	atEscape  = atAim + shipsN*shipsN*2        // safe squares round the corvette
	atRing    = atEscape + 5                   // attacked squares on and round the corvette
	atRelief  = atRing + 6                     // the cruiser on the board: attacked or not
	atParity  = atRelief + 2                   // to move: distance of the corvettes even or odd
	atLead    = atParity + 2*17                // would win a stall, by eighths of the limit
	atNumber  = atLead + 8                     // ships on the board
	atTempo   = atNumber + 9                   // to move
	atPair    = atTempo + 1                    // each swap pair: neither, lesser, greater, both
	featuresN = atPair + 16                    //
	mobileN   = 14                             //
	traceSize = 8*6 + 8*8 + 8 + 4 + 8 + spareN // at least the number of features of a side
	spareN    = 32
)

// trace is the features of a side.
type trace struct {
	n  int
	at [traceSize]uint16
}

func (t *trace) add(feature int) {
	t.at[t.n] = uint16(feature)
	t.n++
}

// sideInfo is what the features of both sides are computed from.
type sideInfo struct {
	fleet    uint64
	occupied squares
	shielded squares
	reach    [shipsN]squares
	any      squares // attacked by any ship
	strong   squares // attacked by a ship with two cannons
}

// folds is the folded square by board, side and square, with rows counted from the home row.
var folds = newFolds()

// distances are the numbers of steps between two squares.
var distances = newDistances()

func newFolds() (folds [4][2][32]uint8) {
	for _, b := range rules.Boards() {
		for s := rules.Square(1); s < 31; s++ {
			if !b.Has(s) {
				continue
			}
			column := min(s.Column(), b.Columns()+1-s.Column()) - 1
			folds[b][0][s] = uint8(3*(s.Row()-1) + column)
			folds[b][1][s] = uint8(3*(b.Rows()-s.Row()) + column)
		}
	}
	return folds
}

func newDistances() (d [32][32]uint8) {
	for a := rules.Square(1); a < 31; a++ {
		for b := rules.Square(1); b < 31; b++ {
			rows, columns := a.Row()-b.Row(), a.Column()-b.Column()
			d[a][b] = uint8(max(rows, -rows) + max(columns, -columns))
		}
	}
	return d
}

func newSideInfo(p *rules.Position, c rules.Color, a *geometry) sideInfo {
	f := sideInfo{
		fleet:    p.Fleet(c),
		occupied: squares(p.Occupied(c)),
		shielded: squares(p.Shielded(c)),
	}
	free := a.all &^ (f.occupied | squares(p.Occupied(c.Other())))
	fleet := f.fleet
	for i := range f.reach {
		s := fleet & 31
		fleet >>= 8
		if s == 0 {
			continue
		}
		r := a.step[s]
		if i >= 4 {
			r |= a.spread(r&free) &^ (1 << s)
		}
		f.reach[i] = r
		f.any |= r
		if i&2 != 0 {
			f.strong |= r
		}
	}
	return f
}

// features lists the features of each side, without those of present; the side to move first.
func features(p *rules.Position, limit rules.StallLimit, out *[2]trace) {
	a := &geometries[p.Board()&3]
	c := p.Side()
	sides := [2]sideInfo{newSideInfo(p, c, a), newSideInfo(p, c.Other(), a)}
	ships := (sides[0].occupied | sides[1].occupied).count()
	for i := range sides {
		fold := &folds[p.Board()&3][(int(c)-1)&1^i]
		out[i].n = 0
		out[i].ships(&sides[i], &sides[i^1], fold, i)
		out[i].fleet(&sides[i], &sides[i^1], a)
	}
	odd := int(distances[sides[0].fleet&31][sides[1].fleet&31] & 1)
	out[0].add(atParity + 17*odd + ships)
	out[0].add(atTempo)
	leader := 0
	if p.SemiWinner() != c {
		leader = 1
	}
	if limit > 0 {
		out[leader].add(atLead + min(7, 8*p.Quiet()/int(limit)))
	}
}

// ships lists the features of the ships of f. waits is 1 if that side is not to move.
func (t *trace) ships(f, enemy *sideInfo, fold *[32]uint8, waits int) {
	home, target := f.fleet&31, enemy.fleet&31
	fleet := f.fleet
	for i := range f.reach {
		s := fleet & 31
		fleet >>= 8
		if s == 0 {
			continue
		}
		t.add(atPlace + foldsN*i + int(fold[s]))
		t.add(atHunt + 9*i + int(distances[s][target]))
		if i > 0 {
			t.add(atGuard + 9*i + int(distances[s][home]))
		}
		danger, aims := enemy.any, f.reach[i]&enemy.occupied
		if i&1 != 0 {
			danger = enemy.strong
		}
		if i&2 == 0 {
			aims &^= enemy.shielded
		}
		safe := f.reach[i] &^ (f.occupied | enemy.occupied&^aims | danger)
		t.add(atMobile + mobileN*i + min(safe.count(), mobileN-1))
		if danger.has(rules.Square(s)) {
			defended := int(f.any >> s & 1)
			t.add(atThreat + 4*i + 2*waits + defended)
		}
		for ; aims != 0; aims &= aims - 1 {
			victim := int(shipAt(enemy.fleet, aims.first())) - 1
			t.add(atAim + 2*(shipsN*i+victim) + waits)
		}
	}
}

// fleet lists the features of f as a whole.
func (t *trace) fleet(f, enemy *sideInfo, a *geometry) {
	home := a.step[f.fleet&31]
	t.add(atEscape + (home &^ (f.occupied | enemy.any)).count())
	t.add(atRing + ((home | 1<<(f.fleet&31)) & enemy.any).count())
	if cruiser := rules.Square(f.fleet >> 56 & 31); cruiser != rules.NoSquare {
		t.add(atRelief + int(enemy.any>>cruiser&1))
	}
}

// present lists the features that follow from the set of ships of a side on the board alone. An
// evaluator holds their sum for each set.
func (t *trace) present(set uint8) {
	present := uint(set)
	for i := 1; i < shipsN; i++ {
		if present>>i&1 == 0 {
			t.add(atExile + 3*i + wayBack(present, i))
		}
	}
	for i := 0; i < 4; i++ {
		t.add(atPair + 4*i + int(present>>i&1) + 2*int(present>>(7-i)&1))
	}
	t.add(atNumber + bits.OnesCount8(set))
}

// groups are the ships that rotate with ship i, as sets of bits.
var groups = [shipsN]uint{
	1: 1<<2 | 1<<4, 2: 1<<1 | 1<<4, 4: 1<<1 | 1<<2,
	3: 1<<5 | 1<<6, 5: 1<<3 | 1<<6, 6: 1<<3 | 1<<5,
}

// wayBack returns how the exiled ship i can return: 1 by a swap, 2 by a rotation only, 0 not at all
// (rules 2.4, 2.6). The swap of the cruiser would lose (rules 2.5).
func wayBack(present uint, i int) int {
	switch {
	case i != 7 && present>>(7-i)&1 != 0:
		return 1
	case groups[i] != 0 && present&groups[i] == groups[i]:
		return 2
	}
	return 0
}

// everyByte has the lowest bit of each byte.
const everyByte = 0x0101010101010101

// shipAt returns the ship of a fleet on s. There must be one: it is the first byte that is 0 after s is
// taken from each by xor.
func shipAt(fleet uint64, s rules.Square) rules.Ship {
	x := fleet ^ uint64(s)*everyByte
	return rules.Ship(bits.TrailingZeros64((x-everyByte)&^x&(everyByte<<7))>>3) + 1
}
