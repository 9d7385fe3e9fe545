// Package analysis searches positions for hints, reviews and the robot's turns. It schedules searches and converts
// their results to the types of package play.
package analysis

import (
	"cmp"
	"context"
	"hash/fnv"
	"io"
	"runtime"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/match"
)

const (
	hintCandidates = 3   // turns in a hint
	hintsKept      = 256 // cached hints
	answersKept    = 4096
	robotHash      = 1 // MiB for each search of the robot
)

// Config configures an Analyst.
type Config struct {
	Searches int              // concurrent searches; 0 leaves one core free unless only one search runs
	Endings  *engine.Endings  // exact endings; may be nil
	Now      func() time.Time // required
	Hint     Budget           // for a hint; zero: suitable for a person waiting for it
	Robot    Budget           // for a turn of the robot; zero: hints go first
	Review   Nodes            // for a review
	Hash     int              // MiB for the table of positions that hints share; 0: engine.DefaultHash
}

// Nodes is how many nodes a review searches for each position, in the first pass and in the second; 0 means the default
// of assess.Config.
type Nodes struct{ First, Second uint64 }

// Analyst implements play.Analyst, play.Reviewer and worker.Chooser. All its searches share one pool.
type Analyst struct {
	pool        *pool
	engine      *engine.Engine // for hints, which learn from each other
	flights     flights
	known       *lru.Cache[question, play.Hint]
	answering   flights
	answered    *lru.Cache[question, play.Hint]
	endings     *engine.Endings
	hint, robot Budget
	review      Nodes
}

var _ play.Analyst = (*Analyst)(nil)

// New returns an Analyst. Errors are as for engine.New.
func New(c Config) (*Analyst, error) {
	e, err := engine.New(engine.Options{Hash: c.Hash, Endings: c.Endings})
	if err != nil {
		return nil, err
	}
	known, err := lru.New[question, play.Hint](hintsKept)
	if err != nil {
		return nil, err
	}
	answered, err := lru.New[question, play.Hint](answersKept)
	if err != nil {
		return nil, err
	}
	return &Analyst{pool: newPool(searches(c.Searches), runtime.GOMAXPROCS(0), c.Now), engine: e,
		flights: flights{all: map[question]*flight{}}, known: known, endings: c.Endings,
		answering: flights{all: map[question]*flight{}}, answered: answered,
		hint: cmp.Or(c.Hint, hintBudget()), robot: cmp.Or(c.Robot, robotBudget()), review: c.Review}, nil
}

// searches returns how many searches can run concurrently, limited by the cores.
func searches(wanted int) int {
	if wanted > 0 {
		return wanted
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}

// Load returns how many searches are waiting and how many are running.
func (a *Analyst) Load() (waiting, running int) { return a.pool.load() }

// Hint implements play.Analyst, with the errors of hintFor.
func (a *Analyst) Hint(ctx context.Context, q gate.Question) (play.Hint, error) {
	return a.hintFor(ctx, q.Game())
}

// hintFor returns advice for the side to move in g. It returns engine.ErrOver for a finished game, and ctx's error if
// ctx ended while the search was waiting or while others are waiting for the same search.
func (a *Analyst) hintFor(ctx context.Context, g *rules.Game) (play.Hint, error) {
	about, game := question{g.Position(), g.Limit()}, g.Clone() // the search may outlast this caller
	return a.flights.do(ctx, about, func(ctx context.Context) (play.Hint, error) {
		if hint, known := a.known.Get(about); known {
			return hint, nil
		}
		return a.searchHint(ctx, about, &game)
	})
}

// searchHint searches g. It caches the hint unless the search was incomplete or had only a small share of its time.
func (a *Analyst) searchHint(ctx context.Context, about question, g *rules.Game) (hint play.Hint, err error) {
	whole := false
	t := a.hintTask(g)
	t.finish = func(r engine.Result, ended bool) { hint, whole = advice(ctx, g, r), ended }
	_, err = a.search(ctx, t)
	if err == nil && whole && ctx.Err() == nil {
		a.known.Add(about, hint)
	}
	return hint, err
}

type question struct {
	position rules.Position
	limit    rules.StallLimit
}

func advice(ctx context.Context, g *rules.Game, r engine.Result) (hint play.Hint) {
	for _, line := range r.Lines {
		c := candidate(line)
		c.Reasons = explain.Find(ctx, g, claim(line))
		hint.Candidates = append(hint.Candidates, c)
	}
	return hint
}

// Choose implements worker.Chooser, with the errors of hintFor.
func (a *Analyst) Choose(ctx context.Context, q gate.Question) (play.Candidate, error) {
	return a.choose(ctx, q.Match())
}

// choose returns the robot's move in m. Unless time runs out, the same position of the same match always gets the same
// answer, because each search has its own engine, seeded by the match.
func (a *Analyst) choose(ctx context.Context, m *match.Match) (play.Candidate, error) {
	e, err := engine.New(engine.Options{Hash: robotHash, Endings: a.endings, Seed: seed(m.ID)})
	if err != nil {
		return play.Candidate{}, err
	}
	limits := engine.Limits{Level: int(m.Terms.Level)}
	result, err := a.search(ctx, task{engine: e, game: &m.Game, limits: limits, budget: a.robot})
	if err != nil {
		return play.Candidate{}, err
	}
	return candidate(result.Lines[0]), nil
}

func (a *Analyst) hintTask(g *rules.Game) task {
	return task{engine: a.engine, game: g, limits: engine.Limits{MultiPV: hintCandidates}, budget: a.hint}
}

// seed varies the robot's choices from match to match.
func seed(id match.ID) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, string(id)) // never fails
	return h.Sum64()
}

// task is one search: its engine, position and limits.
type task struct {
	engine *engine.Engine
	game   *rules.Game
	limits engine.Limits
	budget Budget
	// finish is called, unless it is nil, with the result before the search's slot is released. ended means that the
	// search finished or used the full time of its budget.
	finish func(r engine.Result, ended bool)
	anew   bool // the engine first forgets what it found before
}

// search runs t when the pool has room.
func (a *Analyst) search(ctx context.Context, t task) (result engine.Result, err error) {
	t.limits.Depth, t.limits.Nodes = t.budget.Depth, t.budget.Nodes
	waited := a.pool.run(ctx, t.budget, func(ctx context.Context, g grant) {
		if t.limits.Level == 0 && t.budget.Depth == 0 { // a bounded search must give the same result on any machine
			t.limits.Threads, t.limits.Crowded = g.threads, g.crowded
		}
		if t.anew {
			t.engine.Forget()
		}
		result, err = t.engine.Search(ctx, t.game, t.limits)
		if err == nil && t.finish != nil {
			t.finish(result, ctx.Err() == nil || g.share >= t.budget.Search)
		}
	})
	return result, cmp.Or(waited, err)
}
