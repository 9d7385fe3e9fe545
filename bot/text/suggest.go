package text

import (
	"errors"
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// Suggest returns at most n legal turns of p that fit what is typed, the best fit first. A typed turn
// that is illegal suggests what its ship can do instead. A turn that loses at once (rules 2.5) comes
// up only when it is typed in full or there is no other.
func Suggest(t i18n.Printer, p rules.Position, typed string, n int) []rules.Turn {
	legal := sensible(p, p.AppendTurns(nil))
	slices.SortStableFunc(legal, func(a, b rules.Turn) int { return weight(a) - weight(b) })
	if p.Positioning(p.Side()) {
		slices.Reverse(legal)
	}
	var fit []rules.Turn
	exact, err := p.ParseTurn(typed)
	if err == nil {
		fit = append(fit, exact)
	}
	for _, turn := range legal {
		if turn != exact && fits(t, p, turn, typed) {
			fit = append(fit, turn)
		}
	}
	if len(fit) == 0 {
		fit = nearMisses(p, err)
	}
	return fit[:min(len(fit), n)]
}

// nearMisses returns what may have been meant by a text that is refused with err.
func nearMisses(p rules.Position, err error) []rules.Turn {
	if illegal, ok := errors.AsType[*rules.TurnError](err); ok {
		return instead(illegal)
	}
	if unread, ok := errors.AsType[*rules.TurnSyntaxError](err); ok {
		return sensible(p, unread.Closest(maxClosest))
	}
	return nil
}

// sensible returns turns without those that lose at once, unless there are no others (rules 2.5).
func sensible(p rules.Position, turns []rules.Turn) []rules.Turn {
	if kept := harmless(p, turns); len(kept) > 0 {
		return kept
	}
	return turns
}

// harmless returns turns without those that lose at once.
func harmless(p rules.Position, turns []rules.Turn) []rules.Turn {
	return slices.DeleteFunc(slices.Clone(turns), p.LosesAtOnce)
}

// weight sorts turns by how often each kind is meant, the most frequent first.
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

// fits reports whether what is typed may become turn: its notation begins like that, however it is
// spelt, or its words contain it.
func fits(t i18n.Printer, p rules.Position, turn rules.Turn, typed string) bool {
	text := turn.String()
	return strings.HasPrefix(plainTurn(text), plainTurn(typed)) ||
		Holds(text+" "+Turn(t, p, turn), typed)
}

// plainTurn returns the notation without what people spell differently.
func plainTurn(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' && r != 'x', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(text))
}

// Holds reports whether text contains each word of typed, in any case.
func Holds(text, typed string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(typed)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
