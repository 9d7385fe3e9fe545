package analysis

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/assess"
	"madbot/rules/engine"
	"madbot/rules/review"
)

var _ play.Reviewer = (*Analyst)(nil)

// reviewShare is the assumed time of a review's search when others wait behind it; it may take longer.
const reviewShare = time.Second

// answerLimit is how long a caller waits for an answer, because many people may try turns in one puzzle at the same
// time.
const answerLimit = 10 * time.Second

// Version implements play.Reviewer.
func (a *Analyst) Version() string { return engine.Signature }

// Review implements play.Reviewer. It uses its own engine, with one thread.
func (a *Analyst) Review(ctx context.Context, g *rules.Game, due time.Time,
	progress func(done, all int)) ([]byte, error) {
	found, err := assess.Game(ctx, g, assess.Config{Endings: a.endings, Progress: progress,
		First: a.review.First, Second: a.review.Second,
		Do: func(ctx context.Context, s assess.Search) (engine.Result, error) {
			return a.search(ctx, task{engine: s.Engine, game: s.Game, limits: s.Limits, anew: s.FreshTable,
				budget: Budget{Depth: s.Limits.Depth, Nodes: s.Limits.Nodes, Single: true, Yields: s.FreshTable,
					Total: due.Sub(a.pool.now()), Search: reviewShare}})
		}})
	if err != nil {
		return nil, err
	}
	return json.Marshal(found)
}

// Judge implements play.Reviewer.
func (a *Analyst) Judge(g *rules.Game, found []byte) (review.Review, error) {
	var all []assess.Evaluation
	if err := json.Unmarshal(found, &all); err != nil {
		return review.Review{}, fmt.Errorf("read what was found: %w", err)
	}
	return assess.Judge(g, all)
}

// Answer implements play.Reviewer.
func (a *Analyst) Answer(ctx context.Context, q gate.Question) (play.Candidate, error) {
	return a.answer(ctx, q.Game())
}

// answer returns the best turn in g. Concurrent requests for the same position share one search.
func (a *Analyst) answer(ctx context.Context, g *rules.Game) (play.Candidate, error) {
	about, game := question{g.Position(), g.Limit()}, g.Clone()
	found, err := a.answering.do(ctx, about, func(ctx context.Context) (hint play.Hint, err error) {
		if hint, known := a.answered.Get(about); known {
			return hint, nil
		}
		e, err := engine.New(engine.Options{Hash: robotHash, Endings: a.endings})
		if err != nil {
			return hint, err
		}
		budget := a.hint
		budget.Nodes, budget.Single, budget.Total = cmp.Or(a.review.First, assess.FirstNodes), true, answerLimit
		r, err := a.search(ctx, task{engine: e, game: &game, budget: budget})
		if err != nil {
			return hint, err
		}
		hint = play.Hint{Candidates: []play.Candidate{candidate(r.Lines[0])}}
		if ctx.Err() == nil {
			a.answered.Add(about, hint)
		}
		return hint, nil
	})
	if err != nil {
		return play.Candidate{}, err
	}
	return found.Candidates[0], nil
}
