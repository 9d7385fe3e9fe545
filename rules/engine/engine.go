// Package engine finds good turns of MAD: the search behind hints and computer opponents.
//
// It is a principal-variation search over package rules, with a shared hash table, a quiescence search over
// expulsions, a small neural network as its evaluation, and exact tables of endings with few ships. It has no clock: a
// search ends when its context ends, a limit is reached, or the outcome is proven. With one thread, the result depends
// only on the options, the earlier searches, and the limits of depth or nodes, not on the machine.
//
// # Protocol
//
// "mad engine" speaks the Universal Chess Interface with the positions and turns of this game, which are written
// as below. It reads one command per line from standard input and writes only answers to standard output:
//
//	uci                      id name …, id author …, an "option name … type … default …" for each option, uciok
//	isready                  readyok
//	ucinewgame               forgets the hash table
//	setoption name N value V sets an option, for the next search
//	position P [moves T …]   sets the position and plays turns from there
//	position startpos [6x4|5x5] [nopositioning] [moves T …]
//	                         on 6x4 by default, with positioning turns by default
//	go movetime MS|depth N|nodes N|infinite
//	                         searches; writes info lines meanwhile, then bestmove T
//	go perft N               a line "T: COUNT" for each legal turn, then "Nodes searched: SUM"
//	stop                     ends the search with its best turn so far, and the searches that wait
//	d                        draws the board as text, with the position
//	quit                     exits when all go commands have ended; it stops the last one, unless it is go perft
//
// A go without arguments is infinite: its bestmove waits for stop, or for movetime to pass if it has one. A wrong
// command changes nothing; the answer is "info string" and what is wrong.
//
// If a go arrives while another runs, it waits for that one and for the ones already waiting. It uses the position and
// the options that were set when it arrived. No go can wait behind one that only stop ends. All other commands are
// answered immediately. Each go gets exactly one answer, in the order of arrival: a search its bestmove, go perft its
// sum or, if it is stopped, "info string go perft: stopped".
//
// The options, with their defaults and ranges:
//
//	Hash        16     1 to 4096  size of the hash table in MiB
//	Threads     1      1 to 64    workers of a search
//	MultiPV     1      1 to 128   how many turns to report
//	Level       0      0 to 10    10 to 1 play like weaker and weaker players; 0 is full strength
//	StallLimit  40     0 to 200   turns without an expulsion until the game stops (rules 5.2); 0 is no limit
//	Reasons     false  or true    report what speaks for each turn
//
// A position is seven fields, such as "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -" (rules 6.1):
//
//	board        6x4, columns a to d and rows 1 to 6, or 5x5, columns a to e and rows 1 to 5; Red's home is row 1
//	Red, Blue    the squares of 111 112 121 122 211 212 221 222 in this order, -- for a ship in exile
//	side         to move, r or b
//	positioning  the sides whose positioning turn is to come: rb, b or -
//	quiet        turns since the last expulsion
//	last         the side that made it: r, b or - for none
//
// The digits of a ship are its sails, cannons and shields; 111 is the corvette, which must not be lost. A turn is
// (rules 6.2)
//
//	211-c4             a movement; 211xc4 expels the ship on c4
//	112=221            a swap
//	112>121>211        a rotation: 112 takes the place of 121, 121 that of 211, 211 that of 112
//	221-a6+112=221     a movement with its bonus, a swap or a rotation
//	pass               in the positioning turn only
//
// An info line is
//
//	info depth D [multipv I] score S nodes N nps N time MS pv T1 T2 …
//
// with the number of the turn if several are reported; turns after the first are searched two turns less deep. S is
// for the side to move: "cp N" in hundredths of a frigate; "mate N" for a forced victory in N of its turns, or -N for
// a defeat; "semi N" for a forced semi-victory (rules 5.4) in N of its turns, or -N for one of the other side. If the
// game is over the answer is "bestmove (none)".
//
// With Reasons, lines before bestmove give the reasons for each reported turn T, the most important first:
//
//	info string reason T KIND [ship S] [other S] [square Q] [turn T] [reply T] [count N] [was N]
//
// Finding them takes a few milliseconds after the search, in addition to movetime. A stopped search gives only the
// reasons of the best turn. Fields that the kind does not have are omitted, and so is a count or was of 0. "We" play T;
// "if they passed" means if passing were allowed. A ship is won if its expulsion is worth at least a frigate more than
// everything that is expelled in return.
//
//	only-turn                             there is no other legal turn
//	expels-corvette square                where their corvette stood
//	falls turn                            theirs expels our corvette next, whatever we play
//	only-holds ship count                 every other turn loses ship; the corvette by force in count of their turns
//	threatens-victory turn count          ours that would win if they passed, in count of our turns
//	stops-victory turn count              theirs that would win if we passed, in count of their turns
//	saves-corvette turn                   theirs that would expel our corvette if we passed
//	expels-for-free ship                  theirs that we expel; they win nothing in return
//	trades ship other turn                we expel theirs; turn then expels other, of no higher class, and no more
//	expels ship                           theirs; what they can expel in return is worth no more
//	wins-ship                             whatever they play, we win a ship next
//	zugzwang                              each turn of theirs loses a ship, but a pass would not
//	saves ship square turn                ours, which turn would win if we passed; nothing expels it now
//	threatens ship square turn            theirs, which turn would win if they passed; nothing could before
//	keeps-threat ship square turn         the same, but something could win it before
//	takes-lead count                      a stall after count quiet turns would now be our semi-victory, not theirs
//	ends-on-stall                         T ends the match by the stall, with a semi-victory for them
//	leads-on-stall count                  a stall after count more quiet turns would be our semi-victory
//	recalls ship other square             ship comes out of exile to square; other, worth less, goes there
//	earns-bonus ship                      it earns a bonus now
//	prepares-bonus ship turn              it can earn a bonus with turn next, and could not before
//	keeps-opposition count                corvettes alone are left; the count of steps between them stays even
//	covers ship square turn reply other   turn could expel ours, but reply would expel other and win as much
//	declines turn other reply ship count  turn looks natural and may expel other; reply would win ship
//	loses-least ship turn                 turn, theirs, wins it next; our other turns lose at least as much
//	opens-corvette square count was       our corvette can then flee to square; it had was such squares, and has count
//	closes-corvette square count was      their corvette can no longer flee to square; was and count as above
//	frees ship count was                  ours can then reach count squares, before only was
//	hems ship count was                   theirs can then reach only count squares, before was
//	stays-covered ship square turn reply other   the same as covers, for a ship that was covered before
//	leaves-nothing                        they can expel none of our ships next
//
// "mad analyse POSITION" prints the same for people.
//
// Tools for developing the engine are in the tests: training the network (see selfplay_test.go), long tests of
// strength (-soak), and endings with four ships (-four).
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"madbot/rules"
	"madbot/rules/engine/network"
)

// ErrOver is returned by Search when the game is over.
var ErrOver = errors.New("the game is over")

// ErrOptions is wrapped by the error of New for options out of range, or weights that it cannot read.
var ErrOptions = errors.New("bad engine options")

// Options configure an Engine. The zero value is usable.
type Options struct {
	Hash    int      // size of the hash table in MiB; 0 means DefaultHash
	Threads int      // workers of each search; 0 means 1
	Endings *Endings // exact endings; nil means none
	Seed    uint64   // varies what the levels overlook and how they begin games
	Weights string   // in the format of network/network.bin; empty means that file
}

// Bounds of Options.
const (
	DefaultHash = 16 // MiB
	MaxHash     = 4096
	MaxThreads  = 64
)

// Engine finds good turns. It is safe for concurrent use; searches share its hash table.
type Engine struct {
	options  Options
	table    *table
	endings  *Endings
	networks network.Networks
}

// New returns an Engine. The error wraps ErrOptions.
func New(o Options) (*Engine, error) {
	if o.Hash < 0 || o.Hash > MaxHash || o.Threads < 0 || o.Threads > MaxThreads {
		return nil, fmt.Errorf("hash %d MiB, %d threads: %w", o.Hash, o.Threads, ErrOptions)
	}
	if o.Hash == 0 {
		o.Hash = DefaultHash
	}
	o.Threads = max(o.Threads, 1)
	n := network.Trained
	if o.Weights != "" {
		read, err := network.Read(o.Weights)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
		n = read
	}
	return &Engine{options: o, table: newTable(o.Hash), endings: o.Endings, networks: n}, nil
}

// Forget clears the hash table. It must not be called during a search.
func (e *Engine) Forget() { e.table.clear() }

// Search searches for the best turns of the side to move in g until a limit is reached, the outcome is proven, or ctx
// ends. It returns the best lines so far: always at least one legal turn, and one that loses at once only if there is
// no other. The error is ErrOver, or reports a panic in a helper, which is a defect.
func (e *Engine) Search(ctx context.Context, g *rules.Game, l Limits) (Result, error) {
	p := g.Position()
	if g.Outcome().Over() || p.Outcome(g.Limit()).Over() {
		return Result{}, ErrOver
	}
	if 0 < l.Level && l.Level < len(novices) {
		return novices[l.Level].search(e, g, max(l.MultiPV, 1)), nil
	}
	if levels[min(l.Level, MaxLevel)].blind == 0 {
		e = e.withEndings(g)
	}
	j := newJob(ctx, e, g.Limit())
	j.budget = l.Nodes
	wanted := max(l.MultiPV, 1)
	if l.Level > 0 {
		l = levels[min(l.Level, MaxLevel)].restrict(j, g, l)
	}
	j.table.nextSearch()
	result, err := e.work(j, p, l)
	if err != nil {
		return Result{}, err
	}
	if l.Level > 0 {
		j.applyLevel(g, result.Lines)
	}
	result.Lines = result.Lines[:min(wanted, len(result.Lines))]
	for i := range result.Lines {
		e.finish(g, j, &result.Lines[i])
	}
	if l.Level == 0 { // at a level the first line is the one that it plays
		byScore(result.Lines)
	}
	return result, nil
}

// withEndings returns an engine that also knows the endings that g leads to.
func (e *Engine) withEndings(g *rules.Game) *Engine {
	known, p := *e, g.Position()
	known.endings = e.endings.with(&p, g.Limit())
	return &known
}

// work runs the workers of a search. It returns the first worker's result with the nodes of all workers, and the error
// of a helper.
func (e *Engine) work(j *job, p rules.Position, l Limits) (result Result, err error) {
	threads := max(1, cmp.Or(min(l.Threads, MaxThreads), e.options.Threads))
	helpers := make(chan error, threads)
	for i := 1; i < threads; i++ {
		go func() { helpers <- help(j, p, l.Crowded, i) }()
	}
	defer func() { // also when the first worker panics
		j.stop.Store(true)
		for i := 1; i < threads; i++ {
			err = cmp.Or(err, <-helpers)
		}
		result.Nodes += j.helped.Load()
	}()
	return newDeepening(j, p, l).run(0), nil
}

// help runs a helper. It returns a panic as an error so that the program continues.
func help(j *job, p rules.Position, crowded <-chan struct{}, number int) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("search helper: panic: %v\n%s", v, debug.Stack())
		}
	}()
	d := newDeepening(j, p, Limits{})
	d.crowded = crowded
	j.helped.Add(d.run(number).Nodes)
	return nil
}

// finish proves a semi-victory if possible, completes the line of a victory, and sets how many of the line's turns are
// sure.
func (e *Engine) finish(g *rules.Game, j *job, l *Line) {
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
		l.PV = e.appendKnownTurns(g, l.PV)
	}
	l.Turns = l.length(g)
	l.Sure = j.sure(g, l)
}
