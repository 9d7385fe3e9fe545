package teach

import (
	"slices"

	"madbot/bot/i18n"
	"madbot/rules"
)

// ID names a lesson in lower-case letters. IDs are stored, so they never change.
type ID string

// Lesson is a position with a goal. The learner has the side to move in it.
type Lesson struct {
	ID    ID
	Title i18n.Message
	Start rules.Position

	praise i18n.Message // said when the last step is done, with the rule that it taught
	steps  []step
}

// step is one turn of the learner.
type step struct {
	task   i18n.Message // what to do, and why
	goal   condition
	misses []miss // the words for a legal turn that does not reach the goal; the last fits any
	reply  string // what the opponent then plays, in the notation; "" after the last step
}

// condition is something that may be true of a turn and the position before it.
type condition func(before rules.Position, t rules.Turn) bool

// miss is the text for turns that meet a condition. The places of text are those of missArgs.
type miss struct {
	when condition
	text i18n.Message
}

// msgMissLoses takes precedence over the misses of a step (rules 2.5).
var msgMissLoses = i18n.Message{ID: "learn.miss.loses",
	Other: "That would lose at once: your 222 is in exile, and the swap would send your own corvette " +
		"there. Try again."}

// lessons are all lessons in their order.
var lessons = slices.Concat(basics(), shifts(), ends(), tactics())

// Lessons returns the lessons in their order.
func Lessons() []Lesson { return slices.Clone(lessons) }

// position reads the position of a lesson. It panics when that is not one, as the program starts.
func position(text string) rules.Position {
	p, err := rules.ParsePosition(text)
	if err != nil {
		panic(err)
	}
	return p
}

// said returns the words for a legal turn that misses the goal of s.
func (s step) said(before rules.Position, t rules.Turn) i18n.Message {
	if before.LosesAtOnce(t) {
		return msgMissLoses
	}
	fits := slices.IndexFunc(s.misses, func(m miss) bool { return m.when(before, t) })
	return s.misses[fits].text
}

// missArgs fills the places of a miss: where the ship moves, which enemy it expels, and which own ship a swap or
// rotation sends into exile.
func missArgs(before rules.Position, t rules.Turn) i18n.Args {
	return i18n.Args{"To": t.To(), "Enemy": before.At(t.To()).Ship, "Exiled": exiled(before, t)}
}

// exiled returns the ship that t sends into exile from the side that plays it, NoShip if none.
func exiled(before rules.Position, t rules.Turn) rules.Ship {
	return appearing(before.Side(), before.Play(t), before)
}

// home returns the ship that t brings back from exile, NoShip if none.
func home(before rules.Position, t rules.Turn) rules.Ship {
	return appearing(before.Side(), before, before.Play(t))
}

// appearing returns the ship of c that is in exile in p and on the board in q, NoShip if there is none.
func appearing(c rules.Color, p, q rules.Position) rules.Ship {
	for _, ship := range rules.Ships() {
		if p.SquareOf(c, ship) == rules.NoSquare && q.SquareOf(c, ship) != rules.NoSquare {
			return ship
		}
	}
	return rules.NoShip
}
