package render

import (
	"fmt"
	"io"
	"slices"

	"madbot/rules"
)

// Diagram is a picture that explains a rule, as the rule sheets have them, or the pictures themselves.
type Diagram uint8

// The diagrams.
const (
	MovementDiagram  Diagram = iota // where a ship may go (rules 2.2)
	ExpulsionDiagram                // a movement that expels (rules 2.3)
	SwapDiagram                     // a swap that brings a ship back from exile (rules 2.4)
	RotationDiagram                 // a rotation of three destroyers (rules 2.6)
	BonusDiagram                    // a movement of one square and its bonus (rules 3.1)
	LegendDiagram                   // a board with all that is marked on one
)

// Diagrams lists all diagrams.
func Diagrams() []Diagram {
	return []Diagram{MovementDiagram, ExpulsionDiagram, SwapDiagram, RotationDiagram, BonusDiagram,
		LegendDiagram}
}

// String returns the name of d.
func (d Diagram) String() string {
	names := [...]string{"movement", "expulsion", "swap", "rotation", "bonus", "legend"}
	if int(d) < len(names) {
		return names[d]
	}
	return "none"
}

// example is what a diagram shows: a position, and either the ship whose movements are marked or
// the turn that is played from it. With a crop there are two boards, before and after the turn, of
// which only the part that matters is shown, as on a phone they are small; without one there is
// only the board after it, with hints for the turn that follows if there are any.
type example struct {
	position string
	ship     rules.Ship
	turn     string
	hints    []string // the best first
	crop     crop
}

// arenaCrop is the part of a 6x4 board with the arena and its coordinates, and without trays.
func arenaCrop() crop {
	l := newLayout(rules.Board6x4, RedView, usualWidth(rules.Board6x4))
	w := float64(l.width)
	return crop{(l.arena.x - 22) / w, (l.arena.x + l.arena.w + 18) / w}
}

// frigatesCrop is arenaCrop with the trays of the frigates.
func frigatesCrop() crop { return crop{0, arenaCrop().to} }

// example returns what d shows. The expulsion is the one of the rule sheet (rules 7).
func (d Diagram) example() example {
	switch d {
	case MovementDiagram:
		return example{position: "5x5 b1e2--b3a2e1c3d2 b5e5--c4--e4a5d5 r - 12 b", ship: rules.Ship221}
	case ExpulsionDiagram:
		return example{position: "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -",
			turn: "211xb3", crop: frigatesCrop()}
	case SwapDiagram:
		return example{position: "6x4 b1--d1--b2--a3d3 d6c4d5a6------b5 b - 7 r",
			turn: "112=221"}
	case RotationDiagram:
		return example{position: "6x4 c1----d4--b4a3d1 a6c6------a4a5b5 r - 7 b",
			turn: "122>212>221", crop: arenaCrop()}
	case LegendDiagram: // all turns but the three hints lose
		return example{position: "6x4 c1----c4--b4c2a2 c6------d4b5d6b6 b - 12 r",
			turn: "211-d2", hints: []string{"221xd2", "111-b1", "111=222"}}
	}
	return example{position: "6x4 c1----b3--d2c5d1 a6----a5--d6a3a4 r - 7 b",
		turn: "221-c6+122>212>221", crop: arenaCrop()}
}

// Diagram writes d as PNG: for movement, swap and the legend one board, for the others a board before the turn,
// with its arrows, and one after. Of o the theme and width count. The error wraps ErrUnknown for a
// diagram or theme that does not exist, or is that of w.
func (r *Renderer) Diagram(w io.Writer, d Diagram, o Options) error {
	if !slices.Contains(Diagrams(), d) {
		return fmt.Errorf("draw diagram %d: %w", d, ErrUnknown)
	}
	e := d.example()
	pictures, err := e.pictures(o.Theme)
	switch {
	case err != nil:
	case len(pictures) == 1:
		pictures[0].options.Width = o.Width
		err = r.Board(w, pictures[0].position, pictures[0].options)
	default:
		err = r.drawStrip(w, pictures, e.crop, o)
	}
	if err != nil {
		return fmt.Errorf("draw diagram %s: %w", d, err)
	}
	return nil
}

// pictures returns the boards to show: the movements of a ship, or the position before a turn, with
// its arrows, and the one after.
func (e example) pictures(theme Theme) ([]picture, error) {
	p, err := rules.ParsePosition(e.position)
	if err != nil {
		return nil, err
	}
	if e.turn == "" {
		marks := Marks{Targets: e.ship, movesOnly: true}
		return []picture{{position: p, options: Options{Theme: theme, Marks: marks}}}, nil
	}
	t, err := p.ParseTurn(e.turn)
	if err != nil {
		return nil, err
	}
	before := picture{position: p, options: Options{Theme: theme, Marks: Marks{Hints: []rules.Turn{t}}}}
	after := picture{position: p.Play(t), caption: e.turn,
		options: Options{Theme: theme, Last: t, Before: p}}
	if e.crop != (crop{}) {
		return []picture{before, after}, nil
	}
	if len(e.hints) > 0 {
		after.options.Limit = rules.DefaultStallLimit
		after.options.Marks.Hints, err = parseTurns(after.position, e.hints)
	}
	return []picture{after}, err
}

// parseTurns reads turns of p.
func parseTurns(p rules.Position, texts []string) ([]rules.Turn, error) {
	turns := make([]rules.Turn, len(texts))
	for i, text := range texts {
		t, err := p.ParseTurn(text)
		if err != nil {
			return nil, err
		}
		turns[i] = t
	}
	return turns, nil
}
