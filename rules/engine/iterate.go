package engine

import (
	"cmp"
	"slices"

	"madbot/rules"
)

// maxDepth is where iterative deepening ends by itself.
const maxDepth = 64

// iteration deepens the search of one position turn by turn.
type iteration struct {
	*worker
	limits Limits
	turns  []rules.Turn // of the root, the best of the depth before first; no needless suicide
	lines  []Line       // of the last complete depth
	known  bool         // the position after each turn is decided
}

func newIteration(j *job, p rules.Position, l Limits) *iteration {
	w := &worker{job: j}
	w.frames[0].pos = p
	w.frames[0].attacked = p.CorvetteAttacked(p.Side())
	it := &iteration{worker: w, limits: l, turns: sane(&p)}
	w.rank(0, it.turns, rules.NoTurn)
	for i := range it.turns {
		pick(it.turns, w.frames[0].ranks[:], i)
	}
	it.known = !slices.ContainsFunc(it.turns, func(t rules.Turn) bool {
		w.play(0, t)
		_, decided := w.decided(1)
		return !decided
	})
	return it
}

// sane returns the legal turns of p without those that exile the own corvette, unless there is no
// other (rules 2.5).
func sane(p *rules.Position) []rules.Turn {
	all := p.AppendTurns(nil)
	if rest := slices.DeleteFunc(slices.Clone(all), p.LosesAtOnce); len(rest) > 0 {
		return rest
	}
	return all
}

// run searches deeper and deeper and returns what was found. Helpers, with a number above 0,
// begin at other depths than the first.
func (it *iteration) run(helper int) Result {
	last := maxDepth
	if it.limits.Depth > 0 {
		last = min(last, it.limits.Depth)
	}
	result := Result{}
	for depth := 1 + helper%2; depth <= last; depth++ {
		it.patient = depth == 1
		it.depth = depth
		lines := it.lap(depth)
		if len(lines) > 0 {
			it.lines = lines
			result.Lines = lines
		}
		if it.halted {
			break
		}
		result.Depth = depth
		result.Nodes = it.nodes
		if it.limits.Progress != nil {
			it.limits.Progress(result)
		}
		if helper == 0 && it.finished(depth) {
			break
		}
	}
	result.Nodes = it.nodes
	return result
}

// finished reports whether a deeper search can change nothing.
func (it *iteration) finished(depth int) bool {
	if len(it.turns) == 1 || it.known {
		return true
	}
	for _, l := range it.lines {
		if l.Score <= victoryBand && l.Score >= -victoryBand {
			return false
		}
	}
	s := it.lines[0].Score
	return depth >= int(victory-max(s, -s))
}

// lap searches the root to the given depth once for each line wanted, without the turns of the
// lines before. When the search is halted it returns what improves on the depth before, or nil.
func (it *iteration) lap(depth int) []Line {
	wanted := min(max(it.limits.MultiPV, 1), len(it.turns))
	var lines []Line
	for n := range wanted {
		line, ok := it.aspire(n, depth)
		if !ok {
			return it.partial(lines, line)
		}
		lines = append(lines, line)
		it.promote(n, line.Turn)
	}
	byScore(lines)
	for i, l := range lines {
		it.promote(i, l.Turn)
	}
	return lines
}

// partial joins the lines of a halted depth with those of the one before. Old estimates above the
// new ones are brought down to them, for the deeper search chose otherwise; where that is a defeat,
// it showed that they lose as well.
func (it *iteration) partial(lines []Line, line Line) []Line {
	if line.Turn != rules.NoTurn && len(lines) == 0 {
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	byScore(lines)
	worst := lines[len(lines)-1].Score
	for _, old := range it.lines {
		if !slices.ContainsFunc(lines, func(l Line) bool { return l.Turn == old.Turn }) &&
			len(lines) < len(it.lines) {
			if !old.Proven {
				old.Score = min(old.Score, worst)
				old.Proven = old.Score < -victoryBand
			}
			lines = append(lines, old)
		}
	}
	byScore(lines)
	return lines
}

// byScore puts the best lines first.
func byScore(lines []Line) {
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
}

// promote moves a root turn to place n, keeping the order of the others.
func (it *iteration) promote(n int, t rules.Turn) {
	i := slices.Index(it.turns, t)
	copy(it.turns[n+1:max(i, n)+1], it.turns[n:max(i, n)])
	it.turns[n] = t
}

// aspire searches the root turns from n on with a narrow window about the score of the depth
// before, and wider ones until the score is inside.
func (it *iteration) aspire(n, depth int) (Line, bool) {
	alpha, beta, width := -infinity, infinity, Score(25)
	if depth >= 5 && n < len(it.lines) {
		s := it.lines[n].Score
		if s < maxEstimate && s > -maxEstimate {
			alpha, beta = s-width, s+width
		}
	}
	for {
		line := it.root(n, depth, alpha, beta)
		switch {
		case it.halted:
			return line, false
		case line.Score <= alpha && alpha > -infinity:
			alpha = max(line.Score-width, -infinity)
		case line.Score >= beta && beta < infinity:
			beta = min(line.Score+width, infinity)
		default:
			return line, true
		}
		if width *= 3; width > 600 {
			alpha, beta = -infinity, infinity
		}
	}
}

// root searches the root turns from n on. When halted, the line is that of the best turn so far
// if that is above alpha, else it is without a turn: of the depth before then more is known. So it
// is when the best is lost, for a turn not yet looked at may not be.
func (it *iteration) root(n, depth int, alpha, beta Score) Line {
	f := &it.frames[0]
	f.static = settled(it.evaluator.evaluate(&f.pos, it.limit, &it.traces), &f.pos, it.limit)
	best, floor := Line{Score: -infinity}, alpha
	for i, t := range it.turns[n:] {
		next := it.play(0, t)
		score := Score(0)
		if i > 0 {
			r := it.reduction(f, next, look{t, i, depth, true, true})
			score = -it.search(1, depth-1-r, -alpha-1, -alpha)
			if r > 0 && score > alpha {
				score = -it.search(1, depth-1, -alpha-1, -alpha)
			}
		}
		if i == 0 || score > alpha && score < beta {
			score = -it.search(1, depth-1, -beta, -alpha)
		}
		if it.halted {
			if best.Score <= max(floor, -victoryBand) {
				return Line{}
			}
			break
		}
		if score > best.Score {
			best.Score = score
			if score > alpha || i == 0 {
				alpha = max(alpha, score)
				it.follow(0, t)
				best.Turn = t
				best.PV = slices.Clone(f.pv[:f.pvLen])
				_, best.Proven = score.Victory()
			}
		}
		if alpha >= beta {
			break
		}
	}
	return best
}
