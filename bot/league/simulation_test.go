package league_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/season"
	leaguerules "madbot/rules/league"
	"madbot/rules/match"
)

// game is a match of a ledger that has ended.
type game struct {
	points [2]float64 // Red's and Blue's
	at     time.Time
	late   bool // Red lost it on time
	counts bool // both were in the season when it ended, or are again
	void   bool // it was called off or annulled

	deserted bool      // somebody deleted their profile, so it ended without a turn
	halved   bool      // it is left out, since one takes no challenges from the other
	annulled time.Time // zero: never
	again    bool      // it was annulled, and counts again
}

// ledger is what happens in a season, as somebody would write it down who knows nothing of how it is kept.
type ledger struct {
	*fixture
	chance *rand.Rand
	open   []season.Pair
	people map[int][]match.PlayerID // by group
	games  map[match.ID]*game
	ended  []season.Pair
	exit   map[match.PlayerID]string // "choice", "time", "gone" or "removed"
	missed map[match.PlayerID]int
	sides  map[match.ID][2]match.PlayerID
}

// watch returns a ledger of the season that is played.
func watch(f *fixture, chance *rand.Rand) *ledger {
	f.gone = nil
	l := &ledger{fixture: f, chance: chance, people: map[int][]match.PlayerID{}, games: map[match.ID]*game{},
		exit: map[match.PlayerID]string{}, missed: map[match.PlayerID]int{}, sides: map[match.ID][2]match.PlayerID{}}
	for i, g := range f.groups(f.league().Season) {
		l.people[i+1] = g.People
		for _, m := range g.Matches[len(g.Pairs):] {
			id := match.ID(fmt.Sprint("halved ", i, m.Pairing))
			l.sides[id] = [2]match.PlayerID{g.People[m.Red], g.People[m.Blue]}
			l.games[id] = &game{points: [2]float64{.5, .5}, counts: true, halved: true}
		}
		for _, p := range g.Pairs {
			m, err := f.store.Match(f.t.Context(), p.Match)
			require.NoError(f, err)
			l.sides[p.Match] = [2]match.PlayerID{m.Players.Red, m.Players.Blue}
			l.open = append(l.open, p)
		}
	}
	chance.Shuffle(len(l.open), func(i, j int) { l.open[i], l.open[j] = l.open[j], l.open[i] })
	return l
}

// others makes somebody leave, vanish from the server, or come back to it, or a result be annulled.
func (l *ledger) others() {
	who := l.sides[l.open[0].Match][0]
	switch l.chance.IntN(12) {
	case 0:
		if l.exit[who] == "" {
			a := actor(0)
			a.ID = who
			require.NoError(l, l.use.Leave(l.t.Context(), a))
			l.exit[who] = "choice"
		}
	case 1, 2:
		l.gone = append(l.gone, who)
	case 3, 4:
		l.gone = nil
	case 5:
		if len(l.ended) > 0 {
			l.annulOne(l.ended[l.chance.IntN(len(l.ended))])
		}
	case 6, 7, 8:
		for _, p := range l.ended {
			l.reinstateOne(p)
		}
	}
}

// annulOne annuls a result. A loss on time that is annulled is no absence.
func (l *ledger) annulOne(p season.Pair) {
	g := l.games[p.Match]
	if g.void || g.again || g.points == [2]float64{} {
		return
	}
	l.annul(p)
	l.noteAnnulled(p)
}

// reinstateOne lets an annulled result count again, if that is possible. A loss on time is an absence again.
func (l *ledger) reinstateOne(p season.Pair) {
	g := l.games[p.Match]
	if g.annulled.IsZero() || g.again || l.now.Sub(g.annulled) >= match.ReinstateSpan {
		return
	}
	l.change(p.Match, func(m *play.Match) ([]match.Event, error) { return m.Arbiter().Reinstate("manager", l.now) })
	l.noteReinstated(p)
}

// absences returns how often somebody was away so long that they lost matches on time, as far as these count.
func (l *ledger) absences(who match.PlayerID) (n int) {
	var lost []time.Time
	for id, g := range l.games {
		if l.sides[id][0] == who && g.late && g.counts && !g.void {
			lost = append(lost, g.at)
		}
	}
	slices.SortFunc(lost, time.Time.Compare)
	for i, at := range lost {
		if i == 0 || at.Sub(lost[i-1]) >= week {
			n++
		}
	}
	return n
}

// step ends a match in some way, before or after something else.
func (l *ledger) step() {
	l.others()
	l.end()
}

// end ends a match in some way.
func (l *ledger) end() {
	p := l.open[0]
	l.open, l.ended = l.open[1:], append(l.ended, p)
	both := l.sides[p.Match]
	g := &game{}
	switch l.chance.IntN(8) {
	case 0:
		l.finish(p.Match, leaguerules.Void)
		g.void = true
	case 1, 2:
		l.finish(p.Match, leaguerules.BlueSemi)
		g.points = [2]float64{0, .5}
	case 3: // Red is on
		l.swaps(p.Match, 4)
		l.fixture.late(p.Match)
		g.points, g.late = [2]float64{0, 1}, true
	case 4, 5:
		l.finish(p.Match, leaguerules.BlueVictory)
		g.points = [2]float64{0, 1}
	default:
		l.finish(p.Match, leaguerules.RedVictory)
		g.points = [2]float64{1, 0}
	}
	g.at, g.counts = l.now, l.exit[both[0]] == "" && l.exit[both[1]] == ""
	l.games[p.Match] = g
	if l.exit[both[0]] == "" && l.absences(both[0]) >= season.MaxAbsences {
		require.GreaterOrEqual(l, l.absences(both[0]), 2, "nobody is out for one absence")
		l.exit[both[0]] = "time"
	}
	looked := l.league().Called
	l.now = l.now.Add(time.Duration(l.chance.IntN(40)) * time.Hour)
	l.run()
	if l.league().Called.After(looked) {
		l.called()
	}
}

// called notes that a check found who is on the server.
func (l *ledger) called() {
	for _, people := range l.people {
		for _, who := range people {
			open := slices.ContainsFunc(l.open, func(p season.Pair) bool {
				return slices.Contains([]match.PlayerID{l.sides[p.Match][0], l.sides[p.Match][1]}, who)
			})
			switch gone := slices.Contains(l.gone, who); {
			case who.IsFormer(): // nobody looks for them
			case l.exit[who] == "gone" && !gone && open:
				l.missed[who] = 0
				l.back(who)
			case l.exit[who] != "":
			case !gone:
				l.missed[who] = 0
			default:
				if l.missed[who]++; l.missed[who] == season.MaxMissed {
					l.exit[who] = "gone"
				}
			}
		}
	}
}

// counted returns what each match of a group counts in the end; none for one that counts for nobody, and for one that
// is open.
func (l *ledger) counted(group int) map[match.ID][2]float64 {
	early, theirs := map[match.PlayerID]bool{}, map[match.ID][2]float64{}
	for _, who := range l.people[group] {
		all, ended := 0, 0
		for id, both := range l.sides {
			if both[0] == who || both[1] == who {
				all++
				if g := l.games[id]; g != nil && g.counts {
					ended++
				}
			}
		}
		early[who] = (l.exit[who] == "choice" || l.exit[who] == "time") && ended*2 < all
	}
	for id, both := range l.sides {
		if !slices.Contains(l.people[group], both[0]) || early[both[0]] || early[both[1]] {
			continue
		}
		switch g, red, blue := l.games[id], l.exit[both[0]], l.exit[both[1]]; {
		case g != nil && g.counts:
			if !g.void {
				theirs[id] = g.points
			}
		case sentAway(red) || sentAway(blue) || (red == "") == (blue == ""):
		case red != "":
			theirs[id] = [2]float64{0, 1}
		default:
			theirs[id] = [2]float64{1, 0}
		}
	}
	return theirs
}

// places returns the first and the last place of each of a group, by whom how many are before, apart from lots.
func (l *ledger) places(group int) map[match.PlayerID][2]int {
	counted := l.counted(group)
	sum := func(who match.PlayerID, worth func(id match.ID, other match.PlayerID, points float64) float64) (sum float64) {
		for id, points := range counted {
			for i, p := range l.sides[id] {
				if p == who {
					sum += worth(id, l.sides[id][1-i], points[i])
				}
			}
		}
		return sum
	}
	in := func(who match.PlayerID) float64 { return map[bool]float64{true: 1}[l.exit[who] == ""] }
	total := func(who match.PlayerID) float64 {
		return sum(who, func(_ match.ID, _ match.PlayerID, points float64) float64 { return points })
	}
	by := []func(match.PlayerID) float64{in, total,
		func(who match.PlayerID) float64 {
			return sum(who, func(_ match.ID, other match.PlayerID, points float64) float64 {
				return map[bool]float64{true: points}[total(other) == total(who) && in(other) == in(who)]
			})
		},
		func(who match.PlayerID) float64 {
			return sum(who, func(_ match.ID, _ match.PlayerID, points float64) float64 {
				return map[bool]float64{true: 1}[points == 1]
			})
		},
		func(who match.PlayerID) float64 {
			return sum(who, func(id match.ID, _ match.PlayerID, points float64) float64 {
				g := l.games[id]
				return map[bool]float64{true: -1}[g != nil && g.counts && g.late && points == 0]
			})
		},
	}
	places := map[match.PlayerID][2]int{}
	for _, who := range l.people[group] {
		before, level := 0, 0
		for _, other := range l.people[group] {
			decided := false
			for _, value := range by {
				if a, b := value(other), value(who); a != b {
					if decided = true; a > b {
						before++
					}
					break
				}
			}
			if !decided {
				level++
			}
		}
		places[who] = [2]int{before + 1, before + level}
	}
	return places
}

// check compares the tables that are kept with the ledger, and the posts with the leaguerules.
func (l *ledger) check(number int) {
	now := l.league()
	for i, g := range l.groups(number) {
		places, want, taken := map[match.PlayerID]int{}, l.places(i+1), map[int]int{}
		for _, row := range g.Table() {
			who := g.People[row.Person]
			places[who] = row.Place
			taken[row.Place]++
			require.True(l, want[who][0] <= row.Place && row.Place <= want[who][1], "group %d: %s is %d, not %v", i+1,
				who, row.Place, want[who])
		}
		for place, people := range taken {
			require.True(l, people == 1 || !g.IsDone(), "in the end nobody shares place %d", place)
		}
		for seat := range g.People {
			best, worst := g.Reach(seat)
			if place := places[g.People[seat]]; g.IsDone() {
				require.Equal(l, []int{place, place}, []int{best, worst})
			}
		}
		posted := false
		for id, n := range l.posts {
			switch at := now.Find(number, i+1); {
			case n.Post.Season != number || n.Post.Group != i+1 || now.Shut:
			case at == nil: // the season is over, and the post may have moved
				posted = posted || slices.Equal(g.Table(), n.Group.Table())
			case id == at.Message:
				posted = true
				require.Equal(l, g.Table(), n.Group.Table(), "its post")
			}
		}
		require.True(l, posted || now.Shut)
	}
}

// TestSimulation: in seasons of 3 to 24 people some leave, lose on time, vanish from the server or come back to it,
// matches end in all ways, and some are annulled or reinstated. The tables always equal a plain count.
func TestSimulation(t *testing.T) {
	t.Parallel()
	for n := leaguerules.MinGroup; n <= 24; n++ {
		f := newFixture(t)
		f.open(n)
		f.pass(week)
		l := watch(f, rand.New(rand.NewPCG(uint64(n), 1)))
		for len(l.open) > 0 && f.league().Season == 1 && f.now.Before(f.league().Until) {
			if l.step(); len(l.open)%4 == 0 {
				l.check(1)
			}
		}
	}
}

// TestYear: a year of seasons, each with newcomers: whoever stays is in the next one, once.
func TestYear(t *testing.T) {
	t.Parallel()
	f, chance := newFixture(t), rand.New(rand.NewPCG(1, 2))
	f.open(9)
	end, newcomer, seasons := f.now.Add(52*week), 50, 0
	for f.now.Before(end) && f.league().Phase != season.Over {
		switch l := f.league(); l.Phase {
		case season.Joining:
			for range 2 {
				require.NoError(t, f.use.Join(t.Context(), actor(newcomer)))
				newcomer++
			}
			f.pass(l.Until.Sub(f.now))
		case season.Running:
			seasons++
			book := watch(f, chance)
			for range len(book.open) * 9 / 10 { // the others are never played
				if f.league().Season == l.Season {
					if book.step(); len(book.open)%6 == 0 {
						book.check(l.Season)
					}
				}
			}
			if f.league().Season == l.Season {
				f.pass(max(0, l.Until.Sub(f.now)))
			}
			require.Equal(t, l.Season+1, f.league().Season)
			entries, err := f.store.Entries(t.Context(), server, l.Season+1)
			require.NoError(t, err)
			in := map[match.PlayerID]int{}
			for _, e := range entries {
				in[e.Player]++
			}
			for _, people := range book.people {
				for _, p := range people {
					if book.exit[p] != "" {
						assert.Zero(t, in[p], "%s in season %d", p, l.Season+1)
					} else if slices.ContainsFunc(book.ended, func(e season.Pair) bool {
						both := book.sides[e.Match]
						return (both[0] == p || both[1] == p) && !book.games[e.Match].void
					}) {
						assert.Equal(t, 1, in[p], "%s in season %d", p, l.Season+1)
					}
				}
			}
		}
	}
	assert.GreaterOrEqual(t, seasons, 4)
	assert.LessOrEqual(t, f.now.Sub(begun()), 52*week+league.Length+league.Grace)
}
