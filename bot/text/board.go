// Package text holds what people read of matches: challenges, boards, results, notices and refusals, in
// the language of an i18n.Printer. Below it are turns and hints in words.
//
// It returns texts and sends nothing. Buttons and menus are the bot's, and so are the messages
// that only one command uses. Texts are in Discord's Markdown: names of commands stand as `/name`,
// and people and channels as mentions.
package text

import (
	"time"
	"unicode"
	"unicode/utf8"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/text/turns"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// The board message, which all in the channel read, and its private form. Its lines are labels and sentences that
// stand by themselves, some separated by dots: “@Alice, your turn as Red · turn 5”. Words says a turn in words, as in
// “211 sails from c2”.
var (
	msgToMove    = i18n.Message{ID: "board.turn", Other: "**{{.Player}}, your turn** as {{.Side}}"}
	msgTheirTurn = i18n.Message{ID: "board.their", Other: "**{{.Player}} is to move** as {{.Side}}"}
	msgPly       = i18n.Message{ID: "board.ply", Other: "turn {{.Turn}}"}
	msgYours     = i18n.Message{ID: "board.yours", Other: "**Your turn** as {{.Side}}"}
	msgPlayed    = i18n.Message{ID: "board.played",
		Other: "{{.Player}} played **{{.Turn}}** — {{.Words}}"}
	msgPassed = i18n.Message{ID: "board.passed", Other: "{{.Player}} passed"}
	msgRobot  = i18n.Message{ID: "board.robot", Other: "{{.Robot}} (level {{.Level}})"}
	msgBegun  = i18n.Message{ID: "board.begun",
		Other: "{{.Red}} is Red, {{.Blue}} Blue"}
	msgFirst = i18n.Message{ID: "board.positioning",
		Other: "first swap, rotate or pass"}
	msgQuiet = i18n.Message{ID: "board.quiet", Other: "without expulsion: {{.Count}}/{{.Limit}}"}
)

func board(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	return turns.Joined("\n",
		Overdue(t, m, reader), Offers(t, m, reader), // first: a phone notification shows no more
		turns.Joined(labelGoesOn, headline(t, m, reader, WhichBoard(t, b.Same))...), beginning(t, m, b), late(t, m),
		stalling(t, m, reader), absences(t, m, reader, b), Clock(t, m), warnings(t, b.League), Counters(t, m))
}

// Counters is the line about the ships in exile, the turns without an expulsion when they are many, and the hints that
// were used; "" when there is nothing to say.
func Counters(t i18n.Printer, m *match.Match) string {
	exiles := render.Describe(m.Game.Position(), render.Options{}).Exiles
	return capital(turns.Joined(labelGoesOn, turns.Exiles(t, exiles), quiet(t, &m.Game), hintsUsed(t, m)))
}

// capital has a line begin with a capital.
func capital(line string) string {
	first, n := utf8.DecodeRuneInString(line)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + line[n:]
}

func headline(t i18n.Printer, m *match.Match, reader match.PlayerID, which string) []string {
	p := m.Game.Position()
	form := msgToMove
	switch {
	case m.ToMove() == m.Robot():
		form = msgTheirTurn
	case reader == m.ToMove():
		form = msgYours
	case reader != "":
		form = msgTheirTurn
	}
	number := t.Text(msgPly, i18n.Args{"Turn": m.Game.Number(m.Game.Ply())})
	if p.Positioning(p.Side()) {
		number = First(t)
	}
	return []string{t.Text(form, i18n.Args{"Player": Player(t, m, m.ToMove()), "Side": turns.Side(t, p.Side())}), which,
		number}
}

// First says what a positioning turn can be.
func First(t i18n.Printer) string { return t.Text(msgFirst, nil) }

// Yours says to the reader, who plays side, whose turn it is, against whom unless other is "", and what they are asked.
func Yours(t i18n.Printer, side rules.Color, other, asks string) string {
	against := ""
	if other != "" {
		against = t.Text(msgAgainst, i18n.Args{"Who": other})
	}
	return turns.Joined(labelGoesOn, t.Text(msgYours, i18n.Args{"Side": turns.Side(t, side)}), against, asks)
}

// Theirs says to a reader that it is the turn of the side to move.
func Theirs(t i18n.Printer, m *match.Match) string {
	return t.Text(msgTheirTurn, i18n.Args{"Player": Player(t, m, m.ToMove()),
		"Side": turns.Side(t, m.ColorOf(m.ToMove()))})
}

// LastTurn is the line about the last turn of m, or about its beginning.
func LastTurn(t i18n.Printer, m *match.Match) string {
	if m.Game.Ply() == 0 {
		return begun(t, m)
	}
	before, turn := m.Game.Last()
	args := i18n.Args{"Player": Player(t, m, m.Players.Of(before.Side())), "Turn": turn}
	if turn == rules.Pass {
		return t.Text(msgPassed, args)
	}
	args["Words"] = turns.Words(t, before, turn)
	return t.Text(msgPlayed, args)
}

// beginning is LastTurn, and of a match in which none was played also its league.
func beginning(t i18n.Printer, m *match.Match, b Background) string {
	if m.Game.Ply() > 0 {
		return LastTurn(t, m)
	}
	return turns.Joined(labelGoesOn, begun(t, m), ofLeague(t, b.League))
}

// Player names p, one of the players of m: the bot with its level.
func Player(t i18n.Printer, m *match.Match, p match.PlayerID) string {
	if p != m.Robot() {
		return Mention(t, p)
	}
	return t.Text(msgRobot, i18n.Args{"Robot": Mention(t, p), "Level": m.Terms.Level})
}

func begun(t i18n.Printer, m *match.Match) string {
	return t.Text(msgBegun, i18n.Args{"Red": Player(t, m, m.Players.Red), "Blue": Player(t, m, m.Players.Blue)})
}

// quiet is the count of turns without an expulsion (rules 5.2) from half of the limit on, else "".
func quiet(t i18n.Printer, g *rules.Game) string {
	p := g.Position()
	if g.Limit() == 0 || 2*p.Quiet() < int(g.Limit()) {
		return ""
	}
	return t.Text(msgQuiet, i18n.Args{"Count": p.Quiet(), "Limit": g.Limit()})
}

// Background is what is known of the people of a match besides the match. The zero value is nothing.
type Background struct {
	Of        match.PlayerID // the person of Habits
	Habits    *play.Habits   // nil: not known
	Score     *play.Score    // of Red and Blue; nil: not known
	Stakes    []rated.Stake  // of the challenger and the opponent of a rated challenge
	Rated     []rated.Change // what a match that is over did
	Proven    review.Proven  // of a match that is over
	Countered bool           // the challenge was declined by one on other terms
	League    season.Part    // of a match that has begun
	Same      []play.Summary // the match and others that the two play; nil: not known
	// Spared is what vacation is left to those who are on one that began by itself.
	Spared map[match.PlayerID]time.Duration
}

// Match says how m stands: its challenge, its board or its result. reader is addressed as "you";
// "" means that everybody reads it.
func Match(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	return MatchAnd(t, m, reader, Background{})
}

// MatchAnd is Match with what is known besides m.
func MatchAnd(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	switch m.Status {
	case match.Playing:
		return board(t, m, reader, b)
	case match.Finished:
		return result(t, m, b)
	}
	return card(t, m, b)
}
