package explain

import "madbot/rules"

// value counts expelled ships in hundredths of a frigate. Swaps and rotations change nothing: they only
// choose which ships of a side are in exile.
type value int

// values are the ships' values. A ship in exile mostly comes back in place of another, but 222 cannot.
var values = [9]value{
	rules.Ship111: 5000,
	rules.Ship112: 90, rules.Ship121: 100, rules.Ship211: 120,
	rules.Ship122: 150, rules.Ship212: 170, rules.Ship221: 190, rules.Ship222: 400,
}

const (
	won    value = 80    // at least so much is a ship won: nearly a frigate
	beyond value = 20000 // more than any value
)

// tactics looks a few turns ahead in full width. It knows nothing but the rules and the values, so that
// what it finds can be followed on the board.
type tactics struct {
	limit rules.StallLimit
	left  int // positions that it may still look at; below 0 what it returns means nothing
	done  <-chan struct{}
}

// spent counts a position and reports whether the search must end.
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

// window is what of a value matters: more than alpha and less than beta.
type window struct{ alpha, beta value }

func everything() window { return window{-beyond, beyond} }

// below returns the window for the other side, after a turn that brings v.
func (w window) below(v value) window { return window{v - w.beta, v - w.alpha} }

// gain returns what the side to move of p expels more than it loses when both sides play well: in full
// width for so many turns, then by expulsions alone, which either side may leave.
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

// result returns what t gains in p, with the depth of the turns after it.
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

// choices returns the legal turns, expulsions first; with depth 0 those alone.
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

// wins returns with which turn the side to move of p expels the corvette in at most n of its turns,
// whatever the other side plays; NoTurn if it cannot.
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

// expulsionOf returns a turn that expels the ship, NoTurn if there is none. One without a bonus is
// preferred.
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

// replyDepth is how many turns after an expulsion are looked at in full width before it is called a gain.
const replyDepth = 2

// prizes returns for each ship that the side to move of p can expel the turn that is best for it, and what
// that gains.
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

// spares reports whether none of the prizes is an expulsion of the ship that loses nothing.
func spares(prizes map[rules.Ship]prize, ship rules.Ship) bool {
	p, attacked := prizes[ship]
	return !attacked || p.value < 0
}

// prize is an expulsion and what it gains.
type prize struct {
	turn  rules.Turn
	value value
}

// greatest returns the most valuable of the prizes that are ships won, but for those of which skip says so;
// NoShip if there is none.
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
