package league

import (
	"cmp"
	"slices"
)

// Result is the result of a match in a group.
type Result uint8

// The results. Open means still being played; Void means that the match does not count.
const (
	Open Result = iota
	RedVictory
	RedSemi
	BlueSemi
	BlueVictory
	Void
)

// half is what a result gives Red and Blue, in half points (rules 5.4).
var half = [...][2]int{RedVictory: {2, 0}, RedSemi: {1, 0}, BlueSemi: {0, 1}, BlueVictory: {0, 2}, Void: {}}

// Match is a pairing and its result.
type Match struct {
	Pairing
	Result Result
}

// Group is a group of people, numbered from 0, and the matches between them.
type Group struct {
	Size    int
	Matches []Match
	Left    []int // people who left the season
}

// Row is one person's row of the table.
type Row struct {
	Person    int
	Place     int // from 1; shared in a full tie
	Played    int // finished matches that count
	Open      int
	Victories int
	Half      int // half points
	direct    int // half points against those with equal points
	quality   int // half points against each opponent, times the opponent's own
}

// Settled returns g with the matches of people who left settled. If fewer than half of a person's matches have ended,
// none of them counts. Otherwise the other players win the open ones; an open match between two people who both left
// does not count.
func (g Group) Settled() Group {
	matches := slices.Clone(g.Matches)
	for i, m := range g.Matches {
		red, blue := slices.Contains(g.Left, m.Red), slices.Contains(g.Left, m.Blue)
		switch {
		case red && g.leftEarly(m.Red) || blue && g.leftEarly(m.Blue), m.Result == Open && red && blue:
			matches[i].Result = Void
		case m.Result == Open && red:
			matches[i].Result = BlueVictory
		case m.Result == Open && blue:
			matches[i].Result = RedVictory
		}
	}
	return Group{Size: g.Size, Matches: matches, Left: g.Left}
}

func (g Group) leftEarly(person int) bool {
	ended, all := 0, 0
	for _, m := range g.Matches {
		if m.Red == person || m.Blue == person {
			all++
			if m.Result != Open {
				ended++
			}
		}
	}
	return 2*ended < all
}

// Table returns a row per person, first place first. Ties are broken by points among those tied, then by the points
// against each opponent times that opponent's own points, then by victories. People who left come last.
func (g Group) Table() []Row {
	g = g.Settled()
	rows := g.tally()
	slices.SortStableFunc(rows, g.compare)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && g.compare(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

func (g Group) compare(a, b Row) int {
	return cmp.Or(g.behind(a)-g.behind(b), b.Half-a.Half, b.direct-a.direct, b.quality-a.quality, b.Victories-a.Victories)
}

// behind returns 1 for people who left and 0 for others.
func (g Group) behind(r Row) int {
	if slices.Contains(g.Left, r.Person) {
		return 1
	}
	return 0
}

// tally returns the row of each person in a settled group, by number.
func (g Group) tally() []Row { return g.tallyIn(make([]Row, g.Size)) }

// tallyIn is tally, reusing rows.
func (g Group) tallyIn(rows []Row) []Row {
	for i := range rows {
		rows[i] = Row{Person: i}
	}
	for _, m := range g.Matches {
		rows[m.Red].count(m.Result, RedVictory, half[m.Result][0])
		rows[m.Blue].count(m.Result, BlueVictory, half[m.Result][1])
	}
	for _, m := range g.Matches {
		red, blue := &rows[m.Red], &rows[m.Blue]
		won := half[m.Result]
		red.quality += won[0] * blue.Half
		blue.quality += won[1] * red.Half
		if red.Half == blue.Half {
			red.direct += won[0]
			blue.direct += won[1]
		}
	}
	return rows
}

func (r *Row) count(result, victory Result, half int) {
	switch result {
	case Void:
	case Open:
		r.Open++
	default:
		r.Played++
		r.Half += half
		if result == victory {
			r.Victories++
		}
	}
}
