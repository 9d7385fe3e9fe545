package bot

import (
	"context"

	"madbot/bot/i18n"
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
		"**The end**: an exiled corvette loses. After 40 quiet turns, or when both agree to stop, " +
		"whoever expelled last has a semi-victory, ½ point; Blue, if nobody did.\n\n" +
		"**Turns are written** `211-c4` `211xc4` `112=221` `112>121>211` `pass`, with bonus " +
		"`221-a6+112=221`. {{.Move}} suggests them as you type, in words too.\n" +
		"{{.Challenge}} begins a match · {{.Move}} plays · {{.Board}} shows it from your side · " +
		"{{.Games}} lists yours · {{.Hint}} helps · {{.Stop}} offers to stop · {{.Resign}} gives up"}

// help tells the rules in short and how to play here.
func (d *desk) help() Command {
	return Command{
		Spec: spec("help", "The rules in short, and how to play here"),
		Run:  d.explainAll,
	}
}

// explainAll answers with the help.
func (d *desk) explainAll(_ context.Context, c *Call) (Reply, error) {
	return private(c.T.Text(msgHelp, i18n.Args{
		"Challenge": d.link("challenge"), "Move": d.link("move"), "Board": d.link("board"),
		"Games": d.link("games"), "Hint": d.link("hint"), "Stop": d.link("stop"),
		"Resign": d.link("resign")})), nil
}
