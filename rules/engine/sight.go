package engine

import "madbot/rules"

// sight is what a weaker player sees of a search. Such a player does not choose badly among the turns, but
// does not think of some: more of them the further ahead they are, the further from where something has
// just happened, and the less they force. A turn that is overlooked is so in the whole search, wherever it
// is as hard to see, and may be seen one turn later. Nobody overlooks that a corvette can be expelled, or
// a way out for one that is attacked.
type sight struct {
	seed   uint64       // says which turns are overlooked
	blind  int          // how many, in thousandths of those that are hard to see; 0 is none
	trades int          // turns of an exchange that it counts beyond its depth
	last   rules.Square // where the turn before the search arrived; NoSquare if it was no movement
}

// newSight returns the sight of a player of level l who is to move in g: another one after each turn, and in each
// game of an engine with another seed.
func newSight(l level, seed uint64, g *rules.Game) *sight {
	s := &sight{seed: seedOf(seed, g), blind: l.blind, trades: l.trades}
	if played := g.Turns(); len(played) > 0 {
		s.last = played[len(played)-1].To()
	}
	return s
}

// farSighted is how many turns of an exchange a player without a sight counts.
const farSighted = maxPly

// The effort of seeing a turn, of hardToSee.
const (
	hardToSee   = 10
	effortQuiet = 3 // of a turn that neither expels a ship nor attacks the corvette
	effortShift = 3 // of a swap, a rotation or a bonus
	effortPly   = 1 // for each turn before it
	mostPlies   = 4 // that count
)

// overlooks reports whether the player of the search does not think of the turn t at ply, which leads to
// next.
func (w *worker) overlooks(ply int, t rules.Turn, next *frame) bool {
	s, f := w.sight, &w.frames[ply]
	switch {
	case s == nil || f.attacked:
		return false
	case w.exposed(next):
		return true // nobody thinks of giving up the corvette
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

// remoteness returns the number of steps from where the turn before arrived to the ship that plays t.
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

// chance returns a number from 0 to 999 for a turn of a side, the same in the whole search.
func (s *sight) chance(c rules.Color, t rules.Turn) int {
	return int(mix(s.seed^uint64(c)<<32, uint64(t)*0x9e3779b97f4a7c15^0xd6e8feb86659fd93) >> 32 * 1000 >> 32)
}

// trades returns how many turns of an exchange are counted beyond the depth.
func (j *job) trades() int {
	if j.sight == nil {
		return farSighted
	}
	return j.sight.trades
}

// seen returns the turns at the root of which the player thinks: all when one of them expels the corvette, or when
// there would be none.
func (w *worker) seen(turns []rules.Turn) []rules.Turn {
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
