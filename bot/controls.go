package bot

import (
	"madbot/bot/i18n"
	"madbot/rules/match"
)

// everybody is the reader of a public message, which has the buttons of all.
const everybody match.PlayerID = ""

// controls returns the buttons that go with m as it stands: those that reader can use.
func controls(t i18n.Printer, m *match.Match, reader match.PlayerID) []Row {
	switch {
	case m.Status == match.Proposed:
		return challengeButtons(t, m)
	case m.Status == match.Playing:
		return append(stopButtons(t, m, reader), playButtons(t, m)...)
	case replayable(m):
		return replayButton(t, m)
	}
	return nil
}

// playButtons are those of a match that is being played.
func playButtons(t i18n.Printer, m *match.Match) []Row {
	return buttons(
		Button{stateID("hint", m, ""), t.Text(msgHintButton, nil), Quiet},
		Button{stateID("resign", m, ""), t.Text(msgResignButton, nil), Quiet})
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
