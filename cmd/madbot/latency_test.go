package main

import (
	"context"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/analysis"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
)

// askers is how many people ask for a hint at once.
const askers = 8

// BenchmarkHintLatency has eight people ask for a hint at once, again and again, while the robot
// thinks about two matches at its best level and two people play turns, each turn safely stored
// and drawn. It reports how long hints and turns take, in milliseconds, and fails when a hint in a
// hundred takes longer than two seconds. On two cores:
//
//	go test ./cmd/madbot -run '^$' -bench HintLatency -benchtime 25x -cpu 2
func BenchmarkHintLatency(b *testing.B) {
	h := newBenchFixture(b)
	alone := h.turns(b, 2*time.Second)
	ctx, cancel := context.WithCancel(b.Context())
	var others sync.WaitGroup
	for i := range 2 {
		others.Go(func() { h.robot(ctx, b, i) })
	}
	var busy []time.Duration
	others.Go(func() {
		for ctx.Err() == nil {
			busy = append(busy, h.turns(b, 100*time.Millisecond)...)
		}
	})
	var hints []time.Duration
	for b.Loop() {
		hints = append(hints, h.hints(b)...)
	}
	cancel()
	others.Wait()
	report(b, "hint", hints)
	report(b, "turn", busy)
	report(b, "turn-alone", alone)
	b.ReportMetric(0, "ns/op") // says nothing here
	if p := percentile(hints, 99); p > 2*time.Second {
		b.Errorf("99 of 100 hints take up to %v", p)
	}
}

// report adds the median, the 99th percentile and the longest of times to the figures.
func report(b *testing.B, name string, times []time.Duration) {
	for _, p := range []int{50, 99, 100} {
		ms := float64(percentile(times, p)) / float64(time.Millisecond)
		b.ReportMetric(ms, name+"-p"+strconv.Itoa(p)+"-ms")
	}
}

// percentile returns the time within which p of a hundred are done.
func percentile(times []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// benchFixture is the use cases on a real database, with a real engine and real pictures.
type benchFixture struct {
	service  *play.Service
	analyst  *analysis.Analyst
	renderer *render.Renderer
	ids      []match.ID // matches in which a hint may be asked for
}

// The people of the benchmark.
const (
	askerRed  match.PlayerID = "1"
	askerBlue match.PlayerID = "2"
)

func newBenchFixture(b *testing.B) *benchFixture {
	b.Helper()
	db, err := storage.Open(b.Context(), filepath.Join(b.TempDir(), "mad.db"))
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, db.Close()) })
	p := newParts("", nil)
	h := &benchFixture{}
	h.analyst, err = newAnalyst(EngineConfig{}, p.analysis)
	require.NoError(b, err)
	h.renderer, err = render.New()
	require.NoError(b, err)
	var hours atomic.Int64 // pass, so that there is no limit to challenges
	h.service = play.New(play.Deps{Store: db, Analyst: h.analyst, NewID: p.newID, Toss: p.toss,
		Now: func() time.Time { return p.now().Add(time.Duration(hours.Add(1)) * time.Hour) }})
	r := rand.New(rand.NewPCG(1, 2))
	for i := range askers {
		h.ids = append(h.ids, h.match(b, r, 2+3*i))
	}
	return h
}

// match begins a match and plays so many random turns, none of which ends it.
func (h *benchFixture) match(b *testing.B, r *rand.Rand, plies int) match.ID {
	b.Helper()
	o := rules.DefaultOptions()
	o.StallLimit = 0
	m, err := h.service.Challenge(b.Context(), play.Actor{ID: askerRed},
		play.Challenge{To: askerBlue, Terms: match.Terms{Options: o, Side: match.PlayRed}})
	require.NoError(b, err)
	m, err = h.service.Accept(b.Context(), play.Actor{ID: askerBlue}, m.ID)
	require.NoError(b, err)
	for m.Game.Ply() < plies {
		p := m.Game.Position()
		turns := p.AppendTurns(nil)
		turn := turns[r.IntN(len(turns))]
		if next := p.Play(turn); next.Outcome(0).Over() {
			continue
		}
		m, err = h.service.Play(b.Context(), play.Actor{ID: m.ToMove()},
			play.Ref{ID: m.ID, Ply: m.Game.Ply()}, play.Typed{Text: turn.String(), Sure: true})
		require.NoError(b, err)
	}
	return m.ID
}

// hints has everybody ask at once and returns how long each waited for the picture of the answer.
func (h *benchFixture) hints(b *testing.B) []time.Duration {
	took := make([]time.Duration, len(h.ids))
	var all sync.WaitGroup
	for i, id := range h.ids {
		all.Go(func() {
			m, err := h.service.Match(b.Context(), play.Actor{ID: askerRed}, id)
			if err != nil {
				b.Error(err)
				return
			}
			asked := time.Now()
			_, hint, err := h.service.Hint(b.Context(), play.Actor{ID: m.ToMove()},
				play.Ref{ID: id, Ply: m.Game.Ply()})
			if err != nil {
				b.Error(err)
				return
			}
			marks := render.Marks{Hints: []rules.Turn{hint.Candidates[0].Turn}}
			h.draw(b, &m.Game, marks)
			took[i] = time.Since(asked)
		})
	}
	all.Wait()
	return took
}

// turns plays turns for a while, at most fifty a second, and returns how long each took.
func (h *benchFixture) turns(b *testing.B, d time.Duration) []time.Duration {
	r := rand.New(rand.NewPCG(1, 2))
	id := h.match(b, r, 0)
	pace := time.NewTicker(20 * time.Millisecond)
	defer pace.Stop()
	var took []time.Duration
	for end := time.Now().Add(d); time.Now().Before(end); {
		<-pace.C
		asked := time.Now()
		m, err := h.service.Match(b.Context(), play.Actor{ID: askerRed}, id)
		if err != nil {
			b.Error(err)
			return took
		}
		turn := rules.ShiftTurn(rules.Swap112x221)
		m, err = h.service.Play(b.Context(), play.Actor{ID: m.ToMove()},
			play.Ref{ID: id, Ply: m.Game.Ply()}, play.Typed{Text: turn.String()})
		if err != nil {
			b.Error(err)
			return took
		}
		h.draw(b, &m.Game, render.Marks{})
		took = append(took, time.Since(asked))
	}
	return took
}

// draw makes the picture that goes with an answer.
func (h *benchFixture) draw(b *testing.B, g *rules.Game, marks render.Marks) {
	if err := h.renderer.Board(io.Discard, g.Position(), render.Options{Marks: marks}); err != nil {
		b.Error(err)
	}
}

// robot thinks about the turns of a match at the best level until ctx ends.
func (h *benchFixture) robot(ctx context.Context, b *testing.B, i int) {
	for n := i; ctx.Err() == nil; n++ {
		m, err := h.service.Match(ctx, play.Actor{ID: askerRed}, h.ids[n%len(h.ids)])
		if err != nil {
			return
		}
		m.Terms.Level = match.MaxLevel
		if _, err := h.analyst.Choose(ctx, &m.Match); err != nil && ctx.Err() == nil {
			b.Error(err)
		}
	}
}
