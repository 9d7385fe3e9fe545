package turns

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// What the end of a match without a victory brings; these follow "if it is accepted," and the like.
var (
	msgStake = i18n.Message{ID: "stake.all",
		Other: "{{.Winner}} would have a semi-victory, ½ point, and {{.Loser}} 0"}
	msgStakeWon = i18n.Message{ID: "stake.won",
		Other: "you would have a semi-victory, ½ point, and {{.Loser}} 0"}
	msgStakeLost = i18n.Message{ID: "stake.lost",
		Other: "{{.Winner}} would have a semi-victory, ½ point, and you 0"}
	msgIfStopped = i18n.Message{ID: "board.ifstopped",
		Other: "If the match stopped now, {{.Stake}}."}
)

// Stake says what a semi-victory brings its winner and the loser, as they are called; the reader, one of
// them or neither, is addressed as "you".
func Stake(t i18n.Printer, winner, loser, reader string) string {
	form := msgStake
	switch reader {
	case winner:
		form = msgStakeWon
	case loser:
		form = msgStakeLost
	}
	return t.Text(form, i18n.Args{"Winner": winner, "Loser": loser})
}

// IfStopped says what would come of a stop now: stake, in the words of Stake.
func IfStopped(t i18n.Printer, stake string) string {
	return t.Text(msgIfStopped, i18n.Args{"Stake": stake})
}

// sideStake says by sides who would have the semi-victory if the game of p stopped now (rules 5.4); a
// reader who plays side is addressed as "you", and nobody for NoColor.
func sideStake(t i18n.Printer, p rules.Position, side rules.Color) string {
	winner, reader := p.SemiWinner(), ""
	if side != rules.NoColor {
		reader = Side(t, side)
	}
	return Stake(t, Side(t, winner), Side(t, winner.Other()), reader)
}
