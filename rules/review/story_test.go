package review_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/review"
)

// TestMoments: the reader's three costliest turns, the other side's two, and a find of each, in game order.
func TestMoments(t *testing.T) {
	t.Parallel()
	var r review.Review
	for ply, loss := range []float64{0.3, 0.3, 0.04, 0.2, 0.1, 0.1, 0.5, 0.06, 0, 0} {
		class := review.Sound
		if loss == 0 {
			class = review.Find
		}
		side := rules.Red
		if ply%2 == 1 {
			side = rules.Blue
		}
		r.Turns = append(r.Turns, review.Turn{Ply: ply, Side: side, Loss: loss, Class: class, Fault: lostShip})
	}
	assert.Equal(t, []int{0, 1, 3, 4, 6, 8, 9}, plies(&r, rules.Red))
	assert.Equal(t, []int{0, 1, 3, 5, 6, 8, 9}, plies(&r, rules.Blue))
	assert.Equal(t, []int{0, 1, 3, 4, 5, 6, 8, 9}, plies(&r, rules.NoColor))
}

var lostShip = explain.Fault{Kind: explain.LosesShip, Ship: rules.Ship212}

// plies returns the plies of the moments for reader.
func plies(r *review.Review, reader rules.Color) (all []int) {
	for _, t := range r.Moments(reader) {
		all = append(all, t.Ply)
	}
	return all
}

// TestMoments_Shown: what was overlooked comes first, and a turn about which nothing concrete can be said counts half,
// if it is a blunder, or not at all.
func TestMoments_Shown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		turns []review.Turn
		want  []int
	}{
		"all are shown if there is room":    {[]review.Turn{{Loss: 0.05, Fault: lostShip}, {Loss: 0.25}}, []int{0, 1}},
		"little without a fault is not":     {[]review.Turn{{Loss: 0.24}, {Loss: 0.04, Fault: lostShip}}, nil},
		"nothing was lost, but overlooked":  {[]review.Turn{{Overlooked: true}}, []int{0}},
		"a blunder without a fault is last": {[]review.Turn{{Loss: 0.3}, {Loss: 0.3, Fault: lostShip}, {Overlooked: true}, {Loss: 0.16, Fault: lostShip}}, []int{1, 2, 3}},
		"half counts":                       {[]review.Turn{{Loss: 0.3}, {Loss: 0.3, Fault: lostShip}, {Overlooked: true}, {Loss: 0.14, Fault: lostShip}}, []int{0, 1, 2}},
	} {
		var r review.Review
		for ply, turn := range c.turns {
			turn.Ply, turn.Side = ply, rules.Red
			r.Turns = append(r.Turns, turn)
		}
		assert.Equal(t, c.want, plies(&r, rules.Red), name)
	}
}

func TestStory(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		red  []float64
		won  review.Won
		want review.Story
	}{
		"even":                         {[]float64{0.5, 0.6, 0.4}, review.Won{}, review.Story{Course: review.Even, Until: 2, From: 3}},
		"to and fro, and nobody ahead": {[]float64{0.5, 0.7, 0.2, 0.5}, review.Won{}, review.Story{Course: review.Swaying, Until: 3, From: 4}},
		"ahead for a while":            {[]float64{0.5, 0.7, 0.5}, review.Won{}, review.Story{Course: review.OneAhead, Ahead: rules.Red, Until: 1, From: 3}},
		"even, then Red ahead": {[]float64{0.5, 0.55, 0.65, 0.75, 0.8}, review.Won{},
			review.Story{Course: review.Even, Until: 1, Leader: rules.Red, From: 2, Lead: rules.Destroyer}},
		"even, then Blue ahead by little": {[]float64{0.5, 0.36, 0.35}, review.Won{},
			review.Story{Course: review.Even, Leader: rules.Blue, From: 1, Lead: rules.Frigate}},
		"far ahead, and won": {[]float64{0.5, 0.9, 0.95, 1, 1}, review.Won{rules.Red, 3},
			review.Story{Course: review.Even, Leader: rules.Red, From: 1, Lead: rules.Cruiser, Won: rules.Red, WonFrom: 3}},
		"won at once": {[]float64{0.5, 0.5, 0, 0}, review.Won{rules.Blue, 2},
			review.Story{Course: review.Even, Until: 1, Leader: rules.Blue, From: 2, Won: rules.Blue, WonFrom: 2}},
		"thrown away": {[]float64{0.5, 0.8, 0.9, 0.1, 0}, review.Won{},
			review.Story{Course: review.OneAhead, Ahead: rules.Red, Until: 2, Leader: rules.Blue, From: 3, Lead: rules.Cruiser}},
		"ahead, caught up with long before the end": {[]float64{0.8, 0.8, 0.5, 0.5, 0.3}, review.Won{},
			review.Story{Course: review.OneAhead, Ahead: rules.Red, Until: 1, Leader: rules.Blue, From: 4, Lead: rules.Frigate}},
		"ahead, caught up with, ahead": {[]float64{0.73, 0.5, 0.7}, review.Won{},
			review.Story{Course: review.OneAhead, Ahead: rules.Red, Leader: rules.Red, From: 2, Lead: rules.Frigate}},
		"a little ahead, and again": {[]float64{0.61, 0.5, 0.7}, review.Won{},
			review.Story{Course: review.OneAhead, Ahead: rules.Red, Leader: rules.Red, From: 2, Lead: rules.Frigate}},
		"to and fro, then Blue": {[]float64{0.7, 0.2, 0.5, 0.3}, review.Won{},
			review.Story{Course: review.Swaying, Until: 2, Leader: rules.Blue, From: 3, Lead: rules.Frigate}},
		"ahead by a hair": {[]float64{0.5, 0.39, 0.5}, review.Won{},
			review.Story{Course: review.OneAhead, Ahead: rules.Blue, Until: 1, From: 3}},
		"from the start": {[]float64{0.7, 0.7}, review.Won{}, review.Story{Leader: rules.Red, Lead: rules.Frigate}},
	} {
		r := review.Review{Outlooks: c.red, Won: c.won}
		assert.Equal(t, c.want, r.Story(), name)
	}
}
