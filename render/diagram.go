package render

import (
	"fmt"
	"io"

	"madbot/rules"
)

// Diagram is a picture that explains a rule or the pictures themselves.
type Diagram uint8

// The diagrams.
const (
	MovementDiagram    Diagram = iota // where a ship can go (rules 2.2)
	ExpulsionDiagram                  // a movement that expels (rules 2.3)
	SwapDiagram                       // a swap that brings a ship back from exile (rules 2.4)
	RotationDiagram                   // a rotation of three destroyers (rules 2.6)
	BonusDiagram                      // a movement of one square and its bonus (rules 3.1)
	LegendDiagram                     // a board with every kind of mark
	StartDiagram                      // the start on 6x4 (rules 1.4)
	WideStartDiagram                  // the start on 5x5 (rules 1.4)
	TurnDiagram                       // a turn of each of the three kinds (rules 2.1)
	PositioningDiagram                // a swap as the first turn (rules 4.1)
	VictoryDiagram                    // the expulsion of a corvette (rules 5.1)
	StallDiagram                      // the last of 40 quiet turns (rules 5.2)
	NotationDiagram                   // turns for the notation (rules 6.2)
	ExileDiagram                      // fleets with half of their ships in exile (rules 1.5)
)

// Diagrams returns all diagrams.
func Diagrams() []Diagram {
	all := make([]Diagram, len(examples))
	for i := range all {
		all[i] = Diagram(i)
	}
	return all
}

func (d Diagram) exists() bool { return int(d) < len(examples) }

// String returns the name of d.
func (d Diagram) String() string {
	if !d.exists() {
		return "none"
	}
	return examples[d].name
}

// example is what a diagram shows: a position, and either the ship whose movements are marked or the turn that is
// played. With a crop it shows the important part of two boards, before and after the turn, because they are small on a
// phone. Without a crop it shows only the board after the turn, with hints for the next turn if there are any.
type example struct {
	name     string
	position string
	ship     rules.Ship
	turn     string
	hints    []string // the best first
	counts   bool     // whether to show the quiet count, and how the game ended
	crop     crop
}

func arenaCrop() crop {
	l := newLayout(rules.Board6x4, RedView, usualWidth(rules.Board6x4))
	w := float64(l.width)
	return crop{(l.arena.x - 22) / w, (l.arena.x + l.arena.w + 18) / w}
}

// frigatesCrop is arenaCrop plus the trays of the frigates.
func frigatesCrop() crop { return crop{0, arenaCrop().to} }

// examples are indexed by Diagram. The expulsion is the one in rules 7.
var examples = [...]example{
	MovementDiagram: {name: "movement", position: "5x5 b1e2--b3a2e1c3d2 b5e5--c4--e4a5d5 r - 12 b", ship: rules.Ship221},
	ExpulsionDiagram: {name: "expulsion", position: "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -",
		turn: "211xb3", crop: frigatesCrop()},
	SwapDiagram: {name: "swap", position: "6x4 b1--d1--b2--a3d3 d6c4d5a6------b5 b - 7 r", turn: "112=221"},
	RotationDiagram: {name: "rotation", position: "6x4 c1----d4--b4a3d1 a6c6------a4a5b5 r - 7 b",
		turn: "122>212>221", crop: arenaCrop()},
	BonusDiagram: {name: "bonus", position: "6x4 c1----b3--d2c5d1 a6----a5--d6a3a4 r - 7 b",
		turn: "221-c6+122>212>221", crop: arenaCrop()},
	LegendDiagram: {name: "legend", position: "6x4 c1----c4--b4c2a2 c6------d4b5d6b6 b - 12 r",
		turn: "211-d2", hints: []string{"221xd2", "111-b1", "111=222"}, counts: true}, // all other turns lose
	StartDiagram:     {name: "start", position: "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -"},
	WideStartDiagram: {name: "wide", position: "5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r rb 0 -"},
	TurnDiagram: {name: "turn", position: "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -",
		hints: []string{"211-c4", "112=221", "122>212>221"}},
	PositioningDiagram: {name: "positioning", position: "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", turn: "112=221"},
	VictoryDiagram: {name: "victory", position: "6x4 b1d2----d4a3--c2 c5--d6--a5--b6-- r - 5 b",
		turn: "211xc5", counts: true},
	StallDiagram: {name: "stall", position: "6x4 b1--a2--c3--d1-- c6d5----b5----a6 b - 39 r",
		turn: "211-b4", counts: true},
	NotationDiagram: {name: "notation", position: "6x4 c1d1b2--c3--a5b1 d6--c4--b6d5--c6 r - 4 b",
		hints: []string{"211xc4", "112>121>211", "112=221"}},
	ExileDiagram: {name: "exile", position: "6x4 b1--c3--a2--d1-- c6d4----b5----a6 r - 6 b"},
}

// Diagram writes d as PNG: one board, or two, before the turn with its arrows and after it. It uses only the theme and
// width of o. The error wraps ErrUnknown for an unknown diagram or theme, or is the error of w.
func (r *Renderer) Diagram(w io.Writer, d Diagram, o Options) error {
	if !d.exists() {
		return fmt.Errorf("draw diagram %d: %w", d, ErrUnknown)
	}
	e := &examples[d]
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

// pictures returns the boards to show: a position with the movements of a ship or with hints, the position after a
// turn, or both, the first with the arrows of the turn.
func (e *example) pictures(theme Theme) ([]picture, error) {
	p, played, hints, err := e.read()
	if err != nil {
		return nil, err
	}
	shown := picture{position: p, options: Options{Theme: theme, Marks: Marks{Targets: e.ship, movesOnly: true}}}
	var pictures []picture
	if played != rules.NoTurn {
		if e.crop != (crop{}) {
			shown.options.Marks.Hints = []rules.Turn{played}
			pictures = []picture{shown}
		}
		shown = picture{position: p.Play(played), caption: e.turn,
			options: Options{Theme: theme, Last: played, Before: p}}
	}
	if e.counts {
		shown.options.Limit = rules.DefaultStallLimit
		shown.options.Outcome = shown.position.Outcome(rules.DefaultStallLimit)
	}
	shown.options.Marks.Hints = hints
	return append(pictures, shown), nil
}

// Shown returns what d is about: a position, and the turn played in it or the turns of its arrows. There are no turns
// if d shows where ships are or can go. The error wraps ErrUnknown for an unknown diagram.
func (d Diagram) Shown() (rules.Position, []rules.Turn, error) {
	if !d.exists() {
		return rules.Position{}, nil, fmt.Errorf("diagram %d: %w", d, ErrUnknown)
	}
	p, played, hints, err := examples[d].read()
	switch {
	case err != nil || played == rules.NoTurn:
		return p, hints, err
	case len(hints) > 0:
		return p.Play(played), hints, nil
	}
	return p, []rules.Turn{played}, nil
}

// read returns the position of e, the turn played in it or NoTurn, and the hints for the turn after that.
func (e *example) read() (p rules.Position, played rules.Turn, hints []rules.Turn, err error) {
	if p, err = rules.ParsePosition(e.position); err != nil {
		return p, played, nil, err
	}
	next := p
	if e.turn != "" {
		if played, err = p.ParseTurn(e.turn); err != nil {
			return p, played, nil, err
		}
		next = p.Play(played)
	}
	for _, text := range e.hints {
		hint, err := next.ParseTurn(text)
		if err != nil {
			return p, played, nil, err
		}
		hints = append(hints, hint)
	}
	return p, played, hints, nil
}
