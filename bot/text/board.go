// Package text writes what people read about matches: challenges, boards, results, notices and refusals, in the
// language of an i18n.Printer. Its subpackages write turns and hints.
//
// It returns texts and sends nothing. Texts that only one command uses are in the package of that command. Texts are in
// Discord's Markdown, with commands as `/name` and with mentions of people and channels.
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

// The board message, which all read, and its private form. Its lines are labels and sentences that
// stand by themselves, some separated by dots: “@Alice, your turn as Red · round 5”. Words says a turn in words, as in
// “211 sails from c2”.
var (
	msgToMove    = i18n.Message{ID: "board.turn", Other: "**{{.Player}}, your turn** as {{.Side}}"}
	msgTheirTurn = i18n.Message{ID: "board.their", Other: "**{{.Player}} to move** as {{.Side}}"}
	msgPly       = i18n.Message{ID: "board.ply", Other: "round {{.Round}}"}
	msgYours     = i18n.Message{ID: "board.yours", Other: "**Your turn** as {{.Side}}"}
	msgPlayed    = i18n.Message{ID: "board.played",
		Other: "{{.Player}} played **{{.Turn}}** — {{.Words}}"}
	msgPassed = i18n.Message{ID: "board.passed", Other: "{{.Player}} passed"}
	msgRobot  = i18n.Message{ID: "board.robot", Other: "{{.Robot}} (level {{.Level}})"}
	msgBegun  = i18n.Message{ID: "board.begun",
		Other: "{{.Red}} is Red, {{.Blue}} Blue"}
	msgFirst = i18n.Message{ID: "board.positioning",
		Other: "first turn: swap, rotate or pass"}
	msgQuiet = i18n.Message{ID: "board.quiet", Other: "without expulsion: {{.Count}}/{{.Limit}}"}
)

func board(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	return turns.Joined("\n",
		Overdue(t, m, reader), Offers(t, m, reader), // first: a phone notification shows no more
		turns.Joined(labelGoesOn, headline(t, m, reader, WhichBoard(t, b.Same))...), beginning(t, m, b), late(t, m),
		stalling(t, m, reader), absences(t, m, reader, b), Clock(t, m), leagueWarnings(t, b.League), Counters(t, m))
}

// Counters returns the line with the ships in exile, the number of turns without an expulsion if it is high, and the
// hints used; "" if there is nothing to say.
func Counters(t i18n.Printer, m *match.Match) string {
	exiles := render.Describe(m.Game.Position(), render.Options{}).Exiles
	return capital(turns.Joined(labelGoesOn, turns.Exiles(t, exiles), quiet(t, &m.Game), hintsUsed(t, m)))
}

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
	number := t.Text(msgPly, i18n.Args{"Round": m.Game.Number(m.Game.Ply())})
	if p.Positioning(p.Side()) {
		number = First(t)
	}
	return []string{t.Text(form, i18n.Args{"Player": Player(t, m, m.ToMove()), "Side": turns.Side(t, p.Side())}), which,
		number}
}

// First explains what a positioning turn can be.
func First(t i18n.Printer) string { return t.Text(msgFirst, nil) }

// Yours tells the reader, who plays side, that it is their turn, against whom (unless other is ""), and what they are
// asked.
func Yours(t i18n.Printer, side rules.Color, other, asks string) string {
	against := ""
	if other != "" {
		against = t.Text(msgAgainst, i18n.Args{"Who": other})
	}
	return turns.Joined(labelGoesOn, t.Text(msgYours, i18n.Args{"Side": turns.Side(t, side)}), against, asks)
}

// Theirs tells a reader that it is the turn of the other side.
func Theirs(t i18n.Printer, m *match.Match) string {
	return t.Text(msgTheirTurn, i18n.Args{"Player": Player(t, m, m.ToMove()),
		"Side": turns.Side(t, m.ColorOf(m.ToMove()))})
}

// LastTurn returns the line about the last turn of m, or about its start.
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

// beginning is LastTurn, followed by the league of the match if no turn was played yet.
func beginning(t i18n.Printer, m *match.Match, b Background) string {
	if m.Game.Ply() > 0 {
		return LastTurn(t, m)
	}
	return turns.Joined(labelGoesOn, begun(t, m), ofLeague(t, m, b.League, ""))
}

// Player mentions p, a player of m, and adds the level of the bot.
func Player(t i18n.Printer, m *match.Match, p match.PlayerID) string {
	if p != m.Robot() {
		return Mention(t, p)
	}
	return t.Text(msgRobot, i18n.Args{"Robot": Mention(t, p), "Level": m.Terms.Level})
}

func begun(t i18n.Printer, m *match.Match) string {
	return t.Text(msgBegun, i18n.Args{"Red": Player(t, m, m.Players.Red), "Blue": Player(t, m, m.Players.Blue)})
}

// quiet returns the count of turns without an expulsion (rules 5.2), "" below half of the limit.
func quiet(t i18n.Printer, g *rules.Game) string {
	p := g.Position()
	if g.Limit() == 0 || 2*p.Quiet() < int(g.Limit()) {
		return ""
	}
	return t.Text(msgQuiet, i18n.Args{"Count": p.Quiet(), "Limit": g.Limit()})
}

// Background is what to say about the players of a match in addition to the match. The zero value adds nothing.
type Background struct {
	Of        match.PlayerID // whose Habits
	Habits    *play.Habits   // nil: unknown
	Score     *play.Score    // of Red and Blue; nil: unknown
	Stakes    []rated.Stake  // of the challenger and the opponent of a rated challenge
	Rated     []rated.Change // the rating changes of a finished match
	Proven    review.Proven  // what the review of a finished match proved
	Annulled  match.PlayerID // who annulled the result of a finished match; "": nobody
	Countered bool           // the challenge was declined with a counter-challenge
	League    season.Part    // of a match that has started
	Same      []play.Summary // the match and the others between its players; nil: unknown
	// Spared is the vacation that is left to each player whose vacation started automatically.
	Spared map[match.PlayerID]time.Duration
}

// Match returns the text of m: its challenge, its board or its result. It addresses reader as "you"; if reader is "",
// the text is for everybody.
func Match(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	return MatchAnd(t, m, reader, Background{})
}

// MatchAnd is Match with background.
func MatchAnd(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	switch m.Status {
	case match.Playing:
		return board(t, m, reader, b)
	case match.Finished:
		return result(t, m, reader, b)
	}
	return card(t, m, b)
}
