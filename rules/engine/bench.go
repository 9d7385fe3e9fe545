package engine

import (
	"context"

	"madbot/rules"
)

// Signature is what Bench counts. A search with another one may find something else.
const Signature = "1496398"

// benchDepth is the depth of the searches of Bench.
const benchDepth = 12

// benchPositions are the starts, positions from games with fewer and fewer ships, and endings.
var benchPositions = [...]string{
	"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -",
	"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -",
	"5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r rb 0 -",
	"5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r - 0 -",
	"6x4 b1d2a2a3c3d1a1c1 b6b4a6d5c5d6a5c6 r - 10 -",
	"6x4 c1d3d1b3b2a1--b1 b6b4c4a6a5a3--c5 b - 0 r",
	"6x4 c1a1d1c3a3a2d2b1 b6d5a5b4d6c4a6c6 b - 13 -",
	"6x4 b1--a2--d1a1d2-- c6a6d5b4c5d6---- b - 1 b",
	"6x4 b1--d1c3--a3c2c1 b6----b4c4a5a6d5 r - 1 r",
	"6x4 b1a2c3a1--b3d1c2 c6d6--a6--a5d4b5 r - 0 b",
	"6x4 b1a1c3----d1--a3 c6--a5a6------c4 b - 1 b",
	"6x4 b1a3--c4--b3---- b6d6----d5a4a5-- r - 4 b",
	"6x4 b1a2--a3--d2---- a6--c5d6----b5-- b - 0 r",
	"6x4 c1--------c4--b3 c6a6--c5----a5-- b - 7 b",
	"6x4 d1------b2----d2 c6----c3a4----b4 b - 3 b",
	"6x4 c1--------b2a1-- b6--c4d6--a4---- b - 1 b",
	"5x5 d1e2e1b3c1a1c2b1 b5e4e5c5c4b4a5d5 r - 8 -",
	"5x5 b1e3b2c1c2e1a1d1 d4e4a4c4c5e5a5b5 r - 6 -",
	"5x5 b1a1a2b2c1e1e2d1 b5e4e5b4c5a4a5d5 b - 7 -",
	"5x5 b1e2c3e1c1----c2 d5d4--e5----b5a3 r - 13 r",
	"5x5 c1--e2c2--a2a1d1 b5----d3c3b3a5d4 b - 5 b",
	"5x5 b1--c1b3a1d2a2-- b5--a4d4b4e3a5-- r - 6 b",
	"5x5 b1--------e1a1c3 b5e4--a4c5b4e5-- r - 6 b",
	"5x5 d1------c1e1a1-- b5----c4e3a4---- b - 1 b",
	"5x5 d1--a2d2b2--a1-- b5b3c5a5----e4-- r - 0 b",
	"5x5 b1----e1----e2-- d5e4--e5----a5-- b - 1 b",
	"5x5 c1----d2------b2 d5--------e5c4-- b - 2 r",
	"5x5 d1a3----------e2 b5----e5d4--b4-- r - 1 r",
	"6x4 a6------c6------ d3--d2---------- b - 0 b",
	"5x5 b4--c2---------- e5----a2-------- r - 0 r",
	"6x4 b1b6------a5--b5 a6-------------- b - 0 -",
}

// Bench searches a fixed list of positions to a fixed depth and returns the number of nodes: the
// signature of the search, which is the same on every run and machine until the search changes. The
// endings must be those of NewEndings. The error is that of ctx, if it ended first.
func Bench(ctx context.Context, endings *Endings) (uint64, error) {
	e, err := New(Options{Hash: 4, Endings: endings})
	if err != nil {
		return 0, err
	}
	nodes := uint64(0)
	for _, text := range benchPositions {
		p, err := rules.ParsePosition(text)
		if err != nil {
			return 0, err
		}
		g := rules.GameFrom(p, rules.DefaultStallLimit)
		e.Forget()
		r, err := e.Search(ctx, &g, Limits{Depth: benchDepth})
		if err != nil {
			return 0, err
		}
		nodes += r.Nodes
	}
	return nodes, ctx.Err()
}
