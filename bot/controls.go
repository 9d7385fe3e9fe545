package bot

import (
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// everybody is the reader of a public message, which has the buttons of all.
const everybody match.PlayerID = ""

// controls returns the buttons that go with m as it stands: those that reader can use.
func controls(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	switch {
	case m.Status == match.Proposed:
		return challengeButtons(t, m, reader)
	case m.Status == match.Playing:
		return slices.Concat(overdueButtons(t, m, reader), stopButtons(t, m, reader), playButtons(t, m, reader))
	case m.Status == match.Finished && m.Game.Ply() > 0:
		return ui.Buttons(append(append(replayButtons(t, m), rematchButtons(t, m, reader)...), moreButton(t, m))...)
	}
	return nil
}

// playButtons are those of a match that is being played.
func playButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	row := []ui.Button{playButton(t, m)}
	if reader == everybody || reader == m.ToMove() {
		row = append(row, ui.Button{ID: stateID("hint", m, ""), Label: t.Text(msgHintButton, nil)})
	}
	return ui.Buttons(append(row, moreButton(t, m))...)
}

// stateID is the id of a button that is about m as it stands.
func stateID(verb string, m *match.Match, arg string) ui.ID {
	return ui.ID{Verb: verb, Match: m.ID, Ply: m.Moment(), Arg: arg}
}

// The arguments of buttons that answer a question.
const (
	answerYes = "yes"
	answerNo  = "no"
)

// settle returns how to answer c: what was picked in a menu in place of the menu, unless that is to
// stay, and what a button says that is to be so, and everything else with a message of its own.
func settle(c *dispatch.Call) dispatch.ReplyKind {
	if len(c.Values) > 0 && c.ID.Arg != menuStays || c.ID.Arg == inPlace {
		return dispatch.Update
	}
	return dispatch.Private
}

// inPlace is the argument of a button whose answer takes the place of the message that it is on.
const inPlace = "here"

// menuStays is the argument of a menu that is not replaced by what it leads to.
const menuStays = "stays"

// isBehind reports whether the control of c was made when fewer turns of m had been played.
func isBehind(c *dispatch.Call, m *play.Match) bool {
	return c.ID.Match != "" && c.ID.Ply != play.AnyPly && c.ID.Ply != m.Moment()
}
