package text

import (
	"madbot/bot/i18n"
	"madbot/rules/match"
)

// Match says how m stands: its challenge, its board or its result. reader is addressed as "you";
// "" means that everybody reads it.
func Match(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	switch m.Status {
	case match.Playing:
		return board(t, m, reader)
	case match.Finished:
		return result(t, m)
	}
	return card(t, m)
}
