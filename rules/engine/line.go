package engine

import "madbot/rules"

// length returns the number of turns of the side to move until the proven end of the line, or 0 if no end is proven.
func (l *Line) length(g *rules.Game) int {
	n, won := l.Score.Victory()
	switch {
	case won:
		return max(n, -n)
	case !l.Proven:
		return 0
	}
	p := g.Position()
	for _, t := range l.PV {
		p = p.Play(t)
	}
	return (len(l.PV) + max(0, int(g.Limit())-p.Quiet()) + 1) / 2
}

// sureDepth is the minimum search depth after a turn for its best reply to be sure.
const sureDepth = 4

// sure returns how many turns of the line are surely the best: the first one, and those after it for which the hash
// table holds an exact score from a deep enough search. A line to the known end of the game is sure as a whole.
func (j *job) sure(g *rules.Game, l *Line) int {
	if _, decided := l.Score.Victory(); decided {
		return len(l.PV)
	}
	p, n := g.Position(), 0
	for n < len(l.PV) {
		p = p.Play(l.PV[n])
		if n++; n == len(l.PV) {
			break
		}
		known := j.table.probe(keyOf(&p, g.Limit(), false))
		if known.bound != exactBound || known.turn != l.PV[n] || known.depth < sureDepth {
			break
		}
	}
	return n
}

// appendKnownTurns appends to line the turns known without a search: from solved endings, and the expulsion of the
// corvette.
func (e *Engine) appendKnownTurns(g *rules.Game, line []rules.Turn) []rules.Turn {
	p := g.Position()
	for _, t := range line {
		p = p.Play(t)
	}
	for !p.Outcome(g.Limit()).Over() {
		t := e.knownBest(&p, g.Limit())
		if t == rules.NoTurn {
			break
		}
		line = append(line, t)
		p = p.Play(t)
	}
	return line
}

// knownBest returns the best turn of p, or NoTurn if it is not known without a search.
func (e *Engine) knownBest(p *rules.Position, limit rules.StallLimit) rules.Turn {
	best, choice, known := -infinity, rules.NoTurn, true
	for _, t := range p.AppendTurns(nil) {
		next := p.Play(t)
		score, ok := Score(0), true
		switch o := next.Outcome(limit); {
		case o.Reason == rules.CorvetteExile && o.Winner == p.Side():
			return t
		case o.Reason == rules.CorvetteExile:
			score = wins(1)
		case o.Over():
			score = stallScore(&next)
		default:
			score, ok = e.endings.score(&next, limit, 1)
		}
		known = known && ok
		if -score > best {
			best, choice = -score, t
		}
	}
	if !known {
		return rules.NoTurn
	}
	return choice
}
