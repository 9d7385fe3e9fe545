// Package engine looks for good turns of MAD: the search behind hints and computer opponents.
//
// It is a principal-variation search over package rules, with a shared hash table, a quiescence search
// over expulsions, a small neural network as its evaluation, and exact tables of endings with few ships.
// It has no clock: a search ends when its context ends, a limit is reached, or the outcome is proven. With
// one thread, the same options, earlier searches, and limits of depth or nodes give the same result on
// every machine.
//
// # Protocol
//
// "mad engine" speaks the Universal Chess Interface with the positions and turns of rules 6. One command a
// line comes in on standard input, the answers go to standard output, and nothing else does:
//
//	uci                      id name …, id author …, an "option name … type … default …" for each option, uciok
//	isready                  readyok
//	ucinewgame               forgets the hash table
//	setoption name N value V sets an option, for the next search
//	position P [moves T …]   sets the position, seven fields (rules 6.1), and plays turns from there
//	position startpos [6x4|5x5] [nopositioning] [moves T …]
//	go movetime MS|depth N|nodes N|infinite
//	                         searches; info lines as it goes, then bestmove T
//	go perft N               a line "T: COUNT" for each legal turn, then "Nodes searched: SUM"
//	stop                     ends the search with its best turn so far
//	d                        draws the board as text, with the position
//	quit                     leaves
//
// A go without words is infinite: its bestmove waits for stop. A wrong command is answered with "info string"
// and what is wrong, and changes nothing.
//
// The options are numbers but for the last: Hash, the size of the table in MiB; Threads; MultiPV, how many
// turns to report; Level, 1 to 10 to play like a weaker player, 0 for full strength; StallLimit, turns without
// an expulsion until the game stops, 0 for none (rules 5.2); Reasons, true or false.
//
// An info line is
//
//	info depth D [multipv I] score S nodes N nps N time MS pv T1 T2 …
//
// with the number of the turn when several are reported. S is for the side to move: "cp N" in hundredths of a
// frigate; "mate N" for a forced victory in N of its turns, or a defeat in -N; "semi N" for a semi-victory that
// is forced (rules 5.4), in N of its turns, or one of the other side in -N. In a game that is over the answer
// is "bestmove (none)".
//
// With Reasons, lines say before bestmove what speaks for each turn that is reported, the weightiest first:
//
//	info string reason T KIND [ship S] [other S] [square Q] [turn T] [reply T] [count N] [was N]
//
// Package reason says what each kind means and which words it has, with "we" for the side that plays T.
// "mad analyse POSITION" prints the same for people.
//
// What only work on the engine needs is in the tests: training the network (see selfplay_test.go), long
// tests of strength (-long), and endings with four ships (-four).
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"madbot/rules"
)

// ErrOver is returned by Search when the game is over.
var ErrOver = errors.New("the game is over")

// ErrOptions is wrapped by the error of New for options out of range, or weights it cannot read.
var ErrOptions = errors.New("bad engine options")

// Options configure an Engine. The zero value is usable.
type Options struct {
	Hash    int      // size of the hash table in MiB; 0 means 16
	Threads int      // workers of each search; 0 means 1
	Endings *Endings // exact endings; nil means none
	Seed    uint64   // varies what the levels overlook and how they open
	Weights string   // of the evaluation, as network.bin has them; empty means that file
}

// Bounds of Options.
const (
	defaultHash = 16
	maxHash     = 4096
	maxThreads  = 64
)

// Engine finds good turns. It is safe for concurrent use; searches share its hash table.
type Engine struct {
	options  Options
	table    *table
	endings  *Endings
	networks networks
}

// New returns an Engine. The error wraps ErrOptions.
func New(o Options) (*Engine, error) {
	if o.Hash < 0 || o.Hash > maxHash || o.Threads < 0 || o.Threads > maxThreads {
		return nil, fmt.Errorf("hash %d MiB, %d threads: %w", o.Hash, o.Threads, ErrOptions)
	}
	if o.Hash == 0 {
		o.Hash = defaultHash
	}
	o.Threads = max(o.Threads, 1)
	n := trained
	if o.Weights != "" {
		read, err := readNetworks(o.Weights)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
		n = read
	}
	return &Engine{options: o, table: newTable(o.Hash), endings: o.Endings, networks: n}, nil
}

// Forget clears the hash table. It must not be called during a search.
func (e *Engine) Forget() { e.table.clear() }

// Search looks for the best turns of the side to move in g until a limit is reached, the outcome is
// proven, or ctx ends, and returns the best lines so far: always at least one legal turn, and never one
// that loses at once when there is another. The error is ErrOver.
func (e *Engine) Search(ctx context.Context, g *rules.Game, l Limits) (Result, error) {
	p := g.Position()
	if g.Outcome().Over() || p.Outcome(g.Limit()).Over() {
		return Result{}, ErrOver
	}
	e.table.nextSearch()
	j := newJob(ctx, e, g.Limit())
	j.budget = l.Nodes
	wanted := max(l.MultiPV, 1)
	if l.Level > 0 {
		l = levels[min(l.Level, MaxLevel)].bound(j, g, l)
	}
	result := e.work(j, p, l)
	if l.Level > 0 {
		j.settle(g, result.Lines)
	}
	result.Lines = result.Lines[:min(wanted, len(result.Lines))]
	for i := range result.Lines {
		e.finish(g, &result.Lines[i])
	}
	if l.Level == 0 { // at a level the first line is the one chosen
		byScore(result.Lines)
	}
	return result, nil
}

// work runs the workers of a search and returns the result of the first.
func (e *Engine) work(j *job, p rules.Position, l Limits) Result {
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer j.stop.Store(true)
	for i := 1; i < cmp.Or(min(l.Threads, maxThreads), e.options.Threads); i++ {
		helpers.Go(func() {
			defer func() { _ = recover() }() // a panic in a helper must not end the program
			d := newDeepening(j, p, Limits{})
			d.crowded = l.Crowded
			d.run(i)
		})
	}
	return newDeepening(j, p, l).run(0)
}

// finish proves a semi-victory if it can, completes the line of a victory, and says how much of it is sure.
func (e *Engine) finish(g *rules.Game, l *Line) {
	if side := l.Score.Semi(); side != 0 {
		p := g.Position()
		if side > 0 {
			p = p.Play(l.Turn)
		}
		l.Proven = e.proveSemi(p, g.Limit())
		if !l.Proven {
			l.Score -= Score(side) // it is an estimate
		}
	}
	if _, decided := l.Score.Victory(); decided {
		l.PV = e.prolong(g, l.PV)
	}
	l.Turns = l.length(g)
	l.Sure = e.sure(g, l)
}
