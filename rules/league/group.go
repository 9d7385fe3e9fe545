package league

import (
	"cmp"
	"slices"
)

// Result is how a match of a group stands.
type Result uint8

// The results. Open is a match that is still played; Void one that counts for nobody.
const (
	Open Result = iota
	RedVictory
	RedSemi
	BlueSemi
	BlueVictory
	Void
)

// half is what a result gives to Red and Blue in half points (rules 5.4).
var half = [...][2]int{RedVictory: {2, 0}, RedSemi: {1, 0}, BlueSemi: {0, 1}, BlueVictory: {0, 2}, Void: {}}

// Match is a pairing and its result.
type Match struct {
	Pairing
	Result Result
}

// Group is the people of a group, by number, and the matches between them.
type Group struct {
	Size    int
	Matches []Match
	Left    []int // who left the season
}

// Row is somebody's line of the table.
type Row struct {
	Person    int
	Place     int // from 1; shared by those whom nothing tells apart
	Played    int // matches that ended and count
	Open      int
	Victories int
	Half      int // points, in halves
	direct    int // half points against those with as many points
	quality   int // half points won from each, times what that one has
}

// Settled returns the group as it counts once somebody left: with fewer than half of their matches ended these count
// for nobody, else those still open are victories of the others; between two who left an open one counts for nobody.
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

// Table returns a row for each person, the first place first: by points, then by points between those who have as many,
// then by the points won from each opponent times that one's own, then by victories. Who left comes last.
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

// behind is 1 for people who left and 0 for the others.
func (g Group) behind(r Row) int {
	if slices.Contains(g.Left, r.Person) {
		return 1
	}
	return 0
}

// tally counts a settled group: the row of each person, in their order.
func (g Group) tally() []Row { return g.tallyIn(make([]Row, g.Size)) }

// tallyIn is tally that returns its rows.
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
