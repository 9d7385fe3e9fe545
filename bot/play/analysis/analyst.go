// Package analysis searches positions for people and for the robot: it decides which search runs
// when and for how long, and says what was found in the terms of package play.
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
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/match"
)

const (
	hintCandidates = 3   // turns that a hint names
	hintsKept      = 256 // positions
	answersKept    = 4096
	robotHash      = 1 // MiB: a level has a table of its own
)

// Config is what an Analyst is made of.
type Config struct {
	Searches int              // at once; 0 leaves one core for everything else, until there is but one search
	Endings  *engine.Endings  // exact endings; nil is none
	Now      func() time.Time // required
	Hint     Budget           // of a hint; the zero value suits a person who waits for it
	Robot    Budget           // of a turn of the robot; the zero value makes way for hints
	Review   Nodes            // of a review
	Hash     int              // MiB of what hints remember of positions; 0 is engine.DefaultHash
}

// Nodes is how many a review searches of each position, and of those it searches again; 0 is as in assess.Config.
type Nodes struct{ First, Second uint64 }

// Analyst implements play.Analyst, and worker.Chooser. All its searches share one pool.
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

// New returns an Analyst. The error is that of engine.New.
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

// searches returns how many searches run at once when so many are asked for.
func searches(wanted int) int {
	if wanted > 0 {
		return wanted
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}

// Load returns how many searches wait for their turn, and how many run.
func (a *Analyst) Load() (waiting, running int) { return a.pool.load() }

// Hint implements play.Analyst. It returns engine.ErrOver for a game that has ended, and the error
// of ctx when that ended while the search waited, or while others wait for the same search.
func (a *Analyst) Hint(ctx context.Context, g *rules.Game) (play.Hint, error) {
	about, game := question{g.Position(), g.Limit()}, g.Clone() // the search may outlast the first who asks
	return a.flights.do(ctx, about, func(ctx context.Context) (play.Hint, error) {
		if hint, known := a.known.Get(about); known {
			return hint, nil
		}
		return a.look(ctx, about, &game)
	})
}

// look searches g, and keeps what it finds unless that was found in a small share of the time, or only in part.
func (a *Analyst) look(ctx context.Context, about question, g *rules.Game) (hint play.Hint, err error) {
	whole := false
	t := a.hintTask(g)
	t.finish = func(r engine.Result, ended bool) { hint, whole = advice(ctx, g, r), ended }
	_, err = a.search(ctx, t)
	if err == nil && whole && ctx.Err() == nil {
		a.known.Add(about, hint)
	}
	return hint, err
}

// question is what a hint is asked for.
type question struct {
	position rules.Position
	limit    rules.StallLimit
}

// advice returns a result with reasons as a hint.
func advice(ctx context.Context, g *rules.Game, r engine.Result) (hint play.Hint) {
	for _, line := range r.Lines {
		c := candidate(line)
		c.Reasons = explain.Find(ctx, g, claim(line))
		hint.Candidates = append(hint.Candidates, c)
	}
	return hint
}

// Choose implements worker.Chooser, with the errors of Hint. Unless time runs out, one match always
// gets the same answer in the same position. Each search has an engine of its own, with the seed
// of the match.
func (a *Analyst) Choose(ctx context.Context, m *match.Match) (play.Candidate, error) {
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

// task is one search: by which engine, of what, how far and for how long.
type task struct {
	engine *engine.Engine
	game   *rules.Game
	limits engine.Limits
	budget Budget
	// finish, unless nil, is called with what was found while the pool still keeps the room, and with whether the
	// search ended by itself or had all the time of its budget.
	finish func(r engine.Result, ended bool)
	anew   bool // whether the engine forgets what it found before
}

// search does t when the pool has room.
func (a *Analyst) search(ctx context.Context, t task) (result engine.Result, err error) {
	t.limits.Depth, t.limits.Nodes = t.budget.Depth, t.budget.Nodes
	waited := a.pool.run(ctx, t.budget, func(ctx context.Context, g grant) {
		if t.limits.Level == 0 && t.budget.Depth == 0 { // what is bounded is to be alike on any machine
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
