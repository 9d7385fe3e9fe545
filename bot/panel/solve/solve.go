// Package solve is the panel for solving a puzzle: the solver tries turns, wrong ones are refuted, and there are hints.
// It stores nothing.
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

// Panel shows puzzles to solve.
type Panel struct {
	View *show.View
}

// Task is a puzzle that the caller solves.
type Task struct {
	*dispatch.Call
	State
	Puzzle puzzle.Puzzle
	Verb   ui.Verb     // of its controls
	Title  string      // above the board
	Open   bool        // the caller may ask for the solution
	Done   bool        // the caller has solved the puzzle or seen the solution, so may watch it
	Counts bool        // what the caller does is counted: the puzzle is untried
	Ways   []ui.Button // further buttons, at most two
	Note   string      // below what is said about the step
}

// Deed is what the solver did.
type Deed uint8

// The deeds.
const (
	Looks    Deed = iota // opened the puzzle or chose a ship
	Fails                // tried a wrong turn
	GoesOn               // found a turn, and there are more to find
	Solves               // found the last turn, or one as good
	AsksHint             // asked for the next step of the hint
	GivesUp              // asked for the solution
	Watches              // asked for a turn of the solution
)

// Settles reports whether it is known now whether the solver finds the solution without help.
func (d Deed) Settles() bool { return d == Fails || d == Solves || d.IsHelp() }

// IsHelp reports whether a hint or the solution was asked for.
func (d Deed) IsHelp() bool { return d == AsksHint || d == GivesUp }

// Step is what the caller did and the task after it.
type Step struct {
	Task
	Deed   Deed
	before rules.Game // the game before it
	tried  play.Attempt
	at     int // how many turns of the solution and the rest are shown
}

// IsAsking reports whether nothing was done and no ship is selected.
func (s *Step) IsAsking() bool {
	return s.Deed == Looks && ui.ReadTap(ui.ReadTry(s.Argument()).Tap).Selection == ""
}

// Take reads from the control what the caller did. If that is a turn other than the solution, it searches.
func (p *Panel) Take(ctx context.Context, t Task) (Step, error) {
	t.found = min(t.found, len(t.Puzzle.Solution)/2)
	s, arg := Step{Task: t, before: t.game()}, ui.ReadTry(t.Argument())
	if arg.Tap == askHint {
		s.Deed, s.hinted = AsksHint, min(s.hinted+1, hints)
		return s, nil
	}
	if arg.Tap == askSolution && t.Open {
		s.Deed, s.at = GivesUp, 1
		return s, nil
	}
	if _, ok := readWatch(arg.Tap); ok && t.Done {
		s.Deed = Watches
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
	s.tried, err = p.View.Service.Attempt(ctx, t.Actor, &s.before, left[0], turn)
	s.Deed = Fails
	if s.tried.Right {
		s.Deed, s.at = Solves, 2*s.found+1
	}
	return s, err
}

// left returns the turns still to find, with the replies.
func (t *Task) left() []rules.Turn { return t.Puzzle.Solution[2*t.found:] }

// game returns the puzzle after the turns that were found and their answers.
func (t *Task) game() rules.Game { return t.gameAt(2 * t.found) }

// gameAt returns the puzzle after n turns of the solution and the rest.
func (t *Task) gameAt(n int) rules.Game {
	g := t.Puzzle.Game()
	for _, turn := range t.Puzzle.Line()[:n] {
		_ = g.Play(turn) // it is legal
	}
	return g
}

// candidate returns a turn that may be played next, with the reasons for it.
func (t *Task) candidate(ctx context.Context, turn rules.Turn) play.Candidate {
	g, c := t.game(), play.Candidate{Turn: turn, Worth: 0.9}
	claim := explain.Claim{Turn: turn}
	if t.Puzzle.Kind == puzzle.Victory && turn == t.left()[0] {
		c.Worth, claim.Victory = 0.99, len(t.left())
	}
	c.Reasons = explain.Find(ctx, &g, claim)
	return c
}
