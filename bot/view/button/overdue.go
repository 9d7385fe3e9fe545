package button

import (
	"madbot/bot/i18n"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Buttons on a public board when the side to move has run out of time, or is gone.
var (
	msgClaim   = i18n.Message{ID: "button.claim", Other: "Claim the win"}
	msgCallOff = i18n.Message{ID: "button.calloff", Other: "Call it off"}
	msgWait    = i18n.Message{ID: "button.wait", Other: "Wait"}
)

// EndQuestion answers the question whether to end m, in which the other side is overdue or gone, with v: Claim, CallOff
// or Summon.
func EndQuestion(t i18n.Printer, m *match.Match, v ui.Verb) []ui.Row {
	label := i18n.Either(v == ui.Claim, msgClaim, msgCallOff)
	return ui.Buttons(ui.Button{ID: ui.OnMatch(v, m, ui.Yes), Label: t.Text(label, nil), Style: ui.Danger},
		ui.Button{ID: ui.OnMatch(v, m, ui.No), Label: t.Text(msgWait, nil), Style: ui.Quiet})
}

// overdue are for the player who waits for a side whose time is up.
func overdue(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	waits := m.PlayerOf(m.ColorOf(m.ToMove()).Other())
	if !m.RanOut() || waits == m.Robot() || reader != Everybody && reader != waits {
		return nil
	}
	button := func(verb ui.Verb, label i18n.Message, style ui.ButtonStyle) ui.Button {
		return ui.Button{ID: ui.OnMatch(verb, m, ""), Label: t.Text(label, i18n.Args{"Time": text.Gift(t, m)}), Style: style}
	}
	var row []ui.Button
	if !m.TimeAborts() {
		row = append(row, button(ui.Claim, msgClaim, ui.Strong))
	}
	if !m.HasGiven() && !m.Offers[match.ForTime].IsOpen() { // else the same button answers the request
		row = append(row, button(ui.GiveDay, msgTimeYes, ui.Quiet))
	}
	if !m.Past.Binding {
		row = append(row, button(ui.CallOff, msgCallOff, ui.Quiet))
	}
	return ui.Buttons(row...)
}
