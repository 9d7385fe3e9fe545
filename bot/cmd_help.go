package bot

import (
	"context"
	"io"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/render"
)

var msgHelp = i18n.Message{ID: "help.text",
	Other: "**MAD** is a duel of two fleets. Exile the enemy's corvette, **111**, and you win.\n\n" +
		"**Ships** are three digits: sails, cannons, shields. Corvette 111; frigates 112 121 211; " +
		"destroyers 122 212 221; cruiser 222. Each fleet has one of each.\n" +
		"**Your turn** is one of:\n" +
		"- **Move** a ship one square, or up to two with two sails, across or up and down, around a " +
		"corner too. The way must be free. Land on an enemy whose shields are not above your cannons: " +
		"it goes into exile.\n" +
		"- **Swap** two ships whose digits add up to 3 (111=222, 112=221, 121=212, 122=211). One may " +
		"be in exile: they change places.\n" +
		"- **Rotate** the three frigates or the three destroyers by one place. One may be in exile.\n" +
		"**Bonus**: a move of exactly one square that arrives on the enemy's home row may be followed " +
		"by a swap or rotation of the ship that moved.\n" +
		"**First turn**: swap, rotate or pass, to position your fleet.\n" +
		"**The end**: an exiled corvette loses. After 40 turns without an expulsion, or when both " +
		"agree to stop, whoever expelled last has a semi-victory, ½ point; Blue, if nobody did.\n\n" +
		"**Turns are written** `211-c4` `211xc4` `112=221` `112>121>211` `pass`, with bonus " +
		"`221-a6+112=221`. `/move` suggests them as you type, in words too.\n" +
		"`/challenge` begins a match · `/move` plays · `/board` shows it from your side · " +
		"`/games` lists yours · `/hint` helps · `/stop` offers to stop · `/resign` gives up"}

var (
	msgMovement  = i18n.Message{ID: "diagram.movement", Other: "Movement"}
	msgExpulsion = i18n.Message{ID: "diagram.expulsion", Other: "Expulsion"}
	msgSwapping  = i18n.Message{ID: "diagram.swap", Other: "Swap"}
	msgRotating  = i18n.Message{ID: "diagram.rotation", Other: "Rotation"}
	msgBonusTurn = i18n.Message{ID: "diagram.bonus", Other: "Bonus"}

	msgMovementAlt = i18n.Message{ID: "diagram.movementalt",
		Other: "Dots are the squares that Red 221 on c3 can go to, up to two squares away where " +
			"the way is free; a dashed ring is on Blue 122 on c4, which it can expel."}
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
)

// help tells the rules in short and how to play here.
func (h *handlers) help() Command {
	return Command{
		Spec: spec("help", "The rules in short, and how to play here"),
		Run:  h.explainAll,
		Components: map[string]Component{
			"help": {Run: h.explainAll, Inline: true},
		},
	}
}

// lesson is a rule with a diagram: its name and what the diagram shows.
type lesson struct {
	diagram   render.Diagram
	name, alt i18n.Message
}

func lessons() []lesson {
	return []lesson{
		{render.MovementDiagram, msgMovement, msgMovementAlt},
		{render.ExpulsionDiagram, msgExpulsion, msgExpulsionAlt},
		{render.SwapDiagram, msgSwapping, msgSwapAlt},
		{render.RotationDiagram, msgRotating, msgRotationAlt},
		{render.BonusDiagram, msgBonusTurn, msgBonusAlt},
	}
}

// explainAll answers with the help, and with the diagram of a rule when its button was pressed.
func (h *handlers) explainAll(_ context.Context, c *Call) (Reply, error) {
	reply := Reply{Message: Message{Text: c.T.Text(msgHelp, nil)}}
	if c.ID.Verb != "" {
		reply.Kind = Update
	}
	var row []Button
	for _, l := range lessons() {
		style := Quiet
		if c.ID.Arg == l.diagram.String() {
			style = Strong
			reply.Message.Picture = &Picture{Alt: c.T.Text(l.alt, nil), Draw: func(w io.Writer) error {
				return h.renderer.Diagram(w, l.diagram, render.Options{})
			}}
		}
		id := customID{Verb: "help", Ply: play.AnyPly, Arg: l.diagram.String()}
		row = append(row, Button{id, c.T.Text(l.name, nil), style})
	}
	reply.Message.Rows = buttons(row...)
	return reply, nil
}
