package tap

import (
	"slices"

	"madbot/rules"
)

// Stage is the next step of choosing a turn.
type Stage uint8

// The stages. The zero value is Watching.
const (
	Watching     Stage = iota // none: somebody else is on turn, or the game is over
	ChooseShip                // which ship moves, or is swapped or rotated
	ChooseTarget              // where the ship goes, or which ship it is swapped or rotated with
	ChooseBonus               // play the movement alone, or with which bonus (rules 3.2)
	Confirm                   // play the turn?
)

// Mark is what tapping a square or ship means for the selection.
type Mark uint8

// The marks. A square with the zero value cannot be tapped.
const (
	NoMark  Mark = iota
	CanMove      // a ship that can be chosen, also instead of the chosen one
	Chosen       // the chosen ship; tapping it unselects it
	Target       // a square that the chosen ship can go to
	Expel        // a square that it can go to and expel
	Swap         // a ship that it can be swapped with
	Rotate       // a ship whose place it can take in a rotation
)

// Cell is a square of the view.
type Cell struct {
	Square rules.Square
	Piece  rules.Piece // on the square; zero: none
	Mark   Mark
	Next   Selection // after tapping it
}

// Option is a choice that is not a square.
type Option struct {
	Ship rules.Ship // a ship in exile; NoShip: Turn is set
	Mark Mark       // of a ship in exile
	Turn rules.Turn // the opposite rotation, a movement with a bonus, or Pass
	Next Selection
}

// View is a position with what can be tapped.
type View struct {
	Stage     Stage
	Selection Selection
	Board     rules.Position // the position that the cells show: after the turn once it is chosen
	Rows      [][]Cell       // top row first, seen from the side at the bottom
	Options   []Option       // ships in exile first
}

// Watch returns the view of p for somebody who is not on turn. NoColor sees the board from Red's side.
func Watch(p rules.Position, side rules.Color) View {
	return newView(&chooser{p: p, side: side, bottom: side})
}

// New returns the view of p with s selected, for the side to move. s must be possible in p.
func New(p rules.Position, s Selection) View { return From(p, s, p.Side()) }

// From is like New, seen from the side bottom.
func From(p rules.Position, s Selection, bottom rules.Color) View {
	c := &chooser{p: p, side: p.Side(), bottom: bottom, selection: s}
	if !p.Outcome(0).Over() {
		c.turns = p.AppendTurns(nil)
	}
	return newView(c)
}

// Unshifted is like From, without swaps, rotations and bonuses.
func Unshifted(p rules.Position, s Selection, bottom rules.Color) View {
	shifts := func(t rules.Turn) bool { return t.Shift() != rules.NoShift }
	return newView(&chooser{p: p, side: p.Side(), bottom: bottom, selection: s,
		turns: slices.DeleteFunc(p.AppendTurns(nil), shifts)})
}

func newView(v *chooser) View {
	view := View{Stage: v.stage(), Selection: v.selection, Board: v.board()}
	for _, row := range squares(v.p.Board(), v.bottom) {
		view.Rows = append(view.Rows, v.cells(&view, row))
	}
	view.Options = v.options(view.Stage)
	return view
}

// squares returns the squares of b row by row, seen from side.
func squares(b rules.Board, side rules.Color) [][]rules.Square {
	var rows [][]rules.Square
	for row := b.Rows(); row >= 1; row-- {
		var line []rules.Square
		for column := 1; column <= b.Columns(); column++ {
			line = append(line, rules.MakeSquare(column, row))
		}
		rows = append(rows, line)
	}
	if side == rules.Blue {
		slices.Reverse(rows)
		for _, line := range rows {
			slices.Reverse(line)
		}
	}
	return rows
}

type chooser struct {
	p         rules.Position
	side      rules.Color // whose ships can be chosen
	bottom    rules.Color
	selection Selection
	turns     []rules.Turn // to choose from; nil: none
}

func (v *chooser) stage() Stage {
	s := v.selection
	switch {
	case v.turns == nil:
		return Watching
	case s.Turn != rules.NoTurn && s.Open:
		return ChooseBonus
	case s.Turn != rules.NoTurn:
		return Confirm
	case s.Ship != rules.NoShip:
		return ChooseTarget
	}
	return ChooseShip
}

func (v *chooser) board() rules.Position {
	if v.turns == nil || v.selection.Turn == rules.NoTurn {
		return v.p
	}
	return v.p.Play(v.selection.Turn)
}

func (v *chooser) cells(view *View, row []rules.Square) []Cell {
	cells := make([]Cell, len(row))
	for i, square := range row {
		cells[i] = Cell{Square: square, Piece: view.Board.At(square)}
		switch view.Stage {
		case ChooseShip:
			v.markShip(&cells[i])
		case ChooseTarget:
			v.markTarget(&cells[i])
		}
	}
	return cells
}

// markShip marks c if its ship can be chosen.
func (v *chooser) markShip(c *Cell) {
	if c.Piece.Color == v.side && v.canChoose(c.Piece.Ship) {
		c.Mark, c.Next = CanMove, Selection{Ship: c.Piece.Ship}
	}
}

// canChoose reports whether ship has a legal turn.
func (v *chooser) canChoose(ship rules.Ship) bool {
	return slices.ContainsFunc(v.turns, func(t rules.Turn) bool { return involves(t, ship) })
}

// markTarget marks c with what the chosen ship can do there.
func (v *chooser) markTarget(c *Cell) {
	if c.Piece.Color == v.side {
		c.Mark, c.Next = v.besides(c.Piece.Ship)
		return
	}
	v.markMove(c)
}

// besides returns, once a ship is chosen, the mark of another ship of its side and the selection after tapping that.
func (v *chooser) besides(ship rules.Ship) (Mark, Selection) {
	if ship == v.selection.Ship {
		return Chosen, Selection{}
	}
	if t := v.exchange(ship); t != rules.NoTurn {
		if t.Shift().IsRotation() {
			return Rotate, Selection{Ship: v.selection.Ship, Turn: t}
		}
		return Swap, Selection{Ship: v.selection.Ship, Turn: t}
	}
	if v.canChoose(ship) {
		return CanMove, Selection{Ship: ship}
	}
	return NoMark, Selection{}
}

// markMove marks c if the chosen ship can go there.
func (v *chooser) markMove(c *Cell) {
	for _, t := range v.turns {
		if t.Ship() != v.selection.Ship || t.To() != c.Square || t.HasBonus() {
			continue
		}
		c.Mark, c.Next = Target, Selection{Ship: v.selection.Ship, Turn: t, Open: earnsBonus(v.turns, t)}
		if t.Expels() {
			c.Mark = Expel
		}
		return
	}
}

// exchange returns the swap of the chosen ship with another, or the rotation in which it takes the other's place;
// NoTurn if there is none.
func (v *chooser) exchange(with rules.Ship) rules.Turn {
	for _, t := range v.turns {
		if !t.IsMove() && involves(t, v.selection.Ship) && involves(t, with) &&
			takesPlace(t.Shift(), v.selection.Ship, with) {
			return t
		}
	}
	return rules.NoTurn
}

// reversed returns the opposite of the chosen rotation, or NoTurn if another turn is chosen.
func (v *chooser) reversed() rules.Turn {
	chosen := v.selection.Turn
	for _, t := range v.turns {
		if chosen.Shift().IsRotation() && !chosen.IsMove() && !t.IsMove() && t != chosen &&
			t.Shift().IsRotation() && t.Shift().Includes(chosen.Shift().Ships()[0]) {
			return t
		}
	}
	return rules.NoTurn
}

// takesPlace reports whether ship takes the place of with in s.
func takesPlace(s rules.Shift, ship, with rules.Ship) bool {
	ships := s.Ships()
	if !s.IsRotation() {
		return true
	}
	at := slices.Index(ships[:], ship)
	return ships[(at+1)%len(ships)] == with
}

func (v *chooser) options(stage Stage) []Option {
	switch stage {
	case ChooseShip, ChooseTarget:
		return append(v.exiles(stage), v.passes(stage)...)
	case ChooseBonus:
		return choices(v.withBonus(), v.selection.Ship)
	case Confirm:
		if t := v.reversed(); t != rules.NoTurn {
			return choices([]rules.Turn{t}, v.selection.Ship)
		}
	}
	return nil
}

// exiles returns the ships in exile that can be chosen, the lowest first.
func (v *chooser) exiles(stage Stage) []Option {
	var list []Option
	for ship := rules.Ship111; ship <= rules.Ship222; ship++ {
		if v.p.SquareOf(v.side, ship) != rules.NoSquare {
			continue
		}
		o := Option{Ship: ship}
		if stage == ChooseTarget {
			o.Mark, o.Next = v.besides(ship)
		} else if v.canChoose(ship) {
			o.Mark, o.Next = CanMove, Selection{Ship: ship}
		}
		if o.Mark != NoMark {
			list = append(list, o)
		}
	}
	return list
}

// passes returns the option to pass, if that is legal (rules 4.1).
func (v *chooser) passes(stage Stage) []Option {
	if stage != ChooseShip || !slices.Contains(v.turns, rules.Pass) {
		return nil
	}
	return choices([]rules.Turn{rules.Pass}, rules.NoShip)
}

// withBonus returns the chosen movement with each bonus.
func (v *chooser) withBonus() []rules.Turn {
	var turns []rules.Turn
	for _, t := range v.turns {
		if t.HasBonus() && t.Movement() == v.selection.Turn {
			turns = append(turns, t)
		}
	}
	return turns
}

// choices lists turns as options, with ship selected.
func choices(turns []rules.Turn, ship rules.Ship) []Option {
	list := make([]Option, len(turns))
	for i, t := range turns {
		list[i] = Option{Turn: t, Next: Selection{Ship: ship, Turn: t}}
	}
	return list
}
