package teach

import (
	"errors"
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// ErrState is returned by ParseLesson for a text that String does not write, for example because the lesson has changed
// since.
var ErrState = errors.New("not a state of a lesson")

// ErrDone is returned by LessonState.Play when the lesson is done.
var ErrDone = errors.New("the lesson is done")

// maxSteps is the most steps that a lesson has.
const maxSteps = 2

// maxStateText is an upper bound of the length of a state's text: an id, and a turn for each step.
const maxStateText = 10 + maxSteps*(1+rules.MaxTurnText)

// LessonState is how far a person is in a lesson: the turns that reached the goals of its steps. It is comparable. The
// zero value is the start of the first lesson.
type LessonState struct {
	number int // of the lesson, from 0
	played int // steps done
	turns  [maxSteps]rules.Turn
}

// StartLesson returns the start of lesson n, counted from 0. If n is out of range, it takes the first or the last
// lesson.
func StartLesson(n int) LessonState { return LessonState{number: min(max(n, 0), len(lessons)-1)} }

// firstOfExile is the lesson that introduces returning from exile.
const firstOfExile LessonID = "home"

// Exile reports whether to show the ships in exile. Until the lesson that introduces exile, the ships off the board are
// simply not part of the lesson.
func (s LessonState) Exile() bool {
	return s.number >= slices.IndexFunc(lessons, func(l Lesson) bool { return l.ID == firstOfExile })
}

// Number returns the number of the lesson, counted from 0.
func (s LessonState) Number() int { return s.number }

// Lesson returns the lesson that s is in.
func (s LessonState) Lesson() Lesson { return lessons[s.number] }

// Done reports whether the goal of the lesson is reached.
func (s LessonState) Done() bool { return s.played == len(s.Lesson().steps) }

// Text returns the task of the current step, or praise when the lesson is done.
func (s LessonState) Text(t i18n.Printer) string { return t.Text(s.message(), nil) }

func (s LessonState) message() i18n.Message {
	if s.Done() {
		return s.Lesson().praise
	}
	return s.Lesson().steps[s.played].task
}

// Game returns the lesson as a game: its position, the learner's turns and the opponent's replies.
func (s LessonState) Game() rules.Game {
	lesson := s.Lesson()
	g := rules.GameFrom(lesson.Start, rules.DefaultStallLimit)
	for i, turn := range s.turns[:s.played] {
		// Neither call can fail: Play has checked the turn, and TestLessons checks every reply.
		_ = g.Play(turn)
		if reply := lesson.steps[i].reply; reply != "" {
			_ = g.PlayText(reply)
		}
	}
	return g
}

// Verdict is the answer to a turn.
type Verdict struct {
	Reached bool // the turn reached the goal of the step

	text i18n.Message
	args i18n.Args
}

// Text returns praise, the next task, or why the turn missed the goal.
func (v Verdict) Text(t i18n.Printer) string { return t.Text(v.text, v.args) }

// Play returns the state after t and the opponent's reply, if any. A turn that misses the goal does not change the
// state. The error is ErrDone, or the *rules.TurnError of an illegal turn.
func (s LessonState) Play(t rules.Turn) (LessonState, Verdict, error) {
	if s.Done() {
		return s, Verdict{}, ErrDone
	}
	g := s.Game()
	before := g.Position()
	if err := before.Check(t); err != nil {
		return s, Verdict{}, err
	}
	step := s.Lesson().steps[s.played]
	if !step.goal(before, t) {
		return s, Verdict{text: step.answer(before, t), args: missArgs(before, t)}, nil
	}
	s.turns[s.played] = t
	s.played++
	return s, Verdict{Reached: true, text: s.message()}, nil
}

func (s LessonState) String() string {
	text := string(s.Lesson().ID)
	for _, turn := range s.turns[:s.played] {
		text += " " + turn.String()
	}
	return text
}

// ParseLesson parses the text that String writes. The error is ErrState.
func ParseLesson(text string) (LessonState, error) {
	words := strings.Split(text, " ")
	n := slices.IndexFunc(lessons, func(l Lesson) bool { return string(l.ID) == words[0] })
	if n < 0 {
		return LessonState{}, ErrState
	}
	s := StartLesson(n)
	for _, word := range words[1:] {
		g := s.Game()
		p := g.Position()
		turn, err := p.ParseTurn(word)
		if err != nil || turn.String() != word {
			return LessonState{}, ErrState
		}
		next, verdict, err := s.Play(turn)
		if err != nil || !verdict.Reached {
			return LessonState{}, ErrState
		}
		s = next
	}
	return s, nil
}
