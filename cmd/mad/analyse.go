package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
)

const analyseUsage = `POSITION [-time D] [-depth N] [-nodes N] [-lines N] [-limit N] [-endings FILE]

Prints the best turns of a position. Each has its score as in the protocol of mad engine, the turns that
are forced after it, those that are likely after these, and its reasons, one a line, the most important
first. With -depth or -nodes the result is the same each time; otherwise -time limits the search. The
position can be in quotes or not, or after -position:

  mad analyse 6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 - -depth 10
`

func runAnalyse(std stdio, args []string) error {
	fs := flag.NewFlagSet("analyse", flag.ContinueOnError)
	span := fs.Duration("time", 600*time.Millisecond, "how long to search, unless -depth or -nodes is given")
	depth := fs.Int("depth", 0, "how many `turns` ahead to search")
	nodes := fs.Uint64("nodes", 0, "how many `positions` to search")
	lines := fs.Int("lines", 3, "how many `turns` to print")
	limit := fs.Int("limit", int(rules.DefaultStallLimit), "the stall limit in `turns`, 0 for none")
	file := fs.String("endings", "", "a `file` made by mad endings build")
	p, err := parseOnPosition(std, fs, args, analyseUsage)
	if err != nil {
		return err
	}
	if *limit < 0 || *limit > int(rules.MaxStallLimit) {
		return usagef("analyse: -limit %d is not from 0 to %d", *limit, rules.MaxStallLimit)
	}
	if *depth < 0 || *lines < 1 || *lines > rules.MaxTurns || *span <= 0 {
		return usagef("analyse: -depth must be at least 0, -lines from 1 to %d, -time above 0", rules.MaxTurns)
	}
	endings, err := openEndings(*file)
	if err != nil {
		return err
	}
	if *depth > 0 || *nodes > 0 {
		*span = endless
	}
	g := rules.GameFrom(p, rules.StallLimit(*limit))
	ctx, cancel := context.WithTimeout(context.Background(), *span)
	defer cancel()
	e, err := engine.New(engine.Options{Endings: endings})
	if err != nil {
		return err
	}
	return analyse(ctx, std.out, e, &g, engine.Limits{Depth: *depth, Nodes: *nodes, MultiPV: *lines})
}

// analyse searches g and prints what it finds.
func analyse(ctx context.Context, w io.Writer, e *engine.Engine, g *rules.Game, l engine.Limits) error {
	r, err := e.Search(ctx, g, l)
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	for i, line := range r.Lines {
		if _, err := io.WriteString(w, analysed(g, i+1, line)); err != nil {
			return err
		}
	}
	return nil
}

func analysed(g *rules.Game, number int, l engine.Line) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d. %v score %s", number, l.Turn, scoreText(&l))
	sure := min(max(l.Sure, 1), len(l.PV))
	if sure > 1 {
		fmt.Fprintf(&text, " sure %s", strings.Join(texts(l.PV[1:sure]), " "))
	}
	if sure < len(l.PV) {
		fmt.Fprintf(&text, " likely %s", strings.Join(texts(l.PV[sure:]), " "))
	}
	text.WriteString("\n")
	for _, r := range explain.Find(context.Background(), g, claimOf(&l)) {
		fmt.Fprintf(&text, "   %v\n", r)
	}
	return text.String()
}

// claimOf returns what is proven about a line, for finding reasons.
func claimOf(l *engine.Line) explain.Claim {
	victory, semi := l.Forced()
	return explain.Claim{Turn: l.Turn, Victory: victory, Semi: semi}
}
