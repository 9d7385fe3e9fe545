package engine

import (
	"cmp"
	"slices"

	"madbot/rules"
	"madbot/rules/engine/network"
)

const maxDepth = 64

// deepening is the iterative deepening of one position.
type deepening struct {
	*worker
	limits Limits
	turns  []rules.Turn // the turns of rootTurns, the best of the last iteration first
	lines  []Line       // of the last iteration
	known  bool         // the result of each turn is known without a search
}

func newDeepening(j *job, p rules.Position, l Limits) *deepening {
	w := &worker{job: j, evaluator: network.NewEvaluator(j.networks[p.Board()&3])}
	w.frames[0].pos = p
	w.frames[0].attacked = p.CorvetteAttacked(p.Side())
	d := &deepening{worker: w, limits: l, turns: rootTurns(&p)}
	d.turns = w.visible(d.turns)
	w.rank(0, d.turns, rules.NoTurn)
	for i := range d.turns {
		pickBest(d.turns, w.frames[0].ranks[:], i)
	}
	d.known = !slices.ContainsFunc(d.turns, func(t rules.Turn) bool {
		w.play(0, t)
		_, decided := w.decided(1)
		return !decided
	})
	return d
}

// rootTurns returns the legal turns of p except those that lose at once, unless there are no others (rules 2.5).
func rootTurns(p *rules.Position) []rules.Turn {
	all := p.AppendTurns(nil)
	if rest := slices.DeleteFunc(slices.Clone(all), p.LosesAtOnce); len(rest) > 0 {
		return rest
	}
	return all
}

// run searches deeper and deeper and returns the result of the last iteration. The first worker is helper 0; half of
// the others start at depth 2, so that their searches differ.
func (d *deepening) run(helper int) Result {
	last := maxDepth
	if d.limits.Depth > 0 {
		last = min(last, d.limits.Depth)
	}
	result := Result{}
	for depth := 1 + helper%2; depth <= last; depth++ {
		d.uninterruptible = depth == 1
		d.depth = depth
		lines := d.iterate(depth)
		if len(lines) > 0 {
			d.lines = lines
			result.Lines = lines
		}
		if d.halted {
			break
		}
		result.Depth = depth
		result.Nodes = d.nodes
		if d.limits.Progress != nil {
			d.limits.Progress(result)
		}
		if helper == 0 && d.finished(depth) {
			break
		}
	}
	result.Nodes = d.nodes
	return result
}

// finished reports whether no deeper search can change the result.
func (d *deepening) finished(depth int) bool {
	if len(d.turns) == 1 || d.known {
		return true
	}
	for _, l := range d.lines {
		if l.Score <= victoryBand && l.Score >= -victoryBand {
			return false
		}
	}
	s := d.lines[0].Score
	return depth >= int(victory-max(s, -s))
}

// lag is how much less deep the lines after the first are searched: callers that ask for several lines still want the
// first one most.
const lag = 2

// iterate searches the root to a depth, once for each line wanted, each time without the first turns of earlier lines.
// A halted iteration returns the lines of partial.
func (d *deepening) iterate(depth int) []Line {
	wanted := min(max(d.limits.MultiPV, 1), len(d.turns))
	var lines []Line
	for n := range wanted {
		line, ok := d.next(lines, depth)
		if !ok {
			return d.partial(lines, line)
		}
		lines = append(lines, line)
		d.promote(n, line.Turn)
	}
	byScore(lines)
	for i, l := range lines {
		d.promote(i, l.Turn)
	}
	return lines
}

// next searches the line after lines with aspiration, and less deep if mayLag allows it.
func (d *deepening) next(lines []Line, depth int) (Line, bool) {
	if len(lines) == 0 || !d.mayLag(lines[0]) {
		return d.aspiration(len(lines), depth)
	}
	line, ok := d.aspiration(len(lines), max(1, depth-lag))
	if _, decided := line.Score.Victory(); !decided && line.Score > lines[0].Score {
		line.Score = estimated(lines[0].Score - 1) // the deeper search preferred the first line
	}
	return line, ok
}

// mayLag reports whether the lines after first can be searched less deeply. They cannot at a level, because it compares
// the lines, nor once the end of the game is known.
func (d *deepening) mayLag(first Line) bool {
	_, decided := first.Score.Victory()
	return d.limits.Level == 0 && !decided && first.Score.Semi() == 0
}

// partial merges the lines of a halted iteration with the lines of the last one. It returns nil if there are none. The
// lowest new estimate caps the old ones, because the deeper search preferred the new lines; if it is a defeat, the old
// lines are defeats, too.
func (d *deepening) partial(lines []Line, line Line) []Line {
	if line.Turn != rules.NoTurn && len(lines) == 0 {
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	byScore(lines)
	worst := lines[len(lines)-1].Score
	for _, old := range d.lines {
		if !slices.ContainsFunc(lines, func(l Line) bool { return l.Turn == old.Turn }) &&
			len(lines) < len(d.lines) {
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

func byScore(lines []Line) {
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
}

// promote moves a root turn to index n and keeps the order of the others.
func (d *deepening) promote(n int, t rules.Turn) {
	i := slices.Index(d.turns, t)
	copy(d.turns[n+1:max(i, n)+1], d.turns[n:max(i, n)])
	d.turns[n] = t
}

// aspiration searches the root turns from n on with a narrow window around the score of the last iteration, and widens
// it until the score is inside. It returns false if halted.
func (d *deepening) aspiration(n, depth int) (Line, bool) {
	alpha, beta, width := -infinity, infinity, Score(25)
	if depth >= 5 && n < len(d.lines) {
		s := d.lines[n].Score
		if s < maxEstimate && s > -maxEstimate {
			alpha, beta = s-width, s+width
		}
	}
	for {
		line := d.searchRoot(n, depth, alpha, beta)
		switch {
		case d.halted:
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

// steady is how much better than the best turn of the last iteration another turn must be to replace it. It makes a
// longer search give the same hint more often.
const steady Score = 10

// searchRoot searches the root turns from n on. If halted, it returns the line of the best turn so far if that is above
// alpha and not lost. Otherwise it returns the zero Line, because the last iteration knows more.
func (d *deepening) searchRoot(n, depth int, alpha, beta Score) Line {
	f := &d.frames[0]
	f.static = stallAdjusted(d.evaluate(&f.pos), &f.pos, d.limit)
	best, floor := Line{Score: -infinity}, alpha
	for i, t := range d.turns[n:] {
		d.play(0, t)
		score, bar := Score(0), d.scoreToBeat(best.Score, alpha, beta)
		if i > 0 {
			score = -d.search(1, depth-1, -bar-1, -bar)
		}
		if i == 0 || score > bar && score < beta {
			score = -d.search(1, depth-1, -beta, -bar)
		}
		if d.halted {
			if best.Score <= max(floor, -victoryBand) {
				return Line{}
			}
			break
		}
		if score > best.Score && (score > bar || bar == alpha) {
			best.Score = score
			if score > alpha || i == 0 {
				alpha = max(alpha, score)
				d.updatePV(0, t)
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

// scoreToBeat returns the score that another turn must exceed to replace the best so far. It includes the margin steady
// if best is within the window and undecided.
func (d *deepening) scoreToBeat(best, alpha, beta Score) Score {
	if best < alpha || alpha <= -maxEstimate || alpha >= maxEstimate || !d.isSteady() {
		return alpha
	}
	return min(alpha+steady, beta-1)
}

// isSteady reports whether scoreToBeat adds its margin. It does not for a level that overlooks turns, in an exact
// search, or with few ships, where small gains lead to victory.
func (d *deepening) isSteady() bool {
	return d.sight == nil && !d.exact && shipsOf(&d.frames[0].pos) > fewShips
}
