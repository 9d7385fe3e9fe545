package explain

import "madbot/rules"

// solvable is how many positions a Solver visits before it gives up.
const solvable = 4_000_000

// Solver decides by exhaustive search whether a corvette can be expelled within some turns. It is slow but exact.
type Solver struct {
	limit rules.StallLimit
	left  int // positions; negative once it has given up
	known map[solved]bool
}

type solved struct {
	position rules.Position
	turns    int
}

// NewSolver returns a Solver for games with the given stall limit.
func NewSolver(limit rules.StallLimit) *Solver {
	return &Solver{limit: limit, left: solvable, known: map[solved]bool{}}
}

// GaveUp reports whether the search was too large. All answers are then meaningless.
func (s *Solver) GaveUp() bool { return s.left < 0 }

// Claim reports whether turn wins in n turns or, if n is negative, lets the other side win in -n.
func (s *Solver) Claim(g *rules.Game, turn rules.Turn, n int) bool {
	p := g.Position()
	next := p.Play(turn)
	if o := next.Outcome(s.limit); o.Over() {
		return o.Reason == rules.CorvetteExile && (o.Winner == p.Side()) == (n > 0)
	}
	if n > 0 {
		return s.loses(next, n-1)
	}
	return s.wins(next, -n)
}

// wins reports whether the side to move can expel the corvette within n of its turns.
func (s *Solver) wins(p rules.Position, n int) bool {
	for fewer := 1; fewer <= n; fewer++ {
		if s.winsIn(p, fewer) {
			return true
		}
	}
	return false
}

func (s *Solver) winsIn(p rules.Position, n int) bool {
	about := solved{p, n}
	if is, ok := s.known[about]; ok {
		return is
	}
	if s.left--; s.left < 0 || p.Outcome(s.limit).Over() {
		return false
	}
	is := p.CorvetteAttacked(p.Side().Other())
	if !is && n > 1 {
		for _, attacks := range []bool{true, false} {
			for _, t := range p.AppendTurns(nil) {
				next := p.Play(t)
				is = is || next.CorvetteAttacked(next.Side()) == attacks && s.loses(next, n-1)
			}
		}
	}
	s.known[about] = is
	return is
}

// loses reports whether the other side wins within n turns, whatever is played; false for 0.
func (s *Solver) loses(p rules.Position, n int) bool {
	if p.Outcome(s.limit).Over() || p.CorvetteAttacked(p.Side().Other()) {
		return false
	}
	for _, t := range p.AppendTurns(nil) {
		next := p.Play(t)
		o := next.Outcome(s.limit)
		lost := o.Reason == rules.CorvetteExile && o.Winner != p.Side()
		if !lost && (o.Over() || n == 0 || !s.wins(next, n)) {
			return false
		}
	}
	return true
}
