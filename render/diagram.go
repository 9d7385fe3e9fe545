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
	MovementDiagram    Diagram = iota // where a ship may go (rules 2.2)
	ExpulsionDiagram                  // a movement that expels (rules 2.3)
	SwapDiagram                       // a swap that brings a ship back from exile (rules 2.4)
	RotationDiagram                   // a rotation of three destroyers (rules 2.6)
	BonusDiagram                      // a movement of one square and its bonus (rules 3.1)
	LegendDiagram                     // a board with all that is marked on one
	StartDiagram                      // the start on 6x4 (rules 1.4)
	WideStartDiagram                  // the start on 5x5 (rules 1.4)
	TurnDiagram                       // a turn of each of the three kinds (rules 2.1)
	PositioningDiagram                // a swap as the first turn (rules 4.1)
	VictoryDiagram                    // the expulsion of a corvette (rules 5.1)
	StallDiagram                      // the last of 40 quiet turns (rules 5.2)
	NotationDiagram                   // turns to be written down (rules 6.2)
	ExileDiagram                      // fleets of which half is in exile (rules 1.5)
)

// Diagrams lists all diagrams.
func Diagrams() []Diagram {
	return []Diagram{MovementDiagram, ExpulsionDiagram, SwapDiagram, RotationDiagram, BonusDiagram,
		LegendDiagram, StartDiagram, WideStartDiagram, TurnDiagram, PositioningDiagram, VictoryDiagram,
		StallDiagram, NotationDiagram, ExileDiagram}
}

// String returns the name of d.
func (d Diagram) String() string {
	names := [...]string{"movement", "expulsion", "swap", "rotation", "bonus", "legend", "start", "wide",
		"turn", "positioning", "victory", "stall", "notation", "exile"}
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
	counts   bool     // shows the quiet turns, and how the game ended
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
			turn: "211-d2", hints: []string{"221xd2", "111-b1", "111=222"}, counts: true}
	case StartDiagram:
		return example{position: "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -"}
	case WideStartDiagram:
		return example{position: "5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r rb 0 -"}
	case TurnDiagram:
		return example{position: "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -",
			hints: []string{"211-c4", "112=221", "122>212>221"}}
	case PositioningDiagram:
		return example{position: "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", turn: "112=221"}
	case VictoryDiagram:
		return example{position: "6x4 b1d2----d4a3--c2 c5--d6--a5--b6-- r - 5 b", turn: "211xc5", counts: true}
	case StallDiagram:
		return example{position: "6x4 b1--a2--c3--d1-- c6d5----b5----a6 b - 39 r", turn: "211-b4", counts: true}
	case NotationDiagram:
		return example{position: "6x4 c1d1b2--c3--a5b1 d6--c4--b6d5--c6 r - 4 b",
			hints: []string{"211xc4", "112>121>211", "112=221"}}
	case ExileDiagram:
		return example{position: "6x4 b1--c3--a2--d1-- c6d4----b5----a6 r - 6 b"}
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

// pictures returns the boards to show: a position with the movements of a ship or with hints, the one
// after a turn, or both, the first with the arrows of the turn.
func (e example) pictures(theme Theme) ([]picture, error) {
	p, err := rules.ParsePosition(e.position)
	if err != nil {
		return nil, err
	}
	shown := picture{position: p, options: Options{Theme: theme, Marks: Marks{Targets: e.ship, movesOnly: true}}}
	var pictures []picture
	if e.turn != "" {
		t, err := p.ParseTurn(e.turn)
		if err != nil {
			return nil, err
		}
		if e.crop != (crop{}) {
			shown.options.Marks.Hints = []rules.Turn{t}
			pictures = []picture{shown}
		}
		shown = picture{position: p.Play(t), caption: e.turn, options: Options{Theme: theme, Last: t, Before: p}}
	}
	if e.counts {
		shown.options.Limit = rules.DefaultStallLimit
		shown.options.Outcome = shown.position.Outcome(rules.DefaultStallLimit)
	}
	if len(e.hints) > 0 {
		shown.options.Marks.Hints, err = parseTurns(shown.position, e.hints)
	}
	return append(pictures, shown), err
}

// Shown returns what d is about: a position and the turn that is played in it, the turns that its arrows
// show, or none where it shows where ships stand or can go. The error wraps ErrUnknown for a diagram that
// does not exist.
func (d Diagram) Shown() (rules.Position, []rules.Turn, error) {
	if !slices.Contains(Diagrams(), d) {
		return rules.Position{}, nil, fmt.Errorf("diagram %d: %w", d, ErrUnknown)
	}
	e := d.example()
	p, err := rules.ParsePosition(e.position)
	if err != nil {
		return p, nil, err
	}
	if e.turn == "" {
		hinted, err := parseTurns(p, e.hints)
		return p, hinted, err
	}
	played, err := parseTurns(p, []string{e.turn})
	if err == nil && len(e.hints) > 0 {
		p = p.Play(played[0])
		played, err = parseTurns(p, e.hints)
	}
	return p, played, err
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
