package assess

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/review"
)

// How many games the tests of this file review; each takes some 20 seconds of the first, and two of the second:
//
//	go test ./rules/assess -run TestGame_AsDeep -games 50 -v -timeout 0
//	go test ./rules/assess -run TestWon_OfGames -games 500 -v -timeout 0
var games = flag.Int("games", 1, "games of robots to review")

// eachGame calls visit with games between levels 3 to 8 on both boards, on all cores.
func eachGame(t *testing.T, visit func(number int, g *rules.Game)) {
	numbers := make(chan int)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for n := range numbers {
				rnd := rand.New(rand.NewPCG(2026, uint64(n)))
				visit(n, robots(t, rules.Boards()[n%2], 3+rnd.IntN(6), 3+rnd.IntN(6), uint64(n)))
			}
		})
	}
	for n := range *games {
		numbers <- n
	}
	close(numbers)
	all.Wait()
}

// agreement counts how two reviews of the same games compare.
type agreement struct {
	turns, same, blunders, kept, invented int
}

func (a *agreement) add(quick, deep review.Turn) {
	bad := func(t review.Turn) bool { return t.Class == review.Blunder || t.Class == review.DeepTrap }
	a.turns++
	if quick.Class == deep.Class || bad(quick) && bad(deep) {
		a.same++
	}
	if bad(deep) {
		a.blunders++
		if bad(quick) {
			a.kept++
		}
	}
	if bad(quick) && deep.Loss < 0.1 {
		a.invented++
	}
}

// TestGame_AsDeep: the two passes judge turns as a search of a million positions for each does.
func TestGame_AsDeep(t *testing.T) {
	t.Parallel()
	if *games < 2 {
		t.Skip("takes minutes: see -games")
	}
	var mu sync.Mutex
	var all agreement
	var times []time.Duration
	eachGame(t, func(n int, g *rules.Game) {
		c := Config{Endings: endings()}
		start := time.Now()
		quick := reviewed(t, g, c)
		took := time.Since(start)
		c.First = SecondNodes
		deep := reviewed(t, g, c)
		mu.Lock()
		defer mu.Unlock()
		times = append(times, took)
		for i := range quick.Turns {
			all.add(quick.Turns[i], deep.Turns[i])
		}
	})
	slices.Sort(times)
	sum := time.Duration(0)
	for _, took := range times {
		sum += took
	}
	t.Logf("%d games: mean %v, p95 %v, most %v", len(times), sum/time.Duration(len(times)), times[len(times)*95/100],
		times[len(times)-1])
	t.Logf("of %d turns %d in the same class; of %d blunders %d are called so; %d invented", all.turns, all.same,
		all.blunders, all.kept, all.invented)
	assert.GreaterOrEqual(t, 100*all.same, 93*all.turns)
	assert.GreaterOrEqual(t, 100*all.kept, 90*all.blunders)
	assert.Zero(t, all.invented)
}

func reviewed(t *testing.T, g *rules.Game, c Config) review.Review {
	found, err := Game(t.Context(), g, c)
	require.NoError(t, err)
	r, err := Judge(g, found)
	require.NoError(t, err)
	return r
}

// TestWon_OfGames: what is called won by force in at most three turns is so, by trying everything.
func TestWon_OfGames(t *testing.T) {
	t.Parallel()
	const most = 3
	var mu sync.Mutex
	claims, open := 0, 0
	eachGame(t, func(n int, g *rules.Game) {
		found, err := Game(t.Context(), g, Config{Endings: endings(), First: 10_000, Second: 10_000})
		require.NoError(t, err)
		for ply, e := range found {
			if e.proof() != review.Victory || e.Turns > most {
				continue
			}
			past := at(g, ply)
			s := explain.NewSolver(g.Limit())
			is := s.Claim(&past, e.Best, e.Turns)
			mu.Lock()
			if claims++; s.GaveUp() && !is {
				open++
			} else {
				assert.True(t, is, "%v: %v in %d", past.Position(), e.Best, e.Turns)
			}
			mu.Unlock()
		}
	})
	t.Logf("%d claims, %d of them not decided", claims, open)
	assert.Positive(t, claims)
	assert.LessOrEqual(t, 50*open, claims, "what is not decided is not checked")
}

// endings returns those that the bot has without a file.
var endings = sync.OnceValue(engine.NewEndings)
