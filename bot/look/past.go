package look

import (
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Looking back at a match turn by turn, in private: short buttons, and lines above the picture. Words says the
// turn Played in words, as in “211 sails from c2”.
var (
	msgFirstTurn = i18n.Message{ID: "past.first", Other: "First"}
	msgEarlier   = i18n.Message{ID: "past.back", Other: "Back"}
	msgLater     = i18n.Message{ID: "past.forward", Other: "Forward"}
	msgLastTurn  = i18n.Message{ID: "past.last", Other: "Last"}
	msgLive      = i18n.Message{ID: "past.live", Other: "Live"}
	msgPastStart = i18n.Message{ID: "past.start", Other: "**The start**, before round 1 of {{.Last}}"}
	msgPastNone  = i18n.Message{ID: "past.none", Other: "**The start**: no turn has been played yet"}
	msgPastTurn  = i18n.Message{ID: "past.turn",
		Other: "**Round {{.Round}}** of {{.Last}} · {{.Side}} played **{{.Played}}**: {{.Words}}"}
)

// past shows m after some of its turns, with controls to step through them.
func (h *Handlers) past(c *dispatch.Call, m play.Match, scene show.Scene, l ui.LookArg) ui.Message {
	last := m.Game.Ply()
	at := min(max(l.At, 0), last)
	scene.Game = m.Game.At(at)
	step := func(name i18n.Message, to int, off bool) ui.Button {
		way := ui.LookArg{What: ui.LookPast, At: to, Side: l.Side, Key: name.ID[len("past."):]}
		return ui.Button{ID: ui.OnMatch(ui.Look, &m.Match, way.String()), Label: c.T.Text(name, nil), Disabled: off}
	}
	row := []ui.Button{step(msgFirstTurn, 0, at == 0), step(msgEarlier, at-1, at == 0),
		step(msgLater, at+1, at == last), step(msgLastTurn, last, at == last)}
	if m.Status == match.Playing {
		live := step(msgLive, last, false)
		live.ID.Arg, live.Style = ui.LookArg{What: ui.LookBoard, Side: l.Side, Key: "live"}.String(), ui.Strong
		row = append(row, live)
	}
	rows := ui.Buttons(row...)
	if m.Status == match.Finished {
		rows = append(rows, ui.Buttons(show.Practise(c.T, &scene.Game, m.Terms.Level)...)...)
	}
	return ui.Message{Text: pastWords(c.T, &scene.Game, last), Picture: h.View.Picture(c.T, scene), Rows: rows}
}

func pastWords(t i18n.Printer, g *rules.Game, all int) string {
	before, turn := g.Last()
	args := i18n.Args{"Round": g.Number(g.Ply() - 1), "Last": g.Number(all - 1),
		"Side": turns.Side(t, before.Side()), "Played": turn}
	switch {
	case all == 0:
		return t.Text(msgPastNone, nil)
	case turn == rules.NoTurn:
		return t.Text(msgPastStart, args)
	}
	args["Words"] = turns.Words(t, before, turn)
	return t.Text(msgPastTurn, args)
}
