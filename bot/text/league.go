package text

import (
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// A match's league, a label in a line, perhaps with places.
var (
	msgOfLeague = i18n.Message{ID: "league.of", Other: "League, group {{.Group}}"}
	msgPlaced   = i18n.Message{ID: "league.of.you", Other: "League, group {{.Group}}: you're #{{.Place}} of {{.Size}}"}
	msgPlaces   = i18n.Message{ID: "league.of.both",
		Other: "League, group {{.Group}}: {{.Red}} is #{{.Place}} of {{.Size}}, {{.Blue}} #{{.Blues}}"}
)

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

// SeasonEnds says when the season ends, and what happens to open matches then.
func SeasonEnds(t i18n.Printer, at time.Time) string {
	return t.Text(msgEndsSoon, i18n.Args{"When": FromNow(at)})
}

// ofLeague returns the label of a match of a league, "" for other matches. After the match it gives the places of its
// players, or only the reader's, in words to them.
func ofLeague(t i18n.Printer, m *match.Match, part season.Part, reader match.PlayerID) string {
	side := m.ColorOf(reader)
	args := i18n.Args{"Group": part.Group, "Size": part.Size, "Place": part.Places[0], "Blues": part.Places[1],
		"Red": Mention(t, m.Players.Red), "Blue": Mention(t, m.Players.Blue)}
	switch {
	case part.Group == 0:
		return ""
	case part.Size == 0:
		return t.Text(msgOfLeague, args)
	case side == rules.NoColor:
		return t.Text(msgPlaces, args)
	}
	args["Place"] = part.Places[side-rules.Red]
	return t.Text(msgPlaced, args)
}

// leagueWarnings explains how the league of a match treats running out of time.
func leagueWarnings(t i18n.Printer, part season.Part) string {
	last, ends := "", ""
	if part.Last {
		last = t.Text(msgLastTime, nil)
	}
	if !part.Ends.IsZero() {
		ends = SeasonEnds(t, part.Ends)
	}
	void := ""
	if part.Void {
		void = t.Text(msgVoidGame, nil)
	}
	return turns.Joined("\n", last, void, ends)
}
