package bot

import (
	"madbot/bot/i18n"
	"madbot/rules/match"
)

// controls returns the buttons that go with m as it stands.
func controls(t i18n.Printer, m *match.Match) []Row {
	switch {
	case m.Status == match.Proposed:
		return challengeButtons(t, m)
	case m.Status == match.Playing && m.Offer.IsOpen():
		return append(stopButtons(t, m), playButtons(t, m)...)
	case m.Status == match.Playing:
		return playButtons(t, m)
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
