// Package review judges a game turn by turn: what each turn lost, when one side was ahead, and which moments are worth
// another look. It is pure: its input is a game and the search results for its positions.
//
// A position is judged by its outlook, the expected result between good players, from 0 to 1. The loss of a turn is the
// outlook with the best turn minus the outlook with the turn played.
package review

import (
	"errors"
	"slices"

	"madbot/rules"
)

// ErrEvaluations is returned by Judge unless there is one evaluation for each position that was not over.
var ErrEvaluations = errors.New("evaluations do not fit the game")

// Review is a judged game.
type Review struct {
	Turns    []Turn
	Outlooks []float64 // of Red, before each turn and after the last
	Won      Won
}

// Won says who could force a win at the end, and since when. The zero value means nobody.
type Won struct {
	Side rules.Color
	Ply  int // from here on, every position is a proven win
}

// Plies returns the plies of the positions reached by turns of the given classes.
func (r *Review) Plies(classes ...Class) (plies []int) {
	for _, t := range r.Turns {
		if slices.Contains(classes, t.Class) {
			plies = append(plies, t.Ply+1)
		}
	}
	return plies
}

// Judge judges g by the evaluations of its positions, from the start to the last in which the game is not over on the
// board. It returns ErrEvaluations if they do not fit.
func Judge(g *rules.Game, all []Evaluation) (Review, error) {
	end := g.Position()
	over := end.Outcome(g.Limit())
	positions := g.Ply() + 1
	if over.Over() {
		positions--
	}
	if len(all) != positions {
		return Review{}, ErrEvaluations
	}
	start := g.Start()
	j := judge{evaluations: all, first: start.Side(), end: over}
	r := Review{Won: j.won(g.Ply())}
	for ply, played := range g.Turns() {
		r.Turns = append(r.Turns, j.turn(ply, played))
	}
	for ply := range g.Ply() + 1 {
		r.Outlooks = append(r.Outlooks, j.outlook(ply, rules.Red))
	}
	return r, nil
}

type judge struct {
	evaluations []Evaluation
	first       rules.Color
	end         rules.Outcome // on the board
}

func (j *judge) side(ply int) rules.Color {
	if ply%2 == 0 {
		return j.first
	}
	return j.first.Other()
}

func (j *judge) outlook(ply int, side rules.Color) float64 {
	mover, outlook := j.end.Winner, 1.0
	switch {
	case ply < len(j.evaluations):
		mover, outlook = j.side(ply), j.evaluations[ply].Outlook
	case j.end.IsSemi():
		outlook = 0.75
	}
	if side != mover {
		return 1 - outlook
	}
	return outlook
}

// winner returns the side that has won after ply turns or is proven to win, or NoColor.
func (j *judge) winner(ply int) rules.Color {
	switch {
	case ply < len(j.evaluations):
		return j.evaluations[ply].winner(j.side(ply))
	case j.end.IsSemi():
		return rules.NoColor
	}
	return j.end.Winner
}

func (j *judge) won(last int) Won {
	winner := j.winner(last)
	if winner == rules.NoColor {
		return Won{}
	}
	for last > 0 && j.winner(last-1) == winner {
		last--
	}
	return Won{Side: winner, Ply: last}
}
