package engine

import "madbot/rules"

// sight decides which turns a weaker player sees. Among the turns it sees, such a player chooses well, but it overlooks
// some: the more the further ahead they are, the further from the last turn's destination, and the less they force. It
// overlooks a turn everywhere in the search where it is as hard to see, but may see it one turn later. No player
// overlooks that a corvette can be expelled, or an escape of an attacked corvette.
type sight struct {
	seed   uint64       // decides which turns are overlooked
	blind  int          // how many of the turns that are hard to see are overlooked, in thousandths
	trades int          // turns of an exchange that the player follows beyond its depth
	last   rules.Square // destination of the turn before the search; NoSquare if it was no movement
}

// newSight returns the sight of a player of level l to move in g. It differs after each turn, and between the games of
// engines with different seeds.
func newSight(l level, seed uint64, g *rules.Game) *sight {
	s := &sight{seed: seedOf(seed, g), blind: l.blind, trades: l.trades}
	if played := g.Turns(); len(played) > 0 {
		s.last = played[len(played)-1].To()
	}
	return s
}

// farSighted is how many turns of an exchange a player without a sight follows.
const farSighted = maxPly

// The effort of seeing a turn; see hardToSee.
const (
	hardToSee   = 10
	effortQuiet = 3 // for a turn that neither expels a ship nor attacks the corvette
	effortShift = 3 // for a swap, a rotation or a bonus
	effortPly   = 1 // for each turn before it
	mostPlies   = 4 // at most this many turns count
)

// overlooks reports whether the player of the search overlooks the turn t at ply, which leads to next.
func (w *worker) overlooks(ply int, t rules.Turn, next *frame) bool {
	s, f := w.sight, &w.frames[ply]
	switch {
	case s == nil || f.attacked:
		return false
	case w.exposed(next):
		return true // no player considers giving up the corvette
	}
	effort := effortPly * min(ply, mostPlies)
	if !t.Expels() && !next.attacked {
		effort += effortQuiet
	}
	if t.Shift() != rules.NoShift {
		effort += effortShift
	}
	effort += w.remoteness(ply, t) / 2
	return s.chance(f.pos.Side(), t) < s.blind*effort/hardToSee
}

// remoteness returns the number of steps from the last turn's destination to the ship that plays t.
func (w *worker) remoteness(ply int, t rules.Turn) int {
	if !t.IsMove() {
		return 0
	}
	scene := w.sight.last
	if ply > 0 {
		scene = w.frames[ply-1].turn.To()
	}
	p := &w.frames[ply].pos
	return int(distances[scene&31][squareIn(p.Fleet(p.Side()), t.Ship())&31])
}

// chance returns a pseudo-random number from 0 to 999 for a side's turn, constant during a search.
func (s *sight) chance(c rules.Color, t rules.Turn) int {
	return int(mix(s.seed^uint64(c)<<32, uint64(t)*0x9e3779b97f4a7c15^0xd6e8feb86659fd93) >> 32 * 1000 >> 32)
}

// trades returns how many turns of exchanges to follow after the search depth.
func (j *job) trades() int {
	if j.sight == nil {
		return farSighted
	}
	return j.sight.trades
}

// visible returns the root turns that the player considers; all of them if one expels the corvette, or if it would
// otherwise see none.
func (w *worker) visible(turns []rules.Turn) []rules.Turn {
	if p := &w.frames[0].pos; w.sight == nil || p.CorvetteAttacked(p.Side().Other()) {
		return turns
	}
	var seen []rules.Turn
	for _, t := range turns {
		if !w.overlooks(0, t, w.play(0, t)) {
			seen = append(seen, t)
		}
	}
	if len(seen) == 0 {
		return turns
	}
	return seen
}
