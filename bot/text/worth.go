package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
)

var (
	msgFarAhead  = i18n.Message{ID: "worth.farahead", Other: "With it you are far ahead."}
	msgAhead     = i18n.Message{ID: "worth.ahead", Other: "With it you are ahead."}
	msgBitAhead  = i18n.Message{ID: "worth.bitahead", Other: "With it you are a little ahead."}
	msgEven      = i18n.Message{ID: "worth.even", Other: "With it the match is about even."}
	msgBitBehind = i18n.Message{ID: "worth.bitbehind", Other: "Even so you are a little behind."}
	msgBehind    = i18n.Message{ID: "worth.behind", Other: "Even so you are behind."}
	msgFarBehind = i18n.Message{ID: "worth.farbehind", Other: "Even so you are far behind."}

	msgAsGood = i18n.Message{ID: "worth.asgood", Other: "about as good"}
	msgWeaker = i18n.Message{ID: "worth.weaker", Other: "a little weaker"}
	msgMuch   = i18n.Message{ID: "worth.muchweaker", Other: "much weaker"}
)

// outlookOn says how a player stands who can expect w.
func outlookOn(w play.Worth) i18n.Message {
	switch {
	case w >= 0.9:
		return msgFarAhead
	case w >= 0.7:
		return msgAhead
	case w >= 0.57:
		return msgBitAhead
	case w > 0.43:
		return msgEven
	case w > 0.3:
		return msgBitBehind
	case w > 0.1:
		return msgBehind
	}
	return msgFarBehind
}

// compared says how much less a turn of worth w brings than the best.
func compared(best, w play.Worth) i18n.Message {
	switch less := best - w; {
	case less < 0.03:
		return msgAsGood
	case less < 0.12:
		return msgWeaker
	}
	return msgMuch
}
