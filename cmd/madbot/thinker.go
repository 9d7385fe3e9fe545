package main

import (
	"bufio"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"strings"
	"time"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/match"
)

const (
	hintCandidates = 3  // turns that a hint names
	maxSearches    = 64 // at once
	robotHash      = 2  // MiB
)

// study is how a position is searched.
type study struct {
	limits engine.Limits
	haste  engine.Haste
}

// hintStudy is for a hint: a person waits, and expects an answer within two seconds, of which
// some is left for drawing and sending it.
func hintStudy() study {
	return study{engine.Limits{MultiPV: hintCandidates},
		engine.Haste{Within: 1300 * time.Millisecond, Most: 600 * time.Millisecond}}
}

// robotStudy is for a turn of the robot, whose levels are bounded by depth; few need as much time.
func robotStudy() study {
	return study{engine.Limits{},
		engine.Haste{Within: 4 * time.Second, Most: 1500 * time.Millisecond, Yields: true}}
}

// thinker lets the engine give hints, and play for the robot, through one pool of searches. It is a
// play.Hinter and a play.Brain.
type thinker struct {
	pool        *engine.Pool
	engine      *engine.Engine // for hints; they learn from each other
	endings     *engine.Endings
	hint, robot study
}

// newThinker reads or builds the endings and makes the engine.
func newThinker(cfg EngineConfig, p parts) (*thinker, error) {
	endings, err := p.endings, error(nil)
	if endings == nil {
		if endings, err = loadEndings(cfg.Endings); err != nil {
			return nil, err
		}
	}
	e, err := engine.New(engine.Options{Endings: endings})
	if err != nil {
		return nil, err
	}
	return &thinker{pool: engine.NewPool(searches(cfg), p.now), engine: e, endings: endings,
		hint: p.hint, robot: p.robot}, nil
}

// searches is how many searches go on at once.
func searches(cfg EngineConfig) int {
	if cfg.Searches > 0 {
		return int(cfg.Searches)
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}

// loadEndings reads the file of endings, or builds the small ones when there is none.
func loadEndings(path string) (*engine.Endings, error) {
	if path == "" {
		return engine.NewEndings(), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("engine.endings: %v", err)
	}
	defer f.Close()
	endings, err := engine.ReadEndings(bufio.NewReaderSize(f, 1<<20))
	if err != nil {
		return nil, usagef("engine.endings: %s: %s", path,
			strings.ReplaceAll(err.Error(), "\n", ": "))
	}
	return endings, nil
}

// Hint implements play.Hinter.
func (t *thinker) Hint(ctx context.Context, g *rules.Game) (play.Hint, error) {
	result, err := t.search(ctx, t.engine, g, t.hint)
	if err != nil {
		return play.Hint{}, err
	}
	var hint play.Hint
	for _, line := range result.Lines {
		hint.Candidates = append(hint.Candidates, candidate(line))
	}
	return hint, nil
}

// Choose implements play.Brain. Each search has an engine of its own, lest a level sees with what
// deeper searches saw. In one match the same position is answered in the same way.
func (t *thinker) Choose(ctx context.Context, m *match.Match) (play.Candidate, error) {
	seed := fnv.New64a()
	fmt.Fprint(seed, m.ID)
	e, err := engine.New(engine.Options{Hash: robotHash, Endings: t.endings, Seed: seed.Sum64()})
	if err != nil {
		return play.Candidate{}, err
	}
	s := t.robot
	s.limits.Level = int(m.Terms.Level)
	result, err := t.search(ctx, e, &m.Game, s)
	if err != nil {
		return play.Candidate{}, err
	}
	return candidate(result.Lines[0]), nil
}

// search searches when the pool has room.
func (t *thinker) search(ctx context.Context, e *engine.Engine, g *rules.Game, s study) (
	result engine.Result, err error) {
	waited := t.pool.Run(ctx, s.haste, func(ctx context.Context) {
		result, err = e.Search(ctx, g, s.limits)
	})
	if waited != nil {
		err = waited
	}
	return result, err
}
