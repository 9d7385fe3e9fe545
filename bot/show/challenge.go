package show

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Buttons under a public challenge; “Other terms” opens a form, the last explains the game and the terms.
var (
	msgAccept     = i18n.Message{ID: "button.accept", Other: "Accept"}
	msgDecline    = i18n.Message{ID: "button.decline", Other: "Decline"}
	msgNoMore     = i18n.Message{ID: "button.nomore", Other: "Always decline"}
	msgWithdraw   = i18n.Message{ID: "button.withdraw", Other: "Withdraw challenge"}
	msgOtherTerms = i18n.Message{ID: "button.terms", Other: "Other terms"}
	msgExplain    = i18n.Message{ID: "button.explain", Other: "New to MAD?"}
)

// Buttons that open the lessons, and puzzles, in private.
var (
	msgLearn   = i18n.Message{ID: "learn.button.open", Other: "Learn"}
	msgPuzzles = i18n.Message{ID: "puzzle.button.open", Other: "Puzzles"}
)

// Learn returns the button that opens the lessons.
func Learn(t i18n.Printer) ui.Button {
	return ui.Button{ID: ui.NoMatch(ui.Learn, ""), Label: t.Text(msgLearn, nil), Style: ui.Good}
}

// Puzzles returns the button that opens the first puzzle of the easiest level that the person has not tried.
func Puzzles(t i18n.Printer, style ui.ButtonStyle) ui.Button {
	const easiest = "1"
	return ui.Button{ID: ui.NoMatch(ui.Puzzle, ui.TryArg{State: easiest}.String()), Label: t.Text(msgPuzzles, nil),
		Style: style}
}

func challenge(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	button := func(v ui.Verb, name i18n.Message, style ui.ButtonStyle) ui.Button {
		return ui.Button{ID: ui.ID{Verb: v, Match: m.ID, Ply: play.AnyPly}, Label: t.Text(name, nil), Style: style}
	}
	invited := m.Opponent != "" && (reader == Everybody || reader == m.Opponent)
	canAccept := invited || m.Opponent == "" && reader != m.Challenger
	var row []ui.Button
	if canAccept {
		row = append(row, button(ui.Accept, msgAccept, ui.Good))
	}
	if invited {
		row = append(row, button(ui.Decline, msgDecline, ui.Quiet), button(ui.Refuse, msgNoMore, ui.Quiet),
			button(ui.Counter, msgOtherTerms, ui.Quiet))
	}
	if reader == Everybody || reader == m.Challenger {
		row = append(row, button(ui.Withdraw, msgWithdraw, ui.Quiet))
	}
	if canAccept {
		return Beside(ui.Buttons(row...), button(ui.Explain, msgExplain, ui.Quiet))
	}
	return ui.Buttons(row...)
}
