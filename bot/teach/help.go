package teach

import (
	"context"
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/render"
)

// The pages of /help, private messages: how to play, the rules in short, the commands; and a line for people who manage
// the server. With its commands as links, each page must fit into 2,000 characters.
var (
	msgHelp = i18n.Message{ID: "help.text",
		Other: "**Exile the enemy corvette, 111, and you win.**\n" +
			"A ship's three digits are its sails, cannons and shields. Your turn is one of:\n" +
			"- **Move** a ship, one square per sail at most. It **expels** an enemy it lands on that has no more " +
			"shields than it has cannons.\n" +
			"- **Swap** two ships that add up to 333.\n" +
			"- **Rotate** your frigates or destroyers.\n\n" +
			"`/challenge` a friend or me; then press **Play**."}
	msgHelpRules = i18n.Message{ID: "help.rulestext",
		Other: "**The aim**: exile the enemy corvette, **111**.\n" +
			"**The board** is 6x4 (rows 1 to 6, columns a to d) or 5x5. A square is named by its column and " +
			"row, as in `c4`. Red starts on the lowest rows, Blue on the highest. Red begins.\n" +
			"**A ship's three digits** are its sails, cannons and shields.\n" +
			"**Your turn** is one of:\n" +
			"- **Move** a ship one square, or up to two with two sails, around a corner too. It expels an " +
			"enemy there, into exile, that has no more shields than it has cannons.\n" +
			"- **Swap** two ships whose numbers add up to 333 (111=222, 112=221, 121=212, 122=211).\n" +
			"- **Rotate** the frigates (112, 121, 211) or the destroyers (122, 212, 221) by one place.\n" +
			"One ship of a swap or a rotation may be in exile.\n" +
			"**Bonus**: a ship that moves exactly one square and arrives on the enemy's home row may then " +
			"swap or rotate.\n" +
			"**First turn**: swap, rotate or pass.\n" +
			"**The end**: whoever loses the corvette loses. After 40 turns without an expulsion, or when " +
			"both agree to stop, whoever expelled last has a semi-victory, ½ point; Blue, if nobody did."}
	msgHelpCommands = i18n.Message{ID: "help.commandstext",
		Other: "`/challenge` starts a game with anyone, or with me at a level from 1 to 10\n" +
			"`/play` taps your turn, `/move` types it\n" +
			"`/board` shows the board, `/games` your games, `/match log` what happened\n" +
			"`/profile` and `/record` show how somebody plays, `/ranking` who is ahead, `/league` this server's " +
			"league\n" +
			"`/hint` helps, `/learn` teaches MAD, `/puzzle` sets puzzles, `/rules` has all rules\n" +
			"`/practise` plays on from any position; so does *Try it out* under *More*\n" +
			"`/stop` offers to stop or call off, `/resign` gives up\n" +
			"`/settings`: notifications and looks; `/vacation` stops clocks; `/privacy`: what I keep\n" +
			"**Take back**: free for 10 minutes, once a turn, until your opponent looks; then I ask them.\n" +
			"**Rated**: I help neither of you meanwhile. Second accounts and programs I can't prevent."}
	msgHelpServer = i18n.Message{ID: "help.server", Other: "`/server` is for this server's language, channels, terms and puzzle of the day"}
)

// A button of `/help` that opens the page about commands.
var msgCommands = i18n.Message{ID: "help.commands", Other: "Commands"}

// The arguments of the buttons that open the pages about commands and about the picture.
const (
	helpCommands = "commands"
	helpPicture  = "legend"
)

// showHelp shows the first page of /help, or the page whose button was pressed.
func (h *Handlers) showHelp(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	page, blind := c.ID.Arg, h.View.Settings(ctx, c).NoPictures
	if blind && page == helpPicture {
		page = ui.HelpRules
	}
	reply := dispatch.Reply{Message: ui.Message{Text: helpPage(c, page), Rows: helpButtons(c.T, page, blind)}}
	if c.ID.Verb != "" && !c.OnBlock { // a panel must not be overwritten
		reply.Kind = dispatch.Update
	}
	if page == helpPicture {
		reply.Message.Picture = &ui.Picture{Alt: c.T.Text(msgLegendAlt, nil), Draw: func(w io.Writer) error {
			return h.Renderer.Diagram(w, render.LegendDiagram, render.Options{}) // the text names its colours
		}}
	}
	return reply, nil
}

func helpPage(c *dispatch.Call, page string) string {
	switch page {
	case ui.HelpRules:
		return c.T.Text(msgHelpRules, nil)
	case helpPicture:
		return c.T.Text(msgLegendText, nil)
	case helpCommands:
		said := c.T.Text(msgHelpCommands, nil)
		if c.ManagesServer() && !c.Venue.Away {
			said += "\n" + c.T.Text(msgHelpServer, nil)
		}
		return said
	}
	return c.T.Text(msgHelp, nil)
}

// helpButtons returns buttons to the lessons and the pages of the help and, below the rules in short, one to the
// complete rules. shown is the current page. People who want no pictures get no page about them.
func helpButtons(t i18n.Printer, shown string, blind bool) []ui.Row {
	to := func(arg, name string) ui.Button {
		style := ui.Quiet
		if arg == shown {
			style = ui.Strong
		}
		return ui.Button{ID: ui.NoMatch(ui.Help, arg), Label: name, Style: style}
	}
	pages := []ui.Button{show.Learn(t), to(ui.HelpRules, show.Rules(t).Label),
		to(helpCommands, t.Text(msgCommands, nil))}
	if shown == "" || shown == helpCommands {
		return ui.Buttons(pages...)
	}
	if !blind {
		pages = append(pages, to(helpPicture, t.Text(msgLegend, nil)))
	}
	return ui.Buttons(append(pages, ui.Button{ID: ui.NoMatch(ui.Rules, ""), Label: t.Text(msgAllRules, nil)})...)
}

// The page of `/help` about the picture. “Red” and “Blue” are sides.
var (
	msgLegend     = i18n.Message{ID: "diagram.legend", Other: "The picture"}
	msgLegendText = i18n.Message{ID: "diagram.legendtext",
		Other: "**What the picture shows**\n" +
			"- **A ship**: wings are sails, barrels cannons, arcs shields. The same colour around two " +
			"numbers: they can swap.\n" +
			"- **Panels** at the sides: ships in exile, on their side's half. Small shapes are empty " +
			"places.\n" +
			"- **Three darts**: whose turn it is; a bright frame is that side's home row. At the end, a " +
			"crown marks the winner, half a crown a semi-victory.\n" +
			"- **Hourglass**: turns without expulsion, and after how many the game stops; its colour is the " +
			"side that would then have the semi-victory.\n" +
			"- **Yellow dots and squares**: the last turn; a burst is an expulsion.\n" +
			"- **Red square with “!”**: a corvette under attack; with **What is attacked?**, other ships " +
			"too.\n" +
			"- **Numbered arrows**, after Hint: **1** (green) is the best turn, then **2** (blue) and **3** " +
			"(violet). Two heads are a swap, three arrows in a ring a rotation; a dashed ring marks a ship " +
			"that would be expelled.\n" +
			"Here Blue's 211 has sailed from d4 to d2 and attacks Red's corvette on c1. Red does best to " +
			"expel it."}
	msgLegendAlt = i18n.Message{ID: "diagram.legendalt",
		Other: "Red to move, after 13 of 40 turns without an expulsion. Blue 211 has sailed from d4 to d2 and " +
			"attacks Red 111 on c1. 1: Red 221 on c2 expels it. 2: Red 111 goes to b1. 3: Red 111 swaps with 222 on " +
			"a2."}
)
