package teach

import (
	"context"
	"io"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/ui"
	"madbot/bot/view/button"
	"madbot/render"
)

// The pages of /help, private messages: what it is about, the rules, the commands; and what is said besides to those
// who manage the server. With its commands as links each must fit into 2,000 characters.
var (
	msgHelp = i18n.Message{ID: "help.text",
		Other: "**Exile the enemy corvette, 111, and you win.**\n" +
			"A ship's three digits are its sails, cannons and shields. Your turn is one of:\n" +
			"- **Move** a ship as far as it has sails. It **expels** an enemy it lands on that has no more " +
			"shields than it has cannons.\n" +
			"- **Swap** two ships whose numbers add up to 333.\n" +
			"- **Rotate** three frigates or destroyers.\n" +
			"Your first turn can't move a ship; you may pass.\n\n" +
			"`/challenge` a friend, or me. Then press **Play**; afterwards, **Review**."}
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
		Other: "`/challenge` starts a game with a friend, anyone, or with me at a level from 1 to 10\n" +
			"`/play` lets you tap your turn, `/move` type it\n" +
			"`/board` shows the board, `/games` lists your games, `/match log` tells what happened\n" +
			"`/hint` helps, `/learn` teaches MAD on a board, `/rules` has the complete rules\n" +
			"`/practise` plays on against me from any position; *Try it out* under *More* moves both sides, for you alone\n" +
			"`/stop` offers to stop, `/resign` gives up\n" +
			"`/settings` is for notices, time zone and looks, `/vacation` stops your clocks and notices, `/privacy` is what I keep\n" +
			"**Take back**: free for 10 minutes, once a turn, until the other looks; then it asks them.\n" +
			"**You're told once** of a turn, even if it's replaced within the hour, and once of all its offers.\n" +
			"**A pause** lasts 30 days at most, and uses up no vacation when all your games are paused.\n" +
			"**Out of reach** by channel and direct message? Your time begins when you're next here, a week later at most.\n" +
			"**No clock**, and no turn for 30 days? **More** has **Call it off**: they get 7 days, then the game ends and " +
			"counts for nothing.\n" +
			"**Limits**: two vacations started a day; after two refused challenges in a row, none to that person " +
			"for a week."}
	msgHelpServer = i18n.Message{ID: "help.server", Other: "`/server` is for this server's language, channels and terms"}
)

var (
	msgRules    = i18n.Message{ID: "help.rules", Other: "Rules in short"}
	msgCommands = i18n.Message{ID: "help.commands", Other: "Commands"}
)

// helpCommands is the argument of the button that leads to the commands.
const helpCommands = "commands"

// explainAll answers with the help, or with the page or the lesson whose button was pressed.
func (h *Handlers) explainAll(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	page, blind := c.ID.Arg, h.View.Settings(ctx, c).NoPictures
	if blind && page == render.LegendDiagram.String() {
		page = ui.HelpRules
	}
	reply := dispatch.Reply{Message: ui.Message{Text: helpPage(c, page), Rows: helpButtons(c.T, page, blind)}}
	if c.ID.Verb != "" && !c.Block { // a panel stays
		reply.Kind = dispatch.Update
	}
	for _, l := range lessons() {
		if page == l.diagram.String() {
			rule, shown, _ := strings.Cut(c.T.Text(l.caption, nil), "\n")
			reply.Message.Text = rule
			reply.Message.Picture = &ui.Picture{Alt: c.T.Text(l.alt, nil), Caption: shown, Draw: func(w io.Writer) error {
				return h.Renderer.Diagram(w, l.diagram, render.Options{}) // whose colours the caption names
			}}
		}
	}
	return reply, nil
}

// helpPage is the page that was asked for, without a diagram.
func helpPage(c *dispatch.Call, page string) string {
	switch page {
	case ui.HelpRules:
		return c.T.Text(msgHelpRules, nil)
	case helpCommands:
		said := c.T.Text(msgHelpCommands, nil)
		if c.Manages() && !c.Venue.Away {
			said += "\n" + c.T.Text(msgHelpServer, nil)
		}
		return said
	}
	return c.T.Text(msgHelp, nil)
}

// helpButtons lead to the lessons and the pages of the help, the rules with a row of their diagrams; shown is the
// argument of the one whose text is shown. What explains pictures is for those who want some.
func helpButtons(t i18n.Printer, shown string, blind bool) []ui.Row {
	to := func(arg string, name i18n.Message) ui.Button {
		style := ui.Quiet
		if arg == shown {
			style = ui.Strong
		}
		return ui.Button{ID: ui.NoMatch(ui.Help, arg), Label: t.Text(name, nil), Style: style}
	}
	pages := []ui.Button{button.Learn(t), to(ui.HelpRules, msgRules), to(helpCommands, msgCommands)}
	if shown == "" || shown == helpCommands {
		return ui.Buttons(pages...)
	}
	diagrams := ui.Row{}
	for _, l := range lessons() {
		if l.diagram == render.LegendDiagram {
			if !blind {
				pages = append(pages, to(l.diagram.String(), l.name))
			}
			continue
		}
		diagrams.Buttons = append(diagrams.Buttons, to(l.diagram.String(), l.name))
	}
	pages = append(pages, ui.Button{ID: ui.NoMatch(ui.Rules, ""), Label: t.Text(msgAllRules, nil)})
	return []ui.Row{diagrams, {Buttons: pages}}
}

// Buttons under `/help`, each of which shows a diagram.
var (
	msgMovement  = i18n.Message{ID: "diagram.movement", Other: "Movement"}
	msgExpulsion = i18n.Message{ID: "diagram.expulsion", Other: "Expulsion"}
	msgSwapping  = i18n.Message{ID: "diagram.swap", Other: "Swap"}
	msgRotating  = i18n.Message{ID: "diagram.rotation", Other: "Rotation"}
	msgBonusTurn = i18n.Message{ID: "diagram.bonus", Other: "Bonus"}
	msgLegend    = i18n.Message{ID: "diagram.legend", Other: "The picture"}
)

// Texts beside the diagrams of `/help`, in private; what they say is seen in the picture. “Left” and “right” are
// parts of the picture.
var (
	msgMovementText = i18n.Message{ID: "diagram.movementtext",
		Other: "**Movement**: one square, or up to two with two sails, around a corner too.\n" +
			"Red's 221 on c3 can go to the dots, and expel Blue's 122 on c4, in the dashed ring. It doesn't " +
			"reach b4, as both ways are blocked, or c5, behind c4."}
	msgExpulsionText = i18n.Message{ID: "diagram.expulsiontext",
		Other: "**Expulsion**: sail onto an enemy with no more shields than your ship has cannons.\n" +
			"Red's 211 sails from c4 around the corner to b3, where one cannon is enough for the one shield " +
			"of Blue's 121. That goes into exile, beside the board. Left, the turn; right, the board after " +
			"it."}
	msgSwapText = i18n.Message{ID: "diagram.swaptext",
		Other: "**Swap**: two ships whose numbers add up to 333 change places.\n" +
			"Blue's 221 comes back from exile to c4, where 112 stood, and 112 goes into exile. That's no expulsion."}
	msgRotationText = i18n.Message{ID: "diagram.rotationtext",
		Other: "**Rotation**: the three frigates or the three destroyers move round by one place, either " +
			"way.\n" +
			"Red's 122 takes the place of 212 on b4, 212 that of 221 on a3, and 221 that of 122 on d4. " +
			"On b4 two cannons now face Blue's 222 and 212. Left, the turn; right, the board after it."}
	msgBonusText = i18n.Message{ID: "diagram.bonustext",
		Other: "**Bonus**: after exactly one square onto the enemy's home row, a swap or rotation that " +
			"includes the ship that moved may follow.\n" +
			"Red's 221 steps from c5 to c6, then the destroyers rotate. Now 212 on c6 threatens Blue's " +
			"corvette on a6, which can't be saved. Left, the turn; right, the board after it."}
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
)

// Alt texts of the same diagrams, for those who do not see them.
var (
	msgMovementAlt = i18n.Message{ID: "diagram.movementalt",
		Other: "Red 221 on c3 can go up to two squares away where the way is free, and expel Blue 122 on c4."}
	msgExpulsionAlt = i18n.Message{ID: "diagram.expulsionalt",
		Other: "Red 211 sails from c4 around a corner to b3 and expels Blue 121, which is now in exile."}
	msgSwapAlt = i18n.Message{ID: "diagram.swapalt",
		Other: "Blue swaps 112 on c4 with 221 in exile: 221 comes to c4 and 112 goes into exile."}
	msgRotationAlt = i18n.Message{ID: "diagram.rotationalt",
		Other: "Red rotates its destroyers: 122 from d4 takes the place of 212 on b4, 212 that of " +
			"221 on a3, and 221 that of 122."}
	msgBonusAlt = i18n.Message{ID: "diagram.bonusalt",
		Other: "Red 221 sails one square from c5 to c6 on Blue's home row; as a bonus Red rotates " +
			"its destroyers, so that 212 stands on c6 and threatens Blue 111 on a6."}
	msgLegendAlt = i18n.Message{ID: "diagram.legendalt",
		Other: "A board on which Red is to move and 13 of 40 turns have passed without an expulsion. " +
			"Blue 211 has sailed from d4 to d2 and attacks Red 111 on c1. 1: Red 221 on c2 " +
			"expels it. 2: Red 111 goes to b1. 3: Red 111 swaps with 222 on a2."}
)

// lesson is a picture that explains something: its name, what is said about it, and what it shows in
// words.
type lesson struct {
	diagram            render.Diagram
	name, caption, alt i18n.Message
}

func lessons() []lesson {
	return []lesson{
		{render.MovementDiagram, msgMovement, msgMovementText, msgMovementAlt},
		{render.ExpulsionDiagram, msgExpulsion, msgExpulsionText, msgExpulsionAlt},
		{render.SwapDiagram, msgSwapping, msgSwapText, msgSwapAlt},
		{render.RotationDiagram, msgRotating, msgRotationText, msgRotationAlt},
		{render.BonusDiagram, msgBonusTurn, msgBonusText, msgBonusAlt},
		{render.LegendDiagram, msgLegend, msgLegendText, msgLegendAlt},
	}
}
