package show

import (
	"cmp"

	"madbot/bot/i18n"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Buttons to practise, in private: a game against me from the position that is shown, the same once more, and to have
// it in the list of one's games; to try turns of both sides on a board where nothing is played.
var (
	msgPractise = i18n.Message{ID: "practise.here", Other: "Play from here"}
	msgAgain    = i18n.Message{ID: "practise.again", Other: "Practise again"}
	msgKeep     = i18n.Message{ID: "practise.keep", Other: "Keep"}
	msgTryOut   = i18n.Message{ID: "tryout.button", Other: "Try it out"}
)

const practiceLevel match.Level = 3

// Practise returns the button that offers a game against the bot from the position of g, as the side to move, at a
// level (0 for the default). There is none if the game is over.
func Practise(t i18n.Printer, g *rules.Game, level match.Level) []ui.Button {
	p := g.Position()
	if from := rules.GameFrom(p, g.Limit()); from.Outcome().Over() {
		return nil
	}
	arg := ui.PractiseArg{What: ui.PractiseNew, Level: cmp.Or(level, practiceLevel), Side: p.Side(), Limit: g.Limit(),
		From: p}
	return []ui.Button{{ID: ui.NoMatch(ui.Practise, arg.String()), Label: t.Text(msgPractise, nil)}}
}

// Keep returns the button that keeps m, if m is for practice and was not called off. Only show it to the player of m.
func Keep(t i18n.Printer, m *match.Match) []ui.Button {
	if !m.Practice || m.Game.Outcome().Reason == rules.Aborted {
		return nil
	}
	return []ui.Button{{ID: ui.OnMatch(ui.Keep, m, ""), Label: t.Text(msgKeep, nil)}}
}

// Practised returns the buttons of a finished game from a custom position: to play it again, or to keep it.
func Practised(t i18n.Printer, m *match.Match) []ui.Button {
	if m.Status != match.Finished || !m.Terms.HasCustomStart() {
		return nil
	}
	arg := ui.PractiseArg{What: ui.PractiseNew, Level: m.Terms.Level, Side: m.ColorOf(m.Challenger),
		Limit: m.Terms.Options.StallLimit, From: m.Terms.Start}
	return append([]ui.Button{{ID: ui.NoMatch(ui.Practise, arg.String()), Label: t.Text(msgAgain, nil)}}, Keep(t, m)...)
}

// TryOut returns the button to try out turns of m, for a reader who is on turn.
func TryOut(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Button {
	if m.As(reader).OnTurn() != nil {
		return nil
	}
	return []ui.Button{{ID: ui.OnMatch(ui.TryOut, m, ""), Label: t.Text(msgTryOut, nil)}}
}
