package daily

import (
	"cmp"
	"hash/fnv"
	"iter"
	"maps"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/puzzle"
)

// Deck is the collection of puzzles that everybody can solve. It has at least one and does not change.
type Deck struct {
	byID  map[string]puzzle.Puzzle
	cards []card // the easiest first
}

// card is a puzzle of a Deck.
type card struct {
	id    string
	level int
	order uint64 // the place in a server's sequence
}

// NewDeck returns a Deck of puzzles.
func NewDeck(all []puzzle.Puzzle) *Deck {
	d := &Deck{byID: map[string]puzzle.Puzzle{}}
	for _, p := range all {
		id := p.ID()
		d.byID[id] = p
		d.cards = append(d.cards, card{id: id, level: p.Robot})
	}
	slices.SortFunc(d.cards, func(a, b card) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.id, b.id))
	})
	return d
}

// Puzzle returns the puzzle with an ID.
func (d *Deck) Puzzle(id string) (puzzle.Puzzle, bool) {
	p, ok := d.byID[id]
	return p, ok
}

// All returns the puzzles with their IDs, in any order.
func (d *Deck) All() iter.Seq2[string, puzzle.Puzzle] { return maps.All(d.byID) }

const week = 7

// Draw returns the ID of a server's puzzle for a day. Mondays draw from the easiest seventh, Sundays from the hardest.
// No puzzle of a seventh repeats before all of it have been drawn.
func (d *Deck) Draw(server string, day play.Day) string {
	monday, all := int(time.Monday), len(d.cards)
	nth := (int(Date(day).Weekday()) - monday + week) % week
	from := nth * all / week
	cards := slices.Clone(d.cards[from:max(from+1, (nth+1)*all/week)])
	for i := range cards {
		cards[i].order = hash(server, cards[i].id)
	}
	slices.SortFunc(cards, func(a, b card) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.id, b.id))
	})
	return cards[int(day)/week%len(cards)].id
}

// hash returns a hash of texts; each bit depends on all of them.
func hash(texts ...string) uint64 {
	h := fnv.New64a()
	for _, text := range texts {
		h.Write([]byte(text)) //nolint:errcheck // it never fails
	}
	sum := h.Sum64()
	for range 2 {
		sum ^= sum >> 33
		sum *= 0xff51afd7ed558ccd // of MurmurHash3's finalizer
	}
	return sum ^ sum>>33
}
