package rules

import (
	"fmt"
	"strconv"
)

// StallLimit is after how many quiet turns a game stops; 0 means never (rules 5.2).
type StallLimit uint8

// The customary limits, and the largest one accepted.
const (
	DefaultStallLimit StallLimit = 40
	ShortStallLimit   StallLimit = 30
	MaxStallLimit     StallLimit = 200
)

// ParseStallLimit reads a limit as String writes it, up to MaxStallLimit.
func ParseStallLimit(s string) (StallLimit, error) {
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil || StallLimit(n) > MaxStallLimit {
		return 0, fmt.Errorf("parse stall limit %q: %w", s, ErrSyntax)
	}
	return StallLimit(n), nil
}

// String returns the number.
func (l StallLimit) String() string { return strconv.Itoa(int(l)) }

// Options are what the players agree on before a game.
type Options struct {
	Board       Board
	Positioning bool // each side's first turn is a positioning turn (rules 4)
	StallLimit  StallLimit
}

// DefaultOptions are those of a challenge without wishes: 6x4, positioning, 40.
func DefaultOptions() Options {
	return Options{Board: Board6x4, Positioning: true, StallLimit: DefaultStallLimit}
}

// Game is a start position, the turns played from it, and how it ended. Values of Game are
// independent of each other only through Clone; the zero value is not a game.
type Game struct {
	limit    StallLimit
	start    Position
	before   Position // the one the last turn was played in
	position Position
	turns    []Turn
	outcome  Outcome
}

// NewGame starts a game with o at the start position.
func NewGame(o Options) Game {
	return GameFrom(Start(o.Board, o.Positioning), o.StallLimit)
}

// GameFrom starts a game at p.
func GameFrom(p Position, limit StallLimit) Game {
	return Game{limit: limit, start: p, position: p, outcome: p.Outcome(limit)}
}

// Play plays t for the side to move; on an error, a *TurnError, the game is unchanged.
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

// PlayText reads t in any spelling of rules 6.3 and plays it; on an error, one of ParseTurn's or
// Play's, the game is unchanged.
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

// refuseText is the error of any turn when the game has ended.
func (g *Game) refuseText(s string) error {
	r, ok := readTurn(s)
	if !ok {
		return g.position.misread(s, r.end)
	}
	return g.position.refuseReading(r, GameOver)
}

// End ends the game for a reason that is not on the board: agreement, resignation, loss on time,
// abort. For Agreement the winner follows from rules 5.4 and loser is ignored; nobody wins an
// aborted game. A finished game stays as it is, and so does one for which why is none of these or
// a resignation or loss on time has no loser.
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

// Leave ends the game because loser gives it up, a Resignation, or has no time left, a TimeLoss:
// a victory of the other side, or an aborted game when loser has not played its second turn
// (rules 5.5). A finished game stays as it is.
func (g *Game) Leave(why Reason, loser Color) {
	if g.turnsOf(loser) < 2 {
		why = Aborted
	}
	g.End(why, loser)
}

// turnsOf returns how many turns c has played.
func (g *Game) turnsOf(c Color) int {
	n := g.Ply()
	if g.start.side == c {
		n++
	}
	return n / 2
}

// Position returns the present position.
func (g *Game) Position() Position { return g.position }

// Start returns the position the game began from.
func (g *Game) Start() Position { return g.start }

// Limit returns the stall limit.
func (g *Game) Limit() StallLimit { return g.limit }

// Turns returns the turns played; it must not be changed.
func (g *Game) Turns() []Turn { return g.turns }

// Last returns the last turn and the position it was played in; both are zero when no turn was
// played.
func (g *Game) Last() (before Position, t Turn) {
	if len(g.turns) == 0 {
		return Position{}, NoTurn
	}
	return g.before, g.turns[len(g.turns)-1]
}

// Ply returns how many turns were played.
func (g *Game) Ply() int { return len(g.turns) }

// Outcome returns how the game ended; zero in progress.
func (g *Game) Outcome() Outcome { return g.outcome }

// Clone returns a copy that shares nothing with g.
func (g *Game) Clone() Game {
	c := *g
	c.turns = append([]Turn(nil), g.turns...)
	return c
}
