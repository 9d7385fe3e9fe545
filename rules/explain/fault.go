package explain

import (
	"context"

	"madbot/rules"
)

// FaultKind says what was wrong with a turn. As in Kind, "we" are the side that played it and "they" are the other
// side.
type FaultKind uint8

// The kinds, each with the fields of Fault that it uses, worst first. The zero value NoFault means none.
const (
	NoFault       FaultKind = iota
	LosesCorvette           // Reply expels our corvette next
	LosesByForce            // Reply forces a win in Count of their turns
	MissesVictory           // Turn would have forced a win in Count of our turns
	LosesShip               // Ship: ours, that Reply expels and wins; Other: theirs, worth less, that the turn expelled
	LosesToFork             // after Reply they win a ship, whatever we play
	MissesShip              // Ship: theirs, that Turn would have expelled and won
	MissesFork              // after Turn we would have won a ship, whatever they played
	MissesSoon              // Turn would have won a ship within two of our turns, whatever they played
	AllowsAttack            // Reply attacks our corvette: they would expel it next
	MissesAttack            // Turn would have attacked their corvette
)

// Fault is what was wrong with a turn, as a fact that a player can follow on the board. Fields that its kind does not
// use are zero. The zero Fault states nothing.
type Fault struct {
	Kind  FaultKind
	Ship  rules.Ship
	Other rules.Ship
	Turn  rules.Turn
	Reply rules.Turn
	Count int
}

// Mistake is a turn that was played, a better turn, and the best answer to the turn played, or NoTurn. Played.Victory
// is negative if the turn played loses by force.
type Mistake struct {
	Played Claim
	Best   Claim
	Answer rules.Turn
}

// FindFault returns the worst thing that was wrong with a legal turn in g, the zero Fault if it finds nothing concrete
// or ctx ends. The work is bounded.
func FindFault(ctx context.Context, g *rules.Game, m Mistake) Fault {
	f := faults{Mistake: m, before: g.Position(), s: tactics{limit: g.Limit(), left: faultNodes, done: ctx.Done()}}
	f.us, f.after = f.before.Side(), f.before.Play(m.Played.Turn)
	for _, find := range []func() Fault{f.defeat, f.victory, f.loss, f.fork, f.missed, f.missedSoon, f.attack,
		f.missedAttack} {
		switch found := find(); {
		case f.s.left < 0:
			return Fault{}
		case found.Kind != NoFault:
			return found
		}
	}
	return Fault{}
}

// faultNodes is the maximum number of positions that a search for a fault visits.
const faultNodes = 200_000

// faults looks for what was wrong with one turn.
type faults struct {
	Mistake
	before, after rules.Position
	us            rules.Color
	s             tactics
}

func (f *faults) over() bool { return f.after.Outcome(f.s.limit).Over() }

// defeat checks whether the turn loses the corvette, immediately or by force.
func (f *faults) defeat() Fault {
	if f.over() {
		return Fault{}
	}
	n, reply := f.s.soonest(&f.after)
	switch {
	case n == 1:
		return Fault{Kind: LosesCorvette, Reply: reply}
	case n > 1:
		return Fault{Kind: LosesByForce, Reply: reply, Count: n}
	case f.Played.Victory < 0 && f.Answer != rules.NoTurn:
		return Fault{Kind: LosesByForce, Reply: f.Answer, Count: -f.Played.Victory}
	}
	return Fault{}
}

// victory checks whether the better turn forces a win and the one played does not.
func (f *faults) victory() Fault {
	if f.Best.Victory <= 0 || f.Played.Victory > 0 {
		return Fault{}
	}
	return Fault{Kind: MissesVictory, Turn: f.Best.Turn, Count: f.Best.Victory}
}

// worse reports whether the turn played gains at least a ship less than the better one.
func (f *faults) worse() bool { return f.worth(f.Best.Turn)-f.worth(f.Played.Turn) >= won }

func (f *faults) worth(t rules.Turn) value {
	return f.s.result(&f.before, t, 1+replyDepth, everything())
}

// loss checks whether the turn loses a ship.
func (f *faults) loss() Fault {
	r := f.s.refute(&f.before, f.Played.Turn)
	if f.over() || r.Kind == None || !f.worse() {
		return Fault{}
	}
	return Fault{Kind: LosesShip, Ship: r.Ship, Other: r.Other, Reply: r.Reply}
}

// fork checks whether their answer wins a ship whatever we play.
func (f *faults) fork() Fault {
	if f.over() || !f.wins(&f.after, f.Answer) {
		return Fault{}
	}
	return Fault{Kind: LosesToFork, Reply: f.Answer}
}

// wins reports whether, after a quiet turn in p, every turn of the other side loses a ship.
func (f *faults) wins(p *rules.Position, t rules.Turn) bool {
	if t == rules.NoTurn || t.Expels() || p.LosesAtOnce(t) {
		return false
	}
	next := p.Play(t)
	return !next.Outcome(f.s.limit).Over() && f.s.gain(&next, 1+replyDepth, everything()) <= -won
}

// missed checks whether the better turn wins a ship that the one played does not, by an expulsion or by a quiet turn
// after which the enemy cannot save every ship.
func (f *faults) missed() Fault {
	t := f.Best.Turn
	switch {
	case t.Expels() && f.worth(t) >= won && f.worse():
		return Fault{Kind: MissesShip, Ship: f.before.At(t.To()).Ship, Turn: t}
	case f.wins(&f.before, t) && f.worse():
		return Fault{Kind: MissesFork, Turn: t}
	}
	return Fault{}
}

// soonDepth is how many plies are searched in full for a ship that is won within two turns.
const soonDepth = 4

// missedSoon checks whether the better turn wins a ship within two turns and the one played does not.
func (f *faults) missedSoon() Fault {
	if !f.s.reaches(&f.before, f.Best.Turn, won) || f.s.reaches(&f.before, f.Played.Turn, won) {
		return Fault{}
	}
	return Fault{Kind: MissesSoon, Turn: f.Best.Turn}
}

// reaches reports whether t in p gains at least v within two turns.
func (s *tactics) reaches(p *rules.Position, t rules.Turn, v value) bool {
	return s.result(p, t, soonDepth, window{v - 1, v}) >= v
}

// attack checks whether their answer attacks our corvette.
func (f *faults) attack() Fault {
	if f.over() || !attacks(&f.after, f.Answer) {
		return Fault{}
	}
	return Fault{Kind: AllowsAttack, Reply: f.Answer}
}

// missedAttack checks whether the better turn attacks their corvette.
func (f *faults) missedAttack() Fault {
	if !attacks(&f.before, f.Best.Turn) || attacks(&f.before, f.Played.Turn) {
		return Fault{}
	}
	return Fault{Kind: MissesAttack, Turn: f.Best.Turn}
}

// attacks reports whether a turn in p threatens to expel the other corvette.
func attacks(p *rules.Position, t rules.Turn) bool {
	if t == rules.NoTurn || p.LosesAtOnce(t) {
		return false
	}
	next := p.Play(t)
	return next.SquareOf(p.Side().Other(), rules.Ship111) != rules.NoSquare && next.CorvetteAttacked(p.Side().Other())
}
