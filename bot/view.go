package bot

import (
	"io"
	"strings"

	"madbot/bot/i18n"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgToMove  = i18n.Message{ID: "board.turn", Other: "**{{.Player}}, your turn** as {{.Side}}"}
	msgHisTurn = i18n.Message{ID: "board.their", Other: "**{{.Player}} is to move** as {{.Side}}"}
	msgPly     = i18n.Message{ID: "board.ply", Other: "turn {{.Turn}}"}
	msgYours   = i18n.Message{ID: "board.yours", Other: "**Your turn** as {{.Side}}"}
	msgPlayed  = i18n.Message{ID: "board.played",
		Other: "{{.Player}} played **{{.Turn}}** — {{.Words}}"}
	msgPassed     = i18n.Message{ID: "board.passed", Other: "{{.Player}} passed"}
	msgBegunRobot = i18n.Message{ID: "board.begunrobot",
		Other: "The match begins: {{.Red}} is Red, {{.Blue}} is Blue; " +
			"{{.Robot}} plays at level {{.Level}}"}
	msgBegun = i18n.Message{ID: "board.begun",
		Other: "The match begins: {{.Red}} is Red, {{.Blue}} is Blue"}
	msgFirst = i18n.Message{ID: "board.positioning",
		Other: "this is the positioning turn: swap, rotate or pass"}
	msgQuiet      = i18n.Message{ID: "board.quiet", Other: "quiet turns: {{.Count}} of {{.Limit}}"}
	msgQuietAlone = i18n.Message{ID: "board.quietalone", Other: "quiet turns: {{.Count}}"}
	msgHow        = i18n.Message{ID: "board.how",
		Other: "`/move` plays a turn and suggests them all; `/board` shows the board " +
			"from your side."}
	msgHowShort = i18n.Message{ID: "board.howshort", Other: "`/move` · `/board`"}
	msgOffer    = i18n.Message{ID: "offer.open",
		Other: "**{{.To}}, {{.By}} offers to stop here.** {{.Winner}} would have a " +
			"semi-victory: ½ point."}
	msgRefused = i18n.Message{ID: "offer.refused", Other: "{{.To}} would rather play on."}

	msgHintButton   = i18n.Message{ID: "button.hint", Other: "Hint"}
	msgResignButton = i18n.Message{ID: "button.resign", Other: "Resign"}
	msgStopYes      = i18n.Message{ID: "button.stopyes", Other: "Stop here"}
	msgStopNo       = i18n.Message{ID: "button.stopno", Other: "Play on"}
)

// public is the message that shows m to all in its channel, in the language of its server.
func (d *desk) public(m match.Match) Message {
	t := d.catalog.Printer(m.Venue.Locale)
	msg := Message{Text: d.matchText(t, &m, ""), Rows: d.controls(t, &m)}
	if m.Game.Position() != (rules.Position{}) {
		msg.Picture = d.picture(t, m.Game, rules.Red, render.Marks{})
	}
	return msg
}

// show is the private message that shows m to the caller, from their side, after a lead sentence
// that may be empty.
func (d *desk) show(c *Call, m match.Match, lead string) Message {
	text := d.matchText(c.T, &m, c.Actor)
	if lead != "" {
		text = lead + "\n" + text
	}
	msg := Message{Text: text, Rows: d.controls(c.T, &m)}
	if m.Game.Position() != (rules.Position{}) {
		msg.Picture = d.picture(c.T, m.Game, m.ColorOf(c.Actor), render.Marks{})
	}
	return msg
}

// picture draws the present position of g from the side of c.
func (d *desk) picture(t i18n.Printer, g rules.Game, c rules.Color, marks render.Marks) *Picture {
	o := render.Options{View: render.ViewOf(c), Limit: g.Limit(), Outcome: g.Outcome(), Marks: marks}
	o.Before, o.Last = g.Last()
	alt := altText(t, g.Ply(), render.Describe(g.Position(), o))
	return &Picture{Alt: alt, Draw: func(w io.Writer) error {
		return d.renderer.Board(w, g.Position(), o)
	}}
}

// matchText says how m stands. reader is addressed as such; "" reads everyone.
func (d *desk) matchText(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	switch m.Status {
	case match.Playing:
		return d.boardText(t, m, reader)
	case match.Finished:
		return d.resultText(t, m)
	}
	return d.cardText(t, m)
}

// boardText says what is offered, whose turn it is, what was played, exile and the quiet count.
func (d *desk) boardText(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	p := m.Game.Position()
	var lines []string
	if offer := offerText(t, m); offer != "" {
		lines = append(lines, offer) // it is the news, and what a phone shows of them
	}
	lines = append(lines, strings.Join(headline(t, m, reader), " · "), lastTurn(t, m))
	exiles := render.Describe(p, render.Options{}).Exiles
	lines = append(lines, exileWords(t, exiles)+" · "+quietWords(t, &m.Game))
	how := msgHowShort
	if m.Game.Ply() < explained {
		how = msgHow
	}
	return strings.Join(append(lines, small(t.Text(how, nil))), "\n")
}

// explained is for how many turns it is said how to play.
const explained = 4

// headline says whose turn it is and which one.
func headline(t i18n.Printer, m *match.Match, reader match.PlayerID) []string {
	p := m.Game.Position()
	form := msgToMove
	switch {
	case m.ToMove() == m.Robot():
		form = msgHisTurn
	case reader == m.ToMove():
		form = msgYours
	case reader != "":
		form = msgHisTurn
	}
	parts := []string{
		t.Text(form, i18n.Args{"Player": mention(m.ToMove()), "Side": sideName(t, p.Side())}),
		t.Text(msgPly, i18n.Args{"Turn": m.Game.Ply() + 1}),
	}
	if p.Positioning(p.Side()) {
		parts = append(parts, t.Text(msgFirst, nil))
	}
	return parts
}

// lastTurn says what was played last, or that the match begins.
func lastTurn(t i18n.Printer, m *match.Match) string {
	if m.Game.Ply() == 0 {
		return begunText(t, m)
	}
	before, turn := m.Game.Last()
	args := i18n.Args{"Player": mention(m.PlayerOf(before.Side())), "Turn": turn}
	if turn == rules.Pass {
		return t.Text(msgPassed, args)
	}
	args["Words"] = turnWords(t, before, turn)
	return t.Text(msgPlayed, args)
}

// begunText says who plays which side, and how well the bot plays if it does.
func begunText(t i18n.Printer, m *match.Match) string {
	args := i18n.Args{"Red": mention(m.Red), "Blue": mention(m.Blue)}
	if m.Robot() == "" {
		return t.Text(msgBegun, args)
	}
	args["Robot"], args["Level"] = mention(m.Robot()), m.Terms.Level
	return t.Text(msgBegunRobot, args)
}

// quietWords counts the turns without an expulsion.
func quietWords(t i18n.Printer, g *rules.Game) string {
	p := g.Position()
	args := i18n.Args{"Count": p.Quiet(), "Limit": g.Limit()}
	if g.Limit() == 0 {
		return t.Text(msgQuietAlone, args)
	}
	return t.Text(msgQuiet, args)
}

// offerText tells of an offer to stop; "" when there is none.
func offerText(t i18n.Printer, m *match.Match) string {
	if m.Offer.By == rules.NoColor {
		return ""
	}
	form := msgOffer
	if m.Offer.Refused {
		form = msgRefused
	}
	p := m.Game.Position()
	return t.Text(form, i18n.Args{"By": mention(m.PlayerOf(m.Offer.By)),
		"To": mention(m.PlayerOf(m.Offer.By.Other())), "Winner": mention(m.PlayerOf(p.SemiWinner()))})
}

// controls are the buttons that go with m as it stands.
func (d *desk) controls(t i18n.Printer, m *match.Match) []Row {
	switch m.Status {
	case match.Proposed:
		return cardButtons(t, m)
	case match.Playing:
	default:
		if replayable(m) {
			return replayButton(t, m)
		}
		return nil
	}
	press := func(verb, arg string) customID {
		return customID{Verb: verb, Match: m.ID, Ply: m.Game.Ply(), Arg: arg}
	}
	rows := buttons(
		Button{press("hint", ""), t.Text(msgHintButton, nil), Quiet},
		Button{press("resign", ""), t.Text(msgResignButton, nil), Quiet})
	if !m.Offer.IsOpen() {
		return rows
	}
	return append(buttons(
		Button{press("stop", answerYes), t.Text(msgStopYes, nil), Strong},
		Button{press("stop", answerNo), t.Text(msgStopNo, nil), Quiet}), rows...)
}

// The arguments of buttons that answer a question.
const (
	answerYes = "yes"
	answerNo  = "no"
)
