package turns

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// What a stop would bring, after a sentence that says what may stop the match: "Bob offers to stop here. If the match
// stopped now, …". In channels and in private. Winner and Loser are people.
var (
	msgStakeNow = i18n.Message{ID: "stake.now",
		Other: "If the game stopped now, {{.Winner}} would have a semi-victory, ½ point, and {{.Loser}} 0."}
	msgStakeNowWon = i18n.Message{ID: "stake.nowwon",
		Other: "If the game stopped now, you'd have a semi-victory, ½ point, and {{.Loser}} 0."}
	msgStakeNowLost = i18n.Message{ID: "stake.nowlost",
		Other: "If the game stopped now, {{.Winner}} would have a semi-victory, ½ point, and you 0."}
)

// The same after "The match stops in 5 turns unless a ship is expelled." and after "The match stops with this turn."
var (
	msgStakeThen = i18n.Message{ID: "stake.all",
		Other: "{{.Winner}} would then have a semi-victory, ½ point, and {{.Loser}} 0."}
	msgStakeThenWon = i18n.Message{ID: "stake.won",
		Other: "You'd then have a semi-victory, ½ point, and {{.Loser}} 0."}
	msgStakeThenLost = i18n.Message{ID: "stake.lost",
		Other: "{{.Winner}} would then have a semi-victory, ½ point, and you 0."}
)

// Stake is what a match without a victory brings: to its winner and its loser, as they are called. The
// reader, one of them or neither, is addressed as "you".
type Stake struct{ Winner, Loser, Reader string }

// Now says in a sentence what would come of a stop now.
func (s Stake) Now(t i18n.Printer) string {
	return s.say(t, msgStakeNow, msgStakeNowWon, msgStakeNowLost)
}

// Then says in a sentence what would come of the stop that the sentence before it is about.
func (s Stake) Then(t i18n.Printer) string {
	return s.say(t, msgStakeThen, msgStakeThenWon, msgStakeThenLost)
}

// say chooses the words for the reader: somebody else, the winner or the loser.
func (s Stake) say(t i18n.Printer, all, won, lost i18n.Message) string {
	form := all
	switch s.Reader {
	case s.Winner:
		form = won
	case s.Loser:
		form = lost
	}
	return t.Text(form, i18n.Args{"Winner": s.Winner, "Loser": s.Loser})
}

// The first of them where players have no names.
var msgSideStake = i18n.Message{ID: "stake.side",
	Other: "If the game stopped now, {{.Side}} would have a semi-victory, ½ point."}

// sideStake says what a stop of the game of p would bring, by sides (rules 5.4).
func sideStake(t i18n.Printer, p rules.Position) string {
	return t.Text(msgSideStake, i18n.Args{"Side": Side(t, p.SemiWinner())})
}
