package show

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The button to the next match, and the private answer without one.
var (
	msgNextGame       = i18n.Message{ID: "button.next", Other: "Next game"}
	msgChallengeWaits = i18n.Message{ID: "next.challenge",
		Other: "It isn't your turn anywhere, but a challenge waits for your answer: `/games` shows it."}
	msgNothingElse = i18n.Message{ID: "next.none", Other: "You're all caught up."}
)

// Waiting returns the matches of open in which p is on turn, without the match but, least time left first.
func Waiting(open []play.Summary, p match.PlayerID, but match.ID) []play.Summary {
	return narrow(open, p, func(m *play.Summary, p match.PlayerID) bool { return isOnTurn(m, p) && m.ID != but })
}

// NextButton returns the button to the next match of open in which p is on turn, without the match but, if there is
// one.
func NextButton(t i18n.Printer, open []play.Summary, p match.PlayerID, but match.ID) []ui.Button {
	if len(Waiting(open, p, but)) == 0 {
		return nil
	}
	return []ui.Button{{ID: ui.NoMatch(ui.Next, ""), Label: t.Text(msgNextGame, nil), Style: ui.Strong}}
}

// RestWaits says that no other match waits for p; "" if one does, or if p plays no other.
func RestWaits(t i18n.Printer, open []play.Summary, p match.PlayerID, but match.ID) string {
	others := 0
	for i := range open {
		switch m := &open[i]; {
		case m.Waits(p):
			return ""
		case m.ID != but && m.Status == match.Playing:
			others++
		}
	}
	if others == 0 {
		return ""
	}
	return t.Text(msgNothingElse, nil)
}

// NothingWaits says that p is not on turn in any match of open.
func NothingWaits(t i18n.Printer, open []play.Summary, p match.PlayerID) string {
	if len(narrow(open, p, func(m *play.Summary, p match.PlayerID) bool { return m.Waits(p) })) > 0 {
		return t.Text(msgChallengeWaits, nil)
	}
	return t.Text(msgNothingElse, nil)
}
