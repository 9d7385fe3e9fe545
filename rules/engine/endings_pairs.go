package engine

import (
	"math/bits"

	"madbot/rules"
)

// pairs is a table, like ending, of positions with two ships a side: the corvette and an escort, which a swap may
// replace by its complement. It has up to 2.4 million positions. It is solved when a search begins in one of them, in
// some hundredths of a second: all positions with the same square for one side's escort are solved together, as bits of
// a word.
type pairs struct {
	sides        [2]*pairSide // Red, Blue
	turns, quiet pairResults  // quiet is the number of turns until the next expulsion, if quietKnown
	winners      int          // how many sides' victories are known: the side to move first; one may be enough
	quietKnown   bool         // whether quiet is filled in
}

// pairResults is indexed by the side to move (Red first), then by the places of that side's ships, then by the places
// of the other side's.
type pairResults [2][]result

// newPairs solves the positions that p leads to without an expulsion; isPairs(p) must be true. It finds the victories
// of the side to move and, unless p is one of them, those of the other side. It finds quiet only if p is won or lost
// too late for the stall.
func newPairs(t *ending, p *rules.Position, limit rules.StallLimit) *pairs {
	s := &pairs{}
	for i, c := range [2]rules.Color{rules.Red, rules.Blue} {
		s.sides[i] = newPairSide(t, c, escortOf(p, c))
	}
	s.turns = newPairResults(t)
	s.quiet = s.turns
	winners := [2]rules.Color{p.Side(), p.Side().Other()}
	for s.winners < 2 && !s.suffices(p, 0) {
		s.solve(winners[s.winners], false, &s.turns)
		s.winners++
	}
	if !s.suffices(p, limit) {
		s.quiet, s.quietKnown = newPairResults(t), true
		for _, c := range winners[:s.winners] {
			s.solve(c, true, &s.quiet)
		}
	}
	return s
}

func newPairResults(t *ending) (r pairResults) {
	size := t.area * perSquare
	return pairResults{make([]result, size*size), make([]result, size*size)}
}

// suffices reports whether s decides p without further solving. A nil *pairs decides nothing.
func (s *pairs) suffices(p *rules.Position, limit rules.StallLimit) bool {
	switch v, ok := s.probe(p); {
	case !ok:
		return false
	case !v.won && !v.lost:
		return s.winners == 2
	default:
		return s.quietKnown || limit == 0 || v.turns <= int(limit)-p.Quiet()
	}
}

// probe returns the verdict of p, and false if p is not in the table. A nil *pairs is empty.
func (s *pairs) probe(p *rules.Position) (verdict, bool) {
	if s == nil || !isPairs(p) || s.sides[0].table.board != p.Board() {
		return verdict{}, false
	}
	i, area := 0, s.sides[0].table.area
	for _, c := range [2]rules.Color{p.Side(), p.Side().Other()} {
		at, ok := s.sides[(c-1)&1].placesIn(p)
		if !ok {
			return verdict{}, false
		}
		i = i*area*perSquare + int(at)
	}
	mover := (p.Side() - 1) & 1
	return verdictOf(s.turns[mover][i], s.quiet[mover][i]), true
}

// isPairs reports whether each side has its corvette and one other ship.
func isPairs(p *rules.Position) bool {
	return escortOf(p, rules.Red) != rules.NoShip && escortOf(p, rules.Blue) != rules.NoShip &&
		!p.Positioning(rules.Red) && !p.Positioning(rules.Blue)
}

// escortOf returns the only ship of c besides its corvette, NoShip unless c has exactly these two.
func escortOf(p *rules.Position, c rules.Color) rules.Ship {
	fleet := p.Fleet(c)
	at := bits.TrailingZeros64(fleet&^31) &^ 7
	if fleet&31 == 0 || fleet&^31 == 0 || fleet>>at > 31 {
		return rules.NoShip
	}
	return rules.Ship(at/8) + 1
}

// places says where a side's corvette and escort are, and which ship the escort is: 64 times the number of the escort's
// square, plus 32 for the second of pairSide.ships, plus the number of the corvette's square.
type places int

const perSquare = 64

// either has one bit for each of the two escorts, with the corvette on square 0. Shifted left by n, it has the corvette
// on square n.
const either uint64 = 1<<32 | 1

func (p places) squares() (ship, corvette int) { return int(p) / perSquare, int(p) & 31 }

type pairSide struct {
	color       rules.Color
	ships       [2]rules.Ship // the escorts; the second is NoShip if the escort and the corvette are complementary
	table       *ending
	all         []places
	turns, back [][]pairTurn // indexed by the places before and after the turn
	after       []result     // results of the other corvette, alone and to move, by our places and its square
}

type pairTurn struct {
	places  // at the other end of the turn
	ship    rules.Ship
	at, via int         // numbers of the destination and of the only square on the way; -1 for none
	open    *[32]uint64 // by the square of the other escort: places of that side for which the turn expels nothing
}

func newPairSide(t *ending, c rules.Color, ship rules.Ship) *pairSide {
	size := t.area * perSquare
	s := &pairSide{color: c, ships: [2]rules.Ship{ship, ship.Complement()}, table: t,
		turns: make([][]pairTurn, size), back: make([][]pairTurn, size), after: make([]result, size*t.area)}
	if ship == rules.Ship222 {
		s.ships[1] = rules.NoShip
	}
	ways := pairWays{}
	for i, ship := range s.ships {
		for at := range places(t.area * t.area) {
			p := at/places(t.area)*perSquare + places(i)*32 + at%places(t.area)
			if x, corvette := p.squares(); ship != rules.NoShip && x != corvette {
				s.all = append(s.all, p)
				s.addTurns(p, ways)
				s.addAfter(p)
			}
		}
	}
	return s
}

// placesIn returns the side's places in p, and false if its escort in p is another ship.
func (s *pairSide) placesIn(p *rules.Position) (places, bool) {
	ship, number := escortOf(p, s.color), &s.table.number[0]
	at := places(number[p.SquareOf(s.color, ship)])*perSquare + places(number[p.SquareOf(s.color, rules.Ship111)])
	if ship == s.ships[1] {
		at += 32
	}
	return at, ship == s.ships[0] || ship == s.ships[1]
}

// swapped returns the places after the only swap that does not lose.
func (s *pairSide) swapped(p places) places {
	if x, corvette := p.squares(); s.ships[1] == rules.NoShip {
		return places(corvette*perSquare + x)
	}
	return p ^ 32
}

func (s *pairSide) add(p places, t pairTurn) {
	s.turns[p] = append(s.turns[p], t)
	to := t.places
	t.places = p
	s.back[to] = append(s.back[to], t)
}

func (s *pairSide) addTurns(p places, ways pairWays) {
	s.add(p, pairTurn{places: s.swapped(p), at: -1, via: -1, open: ways.open(-1, -1, -1)})
	s.addMoves(p, s.ships[p>>5&1], ways, func(to int) places { return places(to*perSquare) + p%perSquare })
	s.addMoves(p, rules.Ship111, ways, func(to int) places { return p&^31 + places(to) })
}

// addMoves adds the movements of a ship, each also with the bonus it earns.
func (s *pairSide) addMoves(p places, ship rules.Ship, ways pairWays, moved func(to int) places) {
	x, corvette := p.squares()
	from, other := s.table.square[x], s.table.square[corvette]
	if ship == rules.Ship111 {
		from, other = other, from
	}
	g, number := &geometries[s.table.board&3], &s.table.number[0]
	for free := g.all &^ (1<<from | 1<<other); free != 0; free &= free - 1 {
		to := free.first()
		at := int(number[to])
		t := pairTurn{places: moved(at), ship: ship, at: at, via: -1}
		between := g.step[from] & g.step[to] &^ (1 << other)
		switch {
		case g.step[from].has(to):
			t.open = ways.open(at, -1, -1)
			s.add(p, t)
			if to.Row() == s.table.board.HomeRow(s.color.Other()) &&
				(ship != rules.Ship111 || s.ships[1] == rules.NoShip) {
				t.places = s.swapped(t.places)
				s.add(p, t)
			}
		case ship.Sails() < 2 || between == 0:
		case between.count() == 1:
			t.via = int(number[between.first()])
			t.open = ways.open(at, t.via, t.via)
			s.add(p, t)
		default:
			t.open = ways.open(at, int(number[between.first()]), int(number[(between&(between-1)).first()]))
			s.add(p, t)
		}
	}
}

// pairWays caches the tables of pairTurn.open. The key is the number of the destination and of two squares on the way;
// one of these must be free.
type pairWays map[[3]int]*[32]uint64

func (w pairWays) open(at, via, other int) *[32]uint64 {
	key := [3]int{at, via, other}
	open := w[key]
	if open == nil {
		open = new([32]uint64)
		w[key] = open
		for x := range open {
			for corvette := range 32 {
				taken := func(square int) bool { return square == x || square == corvette }
				if at < 0 || !taken(at) && !(via >= 0 && taken(via) && taken(other)) {
					open[x] |= either << corvette
				}
			}
		}
	}
	return open
}

// expels returns the places of the other side, with the given escorts, at which the turn expels an escort on its
// destination. A corvette on the way does not matter, because it could be expelled instead.
func (t *pairTurn) expels(ships [2]rules.Ship) (all uint64) {
	for i, s := range ships {
		if s != rules.NoShip && s.Shields() <= t.ship.Cannons() {
			all |= (1<<32 - 1) << (32 * i)
		}
	}
	return all
}

// addAfter stores the results for the other side's lone corvette, to move, against our ships at p.
func (s *pairSide) addAfter(p places) {
	t := s.table
	number := &t.number[s.color.Other()-1]
	x, corvette := p.squares()
	base := int(t.base[0][1<<(s.ships[p>>5&1]-rules.Ship112)])
	for alone := range t.area {
		if alone != x && alone != corvette {
			i := int(number[t.square[alone]])*t.area + int(number[t.square[corvette]])
			s.after[int(p)*t.area+alone] = t.turns[base+i*t.area+int(number[t.square[x]])]
		}
	}
}

// freePlaces returns the places that the side can have with its escort on square x if the other side is at p.
func (s *pairSide) freePlaces(p places, x int) uint64 {
	at, corvette := p.squares()
	if x == at || x == corvette {
		return 0
	}
	return either * ((1<<s.table.area - 1) &^ (1<<at | 1<<corvette | 1<<x))
}
