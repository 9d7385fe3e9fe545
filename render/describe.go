package render

import "madbot/rules"

// Description is what a picture shows, as data from which a sentence can be made for those who
// cannot see it.
type Description struct {
	Board rules.Board
	Side  rules.Color // to move, NoColor when the game is over
	// Rows are the rows of the arena from the top of the picture, each from left to right.
	Rows []Row
	// Exiles are the ships beside the board, Red's first.
	Exiles []rules.Piece
	// Quiet counts turns without an expulsion against Limit, 0 for none (rules 5.2), and Leader is
	// the side that a stall would give the semi-victory (rules 5.4).
	Quiet  int
	Limit  rules.StallLimit
	Leader rules.Color
	// Last tells the last turn, nil when none is marked.
	Last *Deed
	// Threatened are the sides whose corvette an enemy could expel.
	Threatened []rules.Color
	// Goals and Partners are what the ship of Marks.Targets can do: the squares it can go to, and
	// the swaps and rotations it can take part in.
	Goals    []Goal
	Partners []rules.Shift
	// Hints are the turns drawn as arrows, the best first.
	Hints   []rules.Turn
	Outcome rules.Outcome
}

// Row is a row of the arena as the picture shows it.
type Row struct {
	Number  int
	Squares []rules.Square
	Pieces  []rules.Piece // on these squares; the zero Piece on a free one
}

// Deed is a turn that was played.
type Deed struct {
	Turn     rules.Turn
	Side     rules.Color
	From     rules.Square // of a movement, else NoSquare
	Expelled rules.Piece  // zero when nothing was
	// Returned are the ships that came back from exile, Left those that went there by a swap or
	// rotation.
	Returned, Left []rules.Ship
}

// Goal is a square that a ship can go to.
type Goal struct {
	Square rules.Square
	Expels rules.Piece // the enemy that would be expelled, zero on a free square
	Bonus  bool        // a bonus may follow (rules 3.1)
}

// Describe tells what Renderer.Board draws for p and o. For the zero position it is zero.
func Describe(p rules.Position, o Options) Description {
	if p.Board() == rules.NoBoard {
		return Description{}
	}
	o = o.fit(&p)
	d := Description{Board: p.Board(), Side: p.Side(), Quiet: p.Quiet(), Limit: o.Limit,
		Leader: p.SemiWinner(), Last: deed(o), Outcome: o.Outcome}
	d.describeShips(&p, newLayout(p.Board(), o.View, DefaultWidth))
	if o.Outcome.Over() {
		d.Side = rules.NoColor
		return d
	}
	d.Threatened = threatened(&p, o)
	d.Hints = o.Marks.Hints
	if o.Marks.Targets != rules.NoShip {
		d.describeTargets(&p, o.Marks.Targets)
	}
	return d
}

// describeShips fills in where the ships are, in the order of the picture.
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

// describeTargets fills in what a ship can do.
func (d *Description) describeTargets(p *rules.Position, ship rules.Ship) {
	goals, shifts := goalsOf(p, ship)
	d.Partners = shifts
	for _, g := range goals {
		d.Goals = append(d.Goals, Goal{Square: g.square, Expels: p.At(g.square), Bonus: g.bonus})
	}
}

// deed tells the last turn of o, nil when there is none.
func deed(o Options) *Deed {
	if o.Last == rules.NoTurn {
		return nil
	}
	j := newJourney(&o.Before, o.Last)
	d := &Deed{Turn: o.Last, Side: o.Before.Side(), From: j.movement.from, Expelled: j.expelled.piece}
	for _, s := range j.shift {
		switch {
		case s.from == rules.NoSquare:
			d.Returned = append(d.Returned, s.piece.Ship)
		case s.to == rules.NoSquare:
			d.Left = append(d.Left, s.piece.Ship)
		}
	}
	return d
}
