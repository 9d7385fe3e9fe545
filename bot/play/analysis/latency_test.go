package analysis

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
)

// BenchmarkHints has eight people ask for a hint at once, in different positions, of a pool of one
// search and of two. It reports the longest wait and the least depth of any of them, and fails when
// a hint takes longer than a person waits or looks less than three turns ahead.
//
//	go test ./bot/play/analysis -run '^$' -bench Hints -benchtime 3x
func BenchmarkHints(b *testing.B) {
	for _, size := range []int{1, 2} {
		b.Run(fmt.Sprintf("pool=%d", size), func(b *testing.B) {
			a, err := New(Config{Searches: size, Endings: engine.NewEndings(), Now: time.Now})
			require.NoError(b, err)
			games := positions(b, 8)
			slowest, depth := time.Duration(0), 64
			for b.Loop() {
				a.engine.Forget()
				a.known.Purge()
				for _, one := range ask(b, a, games) {
					slowest, depth = max(slowest, one.took), min(depth, one.depth)
				}
			}
			b.ReportMetric(0, "ns/op") // says nothing here
			b.ReportMetric(float64(slowest.Milliseconds()), "slowest-ms")
			b.ReportMetric(float64(depth), "least-depth")
			if slowest > 2*time.Second || depth < 3 {
				b.Errorf("a hint took %v, one looked only %d turns ahead", slowest, depth)
			}
		})
	}
}

// answer is how long a hint took and how many turns ahead it looked.
type answer struct {
	took  time.Duration
	depth int
}

// ask asks for a hint in every game at once.
func ask(b *testing.B, a *Analyst, games []rules.Game) []answer {
	answers := make([]answer, len(games))
	var all sync.WaitGroup
	for i := range games {
		all.Go(func() {
			asked := time.Now()
			r, err := a.search(b.Context(), a.hintTask(&games[i]))
			if err != nil {
				b.Error(err)
			}
			answers[i] = answer{time.Since(asked), r.Depth}
		})
	}
	all.Wait()
	return answers
}

// positions returns n games, each some random turns after its beginning.
func positions(b *testing.B, n int) []rules.Game {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	games := make([]rules.Game, n)
	for i := range games {
		games[i] = rules.NewGame(rules.DefaultOptions())
		for games[i].Ply() < 2+3*i {
			p := games[i].Position()
			turns := p.AppendTurns(nil)
			turn := turns[r.IntN(len(turns))]
			if next := p.Play(turn); !next.Outcome(0).Over() {
				require.NoError(b, games[i].Play(turn))
			}
		}
	}
	return games
}
