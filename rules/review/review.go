// Package review judges a game turn by turn: what each turn cost, who was ahead from when, and which moments are worth
// another look. It is pure: a game and what a search found in its positions go in, a judgement comes out.
//
// A position is judged by its outlook: the expected result between good players, from 0 to 1. A turn costs the
// difference between the outlook with the best turn and that with the turn that was played.
package review

import (
	"errors"
	"slices"

	"madbot/rules"
)

// ErrEvaluations is returned by Judge when there is not one evaluation for each position that was not over.
var ErrEvaluations = errors.New("evaluations do not fit the game")

// Review is a judged game. The zero value is that of none.
type Review struct {
	Turns    []Turn
	Outlooks []float64 // Red's, before each turn and after the last
	Won      Won
}

// Won says who had won by force, and since how many turns. The zero value means nobody.
type Won struct {
	Side rules.Color
	Ply  int // from here on each position is proven to be won
}

// Plies returns after how many turns each position stood that a turn of one of the classes led to.
func (r *Review) Plies(classes ...Class) (plies []int) {
	for _, t := range r.Turns {
		if slices.Contains(classes, t.Class) {
			plies = append(plies, t.Ply+1)
		}
	}
	return plies
}

// Judge judges g by the evaluations of its positions, from the start to the last that is not over on the board. The
// error is ErrEvaluations.
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
	j := judge{evaluations: all, first: sideAt(g, 0), end: over}
	r := Review{Won: j.won(g.Ply())}
	for ply, played := range g.Turns() {
		r.Turns = append(r.Turns, j.turn(ply, played))
	}
	for ply := range g.Ply() + 1 {
		r.Outlooks = append(r.Outlooks, j.outlook(ply, rules.Red))
	}
	return r, nil
}

func sideAt(g *rules.Game, ply int) rules.Color {
	start := g.Start()
	if ply%2 == 0 {
		return start.Side()
	}
	return start.Side().Other()
}

// judge is a game as its evaluations see it.
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

// outlook returns that of side in the position after so many turns.
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

// winner returns who is proven to win the position after so many turns, or has won it.
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
