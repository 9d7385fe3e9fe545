package turns

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// What a stop would bring, after a sentence about what may stop the match: "Bob offers to stop here. If the match
// stopped now, …". In channels and in private. Winner is a person; ½ to 0 are points.
var (
	msgStakeNow = i18n.Message{ID: "stake.now",
		Other: "If the game stopped now, {{.Winner}} would have a semi-victory, ½ to 0."}
	msgStakeNowWon = i18n.Message{ID: "stake.nowwon",
		Other: "If the game stopped now, you'd have a semi-victory, ½ to 0."}
)

// The same after "The match stops in 5 turns unless a ship is expelled." and after "The match stops with this turn."
var (
	msgStakeThen = i18n.Message{ID: "stake.all",
		Other: "{{.Winner}} would then have a semi-victory, ½ to 0."}
	msgStakeThenWon = i18n.Message{ID: "stake.won",
		Other: "You'd then have a semi-victory, ½ to 0."}
)

// Stake names the winner of a match that ends without a victory, and the reader, who is addressed as "you".
type Stake struct{ Winner, Reader string }

// Now returns a sentence about the result if the match stopped now.
func (s Stake) Now(t i18n.Printer) string {
	return s.say(t, msgStakeNow, msgStakeNowWon)
}

// Then returns a sentence about the result of the stop that the previous sentence is about.
func (s Stake) Then(t i18n.Printer) string {
	return s.say(t, msgStakeThen, msgStakeThenWon)
}

// say returns the message for the reader: won for the winner, all for anybody else.
func (s Stake) say(t i18n.Printer, all, won i18n.Message) string {
	return t.Text(i18n.Either(s.Reader == s.Winner, won, all), i18n.Args{"Winner": s.Winner})
}

// The first of them where players have no names.
var msgSideStake = i18n.Message{ID: "stake.side",
	Other: "If the game stopped now, {{.Side}} would have a semi-victory, ½ to 0."}

// sideStake says what a stop of the game in p would bring, by sides (rules 5.4).
func sideStake(t i18n.Printer, p rules.Position) string {
	return t.Text(msgSideStake, i18n.Args{"Side": Side(t, p.SemiWinner())})
}
