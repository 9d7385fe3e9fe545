package bot

import (
	"context"
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/render"
)

var msgHelp = i18n.Message{ID: "help.text",
	Other: "**MAD** is a duel of two fleets. Exile the enemy's corvette, **111**, and you win.\n\n" +
		"**The board** is 6x4 (rows 1 to 6, columns a to d) or 5x5. A square is named by its column " +
		"and row, as in `c4`. Red starts on the two lowest rows, Blue on the two highest. Red begins.\n" +
		"**Ships** are three digits: sails, cannons, shields. Corvette 111; frigates 112 121 211; " +
		"destroyers 122 212 221; cruiser 222. Each fleet has one of each.\n" +
		"**Your turn** is one of:\n" +
		"- **Move** a ship one square, or up to two with two sails, across or up and down, around a " +
		"corner too. The way must be free. Land on an enemy whose shields do not outnumber your cannons, " +
		"and it goes into exile.\n" +
		"- **Swap** two ships whose digits add up to 3 (111=222, 112=221, 121=212, 122=211). One may " +
		"be in exile: they change places.\n" +
		"- **Rotate** the three frigates or the three destroyers by one place. One may be in exile.\n" +
		"**Bonus**: a move of exactly one square that arrives on the enemy's home row may be followed " +
		"by a swap or rotation that includes the ship that moved.\n" +
		"**First turn**: swap, rotate or pass, to position your fleet.\n" +
		"**The end**: whoever loses the corvette loses the match. After 40 quiet turns, those without an " +
		"expulsion, or when both agree to stop, whoever expelled last has a semi-victory, ½ point; Blue, if nobody did.\n\n" +
		"**Turns are written** `211-c4` `211xc4` `112=221` `112>121>211` `pass`, with bonus " +
		"`221-a6+112=221`.\n" +
		"New here? `/learn` teaches it on a board.\n" +
		"`/challenge` starts a match with a friend, with anyone, or with me at a level from 1 to 10 · " +
		"`/play` lets you tap your turn, `/move` type it · `/board` shows it from your side · " +
		"`/games` lists yours · `/hint` helps · `/stop` offers to stop · `/resign` gives up · " +
		"`/settings` suits it to you"}

var msgRules = i18n.Message{ID: "help.rules", Other: "Rules in short"}

// helpRules is the argument of the button that leads back from a lesson to the rules.
const helpRules = "rules"

// help tells the rules in short and how to play here.
func (h *handlers) help() dispatch.Command {
	return dispatch.Command{
		Spec: spec("help", "The rules in short, how to play here, and what is marked on the board"),
		Run:  h.explainAll,
		Components: map[string]dispatch.Component{
			"help": {Run: h.explainAll, Inline: true},
		},
	}
}

// explainAll answers with the help, or with the lesson whose button was pressed.
func (h *handlers) explainAll(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	reply := dispatch.Reply{Message: ui.Message{Text: c.T.Text(msgHelp, nil),
		Rows: helpButtons(c.T, c.ID.Arg)}}
	if c.ID.Verb != "" {
		reply.Kind = dispatch.Update
	}
	for _, l := range lessons() {
		if c.ID.Arg == l.diagram.String() {
			reply.Message.Text = c.T.Text(l.caption, nil)
			reply.Message.Picture = &ui.Picture{Alt: c.T.Text(l.alt, nil), Draw: func(w io.Writer) error {
				return h.renderer.Diagram(w, l.diagram, render.Options{}) // whose colours the caption names
			}}
		}
	}
	return reply, nil
}

// helpButtons are a row of the rules that have a diagram, and a row of the rest; shown is the argument
// of the one whose text is shown.
func helpButtons(t i18n.Printer, shown string) []ui.Row {
	button := func(arg string, name i18n.Message) ui.Button {
		style := ui.Quiet
		if arg == shown {
			style = ui.Strong
		}
		return ui.Button{ID: ui.ID{Verb: "help", Ply: play.AnyPly, Arg: arg},
			Label: t.Text(name, nil), Style: style}
	}
	rules, rest := ui.Row{}, ui.Row{Buttons: []ui.Button{button(helpRules, msgRules)}}
	for _, l := range lessons() {
		row := &rules
		if l.diagram == render.LegendDiagram {
			row = &rest
		}
		row.Buttons = append(row.Buttons, button(l.diagram.String(), l.name))
	}
	rest.Buttons = append(rest.Buttons, ui.Button{ID: learnID(""), Label: t.Text(msgLearnIt, nil), Style: ui.Good})
	return []ui.Row{rules, rest}
}
