package teach

import (
	"slices"

	"madbot/bot/i18n"
	"madbot/rules"
)

// LessonID names a lesson in lower-case letters. It is stored, so it never changes.
type LessonID string

// Lesson is a position with a goal. The learner has the side to move in it.
type Lesson struct {
	ID    LessonID
	Title i18n.Message
	Start rules.Position

	praise i18n.Message // shown when the last step is done; it states the rule just learned
	steps  []step
}

// step is one turn of the learner.
type step struct {
	task   i18n.Message // what to do, and why
	goal   condition
	misses []miss // the answers to legal turns that miss the goal; the last one fits any turn
	reply  string // the opponent's answer, in the notation; "" after the last step
}

type condition func(before rules.Position, t rules.Turn) bool

// miss is the answer to turns that meet a condition. Its text may contain the placeholders that missArgs fills.
type miss struct {
	when condition
	text i18n.Message
}

// msgMissLoses takes precedence over the misses of a step (rules 2.5).
var msgMissLoses = i18n.Message{ID: "learn.miss.loses",
	Other: "That would lose at once: your 222 is in exile, and the swap would send your own corvette " +
		"there. Try again."}

// lessons are all lessons, in order.
var lessons = slices.Concat(basicLessons(), shiftLessons(), endLessons(), tacticLessons())

// Lessons returns all lessons, in order.
func Lessons() []Lesson { return slices.Clone(lessons) }

// position parses the position of a lesson. It panics if the text is invalid, which happens at program start.
func position(text string) rules.Position {
	p, err := rules.ParsePosition(text)
	if err != nil {
		panic(err)
	}
	return p
}

// answer returns the message for a legal turn that misses the goal of s.
func (s step) answer(before rules.Position, t rules.Turn) i18n.Message {
	if before.LosesAtOnce(t) {
		return msgMissLoses
	}
	fits := slices.IndexFunc(s.misses, func(m miss) bool { return m.when(before, t) })
	return s.misses[fits].text
}

// missArgs returns the places of a miss: where the ship moves, which enemy it expels, and which own ship a swap or
// rotation exiles.
func missArgs(before rules.Position, t rules.Turn) i18n.Args {
	return i18n.Args{"To": t.To(), "Enemy": before.At(t.To()).Ship, "Exiled": exiled(before, t)}
}

// exiled returns the ship of its own side that t sends into exile, or NoShip.
func exiled(before rules.Position, t rules.Turn) rules.Ship {
	return appearing(before.Side(), before.Play(t), before)
}

// home returns the ship that t brings back from exile, or NoShip.
func home(before rules.Position, t rules.Turn) rules.Ship {
	return appearing(before.Side(), before, before.Play(t))
}

// appearing returns the ship of c that is in exile in p and on the board in q, or NoShip.
func appearing(c rules.Color, p, q rules.Position) rules.Ship {
	for _, ship := range rules.Ships() {
		if p.SquareOf(c, ship) == rules.NoSquare && q.SquareOf(c, ship) != rules.NoSquare {
			return ship
		}
	}
	return rules.NoShip
}
