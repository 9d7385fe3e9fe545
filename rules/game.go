package rules

import (
	"fmt"
	"strconv"
)

// StallLimit is the number of turns without an expulsion after which a game stops (rules 5.2). The zero value means no
// limit.
type StallLimit uint8

// The usual limits, and the largest one accepted.
const (
	DefaultStallLimit StallLimit = 40
	ShortStallLimit   StallLimit = 30
	MaxStallLimit     StallLimit = 200
)

// ParseStallLimit parses a number from 0 to MaxStallLimit. The error wraps ErrSyntax.
func ParseStallLimit(s string) (StallLimit, error) {
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil || StallLimit(n) > MaxStallLimit {
		return 0, fmt.Errorf("parse stall limit %q: %w", s, ErrSyntax)
	}
	return StallLimit(n), nil
}

func (l StallLimit) String() string { return strconv.Itoa(int(l)) }

// Options are what the players agree on before a game. The zero value is not playable: it has no
// board.
type Options struct {
	Board       Board
	Positioning bool // whether each side begins with a positioning turn (rules 4)
	StallLimit  StallLimit
}

// DefaultOptions returns 6x4 with positioning turns and a stall limit of 40.
func DefaultOptions() Options {
	return Options{Board: Board6x4, Positioning: true, StallLimit: DefaultStallLimit}
}

// Game is a position to start from, the turns played since, and how it ended. Assignment copies share
// their turns; Clone makes an independent copy. The zero value is not a game.
type Game struct {
	limit    StallLimit
	start    Position
	before   Position // position before the last turn
	position Position
	turns    []Turn
	outcome  Outcome
}

// NewGame starts a game from the start position.
func NewGame(o Options) Game {
	return GameFrom(Start(o.Board, o.Positioning), o.StallLimit)
}

// GameFrom starts a game from p.
func GameFrom(p Position, limit StallLimit) Game {
	return Game{limit: limit, start: p, position: p, outcome: p.Outcome(limit)}
}

// Play plays t for the side to move. If t is illegal, it returns a *TurnError and leaves the game unchanged.
func (g *Game) Play(t Turn) error {
	if g.outcome.Over() {
		return g.position.refuse(t, GameOver)
	}
	if err := g.position.Check(t); err != nil {
		return err
	}
	g.before = g.position
	g.position.play(t)
	g.turns = append(g.turns, t)
	g.outcome = g.position.Outcome(g.limit)
	return nil
}

// PlayText parses a turn in any spelling of rules 6.3 and plays it. It returns the errors of ParseTurn and Play, which
// leave the game unchanged.
func (g *Game) PlayText(s string) error {
	if g.outcome.Over() {
		return g.refuseText(s)
	}
	t, err := g.position.ParseTurn(s)
	if err != nil {
		return err
	}
	return g.Play(t)
}

func (g *Game) refuseText(s string) error {
	r, ok := readTurn(s)
	if !ok {
		return g.position.syntaxError(s, r.end)
	}
	return g.position.refuseReading(r, GameOver)
}

// End ends the game for a reason that does not follow from the board: Agreement, Resignation, TimeLoss or Aborted.
// After Agreement the winner follows from rules 5.4 and loser is ignored; nobody wins an aborted game. End does nothing
// if the game is over, if why is any other reason, or if loser is missing for a Resignation or TimeLoss.
func (g *Game) End(why Reason, loser Color) {
	if g.outcome.Over() {
		return
	}
	switch why {
	case Agreement:
		g.outcome = Outcome{Winner: g.position.SemiWinner(), Reason: why}
	case Resignation, TimeLoss:
		if loser != NoColor {
			g.outcome = Outcome{Winner: loser.Other(), Reason: why}
		}
	case Aborted:
		g.outcome = Outcome{Reason: why}
	}
}

// Leave ends the game by Resignation or TimeLoss of loser, or as Aborted if loser has not played a second turn (rules
// 5.5). It does nothing if the game is over.
func (g *Game) Leave(why Reason, loser Color) {
	if g.turnsOf(loser) < 2 {
		why = Aborted
	}
	g.End(why, loser)
}

func (g *Game) turnsOf(c Color) int {
	n := g.Ply()
	if g.start.side == c {
		n++
	}
	return n / 2
}

// Position returns the current position.
func (g *Game) Position() Position { return g.position }

// Start returns the position that the game started from.
func (g *Game) Start() Position { return g.start }

// Limit returns the stall limit.
func (g *Game) Limit() StallLimit { return g.limit }

// Turns returns the turns played. The caller must not change the slice.
func (g *Game) Turns() []Turn { return g.turns }

// Last returns the last turn and the position before it, both zero if no turn was played.
func (g *Game) Last() (before Position, t Turn) {
	if len(g.turns) == 0 {
		return Position{}, NoTurn
	}
	return g.before, g.turns[len(g.turns)-1]
}

// RoundNumber returns the round of the turn after ply turns, as records print it (rules 6.5), in a game that the side
// first began. A round is a turn of Red and the next turn of Blue.
func RoundNumber(first Color, ply int) int {
	if first == Blue {
		ply++
	}
	return ply/2 + 1
}

// Number returns the RoundNumber of g's turn after ply turns.
func (g *Game) Number(ply int) int { return RoundNumber(g.start.side, ply) }

// Rounds returns how many rounds were begun.
func (g *Game) Rounds() int {
	if g.Ply() == 0 {
		return 0
	}
	return g.Number(g.Ply() - 1)
}

// Dotted returns Number as records print it: "7." for a turn of Red, "7..." for one of Blue.
func (g *Game) Dotted(ply int) string {
	dots := "."
	if (g.start.side == Red) == (ply%2 == 1) {
		dots = "..."
	}
	return strconv.Itoa(g.Number(ply)) + dots
}

// Ply returns the number of turns played.
func (g *Game) Ply() int { return len(g.turns) }

// At returns the game as it was after ply turns; ply is clamped to the range from 0 to Ply. The copy shares nothing
// with g.
func (g *Game) At(ply int) Game {
	if ply >= g.Ply() {
		return g.Clone()
	}
	past := GameFrom(g.start, g.limit)
	for _, t := range g.turns[:max(ply, 0)] {
		past.before, past.position = past.position, past.position.Play(t)
		past.turns = append(past.turns, t)
	}
	return past
}

// Outcome returns how the game ended, the zero value while it is in progress.
func (g *Game) Outcome() Outcome { return g.outcome }

// Clone returns a copy that shares nothing with g.
func (g *Game) Clone() Game {
	c := *g
	c.turns = append([]Turn(nil), g.turns...)
	return c
}
