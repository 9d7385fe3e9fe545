package match

import (
	"slices"
	"strings"

	"madbot/rules"
)

// The bounds of a Plan.
const (
	MaxLines = 32 // of a plan
	MaxPlies = 24 // turns of a line, those of both sides
)

// Plan is what a side will answer to what the other side may play: a tree of turns, as the lines to its
// leaves. Each line begins with a turn of the other side, and ends with an answer; lines that begin alike
// answer alike. It is a value: its methods change nothing. The zero value is no plan.
//
// A plan belongs to the position that it was made for, and holds as long as the turns since are among its lines:
// a turn that leaves them ends it, and when that turn is taken back it holds as before.
type Plan struct {
	lines []Line
}

// Line is turns one after the other.
type Line []rules.Turn

// String returns the turns with a space between two.
func (l Line) String() string {
	words := make([]string, len(l))
	for i, t := range l {
		words[i] = t.String()
	}
	return strings.Join(words, " ")
}

// ParseLine reads what String wrote of turns that are played from p on. It returns an error of
// rules.Position.ParseTurn.
func ParseLine(p rules.Position, text string) (Line, error) {
	var line Line
	for _, word := range strings.Fields(text) {
		t, err := p.ParseTurn(word)
		if err != nil {
			return nil, err
		}
		line, p = append(line, t), p.Play(t)
	}
	return line, nil
}

// IsEmpty reports whether there is no line.
func (p Plan) IsEmpty() bool { return len(p.lines) == 0 }

// Lines returns the lines, those that begin alike one after the other.
func (p Plan) Lines() []Line { return slices.Clone(p.lines) }

// Add returns p with a line from the position of g on, where it is the other side's turn than that of
// by. What p has to answer otherwise to the same turns is replaced. It returns ErrNotTheirTurn,
// ErrPlan, ErrPlanFull, or the *rules.TurnError of a turn that cannot be played.
func (p Plan) Add(g *rules.Game, by rules.Color, line Line) (Plan, error) {
	at := g.Position()
	switch {
	case at.Side() == by:
		return p, ErrNotTheirTurn
	case len(line) == 0 || len(line)%2 != 0:
		return p, ErrPlan
	case len(line) > MaxPlies:
		return p, ErrPlanFull
	}
	try := g.Clone()
	for _, t := range line {
		if err := try.Play(t); err != nil {
			return p, err
		}
	}
	kept := slices.DeleteFunc(slices.Clone(p.lines), func(l Line) bool { return !l.agrees(line) })
	if slices.ContainsFunc(kept, func(l Line) bool { return l.common(line) == len(line) }) {
		return Plan{kept}, nil // it has the line already, or a longer one
	}
	kept = slices.DeleteFunc(kept, func(l Line) bool { return l.common(line) == len(l) })
	if len(kept) >= MaxLines {
		return p, ErrPlanFull
	}
	return Plan{insert(kept, slices.Clone(line))}, nil
}

// Remove returns p without the line i.
func (p Plan) Remove(i int) Plan {
	if i < 0 || i >= len(p.lines) {
		return p
	}
	return Plan{slices.Delete(slices.Clone(p.lines), i, i+1)}
}

// Answer returns what p answers to t, and the plan from there on; false when it answers nothing.
func (p Plan) Answer(t rules.Turn) (answer rules.Turn, rest Plan, ok bool) {
	answers := p.After(Line{t})
	if answers.IsEmpty() {
		return rules.NoTurn, Plan{}, false
	}
	answer = answers.lines[0][0]
	return answer, answers.After(Line{answer}), true
}

// After returns what is left of p when turns were played. Where the answer to the last of them is to come, its
// lines begin with that.
func (p Plan) After(turns Line) (rest Plan) {
	for _, l := range p.lines {
		if n := len(turns); len(l) > n && l.common(turns) == n {
			rest.lines = append(rest.lines, l[n:])
		}
	}
	return rest
}

// common returns how many turns l and other begin with alike.
func (l Line) common(other Line) int {
	n := 0
	for n < min(len(l), len(other)) && l[n] == other[n] {
		n++
	}
	return n
}

// agrees reports whether l and other can be in one plan: where they part, it is by a turn of the other
// side.
func (l Line) agrees(other Line) bool { return l.common(other)%2 == 0 }

// insert puts a line after those with which it has most in common.
func insert(lines []Line, line Line) []Line {
	at, most := 0, 0
	for i, l := range lines {
		if n := l.common(line); n >= most {
			at, most = i+1, n
		}
	}
	return slices.Insert(lines, at, line)
}
