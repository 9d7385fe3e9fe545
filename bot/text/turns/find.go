package turns

import (
	"cmp"
	"errors"
	"slices"

	"madbot/bot/i18n"
	"madbot/rules"
)

type found struct {
	exact   rules.Turn   // the legal turn that the text names; NoTurn if none
	illegal bool         // the text is an illegal turn
	fit     []rules.Turn // other legal turns that match the text, best first
	well    int          // the number of those that match without their bonus
	near    []rules.Turn // similar turns, if nothing matches
}

// find searches the legal turns of p for the typed text.
func find(t i18n.Printer, p rules.Position, typed string) found {
	legal := sensible(p, p.AppendTurns(nil))
	slices.SortStableFunc(legal, func(a, b rules.Turn) int { return weight(a) - weight(b) })
	if p.Positioning(p.Side()) {
		slices.Reverse(legal)
	}
	exact, err := p.ParseTurn(typed)
	f := found{exact: exact}
	_, f.illegal = errors.AsType[*rules.TurnError](err)
	q := newQuery(t, p, typed)
	ranks := map[rules.Turn]int{}
	for _, turn := range legal {
		if rank := q.rank(turn); turn != exact && rank != fitsNot {
			f.fit, ranks[turn] = append(f.fit, turn), rank
			if rank == fitsWell {
				f.well++
			}
		}
	}
	slices.SortStableFunc(f.fit, func(a, b rules.Turn) int { return cmp.Compare(ranks[a], ranks[b]) })
	if len(f.fit) == 0 {
		f.near = nearMisses(p, err)
	}
	return f
}

// nearMisses returns the legal turns most similar to a text that was refused with err, most similar first.
func nearMisses(p rules.Position, err error) []rules.Turn {
	if illegal, ok := errors.AsType[*rules.TurnError](err); ok {
		similar, list := illegal.Closest(rules.MaxTurns), turnsInstead(illegal)
		slices.SortStableFunc(list, func(a, b rules.Turn) int {
			return indexOf(similar, a) - indexOf(similar, b)
		})
		return list
	}
	if unread, ok := errors.AsType[*rules.TurnSyntaxError](err); ok {
		return sensible(p, unread.Closest(maxClosest))
	}
	return nil
}

// indexOf returns the index of turn in list. A turn that is not in list comes after it, and a pass last.
func indexOf(list []rules.Turn, turn rules.Turn) int {
	at := slices.Index(list, turn)
	switch {
	case at >= 0:
		return at
	case turn == rules.Pass:
		return len(list) + 1
	}
	return len(list)
}

// sensible returns turns without those that lose immediately, unless there are no others (rules 2.5).
func sensible(p rules.Position, turns []rules.Turn) []rules.Turn {
	if kept := harmless(p, turns); len(kept) > 0 {
		return kept
	}
	return turns
}

func harmless(p rules.Position, turns []rules.Turn) []rules.Turn {
	return slices.DeleteFunc(slices.Clone(turns), p.LosesAtOnce)
}

// weight is the sort key of a turn in suggestions: kinds that people mean more often come first.
func weight(turn rules.Turn) int {
	switch {
	case turn.Expels() && !turn.HasBonus():
		return 0
	case turn.Expels():
		return 1
	case turn == rules.Pass:
		return 2
	case turn.IsMove() && !turn.HasBonus():
		return 3
	case !turn.IsMove():
		return 4
	}
	return 5
}
