package league

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// group draws a group of some people with at most open matches open, and some who left.
func group(t *rapid.T, few, many, open int) Group {
	g := Group{Size: rapid.IntRange(few, many).Draw(t, "size")}
	for _, p := range Pairings(g.Size) {
		lowest := RedVictory
		if open > 0 {
			lowest = Open
		}
		m := Match{p, Result(rapid.IntRange(int(lowest), int(Void)).Draw(t, "result"))}
		if m.Result == Open {
			open--
		}
		g.Matches = append(g.Matches, m)
	}
	for person := range g.Size {
		if rapid.IntRange(0, 9).Draw(t, "left") == 0 {
			g.Left = append(g.Left, person)
		}
	}
	return g
}

// plain is a table counted by hand: for each pair of people who is before the other.
type plain struct{ g Group }

func (p plain) results(person int, visit func(opponent int, won float64, victory bool)) {
	for _, m := range p.g.Matches {
		if person != m.Red && person != m.Blue {
			continue
		}
		points := map[Result][2]float64{RedVictory: {1, 0}, RedSemi: {.5, 0}, BlueSemi: {0, .5}, BlueVictory: {0, 1}}
		won, counts := points[m.Result]
		if !counts {
			continue
		}
		switch person {
		case m.Red:
			visit(m.Blue, won[0], m.Result == RedVictory)
		case m.Blue:
			visit(m.Red, won[1], m.Result == BlueVictory)
		}
	}
}

func (p plain) points(person int) (sum float64) {
	p.results(person, func(_ int, won float64, _ bool) { sum += won })
	return sum
}

func (p plain) direct(person int) (sum float64) {
	p.results(person, func(opponent int, won float64, _ bool) {
		if p.points(opponent) == p.points(person) {
			sum += won
		}
	})
	return sum
}

func (p plain) quality(person int) (sum float64) {
	p.results(person, func(opponent int, won float64, _ bool) { sum += won * p.points(opponent) })
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
	if slices.Contains(p.g.Left, person) {
		return 0
	}
	return 1
}

func (p plain) place(person int) int {
	place := 1
	for other := range p.g.Size {
		for _, by := range []func(int) float64{p.stayed, p.points, p.direct, p.quality, p.victories} {
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
		g := group(t, Few, 24, 20)
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
	of := func(results ...Result) Group {
		g := Group{Size: 3}
		for i, p := range Pairings(3) {
			g.Matches = append(g.Matches, Match{p, results[i]})
		}
		return g
	}
	places := func(g Group) []int {
		places := make([]int, g.Size)
		for _, r := range g.Table() {
			places[r.Person] = r.Place
		}
		return places
	}
	assert.Equal(t, []int{1, 1, 1}, places(of(RedVictory, RedVictory, RedVictory)), "a circle is shared")
	assert.Equal(t, []int{1, 1, 1}, places(of(Open, Open, Open)))
	assert.Equal(t, []int{1, 2, 3}, places(of(RedVictory, RedSemi, Void)))
	assert.Equal(t, []int{1, 2, 3}, places(of(RedVictory, RedVictory, BlueVictory)))
}

func TestSettled_Half(t *testing.T) {
	g := Group{Size: 5, Left: []int{0}}
	for _, p := range Pairings(5) {
		g.Matches = append(g.Matches, Match{Pairing: p})
	}
	g.Matches[0].Result = RedVictory
	require.Equal(t, Pairing{0, 1}, g.Matches[0].Pairing)
	assert.Equal(t, 0, g.Table()[4].Played, "one of four ended")
	for i, m := range g.Matches {
		if m.Pairing == (Pairing{4, 0}) {
			g.Matches[i].Result = RedVictory
		}
	}
	assert.Equal(t, 4, g.Table()[4].Played, "half of them ended")
}

func TestSettled(t *testing.T) {
	g := Group{Size: 4, Left: []int{0}}
	for _, p := range Pairings(4) {
		g.Matches = append(g.Matches, Match{Pairing: p})
	}
	play := func(a, b int, r Result) {
		for i, m := range g.Matches {
			if m.Pairing == (Pairing{a, b}) || m.Pairing == (Pairing{b, a}) {
				g.Matches[i].Result = r
			}
		}
	}
	count := func(r Result) (n int) {
		for _, m := range g.Settled().Matches {
			if m.Result == r {
				n++
			}
		}
		return n
	}
	play(0, 1, RedVictory)
	assert.Equal(t, 3, count(Void), "one of three ended: none counts")
	assert.Equal(t, 3, count(Open))

	play(0, 2, RedVictory)
	assert.Equal(t, 0, count(Void), "two of three ended: they count, and the third is a victory of the other")
	assert.Equal(t, 3, count(Open))
	row := g.Table()[3]
	assert.Equal(t, 0, row.Person, "who left is last")
	assert.Equal(t, 3, row.Played)

	g.Left = []int{0, 3}
	play(3, 1, RedVictory)
	play(3, 2, RedVictory)
	assert.Equal(t, 1, count(Void), "between two who left")
}
