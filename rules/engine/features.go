package engine

import (
	"math/bits"

	"madbot/rules"
)

// The evaluation is a sum of weights: each side has a list of features, numbers into one row of
// weights for each board, and the difference of the two sums is the estimate. The search and the
// tuner share this list, so that what is tuned is what is played.
const (
	shipsN    = 8
	foldsN    = 18                             // squares, the board folded left on right
	atPlace   = 0                              // a ship in the arena, by folded square
	atExile   = atPlace + shipsN*foldsN        // a ship in exile: by the way it could return
	atHunt    = atExile + shipsN*3             // by distance to the enemy corvette
	atGuard   = atHunt + shipsN*9              // by distance to its own corvette
	atMobile  = atGuard + shipsN*9             // by the number of squares it can safely go to
	atThreat  = atMobile + shipsN*mobileN      // in danger: on turn or not, defended or not
	atAim     = atThreat + shipsN*4            // aims at an enemy ship: on turn or not
	atEscape  = atAim + shipsN*shipsN*2        // the corvette's safe squares
	atRing    = atEscape + 5                   // squares on and round the corvette under fire
	atRelief  = atRing + 6                     // the corvette can swap with the cruiser: safely or not
	atParity  = atRelief + 2                   // on turn: an odd distance of the corvettes, by ships
	atLead    = atParity + 2*17                // would win the stall, by eighths of the limit
	atNumber  = atLead + 8                     // ships in the arena
	atTempo   = atNumber + 9                   // on turn
	atPair    = atTempo + 1                    // each swap pair: none, lesser, greater, both
	featuresN = atPair + 16                    //
	mobileN   = 14                             //
	traceSize = 8*6 + 8*8 + 8 + 4 + 8 + spareN // most features of a side
	spareN    = 32
)

// trace is the list of features of one side.
type trace struct {
	n  int
	at [traceSize]uint16
}

func (t *trace) add(feature int) {
	t.at[t.n] = uint16(feature)
	t.n++
}

// forces is what a side can do, gathered before the features are listed.
type forces struct {
	fleet    uint64
	occupied squares
	shielded squares
	reach    [shipsN]squares
	any      squares // under fire of any ship
	strong   squares // under fire of a ship with two cannons
}

// folds gives the number of a square for a side, rows counted from its home.
var folds = newFolds()

// distances are the steps between two squares.
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

func gather(p *rules.Position, c rules.Color, a *arena) forces {
	f := forces{
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

// features lists what counts for each side besides its crew, first the side to move.
func features(p *rules.Position, limit rules.StallLimit, out *[2]trace) {
	a := &arenas[p.Board()&3]
	c := p.Side()
	sides := [2]forces{gather(p, c, a), gather(p, c.Other(), a)}
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

// ships lists the features of single ships of the side f, which waits if waits is 1.
func (t *trace) ships(f, enemy *forces, fold *[32]uint8, waits int) {
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

// fleet lists the features of the side f as a whole.
func (t *trace) fleet(f, enemy *forces, a *arena) {
	home := a.step[f.fleet&31]
	t.add(atEscape + (home &^ (f.occupied | enemy.any)).count())
	t.add(atRing + ((home | 1<<(f.fleet&31)) & enemy.any).count())
	if cruiser := rules.Square(f.fleet >> 56 & 31); cruiser != rules.NoSquare {
		t.add(atRelief + int(enemy.any>>cruiser&1))
	}
}

// crew lists the features that follow from which ships of a side are in the arena. The search knows
// their sum for each crew beforehand.
func (t *trace) crew(crew uint8) {
	present := uint(crew)
	for i := 1; i < shipsN; i++ {
		if present>>i&1 == 0 {
			t.add(atExile + 3*i + wayBack(present, i))
		}
	}
	for i := 0; i < 4; i++ {
		t.add(atPair + 4*i + int(present>>i&1) + 2*int(present>>(7-i)&1))
	}
	t.add(atNumber + bits.OnesCount8(crew))
}

// groups are the ships that rotate with ship i, as sets of bits.
var groups = [shipsN]uint{
	1: 1<<2 | 1<<4, 2: 1<<1 | 1<<4, 4: 1<<1 | 1<<2,
	3: 1<<5 | 1<<6, 5: 1<<3 | 1<<6, 6: 1<<3 | 1<<5,
}

// wayBack says how the exiled ship i can return: 1 by its swap, 2 by a rotation only, 0 not at
// all (rules 2.4, 2.6). The cruiser's swap would lose.
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

// shipAt returns the ship of a fleet on s, where one must be: the first byte that is zero when the
// square is taken from each.
func shipAt(fleet uint64, s rules.Square) rules.Ship {
	x := fleet ^ uint64(s)*everyByte
	return rules.Ship(bits.TrailingZeros64((x-everyByte)&^x&(everyByte<<7))>>3) + 1
}
