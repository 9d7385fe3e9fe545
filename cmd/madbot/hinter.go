package main

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
)

// hintTime is how long a hint may be searched for.
const hintTime = time.Second

// hintCandidates is how many turns a hint names.
const hintCandidates = 3

// hinter lets the engine give hints.
type hinter struct {
	engine *engine.Engine
	limits engine.Limits
}

// Hint searches the position of g.
func (h hinter) Hint(ctx context.Context, g *rules.Game) (play.Hint, error) {
	ctx, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	result, err := h.engine.Search(ctx, g, h.limits)
	if err != nil {
		return play.Hint{}, err
	}
	var hint play.Hint
	for _, line := range result.Lines {
		hint.Candidates = append(hint.Candidates, play.Candidate{Turn: line.Turn, Line: line.PV})
	}
	hint.Proven = result.Lines[0].Proven
	return hint, nil
}
