package engine

import (
	"context"
	"sync/atomic"

	"madbot/rules"
	"madbot/rules/engine/network"
)

// maxPly bounds the length of a line, with extensions and quiescence.
const maxPly = 100

// frame is the search state of one position of the line being searched.
type frame struct {
	pos       rules.Position
	turn      rules.Turn // played in pos to reach the next frame
	attacked  bool       // whether the other side could expel the corvette of the side to move after a pass
	static    Score
	ships     int // on the board, of both sides
	killers   [2]rules.Turn
	pv        [maxPly + 2]rules.Turn
	pvLen     int
	turns     [rules.MaxTurns]rules.Turn
	generated int  // how many turns there are; 0 before nextTurn has generated them
	unsorted  bool // whether the remaining turns are not worth sorting
	ranks     [rules.MaxTurns]int32
}

// job is what the workers of a search share.
type job struct {
	table    *table
	endings  *Endings
	networks network.Networks
	limit    rules.StallLimit
	exact    bool // no pruning, reductions or extensions, for proofs and tests
	budget   uint64
	sight    *sight      // what the player of a level sees; nil means everything
	seed     uint64      // of the engine
	claimant rules.Color // in a proof, the side for which every estimate counts as a defeat
	done     <-chan struct{}
	stop     atomic.Bool
	helped   atomic.Uint64 // nodes of the helpers that have ended
}

func newJob(ctx context.Context, e *Engine, limit rules.StallLimit) *job {
	return &job{table: e.table, endings: e.endings, networks: e.networks, limit: limit,
		seed: e.options.Seed, done: ctx.Done()}
}

// worker searches. It belongs to one goroutine.
type worker struct {
	*job
	frames          [maxPly + 3]frame
	evaluator       network.Evaluator
	history         history
	nodes           uint64
	polled          uint64
	uninterruptible bool // during the first iteration, so that there is always a result
	halted          bool
	crowded         <-chan struct{} // closed when this worker must end; nil if never
	depth           int             // of the deepening
}

// pollEvery is how many nodes pass between two checks of the context.
const pollEvery = 512

// countNode counts a node and reports whether the search must end.
func (w *worker) countNode() bool {
	w.nodes++
	if w.halted {
		return true
	}
	if w.uninterruptible {
		return false
	}
	if w.budget > 0 && w.nodes >= w.budget {
		w.halted = true
		return true
	}
	if w.nodes-w.polled >= pollEvery {
		w.polled = w.nodes
		w.halted = w.interrupted()
	}
	return w.halted
}

func (w *worker) interrupted() bool {
	if w.stop.Load() {
		return true
	}
	select {
	case <-w.done:
		return true
	case <-w.crowded:
		return true
	default:
		return false
	}
}

// play plays t at ply and prepares the next frame.
func (w *worker) play(ply int, t rules.Turn) *frame {
	f, next := &w.frames[ply], &w.frames[ply+1]
	f.turn = t
	next.pos = f.pos.Play(t)
	next.attacked = next.pos.CorvetteAttacked(next.pos.Side())
	return next
}

// exposed reports whether the side to move in a frame can expel the enemy corvette.
func (w *worker) exposed(f *frame) bool {
	p := &f.pos
	us := p.Side()
	return p.CorvetteAttacked(us.Other()) && squareIn(p.Fleet(us), rules.Ship111) != rules.NoSquare &&
		(w.limit == 0 || p.Quiet() < int(w.limit))
}

// decided returns the score of the position at ply, and true if it needs no search: the game is over, the enemy
// corvette can be expelled, or the endings contain it.
func (w *worker) decided(ply int) (Score, bool) {
	p := &w.frames[ply].pos
	us := p.Side()
	switch {
	case squareIn(p.Fleet(us), rules.Ship111) == rules.NoSquare:
		return loses(ply), true
	case squareIn(p.Fleet(us.Other()), rules.Ship111) == rules.NoSquare:
		return wins(ply), true
	case w.limit > 0 && p.Quiet() >= int(w.limit):
		return stallScore(p), true
	case p.CorvetteAttacked(us.Other()):
		return wins(ply + 1), true
	}
	return w.endings.score(p, w.limit, ply)
}

func (w *worker) updatePV(ply int, t rules.Turn) {
	f, next := &w.frames[ply], &w.frames[ply+1]
	f.pv[0] = t
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
}
