package tries

import (
	"strconv"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// The conditions for making a puzzle from a mistake, as expected scores. Built-in puzzles have the same.
const (
	minOutlook = 0.85
	minGap     = 0.35
)

// ID returns the puzzle ID of o.
func (o *Own) ID() string { return string(o.Match) + "." + strconv.Itoa(o.Ply) }

// FromGame returns the puzzles made from a reviewed match: at most one for each person, at their costliest blunder.
func FromGame(m *match.Match, guild string, r *review.Review) (list []Own) {
	if m.Practice {
		guild = ""
	}
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		p := m.Players.Of(side)
		worst, found := costliest(r, side)
		if !found || p == m.Robot() || p.IsFormer() {
			continue
		}
		list = append(list, Own{Match: m.ID, Player: p, Guild: guild, Ply: worst.Ply, Turn: worst.Best.String(),
			Wins: worst.Missed > 0})
	}
	return list
}

// costliest returns a side's costliest blunder that can be a puzzle, if there is one: only one turn is good, and it is
// neither a plain expulsion nor easy.
func costliest(r *review.Review, side rules.Color) (worst review.Turn, found bool) {
	for _, t := range r.Turns {
		plain := t.Missed == 1 || t.Missed == 0 && t.Best.Expels()
		if t.Side == side && t.Class == review.Blunder && t.Outlook >= minOutlook && t.Gap >= minGap && !plain &&
			!t.Easy && t.Loss > worst.Loss {
			worst, found = t, true
		}
	}
	return worst, found
}
