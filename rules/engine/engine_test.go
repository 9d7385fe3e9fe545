package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func newEngine(t testing.TB, o Options) *Engine {
	t.Helper()
	e, err := New(o)
	require.NoError(t, err)
	return e
}

// randomGames plays random games and calls visit with n of their positions, all in progress.
func randomGames(n int, seed uint64, visit func(g *rules.Game)) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	for n > 0 {
		boards := rules.Boards()
		g := rules.NewGame(rules.Options{Board: boards[rnd.IntN(2)], Positioning: rnd.IntN(2) == 0,
			StallLimit: rules.DefaultStallLimit})
		for n > 0 && !g.Outcome().Over() {
			if rnd.IntN(6) == 0 {
				visit(&g)
				n--
			}
			p := g.Position()
			turns := p.AppendTurns(nil)
			_ = g.Play(turns[rnd.IntN(len(turns))])
		}
	}
}

func losesAtOnce(g *rules.Game, turn rules.Turn) bool {
	next := g.Clone()
	mover := g.Position()
	_ = next.Play(turn)
	o := next.Outcome()
	return o.Reason == rules.CorvetteExile && o.Winner != mover.Side()
}

func TestNew_RefusesBadOptions(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{Hash: -1}, {Hash: MaxHash + 1}, {Threads: -1}, {Threads: MaxThreads + 1}, {Weights: "x"}} {
		_, err := New(o)
		assert.ErrorIs(t, err, ErrOptions)
	}
}

func TestSearch_FinishedGame(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	for _, text := range []string{
		"6x4 --d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 b", // corvette in exile
		"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 40 b",
	} {
		_, err := e.Search(context.Background(), rulestest.GameFrom(t, text, 40), Limits{Depth: 2})
		assert.ErrorIs(t, err, ErrOver, text)
	}
}

func TestSearch_ForcedLoss(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	g := rulestest.GameFrom(t, "6x4 b1b6------a5--b5 a6-------------- b - 0 -", 40)
	r, err := e.Search(context.Background(), g, Limits{Depth: 5})
	require.NoError(t, err)
	assert.Equal(t, "111=222", r.Lines[0].Turn.String())
	turns, ok := r.Lines[0].Score.Victory()
	assert.True(t, ok)
	assert.LessOrEqual(t, turns, 0)
	assert.True(t, r.Lines[0].Proven)
}

func TestSearch_TakesTheCorvette(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	g := rulestest.GameFrom(t, "6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -", 40)
	r, err := e.Search(context.Background(), g, Limits{Depth: 3})
	require.NoError(t, err)
	assert.Equal(t, "211xc5", r.Lines[0].Turn.String())
	turns, ok := r.Lines[0].Score.Victory()
	assert.True(t, ok)
	assert.Equal(t, 1, turns)
}

func TestSearch_EndedContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := newEngine(t, Options{Hash: 1})
	randomGames(300, 7, func(g *rules.Game) {
		r, err := e.Search(ctx, g, Limits{MultiPV: rules.MaxTurns})
		require.NoError(t, err)
		require.NotEmpty(t, r.Lines)
		p := g.Position()
		for _, l := range r.Lines {
			require.NoError(t, p.Check(l.Turn))
			if !losesAtOnce(g, l.Turn) {
				continue
			}
			for _, turn := range p.AppendTurns(nil) {
				assert.True(t, losesAtOnce(g, turn), "%v: %v loses at once, %v does not", p,
					l.Turn, turn)
			}
		}
	})
}

func TestSearch_LinesAreLegalAndDifferent(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 4})
	positions := some(100)
	randomGames(positions, 8, func(g *rules.Game) {
		r, err := e.Search(context.Background(), g, Limits{Depth: 4, MultiPV: 3})
		require.NoError(t, err)
		seen := map[rules.Turn]bool{}
		for i, line := range r.Lines {
			assert.False(t, seen[line.Turn])
			seen[line.Turn] = true
			assert.Equal(t, line.Turn, line.PV[0])
			if i > 0 {
				assert.LessOrEqual(t, line.Score, r.Lines[i-1].Score)
			}
			p := g.Position()
			for _, turn := range line.PV {
				require.NoError(t, p.Check(turn), "%v in %v", turn, line.PV)
				p = p.Play(turn)
			}
		}
	})
}

func TestSearch_RepeatableByNodes(t *testing.T) {
	t.Parallel()
	var first []Result
	for round := range 2 {
		e := newEngine(t, Options{Hash: 2})
		i := 0
		randomGames(10, 9, func(g *rules.Game) {
			r, err := e.Search(context.Background(), g, Limits{Nodes: 20000})
			require.NoError(t, err)
			if round == 0 {
				first = append(first, r)
			} else {
				assert.Equal(t, first[i], r)
			}
			i++
		})
	}
}

func TestSearch_Concurrent(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1, Threads: 2})
	g := rules.NewGame(rules.DefaultOptions())
	done := make(chan error)
	for range 4 {
		go func() {
			_, err := e.Search(context.Background(), &g, Limits{Depth: 6})
			done <- err
		}()
	}
	for range 4 {
		assert.NoError(t, <-done)
	}
}

func TestSearch_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	g := rules.NewGame(rules.DefaultOptions())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var before uint64
	r, err := e.Search(ctx, &g, Limits{Progress: func(r Result) {
		if r.Depth == 4 {
			before = r.Nodes
			cancel()
		}
	}})
	require.NoError(t, err)
	assert.Equal(t, 4, r.Depth)
	assert.LessOrEqual(t, r.Nodes, before+2*pollEvery)
	assert.NotEmpty(t, r.Lines)
}

func TestSearch_DoesNotAllocate(t *testing.T) {
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	it := newDeepening(newJob(context.Background(), e, rules.DefaultStallLimit),
		rules.Start(rules.Board6x4, false), Limits{})
	it.depth = 6
	assert.Zero(t, testing.AllocsPerRun(3, func() {
		e.Forget()
		it.search(0, 6, -infinity, infinity)
	}))
}

func BenchmarkSearch(b *testing.B) {
	e := newEngine(b, Options{Endings: smallEndings()})
	g := rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: rules.DefaultStallLimit})
	nodes := uint64(0)
	for b.Loop() {
		e.Forget()
		r, err := e.Search(context.Background(), &g, Limits{Depth: 12})
		require.NoError(b, err)
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func TestAppendExpulsions_AreTheTurnsThatExpel(t *testing.T) {
	t.Parallel()
	randomGames(500, 31, func(g *rules.Game) {
		p := g.Position()
		want := slices.DeleteFunc(p.AppendTurns(nil), func(t rules.Turn) bool { return !t.Expels() })
		assert.ElementsMatch(t, want, p.AppendExpulsions(nil), "%v", p)
		for _, c := range []rules.Color{rules.Red, rules.Blue} {
			for _, s := range rules.Ships() {
				there := p.SquareOf(c, s) != rules.NoSquare
				assert.Equal(t, there, p.Present(c)>>(s-1)&1 == 1)
			}
		}
	})
}

// If several lines are wanted, the first comes nearly as soon as a single one would; levels search all lines alike.
func TestSearch_FirstLineFirst(t *testing.T) {
	t.Parallel()
	nodes := func(text string, l Limits) uint64 {
		g := rulestest.GameFrom(t, text, 40)
		r, err := newEngine(t, Options{Endings: smallEndings()}).Search(context.Background(), g, l)
		require.NoError(t, err)
		require.Equal(t, l.Depth, r.Depth)
		return r.Nodes
	}
	alone, several := uint64(0), uint64(0)
	for _, text := range benchPositions[4:20] {
		alone += nodes(text, Limits{Depth: 8})
		several += nodes(text, Limits{Depth: 8, MultiPV: 3})
	}
	assert.Less(t, several, 2*alone)

	level := deepening{limits: Limits{Level: 7}}
	assert.False(t, level.mayLag(Line{}))
}

// Another turn must be better by some hundredths to replace the best one, unless the game is decided.
func TestDeepening_ScoreToBeat(t *testing.T) {
	t.Parallel()
	d := &deepening{worker: &worker{job: &job{}}}
	d.frames[0].pos = rulestest.GameFrom(t, benchPositions[0], rules.DefaultStallLimit).Position()
	for _, c := range []struct{ best, alpha, beta, want Score }{
		{30, 30, 80, 30 + steady},
		{-infinity, 30, 80, 30}, // the first turn
		{20, 30, 80, 30},        // all turns so far are below
		{78, 78, 80, 79},
		{79, 79, 80, 79},
		{maxEstimate, maxEstimate, infinity, maxEstimate},
		{wins(7), wins(7), infinity, wins(7)},
		{loses(8), loses(8), infinity, loses(8)},
	} {
		assert.Equal(t, c.want, d.scoreToBeat(c.best, c.alpha, c.beta), c)
	}
	d.sight = &sight{}
	assert.Equal(t, Score(30), d.scoreToBeat(30, 30, 80))
	d.sight, d.exact = nil, true
	assert.Equal(t, Score(30), d.scoreToBeat(30, 30, 80))
	few := rulestest.GameFrom(t, "5x5 e1----------c1-- a3--------c5---- b - 0 r", rules.DefaultStallLimit)
	d.exact, d.frames[0].pos = false, few.Position()
	assert.Equal(t, Score(30), d.scoreToBeat(30, 30, 80))
}
