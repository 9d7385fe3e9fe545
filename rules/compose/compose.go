// Package compose finds puzzles (package puzzle) in games and proves them. The same game, endings and limits give the
// same puzzle on every machine.
package compose

import (
	"context"
	"fmt"
	"slices"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/prove"
	"madbot/rules/puzzle"
)

// What makes a position a puzzle; the fractions are outlooks (see engine.Score.Worth).
const (
	minLoss   = 0.20 // minimum loss of the other side's last turn
	minLook   = 0.85 // minimum outlook of the side to move after it
	minGap    = 0.35 // minimum gap between the best and the second turn
	doubt     = 0.05 // how wrong a quick search may be
	margin    = 0.20 // turns this far below the gap are not searched deeper
	ownTurns  = 3    // the longest solution
	keptKinds = 3    // reasons kept
	proofHash = 8    // MiB, for the proofs that no other turn wins
)

// The number of positions to search.
const (
	scanNodes  = 1_500 // for each position of a game
	hastyNodes = 2_000 // for each turn except the best
	quickNodes = 20_000
	deepNodes  = 300_000
	deepRivals = 3 // number of rivals of the best turn that are searched deeply
	moreNodes  = 10
)

// Composer makes puzzles. Only one goroutine may use it at a time.
type Composer struct {
	engine *engine.Engine
	factor uint64 // multiplies all numbers of positions
	robots engine.Robots
	prover *prove.Prover
}

// New returns a Composer. It returns the error of engine.New.
func New(endings *engine.Endings) (*Composer, error) {
	c := &Composer{factor: 1, prover: prove.New(proofHash, endings)}
	var err error
	if c.engine, err = engine.New(engine.Options{Endings: endings}); err != nil {
		return nil, err
	}
	c.robots, err = engine.NewRobots(endings)
	return c, err
}

// Puzzle returns a puzzle from g, preferably one that begins without an expulsion, and whether there is one. The error
// is from ctx or engine.Search.
func (c *Composer) Puzzle(ctx context.Context, g *rules.Game) (found puzzle.Puzzle, ok bool, err error) {
	chances, err := c.chances(ctx, g)
	if err != nil {
		return found, false, fmt.Errorf("scan a game: %w", err)
	}
	for _, next := range chances {
		p := puzzle.Puzzle{Position: next.position, Limit: g.Limit()}
		if ok, err = c.complete(ctx, &p, next.turn); err != nil {
			return found, false, fmt.Errorf("make a puzzle of %v: %w", next.position, err)
		}
		if ok {
			return p, true, nil
		}
	}
	return found, false, nil
}

// chance is a position and the turn that seems to be the only good one.
type chance struct {
	position rules.Position
	turn     rules.Turn
}

// chances returns the positions of g in which a side may win what the last turn of the other side lost. Those with a
// turn that expels nothing come first.
func (c *Composer) chances(ctx context.Context, g *rules.Game) (all []chance, err error) {
	c.engine.Forget()
	after, best := 0.0, rules.NoTurn // the outlook after the following turn, and that turn's best reply
	for ply := g.Ply() - 1; ply >= 0; ply-- {
		past := g.At(ply)
		alone := rules.GameFrom(past.Position(), g.Limit())
		r, err := c.search(ctx, &alone, engine.Limits{Nodes: scanNodes})
		if err != nil {
			return nil, err
		}
		now := r.Lines[0].Score.Worth()
		if ply+1 < g.Ply() && after >= minLook-doubt && now+after-1 >= minLoss-doubt {
			next := g.At(ply + 1)
			all = append(all, chance{next.Position(), best})
		}
		after, best = now, r.Lines[0].Turn
	}
	slices.SortStableFunc(all, func(x, y chance) int { return rank(x.turn) - rank(y.turn) })
	return all, nil
}

// hides reports whether the weakest robot misses a turn of g.
func (c *Composer) hides(ctx context.Context, g *rules.Game, t rules.Turn) (bool, error) {
	p := puzzle.Puzzle{Position: g.Position(), Limit: g.Limit(), Solution: []rules.Turn{t}}
	easy, err := c.solves(ctx, &p, 1)
	return !easy, err
}

// rank orders turns that expel nothing first.
func rank(t rules.Turn) int {
	if t.Expels() {
		return 1
	}
	return 0
}

// complete fills in p for a turn in p's position, and reports whether the result is a puzzle.
func (c *Composer) complete(ctx context.Context, p *puzzle.Puzzle, t rules.Turn) (bool, error) {
	g := p.Game()
	if ok, err := c.hides(ctx, &g, t); err != nil || !ok {
		return false, err
	}
	if best, ok, err := c.quick(ctx, &g); err != nil || !ok || best != t {
		return false, err
	}
	first, err := c.deep(ctx, &g, t)
	if err != nil || first.outlook < minLook || first.victory == 1 { // expelling the corvette is obvious
		return false, err
	}
	if p.Kind = first.kind(); p.Kind == puzzle.UpperHand && t.Expels() { // too easy to find
		return false, nil
	}
	if ok, err := c.only(ctx, &g, first); err != nil || !ok {
		return false, err
	}
	for _, r := range explain.Find(ctx, &g, explain.Claim{Turn: first.turn, Victory: first.victory}) {
		if len(p.Reasons) < keptKinds && (len(p.Reasons) == 0 || p.Reasons[len(p.Reasons)-1] != r.Kind) {
			p.Reasons = append(p.Reasons, r.Kind)
		}
	}
	if p.Solution, err = c.follow(ctx, &g, first); err != nil {
		return false, err
	}
	if p.Robot, err = c.robot(ctx, p); err != nil || p.Robot == 0 || p.Kind == puzzle.Victory {
		return p.Robot > 0, err
	}
	how, err := c.Prove(ctx, p)
	return how != NoProof, err
}

// follow returns the solution that begins with a turn of g: the best replies, and the solver's turns while only one is
// good.
func (c *Composer) follow(ctx context.Context, g *rules.Game, first choice) ([]rules.Turn, error) {
	solution := []rules.Turn{first.turn}
	at := g.Position()
	for t := first; t.answer != rules.NoTurn && len(solution) < 2*ownTurns-1; {
		at = at.Play(t.turn)
		at = at.Play(t.answer)
		past := rules.GameFrom(at, g.Limit())
		if past.Outcome().Over() {
			break
		}
		turn, ok, err := c.quick(ctx, &past)
		var next choice
		if err == nil && ok {
			next, ok, err = c.judge(ctx, &past, turn)
		}
		if err != nil {
			return nil, err
		}
		if !ok || next.kind() != first.kind() {
			break
		}
		solution = append(solution, t.answer, next.turn)
		t = next
	}
	return solution, nil
}

// Prove proves each of the solver's turns again and returns the weakest of the proofs. Victories are proven as in
// Puzzle; to show that other turns are far worse, it searches ten times as many positions. It returns errors of ctx and
// engine.Search.
func (c *Composer) Prove(ctx context.Context, p *puzzle.Puzzle) (Proof, error) {
	if p.Kind == puzzle.UpperHand {
		c.factor = moreNodes
		defer func() { c.factor = 1 }()
	}
	how := NoProof
	at := p.Position
	for i, t := range p.Solution {
		g := rules.GameFrom(at, p.Limit)
		at = at.Play(t)
		if i%2 == 1 {
			continue
		}
		best, ok, err := c.judge(ctx, &g, t)
		if err != nil || !ok || best.kind() != p.Kind {
			return NoProof, err
		}
		if i == 0 {
			how = best.proof()
		}
	}
	return how, nil
}

// search searches g with one thread, so that the result is repeatable.
func (c *Composer) search(ctx context.Context, g *rules.Game, l engine.Limits) (engine.Result, error) {
	l.Threads = 1
	r, err := c.engine.Search(ctx, g, l)
	if err == nil {
		err = ctx.Err()
	}
	return r, err
}
