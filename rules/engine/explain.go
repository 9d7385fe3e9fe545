package engine

import (
	"slices"

	"madbot/rules"
	"madbot/rules/reason"
)

// explain returns what speaks for the turn of l, the weightiest first. All of it can be seen on the
// board or was proven; nothing is a guess of the evaluation.
func (e *Engine) explain(g *rules.Game, l *Line, choices int) []reason.Reason {
	x := explanation{before: g.Position(), turn: l.Turn, limit: g.Limit()}
	x.after = x.before.Play(l.Turn)
	x.us = x.before.Side()
	if choices == 1 {
		x.add(reason.Reason{Kind: reason.OnlyTurn})
	}
	n, _ := l.Score.Victory()
	switch o := x.after.Outcome(x.limit); {
	case n == -1 || o.Reason == rules.CorvetteExile:
		return x.reasons // nothing else counts
	case !o.Over():
		x.expulsion()
		x.rescue()
		x.recall()
		x.threat()
		x.bonus()
	}
	x.counting(e, l)
	return x.reasons
}

// explanation gathers the reasons for one turn.
type explanation struct {
	before, after rules.Position
	turn          rules.Turn
	us            rules.Color
	limit         rules.StallLimit
	reasons       []reason.Reason
}

func (x *explanation) add(r reason.Reason) { x.reasons = append(x.reasons, r) }

// expulsion: for free only if nothing can expel there in turn and no expulsion elsewhere pays, else
// if none anywhere pays more.
func (x *explanation) expulsion() {
	if !x.turn.Expels() {
		return
	}
	at := x.turn.To()
	victim := x.before.At(at).Ship
	back := slices.ContainsFunc(x.after.AppendExpulsions(nil),
		func(t rules.Turn) bool { return t.To() == at })
	loss := Score(0)
	for _, gain := range gains(&x.after) {
		loss = max(loss, gain)
	}
	switch {
	case !back && loss == 0:
		x.add(reason.Reason{Kind: reason.ExpelsForFree, Ship: victim})
	case loss <= worths[victim]:
		x.add(reason.Reason{Kind: reason.Expels, Ship: victim})
	}
}

// rescue: what would be lost by passing and is not after the turn, nor sent into exile by it.
func (x *explanation) rescue() {
	idle := x.before.Skip()
	lost, still := gains(&idle), gains(&x.after)
	best := rules.NoShip
	for ship := range lost {
		here := x.after.SquareOf(x.us, ship) != rules.NoSquare
		if here && still[ship] == 0 && worths[ship] > worths[best] {
			best = ship
		}
	}
	switch {
	case best == rules.Ship111:
		x.add(reason.Reason{Kind: reason.SavesCorvette, Ship: best})
	case best != rules.NoShip:
		x.add(reason.Reason{Kind: reason.Saves, Ship: best})
	}
}

// recall: a ship out of exile, for a lesser one.
func (x *explanation) recall() {
	in, out := rules.NoShip, rules.NoShip
	for _, ship := range rules.Ships() {
		was := x.before.SquareOf(x.us, ship) != rules.NoSquare
		is := x.after.SquareOf(x.us, ship) != rules.NoSquare
		switch {
		case is && !was:
			in = ship
		case was && !is:
			out = ship
		}
	}
	if in != rules.NoShip && worths[in] > worths[out] {
		x.add(reason.Reason{Kind: reason.Recalls, Ship: in})
	}
}

// again returns the position in which the side is on once more when the other passes; false when
// the stall comes before.
func (x *explanation) again() (rules.Position, bool) {
	p := x.after.Skip()
	return p, !p.Outcome(x.limit).Over()
}

// threat: what the side would gain if it were on again, and would not have gained before.
func (x *explanation) threat() {
	again, comes := x.again()
	if !comes {
		return
	}
	had, has := gains(&x.before), gains(&again)
	best := rules.NoShip
	for ship := range has {
		if had[ship] == 0 && worths[ship] > worths[best] {
			best = ship
		}
	}
	if best != rules.NoShip {
		x.add(reason.Reason{Kind: reason.Threatens, Ship: best})
	}
}

// bonus: earned now, or to be earned next by a ship that could not before (rules 3.1).
func (x *explanation) bonus() {
	if x.turn.HasBonus() {
		x.add(reason.Reason{Kind: reason.EarnsBonus, Ship: x.turn.Ship()})
		return
	}
	again, comes := x.again()
	if !comes {
		return
	}
	could, can := bonuses(&x.before), bonuses(&again)
	for _, ship := range rules.Ships() {
		if can[ship] && !could[ship] {
			x.add(reason.Reason{Kind: reason.PreparesBonus, Ship: ship})
			return
		}
	}
}

// counting: endings of corvettes alone, unless the stall forestalls them, and the stall.
func (x *explanation) counting(e *Engine, l *Line) {
	ships := squares(x.after.Occupied(rules.Red) | x.after.Occupied(rules.Blue)).count()
	if s, ok := e.endings.score(&x.after, x.limit, 0); ok && s < -victoryBand && ships == 2 {
		x.add(reason.Reason{Kind: reason.KeepsOpposition})
	}
	leads := stallScore(&x.after) < 0
	late := x.limit > 0 && 2*x.after.Quiet() >= int(x.limit)
	if leads && (late || l.Proven && l.Score.Semi() > 0) {
		x.add(reason.Reason{Kind: reason.LeadsOnStall})
	}
}

// gains returns the enemy ships that the side to move of p can expel without losing as much, each
// with what that gains.
func gains(p *rules.Position) map[rules.Ship]Score {
	found := map[rules.Ship]Score{}
	for _, t := range p.AppendExpulsions(nil) {
		ship := p.At(t.To()).Ship
		if found[ship] > 0 {
			continue
		}
		if gain := taken(p, t.To(), takenPlies); gain > 0 {
			found[ship] = gain
		}
	}
	return found
}

// takenPlies is how many turns taken plays before it relies on see.
const takenPlies = 4

// taken returns what the side to move of p gains, ships counted by worth, when both sides expel on
// the square at only, each in the way that is best for it and as long as it likes. Unlike see
// it plays the turns, with their bonuses, up to so many plies.
func taken(p *rules.Position, at rules.Square, plies int) Score {
	best := Score(0)
	for _, t := range p.AppendExpulsions(nil) {
		if t.To() != at || p.LosesAtOnce(t) {
			continue
		}
		next := p.Play(t)
		gain := worths[p.At(at).Ship]
		switch {
		case next.SquareOf(next.Side(), rules.Ship111) == rules.NoSquare:
			return gain
		case plies == 0:
			gain = see(p, t)
		default:
			gain -= taken(&next, at, plies-1)
		}
		best = max(best, gain)
	}
	return best
}

// bonuses returns the ships with which the side to move of p can earn a bonus that does not lose.
func bonuses(p *rules.Position) map[rules.Ship]bool {
	found := map[rules.Ship]bool{}
	for _, t := range p.AppendTurns(nil) {
		if t.HasBonus() && !p.LosesAtOnce(t) {
			found[t.Ship()] = true
		}
	}
	return found
}
