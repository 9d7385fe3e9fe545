package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/text/turns"
)

// What a match of a league is, a label in a line.
var msgOfLeague = i18n.Message{ID: "league.of", Other: "League, group {{.Group}}"}

// What a league makes of a player's time, whole sentences to that player.
var (
	msgLastTime = i18n.Message{ID: "league.lastlate", Other: "**League**: lose another game on time, and you're out of the season."}
	msgVoidGame = i18n.Message{ID: "league.void",
		Other: "**League**: the game doesn't count, because somebody has left; `/resign` lets you call it off."}
	msgEndsSoon = i18n.Message{ID: "league.soon",
		Other: "**League**: the season ends {{.When}}. If the game is still open then, it's a victory for a side " +
			"that's clearly ahead; otherwise ½ goes to the side that has just moved."}
)

// What a manager reads before deciding who is in a league.
var msgForgone = i18n.Message{ID: "league.forgone",
	Other: "If you decide who's in the league, you can't join season {{.Season}}."}

// Forgone tells a manager who is about to decide who is in l which season they cannot join afterwards; "" if none can
// be joined.
func Forgone(t i18n.Printer, l *season.League) string {
	if !l.CanJoin() {
		return ""
	}
	return t.Text(msgForgone, i18n.Args{"Season": l.Next()})
}

func ofLeague(t i18n.Printer, part season.Part) string {
	if part.Group == 0 {
		return ""
	}
	return t.Text(msgOfLeague, i18n.Args{"Group": part.Group})
}

// leagueWarnings explains how the league of a match treats running out of time.
func leagueWarnings(t i18n.Printer, part season.Part) string {
	last, ends := "", ""
	if part.Last {
		last = t.Text(msgLastTime, nil)
	}
	if !part.Ends.IsZero() {
		ends = t.Text(msgEndsSoon, i18n.Args{"When": FromNow(part.Ends)})
	}
	void := ""
	if part.Void {
		void = t.Text(msgVoidGame, nil)
	}
	return turns.Joined("\n", last, void, ends)
}
