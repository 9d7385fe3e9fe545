package league

import (
	"cmp"
	"slices"
)

// Result is the result of a match in a group.
type Result uint8

// The results. Open matches are still being played. Void matches do not count. Halved matches are left out, and both
// people get half a point.
const (
	Open Result = iota
	RedVictory
	RedSemi
	BlueSemi
	BlueVictory
	Void
	Halved
)

// half holds the half points that each result gives to Red and Blue (rules 5.4).
var half = [...][2]int{RedVictory: {2, 0}, RedSemi: {1, 0}, BlueSemi: {0, 1}, BlueVictory: {0, 2}, Void: {},
	Halved: {1, 1}}

// Match is a pairing and its result.
type Match struct {
	Pairing
	Result Result
	OnTime bool // a victory on time
}

// Group is people numbered from 0 and their matches against each other.
type Group struct {
	Size    int
	Matches []Match
	Left    []int // people who left the season by themselves, or by losing on time
	// Gone are people who left the server or were removed, perhaps not by their own choice. So their finished matches
	// count and their open ones do not.
	Gone []int
	// Lots breaks ties that nothing else breaks; the lowest number comes first. While it is nil, tied people share a
	// place.
	Lots []uint64
}

// TieBreak is what decides between two people with equal points.
type TieBreak uint8

// The tie-breaks in order of precedence. NoTie also means that a tie is not broken.
const (
	NoTie       TieBreak = iota
	ByDirect             // points from the matches among those with equal points
	ByVictories          // victories
	ByTime               // fewer losses on time
	ByLot
)

// Row is one person's row of the table.
type Row struct {
	Person    int
	Place     int // from 1; shared in a full tie
	Played    int // finished matches that count
	Open      int
	Victories int
	OnTime    int      // losses on time
	Half      int      // half points
	Ahead     TieBreak // what puts them ahead of the next row, if their points are equal
	direct    int      // half points against those with equal points
}

// Settled returns g with the matches of people who left settled. If a person left by themselves before half of their
// matches ended, none of them counts; otherwise their opponents win the open ones. Open matches between two people who
// left, and matches of people who are gone, do not count.
func (g Group) Settled() Group {
	matches := slices.Clone(g.Matches)
	for i, m := range g.Matches {
		red, blue := slices.Contains(g.Left, m.Red), slices.Contains(g.Left, m.Blue)
		gone := slices.Contains(g.Gone, m.Red) || slices.Contains(g.Gone, m.Blue)
		switch {
		case red && g.leftEarly(m.Red) || blue && g.leftEarly(m.Blue), m.Result == Open && (gone || red && blue):
			matches[i].Result = Void
		case m.Result == Open && red:
			matches[i].Result = BlueVictory
		case m.Result == Open && blue:
			matches[i].Result = RedVictory
		}
	}
	g.Matches = matches
	return g
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

// Table returns one row per person, first place first. Ties are broken by points among those tied, then by victories,
// by fewer losses on time, and by lot. People who left come last, and are tied with nobody who stayed, so that a result
// against them is worth its points but does not count among those tied.
func (g Group) Table() []Row {
	g = g.Settled()
	rows := g.tally()
	slices.SortStableFunc(rows, func(a, b Row) int { order, _ := g.compare(a, b); return order })
	for i := range rows {
		rows[i].Place = i + 1
		if i == 0 {
			continue
		}
		order, by := g.compare(rows[i-1], rows[i])
		if rows[i-1].Ahead = by; order == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

// compare orders two rows, and returns what decides between people with equal points.
func (g Group) compare(a, b Row) (order int, by TieBreak) {
	if order = cmp.Or(g.behind(a)-g.behind(b), b.Half-a.Half); order != 0 {
		return order, NoTie
	}
	lot := 0
	if g.Lots != nil {
		lot = cmp.Compare(g.Lots[a.Person], g.Lots[b.Person])
	}
	for i, order := range [...]int{b.direct - a.direct, b.Victories - a.Victories, a.OnTime - b.OnTime, lot} {
		if order != 0 {
			return order, ByDirect + TieBreak(i)
		}
	}
	return 0, NoTie
}

func (g Group) behind(r Row) int {
	if slices.Contains(g.Left, r.Person) || slices.Contains(g.Gone, r.Person) {
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
		rows[m.Red].count(m, RedVictory, half[m.Result][0])
		rows[m.Blue].count(m, BlueVictory, half[m.Result][1])
	}
	for _, m := range g.Matches {
		red, blue := &rows[m.Red], &rows[m.Blue]
		if red.Half == blue.Half && g.behind(*red) == g.behind(*blue) {
			red.direct += half[m.Result][0]
			blue.direct += half[m.Result][1]
		}
	}
	return rows
}

// count adds m, which would be a victory of r with the result victory.
func (r *Row) count(m Match, victory Result, half int) {
	switch m.Result {
	case Void:
	case Open:
		r.Open++
	default:
		r.Played++
		r.Half += half
		switch {
		case m.Result == victory:
			r.Victories++
		case m.OnTime && half == 0:
			r.OnTime++
		}
	}
}
