package rules

// Position is where the ships stand, whose turn it is, and the counters. It is a comparable
// value without pointers; Play returns the next one. The zero value is not a game.
type Position struct {
	occupied    [2]uint32    // squares of Red and Blue, bit Square
	shielded    [2]uint32    // those of them that hold a ship with two shields
	squares     [2][8]Square // of each ship, NoSquare in exile
	quiet       uint16
	board       Board
	side        Color
	last        Color
	positioning uint8 // bit 0 Red's, bit 1 Blue's still to come
}

// Start returns the start position of b (rules 1.4), with or without positioning turns.
func Start(b Board, positioning bool) Position { panic("rules: Start") }

// Board returns the board of p, NoBoard for the zero value.
func (p *Position) Board() Board { return p.board }

// Side returns whose turn it is.
func (p *Position) Side() Color { return p.side }

// Quiet returns the consecutive turns without an expulsion (rules 5.2).
func (p *Position) Quiet() int { return int(p.quiet) }

// Last returns the side that made the last expulsion, NoColor when none was.
func (p *Position) Last() Color { return p.last }

// Positioning reports whether the positioning turn of c is still to come (rules 4.1).
func (p *Position) Positioning(c Color) bool {
	return c != NoColor && p.positioning>>(c-1)&1 != 0
}

// SquareOf returns where the ship of c stands, NoSquare in exile.
func (p *Position) SquareOf(c Color, s Ship) Square { return p.squares[c-1][s-1] }

// At returns what stands on s; the zero Piece when it is free.
func (p *Position) At(s Square) Piece { panic("rules: At") }

// AppendTurns appends all legal turns of the side to move to dst and returns it: none when a
// corvette is in exile. The stall is not looked at (rules 5.2 is a matter of Outcome).
func (p *Position) AppendTurns(dst []Turn) []Turn { panic("rules: AppendTurns") }

// Check returns nil when t is legal, else a *TurnError that says why not (rules 6.4).
func (p *Position) Check(t Turn) error { panic("rules: Check") }

// Play returns the position after t, which must be legal.
func (p *Position) Play(t Turn) Position { panic("rules: Play") }

// Outcome says how p ended, if it did: by exile of a corvette, or by stall at limit.
func (p *Position) Outcome(limit StallLimit) Outcome { panic("rules: Outcome") }

// Hash returns a number that differs, nearly always, for different positions.
func (p *Position) Hash() uint64 { panic("rules: Hash") }

// String returns the seven fields of the notation (rules 6.1).
func (p Position) String() string { panic("rules: String") }

// ParsePosition reads the seven fields (rules 6.1); the error wraps ErrSyntax or says which
// field cannot be.
func ParsePosition(s string) (Position, error) { panic("rules: ParsePosition") }

// ParseTurn reads a turn of p in any spelling of rules 6.3 and checks it; a legal turn or an error
// which is a *TurnError when the text is understood but the turn is illegal.
func (p *Position) ParseTurn(s string) (Turn, error) { panic("rules: ParseTurn") }

// TurnError is the refusal of a turn (rules 6.4).
type TurnError struct {
	Turn Turn
	Why  Illegality
}

// Illegality is a reason of rules 6.4.
type Illegality uint8

// Error returns the reason's word, for logs and tools.
func (e *TurnError) Error() string { panic("rules: Error") }

// Perft counts the leaves of the tree of legal turns below p (rules 7).
func Perft(p Position, depth int) uint64 { panic("rules: Perft") }
