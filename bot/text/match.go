// Package text holds what people read of a match: challenges, boards, results, hints and refusals, in
// the language of an i18n.Printer. What is said of positions and turns alone is in package turns.
//
// It returns texts and sends nothing. Buttons and menus are the bot's, and so are the messages
// that only one command uses. Texts are in Discord's Markdown: names of commands stand as `/name`,
// and people and channels as mentions.
package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules/match"
)

// Background is what is known of the people of a match beside the match. The zero value is nothing.
type Background struct {
	Of        match.PlayerID // the person of Habits
	Habits    *play.Habits   // nil: not known
	Score     *play.Score    // of Red and Blue; nil: not known
	Countered bool           // the challenge was declined by one on other terms
}

// Match says how m stands: its challenge, its board or its result. reader is addressed as "you";
// "" means that everybody reads it.
func Match(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	return MatchAnd(t, m, reader, Background{})
}

// MatchAnd is Match with what is known beside m.
func MatchAnd(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	switch m.Status {
	case match.Playing:
		return board(t, m, reader)
	case match.Finished:
		return result(t, m, b.Score)
	}
	return card(t, m, b)
}
