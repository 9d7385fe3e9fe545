package explain

import "madbot/rules"

// value is the value of expelled ships in hundredths of a frigate. Swaps and rotations are worth nothing: they only
// choose which ships of a side are in exile.
type value int

// values are the values of the ships. A ship in exile usually comes back in place of another, but 222 cannot.
var values = [9]value{
	rules.Ship111: 5000,
	rules.Ship112: 90, rules.Ship121: 100, rules.Ship211: 120,
	rules.Ship122: 150, rules.Ship212: 170, rules.Ship221: 190, rules.Ship222: 400,
}

const (
	won    value = 80    // the least gain that counts as winning a ship: nearly a frigate
	beyond value = 20000 // more than any value
)

// tactics searches all turns a few plies deep. It only knows the rules and the values, so players can follow what it
// finds.
type tactics struct {
	limit rules.StallLimit
	left  int // positions it may still visit; once negative, its results are meaningless
	done  <-chan struct{}
}

// spent counts a position and reports whether the search must stop.
func (s *tactics) spent() bool {
	s.left--
	if s.left&255 == 0 {
		select {
		case <-s.done:
			s.left = -1
		default:
		}
	}
	return s.left < 0
}

// window is the range of values that matter: above alpha and below beta.
type window struct{ alpha, beta value }

func everything() window { return window{-beyond, beyond} }

// below returns the same window as the other side sees it after a turn that gains v.
func (w window) below(v value) window { return window{v - w.beta, v - w.alpha} }

// gain returns how much more the side to move of p expels than it loses if both sides play well. It searches all turns
// for depth plies, then only expulsions, which either side may decline.
func (s *tactics) gain(p *rules.Position, depth int, w window) value {
	if s.spent() || p.Outcome(s.limit).Over() {
		return 0
	}
	best := -beyond
	if depth == 0 {
		best = 0
	}
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range choices(p, buffer[:0], depth) {
		if best >= w.beta || s.left < 0 {
			break
		}
		best = max(best, s.result(p, t, max(0, depth-1), window{max(w.alpha, best), w.beta}))
	}
	return best
}

// result returns what t gains in p, searching depth plies after it.
func (s *tactics) result(p *rules.Position, t rules.Turn, depth int, w window) value {
	if p.LosesAtOnce(t) {
		return -values[rules.Ship111]
	}
	v := value(0)
	if t.Expels() {
		victim := p.At(t.To()).Ship
		if v = values[victim]; victim == rules.Ship111 {
			return v
		}
	}
	next := p.Play(t)
	return v - s.gain(&next, depth, w.below(v))
}

// choices returns the legal turns, expulsions first, or only the expulsions if depth is 0.
func choices(p *rules.Position, buffer []rules.Turn, depth int) []rules.Turn {
	if depth == 0 {
		return p.AppendExpulsions(buffer)
	}
	turns := p.AppendTurns(buffer)
	n := 0
	for i, t := range turns {
		if t.Expels() {
			turns[n], turns[i] = turns[i], turns[n]
			n++
		}
	}
	return turns
}

// wins returns the first turn with which the side to move of p forces the expulsion of the corvette within n of its
// turns, or NoTurn.
func (s *tactics) wins(p *rules.Position, n int) rules.Turn {
	if s.spent() || n < 1 || p.Outcome(s.limit).Over() {
		return rules.NoTurn
	}
	enemy := p.Side().Other()
	if p.CorvetteAttacked(enemy) {
		return expulsionOf(p, rules.Ship111)
	}
	if n == 1 {
		return rules.NoTurn
	}
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range p.AppendTurns(buffer[:0]) {
		if p.LosesAtOnce(t) {
			continue
		}
		if next := p.Play(t); s.loses(&next, n-1) {
			return t
		}
	}
	return rules.NoTurn
}

// loses reports whether each turn of the side to move of p lets the other side win in at most n turns.
func (s *tactics) loses(p *rules.Position, n int) bool {
	if s.spent() || p.Outcome(s.limit).Over() || p.CorvetteAttacked(p.Side().Other()) {
		return false
	}
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range choices(p, buffer[:0], 1) {
		if p.LosesAtOnce(t) {
			continue
		}
		if next := p.Play(t); s.wins(&next, n) == rules.NoTurn {
			return false
		}
	}
	return s.left >= 0
}

// expulsionOf returns a turn that expels the ship, if possible one without a bonus, or NoTurn.
func expulsionOf(p *rules.Position, ship rules.Ship) rules.Turn {
	var buffer [rules.MaxTurns]rules.Turn
	found := rules.NoTurn
	for _, t := range p.AppendExpulsions(buffer[:0]) {
		if p.At(t.To()).Ship == ship && (found == rules.NoTurn || !t.HasBonus() && found.HasBonus()) {
			found = t
		}
	}
	return found
}

// replyDepth is how many plies after an expulsion are searched in full.
const replyDepth = 2

// prizes returns, for each ship the side to move of p can expel, the best turn that does and what it gains.
func (s *tactics) prizes(p *rules.Position) map[rules.Ship]prize {
	found := map[rules.Ship]prize{}
	if p.Outcome(s.limit).Over() {
		return found
	}
	for _, t := range p.AppendExpulsions(nil) {
		ship := p.At(t.To()).Ship
		v := s.result(p, t, replyDepth, everything())
		if old, known := found[ship]; !known || v > old.value || v == old.value && old.turn.HasBonus() {
			found[ship] = prize{t, v}
		}
	}
	return found
}

// spares reports whether the ship is safe: no prize expels it without loss.
func spares(prizes map[rules.Ship]prize, ship rules.Ship) bool {
	p, attacked := prizes[ship]
	return !attacked || p.value < 0
}

// prize is an expulsion and what it gains.
type prize struct {
	turn  rules.Turn
	value value
}

// greatest returns the most valuable ship that is won, except those for which skip returns true; NoShip if there is
// none.
func greatest(prizes map[rules.Ship]prize, skip func(rules.Ship) bool) rules.Ship {
	best := rules.NoShip
	for _, ship := range rules.Ships() {
		p, known := prizes[ship]
		if known && p.value >= won && !skip(ship) && (best == rules.NoShip || p.value > prizes[best].value) {
			best = ship
		}
	}
	return best
}

func none(rules.Ship) bool { return false }
