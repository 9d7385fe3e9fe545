package ui

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// Arguments for how a control is answered.
const (
	Yes = "yes" // answers a question with yes
	No  = "no"

	InPlace   = "here"  // the reply replaces the message of the button
	MenuStays = "stays" // the reply is a new message; the menu stays
)

// Positioning is the argument of TypeTurn and Typed in a positioning turn.
const Positioning = "positioning"

// NextLevel is the argument of Rematch that asks for the bot's next level.
const NextLevel = "next"

// HelpRules is the argument of Help that shows the rules in short.
const HelpRules = "rules"

// ReadSide parses the name of a side; any other text is NoColor.
func ReadSide(arg string) rules.Color {
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		if arg == side.String() {
			return side
		}
	}
	return rules.NoColor
}

// Arguments of DropPlan that are not the name of a line.
const (
	DropAsk = "ask"
	DropAll = "all"
)

// Number returns the argument that ReadNumber parses.
func Number(n int) string { return strconv.Itoa(n) }

// ReadNumber parses the result of Number. It returns false for any other text.
func ReadNumber(arg string) (int, bool) {
	n, err := strconv.Atoi(arg)
	return n, err == nil
}

// The views of a match.
const (
	LookBoard    = "board"    // the current board
	LookText     = "text"     // the current board in words
	LookTurns    = "turns"    // the list of turns; At is the page
	LookPast     = "past"     // the board after At turns
	LookClock    = "clock"    // the clocks
	LookAttacked = "attacked" // the current board with attacked ships marked
	LookStrip    = "strip"    // the last turns side by side
	LookTargets  = "targets"  // the current board with what the ship At of the side to move can do

	LookTurned = "turned" // the key of a control that turns the board round, permanently for a player
)

// LookArg is a view of a match, from a side.
type LookArg struct {
	What string
	At   int
	Side rules.Color
	Key  string // keeps the custom id unique among controls with the same effect, or is LookTurned; may be ""
}

// String returns the text that ReadLook parses, as in "past red 12".
func (l LookArg) String() string {
	return strings.TrimSpace(l.What + " " + l.Side.String() + " " + strconv.Itoa(l.At) + " " + l.Key)
}

// ReadLook parses the result of String. Any other text means the current board from Red's side.
func ReadLook(arg string) LookArg {
	words := strings.Fields(arg)
	if len(words) < 3 {
		return LookArg{What: LookBoard, Side: rules.Red}
	}
	at, _ := strconv.Atoi(words[2])
	l := LookArg{What: words[0], At: at, Side: rules.Red}
	if words[1] == rules.Blue.String() {
		l.Side = rules.Blue
	}
	if len(words) > 3 {
		l.Key = words[3]
	}
	return l
}

// OfferArg is the kind of an offer and the answer to it, or to the question whether to make it. An empty
// Answer means that the bot asks for one.
type OfferArg struct {
	Answer string // Yes, No or empty
	Kind   match.OfferKind
}

// String returns the text that ReadOffer parses. It omits the kind of an offer to stop.
func (o OfferArg) String() string {
	if o.Kind == match.ToStop {
		return o.Answer
	}
	return strings.TrimSpace(o.Answer + " " + o.Kind.String())
}

// ReadOffer parses the result of String. A text without a kind is about an offer to stop.
func ReadOffer(arg string) OfferArg {
	o := OfferArg{Kind: match.ToStop}
	for _, word := range strings.Fields(arg) {
		if word == Yes || word == No {
			o.Answer = word
		}
		for k := match.ToStop; k <= match.ToCallOff; k++ {
			if word == k.String() {
				o.Kind = k
			}
		}
	}
	return o
}

// LoseArg is the answer to the question whether the player means a turn.
type LoseArg struct {
	Answer string // Yes or No
	Turn   string
}

// String returns the text that ReadLose parses.
func (l LoseArg) String() string { return l.Answer + " " + l.Turn }

// ReadLose parses the result of String.
func ReadLose(arg string) LoseArg {
	answer, turn, _ := strings.Cut(arg, " ")
	return LoseArg{answer, turn}
}

// TurnArg is a turn for one position of a match, so that it cannot be played in another one.
type TurnArg struct {
	Turn string
	Ref  play.Ref
}

// String returns the text that ReadTurn parses, as in "211-c4 @k3x9.12".
func (a TurnArg) String() string {
	return a.Turn + " @" + string(a.Ref.ID) + "." + strconv.Itoa(a.Ref.Ply)
}

// ReadTurn parses the result of String. It returns false for any other text.
func ReadTurn(arg string) (TurnArg, bool) {
	turn, place, found := strings.Cut(arg, " @")
	name, number, _ := strings.Cut(place, ".")
	id, err := match.ParseID(name)
	ply, bad := strconv.Atoi(number)
	if !found || errors.Join(err, bad) != nil {
		return TurnArg{}, false
	}
	return TurnArg{turn, play.Ref{ID: id, Ply: ply}}, true
}

// The steps of a hint.
const (
	HintIdea = "idea" // the ship, and what the turn is for
	HintTurn = "turn" // everything
	HintLine = "line" // the following turns, in pictures
)

// HintArg is a step of the hint for a turn. The zero value is a new hint.
type HintArg struct{ Step, Turn string }

// String returns the text that ReadHint parses.
func (a HintArg) String() string { return a.Step + " " + a.Turn }

// ReadHint parses the argument of Hint or Nudge. It returns the zero value for any other text than a result of String.
func ReadHint(v Verb, arg string) HintArg {
	step, turn, _ := strings.Cut(arg, " ")
	if v == Nudge && (step == HintIdea || step == HintTurn) || v == Hint && step == HintLine {
		return HintArg{step, turn}
	}
	return HintArg{}
}

// The actions of Learn.
const (
	LearnGo    = "go"    // shows a lesson
	LearnAgain = "again" // shows it from the beginning
	LearnMenu  = "menu"  // shows the selected lesson
	LearnAll   = "all"   // shows all lessons
	LearnGame  = "game"  // starts the first game, or shows it
)

// LearnArg is what to show of the lessons; the zero value continues where the person left off.
type LearnArg struct{ What, Lesson string }

// String returns the text that ReadLearn parses.
func (a LearnArg) String() string { return strings.TrimSpace(a.What + " " + a.Lesson) }

// ReadLearn parses the result of String.
func ReadLearn(arg string) LearnArg {
	what, lesson, _ := strings.Cut(arg, " ")
	return LearnArg{what, lesson}
}

// The actions of Practise.
const (
	PractiseNew   = "new"   // offers a game, in a new message
	PractiseAs    = "as"    // replaces the offer, for example with the selected level
	PractiseBegin = "begin" // begins the game
)

// PractiseArg is an offered practice game.
type PractiseArg struct {
	What  string
	Level match.Level
	Side  rules.Color // the person's side
	Limit rules.StallLimit
	From  rules.Position
}

// String returns the text that ReadPractise parses.
func (a PractiseArg) String() string {
	return fmt.Sprint(a.What, " ", a.Level, " ", a.Side, " ", a.Limit, " ", a.From)
}

// ReadPractise parses the result of String. It returns false for any other text.
func ReadPractise(arg string) (PractiseArg, bool) {
	words := strings.SplitN(arg, " ", 5)
	if len(words) < 5 {
		return PractiseArg{}, false
	}
	level, err := strconv.ParseUint(words[1], 10, 8)
	limit, bad := rules.ParseStallLimit(words[3])
	from, wrong := rules.ParsePosition(words[4])
	a := PractiseArg{words[0], match.Level(level), ReadSide(words[2]), limit, from}
	return a, errors.Join(err, bad, wrong) == nil && a.Side != rules.NoColor
}

// RankingArg is a page of a ranking.
type RankingArg struct {
	play.RankingKind
	Page int // from 0; PageOfReader is the page with the person who asks
}

// PageOfReader is the page of a RankingArg that shows the reader.
const PageOfReader = -2 // -1 is the page before the first

// String returns the text that ReadRanking parses.
func (a RankingArg) String() string { return fmt.Sprintf("%t.%t.%d", a.All, a.Rating, a.Page) }

// ReadRanking parses the result of String. It returns the zero value for any other text.
func ReadRanking(arg string) (a RankingArg) {
	if n, err := fmt.Sscanf(arg, "%t.%t.%d", &a.All, &a.Rating, &a.Page); err != nil || n < 3 {
		return RankingArg{}
	}
	return a
}
