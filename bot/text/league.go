package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/text/turns"
)

// What a match of a league is, a label in a line.
var msgOfLeague = i18n.Message{ID: "league.of", Other: "League, group {{.Group}}"}

// What its league makes of a player's time, sentences of their own to that player.
var (
	msgLastTime = i18n.Message{ID: "league.lastlate", Other: "**League**: lose another game on time, and you're out of the season."}
	msgVoidGame = i18n.Message{ID: "league.void", Other: "**League**: the game counts for nobody, because somebody has left; `/resign` lets you call it off."}
	msgEndsSoon = i18n.Message{ID: "league.soon", Other: "**League**: the season ends {{.When}}. If the game is still open then, it's a victory for a side that's clearly ahead; otherwise ½ goes to the side that isn't to move."}
)

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
