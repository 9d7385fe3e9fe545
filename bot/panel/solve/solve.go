// Package solve is the panel on which somebody looks for the solution of a puzzle, wherever that comes from: turns are
// tried, what is wrong is refuted, and there are hints. It keeps nothing.
package solve

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/puzzle"
)

// Panel shows puzzles to those who solve them.
type Panel struct {
	View *show.View
}

// Task is a puzzle that the caller looks for the solution of.
type Task struct {
	*dispatch.Call
	State
	Puzzle puzzle.Puzzle
	Verb   ui.Verb     // of its controls
	Title  string      // stands above the board
	Open   bool        // the solution is shown to whoever asks
	Ways   []ui.Button // where else to go: two at most
	Note   string      // what else is said of what was done; empty: nothing
}

// Deed is what somebody does about a puzzle.
type Deed uint8

// The deeds.
const (
	Looks    Deed = iota // or chooses a ship
	Fails                // tries a turn that is wrong
	GoesOn               // finds a turn, and more are to be found
	Solves               // finds the last one, or one that is as good
	AsksHint             // for a step of one
	GivesUp              // has the solution shown
)

// IsTry reports whether a turn was tried.
func (d Deed) IsTry() bool { return d == Fails || d == GoesOn || d == Solves }

// IsRight reports whether a turn was tried and is right.
func (d Deed) IsRight() bool { return d == GoesOn || d == Solves }

// IsHelp reports whether the solution, or a part of it, was asked for.
func (d Deed) IsHelp() bool { return d == AsksHint || d == GivesUp }

// Step is what the caller did, and the task as it is then.
type Step struct {
	Task
	Deed   Deed
	before rules.Game // in which it was done
	tried  play.Attempt
}

// IsAsking reports whether nothing was done, and no ship is chosen.
func (s *Step) IsAsking() bool {
	return s.Deed == Looks && ui.ReadTap(ui.ReadTry(s.Argument()).Tap).Selection == ""
}

// Take returns what the control says that the caller did, which changes nothing. It searches if a turn was tried.
func (p *Panel) Take(ctx context.Context, t Task) (Step, error) {
	t.found = min(t.found, len(t.Puzzle.Solution)/2)
	s, arg := Step{Task: t, before: t.game()}, ui.ReadTry(t.Argument())
	if arg.Tap == askHint {
		s.Deed, s.hinted = AsksHint, min(s.hinted+1, hints)
		return s, nil
	}
	if arg.Tap == askSolution && t.Open {
		s.Deed = GivesUp
		return s, nil
	}
	position := s.before.Position()
	turn, err := position.ParseTurn(ui.ReadTap(arg.Tap).Turn)
	if err != nil { // nothing is tried yet
		return s, nil
	}
	left := t.left()
	if turn == left[0] && len(left) > 1 {
		s.found, s.hinted, s.Deed = s.found+1, 0, GoesOn
		return s, nil
	}
	s.tried, err = p.View.Service.Attempt(ctx, &s.before, left[0], turn)
	s.Deed = Fails
	if s.tried.Right {
		s.Deed = Solves
	}
	return s, err
}

// left returns the turns that are still to be found, with their answers.
func (t *Task) left() []rules.Turn { return t.Puzzle.Solution[2*t.found:] }

// game is the puzzle after the turns that were found, and their answers.
func (t *Task) game() rules.Game {
	g := t.Puzzle.Game()
	for _, turn := range t.Puzzle.Solution[:2*t.found] {
		_ = g.Play(turn) // it is legal
	}
	return g
}

// candidate is a turn that may be played next, with what speaks for it.
func (t *Task) candidate(ctx context.Context, turn rules.Turn) play.Candidate {
	g, c := t.game(), play.Candidate{Turn: turn, Worth: 0.9}
	claim := explain.Claim{Turn: turn}
	if t.Puzzle.Kind == puzzle.Victory && turn == t.left()[0] {
		c.Worth, claim.Victory = 0.99, len(t.left())
	}
	c.Reasons = explain.Find(ctx, &g, claim)
	return c
}
