package league_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play/season"
	leaguerules "madbot/rules/league"
	"madbot/rules/match"
)

// ledger is what happens in a season, as somebody would write it down who knows nothing of how it is kept.
type ledger struct {
	*fixture
	chance *rand.Rand
	open   []season.Pair
	people map[int][]match.PlayerID // by group
	points map[match.ID][2]float64  // of matches that ended while both were in: Red's and Blue's
	void   map[match.ID]bool
	left   map[match.PlayerID]bool
	late   map[match.PlayerID]int
	sides  map[match.ID][2]match.PlayerID
}

// watch returns a ledger of the season that is played.
func watch(f *fixture, chance *rand.Rand) *ledger {
	l := &ledger{fixture: f, chance: chance, people: map[int][]match.PlayerID{}, points: map[match.ID][2]float64{},
		void: map[match.ID]bool{}, left: map[match.PlayerID]bool{}, late: map[match.PlayerID]int{},
		sides: map[match.ID][2]match.PlayerID{}}
	for i, g := range f.groups(f.league().Season) {
		l.people[i+1] = g.People
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

// step has somebody leave, or a match end in some way.
func (l *ledger) step() {
	p := l.open[0]
	l.open = l.open[1:]
	both := l.sides[p.Match]
	if l.chance.IntN(12) == 0 && !l.left[both[0]] {
		a := actor(0)
		a.ID = both[0]
		require.NoError(l, l.use.Leave(l.t.Context(), a))
		l.left[a.ID] = true
	}
	counts := !l.left[both[0]] && !l.left[both[1]]
	note := func(red, blue float64) {
		if counts {
			l.points[p.Match] = [2]float64{red, blue}
		}
	}
	switch l.chance.IntN(8) {
	case 0:
		l.finish(p.Match, leaguerules.Void)
		l.void[p.Match] = counts
	case 1, 2:
		l.finish(p.Match, leaguerules.BlueSemi)
		note(0, .5)
	case 3: // Red is on
		l.swaps(p.Match, 4)
		l.fixture.late(p.Match)
		note(0, 1)
		if l.late[both[0]]++; counts && l.late[both[0]] == season.MaxLate {
			l.left[both[0]] = true
		}
		if !counts {
			l.late[both[0]]--
		}
	case 4, 5:
		l.finish(p.Match, leaguerules.BlueVictory)
		note(0, 1)
	default:
		l.finish(p.Match, leaguerules.RedVictory)
		note(1, 0)
	}
	l.run()
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
				if _, has := l.points[id]; has || l.void[id] {
					ended++
				}
			}
		}
		early[who] = l.left[who] && ended*2 < all
	}
	for id, both := range l.sides {
		points, has := l.points[id]
		switch {
		case !slices.Contains(l.people[group], both[0]) || l.void[id] || early[both[0]] || early[both[1]]:
			continue
		case !has && l.left[both[0]] && !l.left[both[1]]:
			points, has = [2]float64{0, 1}, true
		case !has && l.left[both[1]] && !l.left[both[0]]:
			points, has = [2]float64{1, 0}, true
		}
		if has {
			theirs[id] = points
		}
	}
	return theirs
}

// places returns the place of each of a group: whom how many are before.
func (l *ledger) places(group int) map[match.PlayerID]int {
	counted := l.counted(group)
	sum := func(who match.PlayerID, worth func(other match.PlayerID, points float64) float64) (sum float64) {
		for id, points := range counted {
			for i, p := range l.sides[id] {
				if p == who {
					sum += worth(l.sides[id][1-i], points[i])
				}
			}
		}
		return sum
	}
	total := func(who match.PlayerID) float64 {
		return sum(who, func(_ match.PlayerID, points float64) float64 { return points })
	}
	by := []func(match.PlayerID) float64{
		func(who match.PlayerID) float64 { return map[bool]float64{false: 1}[l.left[who]] }, total,
		func(who match.PlayerID) float64 {
			return sum(who, func(other match.PlayerID, points float64) float64 {
				return map[bool]float64{true: points}[total(other) == total(who)]
			})
		},
		func(who match.PlayerID) float64 {
			return sum(who, func(other match.PlayerID, points float64) float64 { return points * total(other) })
		},
		func(who match.PlayerID) float64 {
			return sum(who, func(_ match.PlayerID, points float64) float64 { return map[bool]float64{true: 1}[points == 1] })
		},
	}
	places := map[match.PlayerID]int{}
	for _, who := range l.people[group] {
		places[who] = 1
		for _, other := range l.people[group] {
			for _, value := range by {
				if a, b := value(other), value(who); a != b {
					if a > b {
						places[who]++
					}
					break
				}
			}
		}
	}
	return places
}

// check compares the tables that are kept with the ledger, and the posts with the leaguerules.
func (l *ledger) check(number int) {
	for i, g := range l.groups(number) {
		places := map[match.PlayerID]int{}
		for _, row := range g.Table() {
			places[g.People[row.Person]] = row.Place
		}
		require.Equal(l, l.places(i+1), places, "group %d", i+1)
		for seat := range g.People {
			best, worst := g.Reach(seat)
			if place := places[g.People[seat]]; g.IsDone() {
				require.Equal(l, []int{place, place}, []int{best, worst})
			}
		}
		posted := false
		for _, n := range l.posts {
			if n.Post.Season == number && n.Post.Group == i+1 {
				posted = true
				require.Equal(l, g.Table(), n.Group.Table(), "its post")
			}
		}
		require.True(l, posted)
	}
}

// TestSimulation: seasons of 3 to 24 people, of whom some leave and some lose on time, with all that can end a match:
// again and again the tables are what a plain count says.
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
					assert.Equal(t, map[bool]int{false: 1}[book.left[p]], in[p], "%s in season %d", p, l.Season+1)
				}
			}
		}
	}
	assert.GreaterOrEqual(t, seasons, 4)
	assert.LessOrEqual(t, f.now.Sub(begun()), 52*week+league.Length+league.Grace)
}
