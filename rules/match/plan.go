package match

import (
	"slices"
	"strings"

	"madbot/rules"
)

// Limits of a Plan.
const (
	MaxLines = 32 // lines of a plan
	MaxPlies = 24 // turns of a line, counting both sides
)

// Plan is a side's prepared answers to the other side's possible turns: a tree, stored as the lines to its leaves. Each
// line starts with a turn of the other side and ends with an answer; lines with the same start give the same answers. A
// Plan is an immutable value; the zero value is no plan.
//
// A plan belongs to the position it was made for. It applies as long as the turns played since are in one of its lines.
// A turn outside them ends it, unless that turn is taken back.
type Plan struct {
	lines []Line
}

// Line is a sequence of turns.
type Line []rules.Turn

// String returns the turns separated by spaces.
func (l Line) String() string {
	words := make([]string, len(l))
	for i, t := range l {
		words[i] = t.String()
	}
	return strings.Join(words, " ")
}

// ParseLine reads the output of String, played from p. It returns an error of rules.Position.ParseTurn.
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

// IsEmpty reports whether the plan has no lines.
func (p Plan) IsEmpty() bool { return len(p.lines) == 0 }

// Lines returns the lines; those with the same start follow each other.
func (p Plan) Lines() []Line { return slices.Clone(p.lines) }

// Add returns p with a line that starts at the position of g, where by's opponent is to move. It replaces other answers
// to the same turns. It returns ErrNotTheirTurn, ErrPlan, ErrPlanFull, or the *rules.TurnError of an illegal turn.
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

// Remove returns p without line i.
func (p Plan) Remove(i int) Plan {
	if i < 0 || i >= len(p.lines) {
		return p
	}
	return Plan{slices.Delete(slices.Clone(p.lines), i, i+1)}
}

// Answer returns the answer to t and the rest of the plan, and false if there is no answer.
func (p Plan) Answer(t rules.Turn) (answer rules.Turn, rest Plan, ok bool) {
	answers := p.After(Line{t})
	if answers.IsEmpty() {
		return rules.NoTurn, Plan{}, false
	}
	answer = answers.lines[0][0]
	return answer, answers.After(Line{answer}), true
}

// After returns the rest of p after the given turns. If an answer is due next, the lines start with it.
func (p Plan) After(turns Line) (rest Plan) {
	for _, l := range p.lines {
		if n := len(turns); len(l) > n && l.common(turns) == n {
			rest.lines = append(rest.lines, l[n:])
		}
	}
	return rest
}

// common returns how many turns at the start of l and other are equal.
func (l Line) common(other Line) int {
	n := 0
	for n < min(len(l), len(other)) && l[n] == other[n] {
		n++
	}
	return n
}

// agrees reports whether l and other fit in one plan: the first difference is a turn of the other side.
func (l Line) agrees(other Line) bool { return l.common(other)%2 == 0 }

// insert adds a line after those that share the most turns with it.
func insert(lines []Line, line Line) []Line {
	at, most := 0, 0
	for i, l := range lines {
		if n := l.common(line); n >= most {
			at, most = i+1, n
		}
	}
	return slices.Insert(lines, at, line)
}
