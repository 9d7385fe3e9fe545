package turns

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// Words that people type to find a turn in `/move`, separated by commas: all forms that are likely, in any order.
// Nobody reads them. Case and accents do not matter, and a part of a word is enough, so "rotat" finds "rotates" and
// "rotation". The English words are always understood as well. What the suggestion itself says of a turn need not be
// repeated.
var (
	msgFindMove = i18n.Message{ID: "find.move", Other: "moves, moving, sails, sailing, goes"}
	msgFindTake = i18n.Message{ID: "find.expel",
		Other: "expels, expelled, expelling, expulsion, takes, taking, captures, captured, capturing, " +
			"exiles, exiled, exiling"}
	msgFindSwap   = i18n.Message{ID: "find.swap", Other: "swaps, swapping, exchanges, exchanging"}
	msgFindRotate = i18n.Message{ID: "find.rotation", Other: "rotates, rotating, rotation"}
	msgFindBack   = i18n.Message{ID: "find.return", Other: "returns, returning, recalls, back, out of exile"}
	msgFindBonus  = i18n.Message{ID: "find.bonus", Other: "bonus"}
	msgFindHome   = i18n.Message{ID: "find.home", Other: "home row"}
	msgFindPass   = i18n.Message{ID: "find.pass", Other: "passes, passing, skips, stays"}

	msgFindCorvette  = i18n.Message{ID: "find.corvette", Other: "corvettes"}
	msgFindFrigate   = i18n.Message{ID: "find.frigate", Other: "frigates"}
	msgFindDestroyer = i18n.Message{ID: "find.destroyer", Other: "destroyers"}
	msgFindCruiser   = i18n.Message{ID: "find.cruiser", Other: "cruisers, dreadnoughts"}

	msgFindRed  = i18n.Message{ID: "find.red", Other: "red"}
	msgFindBlue = i18n.Message{ID: "find.blue", Other: "blue"}
)

// Small words between those, such as articles, separated by commas: they are passed over. Nobody
// reads them.
var msgFindFillers = i18n.Message{ID: "find.fillers",
	Other: "a, an, the, my, your, i, ship, with, from, to, into, onto, by, at, on, of, and, then, it"}

func vocabulary(t i18n.Printer, m i18n.Message) string { return t.Text(m, nil) + ", " + m.Other }

func classWords(t i18n.Printer, s rules.Ship) string {
	switch s.Class() {
	case rules.Corvette:
		return vocabulary(t, msgFindCorvette)
	case rules.Frigate:
		return vocabulary(t, msgFindFrigate)
	case rules.Destroyer:
		return vocabulary(t, msgFindDestroyer)
	}
	return vocabulary(t, msgFindCruiser)
}

func sideWords(t i18n.Printer, c rules.Color) string {
	if c == rules.Blue {
		return vocabulary(t, msgFindBlue)
	}
	return vocabulary(t, msgFindRed)
}
