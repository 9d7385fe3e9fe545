package league_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"madbot/rules/league"
	"pgregory.net/rapid"
)

// group draws a group of few to many people, with at most open matches open and some who left.
func group(t *rapid.T, few, many, open int) league.Group {
	g := league.Group{Size: rapid.IntRange(few, many).Draw(t, "size")}
	for _, p := range league.Pairings(g.Size) {
		lowest := league.RedVictory
		if open > 0 {
			lowest = league.Open
		}
		m := league.Match{Pairing: p, Result: league.Result(rapid.IntRange(int(lowest), int(league.Halved)).Draw(t, "result")),
			OnTime: rapid.Bool().Draw(t, "on time")}
		if m.Result == league.Open {
			open--
		}
		g.Matches = append(g.Matches, m)
	}
	for person := range g.Size {
		switch rapid.IntRange(0, 12).Draw(t, "left") {
		case 0:
			g.Left = append(g.Left, person)
		case 1:
			g.Gone = append(g.Gone, person)
		}
	}
	return g
}

// plain compares each pair of people by hand, to check the table.
type plain struct{ g league.Group }

func (p plain) results(person int, visit func(opponent int, won float64, victory bool)) {
	for _, m := range p.g.Matches {
		if person != m.Red && person != m.Blue {
			continue
		}
		points := map[league.Result][2]float64{league.RedVictory: {1, 0}, league.RedSemi: {.5, 0},
			league.BlueSemi: {0, .5}, league.BlueVictory: {0, 1}, league.Halved: {.5, .5}}
		won, counts := points[m.Result]
		if !counts {
			continue
		}
		switch person {
		case m.Red:
			visit(m.Blue, won[0], m.Result == league.RedVictory)
		case m.Blue:
			visit(m.Red, won[1], m.Result == league.BlueVictory)
		}
	}
}

func (p plain) points(person int) (sum float64) {
	p.results(person, func(_ int, won float64, _ bool) { sum += won })
	return sum
}

func (p plain) direct(person int) (sum float64) {
	p.results(person, func(opponent int, won float64, _ bool) {
		if p.points(opponent) == p.points(person) && p.stayed(opponent) == p.stayed(person) {
			sum += won
		}
	})
	return sum
}

func (p plain) victories(person int) (sum float64) {
	p.results(person, func(_ int, _ float64, victory bool) {
		if victory {
			sum++
		}
	})
	return sum
}

func (p plain) stayed(person int) float64 {
	if slices.Contains(p.g.Left, person) || slices.Contains(p.g.Gone, person) {
		return 0
	}
	return 1
}

// punctual is the losses on time of a person, below 0.
func (p plain) punctual(person int) (sum float64) {
	for _, m := range p.g.Matches {
		loser := -1
		switch m.Result {
		case league.RedVictory, league.RedSemi:
			loser = m.Blue
		case league.BlueVictory, league.BlueSemi:
			loser = m.Red
		}
		if m.OnTime && loser == person {
			sum--
		}
	}
	return sum
}

func (p plain) lot(person int) float64 {
	if p.g.Lots == nil {
		return 0
	}
	return -float64(p.g.Lots[person])
}

func (p plain) place(person int) int {
	place := 1
	for other := range p.g.Size {
		for _, by := range []func(int) float64{p.stayed, p.points, p.direct, p.victories, p.punctual, p.lot} {
			if by(other) != by(person) {
				if by(other) > by(person) {
					place++
				}
				break
			}
		}
	}
	return place
}

func TestTable_Plain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := group(t, league.MinGroup, 24, 20)
		if rapid.Bool().Draw(t, "drawn") {
			for i := range uint64(24) {
				g.Lots = append(g.Lots, i*7%24)
			}
		}
		rows := g.Table()
		assert.Len(t, rows, g.Size)
		counted := plain{g.Settled()}
		last := 0
		for _, r := range rows {
			assert.Equal(t, counted.place(r.Person), r.Place)
			assert.InDelta(t, counted.points(r.Person), float64(r.Half)/2, 0)
			assert.GreaterOrEqual(t, r.Place, last)
			last = r.Place
		}
	})
}

func TestTable_Ties(t *testing.T) {
	of := func(results ...league.Result) league.Group {
		g := league.Group{Size: 3}
		for i, p := range league.Pairings(3) {
			g.Matches = append(g.Matches, league.Match{Pairing: p, Result: results[i]})
		}
		return g
	}
	places := func(g league.Group) []int {
		places := make([]int, g.Size)
		for _, r := range g.Table() {
			places[r.Person] = r.Place
		}
		return places
	}
	assert.Equal(t, []int{1, 1, 1}, places(of(league.RedVictory, league.RedVictory, league.RedVictory)), "a circle is shared")
	assert.Equal(t, []int{1, 1, 1}, places(of(league.Open, league.Open, league.Open)))
	assert.Equal(t, []int{1, 2, 3}, places(of(league.RedVictory, league.RedSemi, league.Void)))
	assert.Equal(t, []int{1, 2, 3}, places(of(league.RedVictory, league.RedVictory, league.BlueVictory)))
}

// TestTable_TieBreaks: the table says what decided between people with equal points.
func TestTable_TieBreaks(t *testing.T) {
	g := league.Group{Size: 3}
	for _, p := range league.Pairings(3) {
		g.Matches = append(g.Matches, league.Match{Pairing: p, Result: league.RedVictory})
	}
	order := func(g league.Group) (people []int, by []league.TieBreak) {
		for _, r := range g.Table() {
			people, by = append(people, r.Person), append(by, r.Ahead)
		}
		return people, by
	}
	g.Lots = []uint64{9, 3, 6}
	people, by := order(g)
	assert.Equal(t, []int{1, 2, 0}, people)
	assert.Equal(t, []league.TieBreak{league.ByLot, league.ByLot, league.NoTie}, by)
	g.Matches[0].OnTime = true // Blue, 1, lost it
	people, by = order(g)
	assert.Equal(t, []int{2, 0, 1}, people)
	assert.Equal(t, []league.TieBreak{league.ByLot, league.ByTime, league.NoTie}, by)
	g.Lots = nil
	_, by = order(g)
	assert.Equal(t, []league.TieBreak{league.NoTie, league.ByTime, league.NoTie}, by, "two share a place")
}

// TestSettled_Gone: who was sent away loses and voids nothing that is finished.
func TestSettled_Gone(t *testing.T) {
	g := league.Group{Size: 3, Gone: []int{0}}
	for _, p := range league.Pairings(3) {
		g.Matches = append(g.Matches, league.Match{Pairing: p})
	}
	g.Matches[0].Result = league.RedVictory
	settled := g.Settled().Matches
	assert.Equal(t, league.RedVictory, settled[0].Result)
	assert.Equal(t, league.Open, settled[1].Result)
	assert.Equal(t, league.Void, settled[2].Result)
}

func TestSettled_Half(t *testing.T) {
	g := league.Group{Size: 5, Left: []int{0}}
	for _, p := range league.Pairings(5) {
		g.Matches = append(g.Matches, league.Match{Pairing: p})
	}
	g.Matches[0].Result = league.RedVictory
	require.Equal(t, league.Pairing{0, 1}, g.Matches[0].Pairing)
	assert.Equal(t, 0, g.Table()[4].Played, "one of four ended")
	for i, m := range g.Matches {
		if m.Pairing == (league.Pairing{4, 0}) {
			g.Matches[i].Result = league.RedVictory
		}
	}
	assert.Equal(t, 4, g.Table()[4].Played, "half of them ended")
}

func TestSettled(t *testing.T) {
	g := league.Group{Size: 4, Left: []int{0}}
	for _, p := range league.Pairings(4) {
		g.Matches = append(g.Matches, league.Match{Pairing: p})
	}
	play := func(a, b int, r league.Result) {
		for i, m := range g.Matches {
			if m.Pairing == (league.Pairing{a, b}) || m.Pairing == (league.Pairing{b, a}) {
				g.Matches[i].Result = r
			}
		}
	}
	count := func(r league.Result) (n int) {
		for _, m := range g.Settled().Matches {
			if m.Result == r {
				n++
			}
		}
		return n
	}
	play(0, 1, league.RedVictory)
	assert.Equal(t, 3, count(league.Void), "one of three ended: none counts")
	assert.Equal(t, 3, count(league.Open))

	play(0, 2, league.RedVictory)
	assert.Equal(t, 0, count(league.Void), "two of three ended: they count, and the third is a victory of the other")
	assert.Equal(t, 3, count(league.Open))
	row := g.Table()[3]
	assert.Equal(t, 0, row.Person, "who left is last")
	assert.Equal(t, 3, row.Played)

	g.Left = []int{0, 3}
	play(3, 1, league.RedVictory)
	play(3, 2, league.RedVictory)
	assert.Equal(t, 1, count(league.Void), "between two who left")
}

// TestTable_DirectWithoutLeavers: a victory over somebody who left the season late is worth its points, but is not one
// of the games among those level, even if the leaver has as many points. Void matches count nowhere.
func TestTable_DirectWithoutLeavers(t *testing.T) {
	t.Parallel()
	g := league.Group{Size: 3, Left: []int{2}, Matches: []league.Match{
		{Pairing: league.Pairing{Red: 0, Blue: 1}, Result: league.RedVictory},
		{Pairing: league.Pairing{Red: 1, Blue: 2}, Result: league.RedVictory},
		{Pairing: league.Pairing{Red: 2, Blue: 0}, Result: league.RedVictory}}}
	rows := g.Table()
	assert.Equal(t, []int{0, 1, 2}, []int{rows[0].Person, rows[1].Person, rows[2].Person})
	assert.Equal(t, []int{2, 2, 2}, []int{rows[0].Half, rows[1].Half, rows[2].Half})
	assert.Equal(t, league.ByDirect, rows[0].Ahead)
	g.Matches[1].Result, g.Matches[2].Result = league.Open, league.Open
	rows = g.Table()
	assert.Equal(t, league.Row{Person: 2, Place: 3}, rows[2], "the leaver's matches are void")
	assert.Equal(t, []int{1, 0}, []int{rows[0].Victories, rows[1].Victories})
}
