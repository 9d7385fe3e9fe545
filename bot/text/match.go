package text

import (
	"madbot/bot/i18n"
	"madbot/rules"
	"madbot/rules/match"
)

// Match says how m stands: its challenge, its board or its result. reader is addressed as "you";
// "" means that everybody reads it.
func Match(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	switch m.Status {
	case match.Playing:
		return board(t, m, reader)
	case match.Finished:
		return result(t, m)
	}
	return card(t, m)
}

// LastTurn returns the last turn of g, which must have one, and the position it was played in.
func LastTurn(g *rules.Game) (before rules.Position, last rules.Turn) {
	turns, p := g.Turns(), g.Start()
	n := len(turns) - 1
	for _, turn := range turns[:n] {
		p = p.Play(turn)
	}
	return p, turns[n]
}
