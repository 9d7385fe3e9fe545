package explain

import (
	"fmt"
	"slices"
	"strings"

	"madbot/rules"
)

var names = [NumKinds]string{"none", "only-turn", "expels-corvette", "falls", "only-holds", "threatens-victory",
	"stops-victory", "saves-corvette", "expels-for-free", "trades", "expels", "wins-ship", "zugzwang", "saves",
	"threatens", "keeps-threat", "takes-lead", "ends-on-stall", "leads-on-stall", "recalls", "earns-bonus",
	"prepares-bonus", "keeps-opposition", "covers", "declines", "loses-least", "opens-corvette", "closes-corvette",
	"frees", "hems", "stays-covered", "leaves-nothing"}

// String returns the name of k in the engine protocol, for example "threatens".
func (k Kind) String() string {
	if k >= NumKinds {
		return "unknown"
	}
	return names[k]
}

// ParseKind returns the kind with the given name. It does not accept "none".
func ParseKind(text string) (Kind, bool) {
	i := slices.Index(names[:], text)
	return Kind(max(i, 0)), i > 0
}

// String returns r as the engine protocol prints it: the kind followed by the fields it uses, for example "threatens
// ship 121 square c5 turn 211xc5".
func (r Reason) String() string {
	words := []string{r.Kind.String()}
	add := func(filled bool, name string, value any) {
		if filled {
			words = append(words, fmt.Sprint(name, " ", value))
		}
	}
	add(r.Ship != rules.NoShip, "ship", r.Ship)
	add(r.Other != rules.NoShip, "other", r.Other)
	add(r.Square != rules.NoSquare, "square", r.Square)
	add(r.Turn != rules.NoTurn, "turn", r.Turn)
	add(r.Reply != rules.NoTurn, "reply", r.Reply)
	add(r.Count != 0, "count", r.Count)
	add(r.Was != 0, "was", r.Was)
	return strings.Join(words, " ")
}
