package bot

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
)

var (
	msgFarBetter = i18n.Message{ID: "worth.farbetter", Other: "With it you stand far better."}
	msgBetter    = i18n.Message{ID: "worth.better", Other: "With it you stand better."}
	msgBitBetter = i18n.Message{ID: "worth.bitbetter", Other: "With it you stand a little better."}
	msgEven      = i18n.Message{ID: "worth.even", Other: "With it the match is about even."}
	msgBitWorse  = i18n.Message{ID: "worth.bitworse", Other: "Even so you stand a little worse."}
	msgWorse     = i18n.Message{ID: "worth.worse", Other: "Even so you stand worse."}
	msgFarWorse  = i18n.Message{ID: "worth.farworse", Other: "Even so you stand far worse."}

	msgAsGood = i18n.Message{ID: "worth.asgood", Other: "about as good"}
	msgWeaker = i18n.Message{ID: "worth.weaker", Other: "a little weaker"}
	msgMuch   = i18n.Message{ID: "worth.muchweaker", Other: "much weaker"}
)

// outlookOn says how a side stands that can expect w.
func outlookOn(w play.Worth) i18n.Message {
	switch {
	case w >= 0.9:
		return msgFarBetter
	case w >= 0.7:
		return msgBetter
	case w >= 0.57:
		return msgBitBetter
	case w > 0.43:
		return msgEven
	case w > 0.3:
		return msgBitWorse
	case w > 0.1:
		return msgWorse
	}
	return msgFarWorse
}

// compared says how a turn worth w stands beside the best.
func compared(best, w play.Worth) i18n.Message {
	switch less := best - w; {
	case less < 0.03:
		return msgAsGood
	case less < 0.12:
		return msgWeaker
	}
	return msgMuch
}
