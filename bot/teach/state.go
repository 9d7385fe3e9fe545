package teach

import (
	"errors"
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// ErrState is returned by Parse for a text that String does not write: that of another program, or of a
// lesson that was different then.
var ErrState = errors.New("not a state of a lesson")

// ErrDone is returned by State.Play when the lesson is done.
var ErrDone = errors.New("the lesson is done")

// maxSteps is the most steps that a lesson has.
const maxSteps = 2

// MaxStateText is not less than the length of any state's text: an id and a turn for each step.
const MaxStateText = 10 + maxSteps*(1+rules.MaxTurnText)

// State is how far a learner is in a lesson: the turns that reached the goals of its steps. It is
// comparable. The zero value is the first lesson at its start.
type State struct {
	number int // of the lesson, from 0
	played int // steps done
	turns  [maxSteps]rules.Turn
}

// Start returns lesson n, counted from 0, at its start: the first for a smaller n, the last for a greater
// one.
func Start(n int) State { return State{number: min(max(n, 0), len(lessons)-1)} }

// firstOfExile is the lesson that tells how ships come home.
const firstOfExile ID = "home"

// Exile reports whether ships in exile matter at s. In the lessons before the one that tells of them
// they are only the ships that the lesson leaves out.
func (s State) Exile() bool {
	return s.number >= slices.IndexFunc(lessons, func(l Lesson) bool { return l.ID == firstOfExile })
}

// Number returns which lesson s is of, counted from 0.
func (s State) Number() int { return s.number }

// Lesson returns the lesson that s is of.
func (s State) Lesson() Lesson { return lessons[s.number] }

// Done reports whether the goal of the lesson is reached.
func (s State) Done() bool { return s.played == len(s.Lesson().steps) }

// Text returns what is said at s: what to do, or praise when the lesson is done.
func (s State) Text(t i18n.Printer) string { return t.Text(s.message(), nil) }

func (s State) message() i18n.Message {
	if s.Done() {
		return s.Lesson().praise
	}
	return s.Lesson().steps[s.played].task
}

// Game returns the lesson as a game: its position, the learner's turns and the opponent's replies.
func (s State) Game() rules.Game {
	lesson := s.Lesson()
	g := rules.GameFrom(lesson.Start, rules.DefaultStallLimit)
	for i, turn := range s.turns[:s.played] {
		// Neither can be refused: Play checked the turn, and a test every reply.
		_ = g.Play(turn)
		if reply := lesson.steps[i].reply; reply != "" {
			_ = g.PlayText(reply)
		}
	}
	return g
}

// Verdict is what comes of a turn.
type Verdict struct {
	Reached bool // the turn reached the goal of its step

	text i18n.Message
	args i18n.Args
}

// Text returns praise, the next task, or why the turn does not reach the goal.
func (v Verdict) Text(t i18n.Printer) string { return t.Text(v.text, v.args) }

// Play returns the state after t, with the opponent's reply if there is one; a turn that misses the goal
// leaves the state as it is. The error is ErrDone, or the *rules.TurnError of an illegal turn.
func (s State) Play(t rules.Turn) (State, Verdict, error) {
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
		return s, Verdict{text: step.said(before, t), args: missArgs(before, t)}, nil
	}
	s.turns[s.played] = t
	s.played++
	return s, Verdict{Reached: true, text: s.message()}, nil
}

// String returns the id of the lesson and the learner's turns, with a space between them, as in
// "count 111-b5".
func (s State) String() string {
	text := string(s.Lesson().ID)
	for _, turn := range s.turns[:s.played] {
		text += " " + turn.String()
	}
	return text
}

// Parse reads what String wrote; the error is ErrState.
func Parse(text string) (State, error) {
	words := strings.Split(text, " ")
	n := slices.IndexFunc(lessons, func(l Lesson) bool { return string(l.ID) == words[0] })
	if n < 0 {
		return State{}, ErrState
	}
	s := Start(n)
	for _, word := range words[1:] {
		g := s.Game()
		p := g.Position()
		turn, err := p.ParseTurn(word)
		if err != nil || turn.String() != word {
			return State{}, ErrState
		}
		next, verdict, err := s.Play(turn)
		if err != nil || !verdict.Reached {
			return State{}, ErrState
		}
		s = next
	}
	return s, nil
}
