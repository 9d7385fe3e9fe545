package league

// Exact is the largest number of open matches for which Reach tries all combinations of results. For more, it only
// compares points.
const Exact = 8

// Reach returns the best and worst place the person can still reach if nobody leaves and every match is played. The
// range only narrows as matches end. While matches are open it ignores losses on time and lots, which may still decide
// either way.
func (g Group) Reach(person int) (best, worst int) {
	g = g.Settled()
	var open []int
	for i, m := range g.Matches {
		if m.Result == Open {
			open = append(open, i)
		}
	}
	if len(open) > Exact {
		return g.byPoints(person)
	}
	if len(open) > 0 {
		g.Lots = nil
		for i := range g.Matches {
			g.Matches[i].OnTime = false
		}
	}
	best, worst = g.Size, 1
	rows := make([]Row, g.Size) // reused for all combinations
	g.each(open, func() {
		first, last := g.places(person, rows)
		best, worst = min(best, first), max(worst, last)
	})
	return best, worst
}

// each calls visit for every combination of results of the open matches of a settled group.
func (g Group) each(open []int, visit func()) {
	if len(open) == 0 {
		visit()
		return
	}
	for result := RedVictory; result <= BlueVictory; result++ {
		g.Matches[open[0]].Result = result
		g.each(open[1:], visit)
	}
	g.Matches[open[0]].Result = Open
}

// places returns the range of places that a person shares in a settled group. rows is scratch space.
func (g Group) places(person int, rows []Row) (first, last int) {
	first = 1
	for _, r := range g.tallyIn(rows) {
		switch order, _ := g.compare(r, rows[person]); {
		case order < 0:
			first++
			last++
		case order == 0: // they themselves, too
			last++
		}
	}
	return first, last
}

// byPoints returns bounds for the person's place from the points everybody has and can still win.
func (g Group) byPoints(person int) (best, worst int) {
	rows := g.tally()
	me := rows[person]
	best, worst = 1, 1
	for _, r := range rows {
		switch level := g.behind(r) - g.behind(me); {
		case r.Person == person || level > 0:
		case level < 0:
			best++
			worst++
		default:
			if r.Half > me.Half+2*me.Open {
				best++
			}
			if r.Half+2*r.Open >= me.Half {
				worst++
			}
		}
	}
	return best, worst
}
