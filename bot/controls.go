package bot

import (
	"madbot/bot/i18n"
	"madbot/rules"
	"madbot/rules/match"
)

// everybody is the reader of a public message, which has the buttons of all.
const everybody match.PlayerID = ""

// controls returns the buttons that go with m as it stands: those that reader can use.
func controls(t i18n.Printer, m *match.Match, reader match.PlayerID) []Row {
	switch {
	case m.Status == match.Proposed:
		return challengeButtons(t, m, reader)
	case m.Status == match.Playing:
		return append(stopButtons(t, m, reader), playButtons(t, m, reader)...)
	case replayable(m):
		return replayButton(t, m)
	}
	return nil
}

// playButtons are those of a match that is being played.
func playButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []Row {
	var row []Button
	if reader == everybody || reader == m.ToMove() {
		row = append(row, Button{stateID("hint", m, ""), t.Text(msgHintButton, nil), Quiet})
	}
	if reader == everybody || m.ColorOf(reader) != rules.NoColor {
		row = append(row, Button{stateID("resign", m, ""), t.Text(msgResignButton, nil), Quiet})
	}
	return buttons(row...)
}

// stateID is the id of a button that is about m as it stands.
func stateID(verb string, m *match.Match, arg string) customID {
	return customID{Verb: verb, Match: m.ID, Ply: m.Game.Ply(), Arg: arg}
}

// The arguments of buttons that answer a question.
const (
	answerYes = "yes"
	answerNo  = "no"
)
