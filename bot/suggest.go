package bot

import (
	"errors"
	"slices"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/rules"
)

// suggestions returns the legal turns of p that fit what is typed, the best fit first, at most as
// many as Discord shows. A typed turn that is illegal suggests what its ship can do instead.
func suggestions(t i18n.Printer, p rules.Position, typed string) []rules.Turn {
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
	return fit[:min(len(fit), discord.MaxChoices)]
}

// nearMisses returns what may be meant by a text that is refused with err.
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

// weight orders turns: what expels first, then movements, then the rest, and what is most rarely
// meant last.
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

// fits reports whether turn is what the typed words may become: its notation begins like them,
// however they are spelt, or its words hold them.
func fits(t i18n.Printer, p rules.Position, turn rules.Turn, typed string) bool {
	text := turn.String()
	return strings.HasPrefix(plainTurn(text), plainTurn(typed)) ||
		holds(text+" "+turnWords(t, p, turn), typed)
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
