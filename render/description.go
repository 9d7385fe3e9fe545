package render

import "madbot/rules"

// Description is what a picture shows, as data, for example to make a text for screen readers.
type Description struct {
	Board rules.Board
	Side  rules.Color // side to move; NoColor if the game is over
	// Rows are the rows of the arena from the top of the picture.
	Rows []Row
	// Exiles are the ships next to the board, Red's first.
	Exiles []rules.Piece
	// Quiet is the number of turns without an expulsion. Limit is the stall limit, 0 for none (rules 5.2).
	Quiet int
	Limit rules.StallLimit
	// Last is the last turn, or nil if none is marked.
	Last *LastTurn
	// Threatened are the sides whose corvette an enemy could expel.
	Threatened []rules.Color
	// Attacked are all ships with a warning and the ships that attack them, Red's first. It is nil if only corvettes
	// get warnings.
	Attacked []rules.Attack
	Hints    []rules.Turn
	Played   rules.Turn // the arrow with a cross; NoTurn for none
	Better   rules.Turn // the arrow with a tick; NoTurn for none
	Outcome  rules.Outcome
}

// Row is a row of the arena as the picture shows it, from left to right.
type Row struct {
	Number  int
	Squares []rules.Square
	Pieces  []rules.Piece // on these squares; the zero Piece if free
}

// LastTurn is the turn that led to a position.
type LastTurn struct {
	Turn     rules.Turn
	Side     rules.Color
	Expelled rules.Piece // zero if no ship was expelled
}

// Describe returns what Renderer.Board draws for p and o. It returns the zero value for the zero position.
func Describe(p rules.Position, o Options) Description {
	if p.Board() == rules.NoBoard {
		return Description{}
	}
	o = o.validFor(&p)
	d := Description{Board: p.Board(), Side: p.Side(), Quiet: p.Quiet(), Limit: o.Limit,
		Last: lastTurn(o), Outcome: o.Outcome}
	d.describeShips(&p, newLayout(p.Board(), o.View, usualWidth(p.Board())))
	if o.Outcome.Over() {
		d.Side = rules.NoColor
		return d
	}
	d.Threatened = threatened(&p, o)
	d.Attacked = attacks(&p, o)
	d.Hints, d.Played, d.Better = o.Marks.Hints, o.Marks.Played, o.Marks.Better
	return d
}

// describeShips sets the places of the ships, in the order of the picture.
func (d *Description) describeShips(p *rules.Position, l *layout) {
	d.Rows = make([]Row, l.board.Rows())
	for row := 1; row <= l.board.Rows(); row++ {
		r := Row{Number: row, Squares: make([]rules.Square, l.board.Columns()),
			Pieces: make([]rules.Piece, l.board.Columns())}
		place := 0
		for column := 1; column <= l.board.Columns(); column++ {
			s := rules.MakeSquare(column, row)
			b := l.at(s)
			i := int((b.x - l.arena.x) / l.cell)
			place = int((b.y - l.arena.y) / l.cell)
			r.Squares[i], r.Pieces[i] = s, p.At(s)
		}
		d.Rows[place] = r
	}
	each(p, func(x rules.Piece, s rules.Square) {
		if s == rules.NoSquare {
			d.Exiles = append(d.Exiles, x)
		}
	})
}

// lastTurn returns the last turn of o, or nil if there is none.
func lastTurn(o Options) *LastTurn {
	if o.Last == rules.NoTurn {
		return nil
	}
	last := &LastTurn{Turn: o.Last, Side: o.Before.Side()}
	if o.Last.Expels() {
		last.Expelled = o.Before.At(o.Last.To())
	}
	return last
}
