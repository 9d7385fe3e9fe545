package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// A thread's title, and the text above it. Verdict is a sentence.
var (
	msgThread   = i18n.Message{ID: "thread.title", Other: "MAD · {{.Red}} – {{.Blue}} · {{.Board}}"}
	msgThreadOn = i18n.Message{ID: "thread.on", Other: "**{{.Red}} and {{.Blue}} are playing MAD**: see below."}
)

// Private answers to a challenge that is posted elsewhere.
var (
	msgSentAbove = i18n.Message{ID: "thread.sentabove",
		Other: "Challenge posted in {{.Channel}}."}
	msgBegunAbove = i18n.Message{ID: "thread.begunabove",
		Other: "The game is on in {{.Channel}}. You're {{.Side}}, and I play at level {{.Level}}."}
	msgThreadOver = i18n.Message{ID: "thread.over", Other: "{{.Verdict}} The game is below."}
)

// ThreadTitle returns the title of the thread of m, with the names of the players. Red comes first, so a rematch has
// another title.
func ThreadTitle(t i18n.Printer, m *match.Match, red, blue string) string {
	return t.Text(msgThread, i18n.Args{"Red": red, "Blue": blue, "Board": m.Terms.Options.Board.String()})
}

// ThreadSign is the first message of the post of m in a forum, or that from which its thread starts: who plays there,
// or how it ended.
func ThreadSign(t i18n.Printer, m *match.Match) string {
	if m.Status.IsOpen() {
		return t.Text(msgThreadOn, i18n.Args{"Red": Mention(t, m.Players.Red), "Blue": Mention(t, m.Players.Blue)})
	}
	return t.Text(msgThreadOver, i18n.Args{"Verdict": t.Text(timeVerdict(m), resultArgs(t, m))})
}

// BegunAbove tells challenger in which other channel or post the challenge that they made is shown.
func BegunAbove(t i18n.Printer, m *play.Match, challenger match.PlayerID) string {
	args := i18n.Args{"Channel": Channel(m.Shown())}
	if m.Robot() == "" {
		return t.Text(msgSentAbove, args)
	}
	args["Side"], args["Level"] = turns.Side(t, m.ColorOf(challenger)), m.Terms.Level
	return t.Text(msgBegunAbove, args)
}
