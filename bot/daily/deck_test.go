package daily

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"madbot/bot/play"
	"madbot/rules/puzzle"
)

// deckOf returns a Deck of so many puzzles of each level of robots, easier ones first.
func deckOf(each ...int) *Deck {
	d := new(Deck)
	for level, n := range each {
		for i := range n {
			d.cards = append(d.cards, card{id: fmt.Sprintf("%d.%d", level, i), level: level})
		}
	}
	return d
}

// TestDraw: a server always gets the same puzzle on a day; no puzzle of a weekday repeats before all have come; later
// weekdays are not easier; all puzzles come.
func TestDraw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		each := rapid.SliceOfN(rapid.IntRange(0, 30), 9, 9).Filter(func(n []int) bool { return sum(n) >= week }).Draw(t, "each")
		d, server := deckOf(each...), rapid.StringN(1, 20, 20).Draw(t, "server")
		monday := play.Day(rapid.IntRange(0, 3000).Draw(t, "week")*week + 4)
		assert.Equal(t, time.Monday, Date(monday).Weekday())
		level := map[string]int{}
		for _, c := range d.cards {
			level[c.id] = c.level
		}
		seen, easiest := map[string]bool{}, 0
		for nth := range play.Day(week) {
			own, hardest := map[string]bool{}, 0
			for n := range play.Day(sum(each)) {
				id := d.Draw(server, monday+nth+n*week)
				if own[id] {
					break
				}
				own[id], seen[id] = true, true
				assert.GreaterOrEqual(t, level[id], easiest)
				hardest = max(hardest, level[id])
			}
			count := (int(nth)+1)*sum(each)/week - int(nth)*sum(each)/week
			assert.Len(t, own, count)
			easiest = hardest
		}
		assert.Len(t, seen, sum(each))
	})
}

// TestDraw_Servers: servers have different puzzles on the same day.
func TestDraw_Servers(t *testing.T) {
	t.Parallel()
	d, drawn := deckOf(0, 700), map[string]bool{}
	for i := range 100 {
		drawn[d.Draw(fmt.Sprint(i), 20000)] = true
	}
	assert.Greater(t, len(drawn), 40)
}

// TestDraw_Embedded: the puzzles of the program are enough for a week, and known by their IDs.
func TestDraw_Embedded(t *testing.T) {
	t.Parallel()
	d, drawn := NewDeck(puzzle.All()), map[string]bool{}
	for day := range play.Day(week) {
		id := d.Draw("7", day)
		p, known := d.Puzzle(id)
		assert.True(t, known)
		assert.Equal(t, id, p.ID())
		drawn[id] = true
	}
	assert.Len(t, drawn, week)
}

func sum(all []int) (n int) {
	for _, one := range all {
		n += one
	}
	return n
}
