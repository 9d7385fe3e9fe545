package engine

import (
	"cmp"
	"slices"

	"madbot/rules"
	"madbot/rules/engine/network"
)

// novice plays like people in their first games, without searching. It considers what each of its turns expels and what
// the reply expels, overlooking some of both, and otherwise follows a feeling for the position that is often wrong. It
// never overlooks a corvette twice: it sees an attack that already existed when it was last to move.
type novice struct {
	sees, foresees int   // of a thousand expulsions, its own and those of the reply
	judges         Score // weight of the evaluation in its feeling, in hundredths
	errs           Score // how far off its feeling may be, in hundredths of a frigate
}

// novices are the levels that do not search, by number. The table has the score of each in 200 games against three
// beginners that play at random where they see nothing. The columns are how many of a hundred expulsions the beginner
// sees, and how many it foresees in the reply:
//
//	       70   70/75   70/100
//	1    51.5    38.0      3.8
//	2    79.5    57.6     12.1
//	3    93.0    85.8     41.5
//	4    99.5    97.5     77.6
//
//	mad match -a level=1 -b beginner=70/75 -games 200
var novices = [...]novice{
	1: {sees: 600, judges: 15, errs: 150},
	2: {sees: 680, foresees: 420, judges: 12, errs: 110},
	3: {sees: 850, foresees: 800, judges: 20, errs: 90},
	4: {sees: 950, foresees: 1000, judges: 110, errs: 45},
}

// search returns the wanted number of turns; the novice plays the first.
func (n novice) search(e *Engine, g *rules.Game, wanted int) Result {
	p := g.Position()
	v := noviceView{novice: n, pos: p, limit: g.Limit(), sight: sight{seed: seedOf(e.options.Seed, g)},
		evaluator: network.NewEvaluator(e.networks[p.Board()&3])}
	if before := len(g.Turns()) - 2; before >= 0 {
		past := g.At(before)
		v.before = past.Position()
	}
	var lines []Line
	for _, t := range rootTurns(&p) {
		l := Line{Turn: t, PV: []rules.Turn{t}, Score: v.score(t)}
		if l.Score == wins(1) {
			l.Proven, l.Turns, l.Sure = true, 1, 1
		}
		lines = append(lines, l)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	return Result{Lines: lines[:min(wanted, len(lines))], Depth: 1, Nodes: uint64(len(lines))}
}

type noviceView struct {
	novice
	sight
	pos, before rules.Position // before is when it was last to move; the zero value if it was not
	limit       rules.StallLimit
	evaluator   network.Evaluator
}

// score returns the apparent value of t.
func (v *noviceView) score(t rules.Turn) Score {
	us := v.pos.Side()
	next := v.pos.Play(t)
	score := v.feeling(t, &next)
	if t.Expels() && v.notices(t, us.Other(), v.sees) {
		ship := v.pos.At(t.To()).Ship
		if ship == rules.Ship111 {
			return wins(1)
		}
		score += worths[ship]
	}
	lost := Score(0)
	for _, answer := range next.AppendExpulsions(nil) {
		if v.notices(answer, us, v.foresees) {
			lost = max(lost, worths[next.At(answer.To()).Ship])
		}
	}
	return estimated(score - lost)
}

// notices reports whether the novice sees that t expels a ship of c: often times in a thousand.
func (v *noviceView) notices(t rules.Turn, c rules.Color, often int) bool {
	known := t.To() == v.pos.SquareOf(c, rules.Ship111) && v.pos.CorvetteAttacked(c) &&
		v.before.Board() != rules.NoBoard && v.before.CorvetteAttacked(c)
	return known || v.chance(c, t) < often
}

// feeling returns how good the position after t looks to the novice.
func (v *noviceView) feeling(t rules.Turn, next *rules.Position) Score {
	off := Score(mix(v.seed, uint64(t))%uint64(2*v.errs+1)) - v.errs
	return off - Score(v.evaluator.Evaluate(next, v.limit))*v.judges/100
}
