package analysis

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
)

// BenchmarkHints measures hints for eight concurrent people, reasons included, in different positions, with a pool of
// one search and of two. It reports the median wait, the 99th percentile, and the lowest depth, and fails if a hint
// takes longer than a person waits or searches less than three turns ahead.
//
//	go test ./bot/play/analysis -run '^$' -bench Hints -benchtime 25x
func BenchmarkHints(b *testing.B) {
	for _, size := range []int{1, 2} {
		b.Run(fmt.Sprintf("pool=%d", size), func(b *testing.B) {
			a, err := New(Config{Searches: size, Endings: endings(), Now: time.Now})
			require.NoError(b, err)
			var waits []time.Duration
			depth := math.MaxInt
			for b.Loop() {
				a.engine.Forget()
				for _, one := range ask(b, a, positions(b, 8, uint64(len(waits)))) {
					waits, depth = append(waits, one.took), min(depth, one.depth)
				}
			}
			slices.Sort(waits)
			late := waits[(len(waits)*99-1)/100]
			b.ReportMetric(0, "ns/op") // says nothing here
			b.ReportMetric(float64(waits[len(waits)/2].Milliseconds()), "median-ms")
			b.ReportMetric(float64(late.Milliseconds()), "p99-ms")
			b.ReportMetric(float64(depth), "least-depth")
			if late > 1500*time.Millisecond || depth < 3 {
				b.Errorf("a hint took %v, one looked only %d turns ahead", late, depth)
			}
		})
	}
}

// BenchmarkHintDuringReviews measures 50 consecutive hints for one person during eight reviews. It reports the median
// wait and the 99th percentile, and fails if the latter is more than two seconds.
//
//	go test ./bot/play/analysis -run '^$' -bench HintDuringReviews -benchtime 1x
func BenchmarkHintDuringReviews(b *testing.B) {
	a, err := New(Config{Searches: 1, Endings: endings(), Now: time.Now})
	require.NoError(b, err)
	var waits []time.Duration
	ctx, cancel := context.WithCancel(b.Context())
	var all sync.WaitGroup
	for _, g := range positions(b, 8, 1) {
		all.Go(func() { _, _ = a.Review(ctx, &g, time.Now().Add(time.Hour), nil) })
	}
	for n := uint64(0); n < 50; n++ {
		waits = append(waits, ask(b, a, positions(b, 8, n)[n%8:][:1])[0].took)
	}
	cancel()
	all.Wait()
	slices.Sort(waits)
	late := waits[(len(waits)*99-1)/100]
	b.ReportMetric(0, "ns/op") // says nothing here
	b.ReportMetric(float64(len(waits)), "hints")
	b.ReportMetric(float64(waits[len(waits)/2].Milliseconds()), "median-ms")
	b.ReportMetric(float64(late.Milliseconds()), "p99-ms")
	if late > 2*time.Second {
		b.Errorf("a hint took %v", late)
	}
}

// answer is how long a hint took and how many turns ahead it looked; as far as can be, if it found the end.
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
			t := a.hintTask(&games[i])
			t.finish = func(r engine.Result, _ bool) { advice(b.Context(), &games[i], r) }
			r, err := a.search(b.Context(), t)
			if err != nil {
				b.Error(err)
			}
			answers[i] = answer{time.Since(asked), r.Depth}
			if candidate(r.Lines[0]).Proof != play.Unproven {
				answers[i].depth = math.MaxInt
			}
		})
	}
	all.Wait()
	return answers
}

// positions returns n games, each some random turns after its beginning.
func positions(b *testing.B, n int, seed uint64) []rules.Game {
	b.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
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
