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
// "mad engine" speaks the Universal Chess Interface with the positions and turns of this game, which are written
// as below. One command a line comes in on standard input, the answers go to standard output, and nothing else does:
//
//	uci                      id name …, id author …, an "option name … type … default …" for each option, uciok
//	isready                  readyok
//	ucinewgame               forgets the hash table
//	setoption name N value V sets an option, for the next search
//	position P [moves T …]   sets the position and plays turns from there
//	position startpos [6x4|5x5] [nopositioning] [moves T …]
//	                         on 6x4 unless it says otherwise, with the positioning turns unless it says not
//	go movetime MS|depth N|nodes N|infinite
//	                         searches; info lines as it goes, then bestmove T
//	go perft N               a line "T: COUNT" for each legal turn, then "Nodes searched: SUM"
//	stop                     ends the search with its best turn so far, and those that wait
//	d                        draws the board as text, with the position
//	quit                     ends the last go, unless it is go perft, when those before it have ended, and leaves
//
// A go without words is infinite: its bestmove waits for stop, or for movetime to pass if it has one. A wrong command
// is answered with "info string" and what is wrong, and changes nothing.
//
// A go that comes while another runs waits for it to end, and for those that wait already; it has the position and
// the options that were set when it came. Behind one that only stop ends none can wait. All other commands are answered
// at once. However it ends, each go has one answer, in the order in which they came: a search its bestmove, go perft
// its sum or, when it is stopped, "info string go perft: stopped".
//
// The options, with what they are at first and how far they go:
//
//	Hash        16     1 to 4096  size of the hash table in MiB
//	Threads     1      1 to 64    workers of a search
//	MultiPV     1      1 to 128   how many turns to report
//	Level       0      0 to 10    10 to 1 play like an ever weaker player; 0 is full strength
//	StallLimit  40     0 to 200   turns without an expulsion until the game stops (rules 5.2); 0 is no limit
//	Reasons     false  or true    what speaks for each turn
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
//	211-c4             a movement; 211xc4 expels what stands there
//	112=221            a swap
//	112>121>211        a rotation: 112 takes the place of 121, 121 that of 211, 211 that of 112
//	221-a6+112=221     a movement with its bonus, a swap or a rotation
//	pass               in the positioning turn only
//
// An info line is
//
//	info depth D [multipv I] score S nodes N nps N time MS pv T1 T2 …
//
// with the number of the turn when several are reported; those after the first are searched two turns less deep. S
// is for the side to move: "cp N" in hundredths of a frigate; "mate N" for a forced victory in N of its turns, or
// a defeat in -N; "semi N" for a semi-victory that is forced (rules 5.4), in N of its turns, or one of the other
// side in -N. In a game that is over the answer is "bestmove (none)".
//
// With Reasons, lines say before bestmove what speaks for each turn T that is reported, the weightiest first:
//
//	info string reason T KIND [ship S] [other S] [square Q] [turn T] [reply T] [count N] [was N]
//
// They are looked for when the search has ended and take some milliseconds more, whatever movetime is. A search
// that is stopped gives those of the best turn alone. A count or was of 0 is left out, and so is what the kind
// does not have. "We" play T; a pass, which nobody may play, shows what a turn is for. A ship is won when its
// expulsion is worth at least a frigate more than all that is expelled in return.
//
//	only-turn                             there is no other legal turn
//	expels-corvette square                where their corvette stood
//	falls turn                            theirs that expels our corvette next; all our turns allow that
//	only-holds ship count                 what each other turn loses; the corvette by force in count of their turns
//	threatens-victory turn count          ours that would win if they passed, in count of our turns
//	stops-victory turn count              theirs that would win if we passed, in count of their turns
//	saves-corvette turn                   theirs that would expel our corvette if we passed
//	expels-for-free ship                  theirs that we expel; they win nothing in return
//	trades ship other turn                we expel theirs; turn then expels other, of no higher class; they win no more
//	expels ship                           theirs; what they can expel in return is worth no more
//	wins-ship                             whatever they play, we win a ship next
//	zugzwang                              each turn of theirs loses a ship, but a pass would not
//	saves ship square turn                ours, which turn would win if we passed; nothing expels it now
//	threatens ship square turn            theirs, which turn would win if they passed; nothing could before
//	keeps-threat ship square turn         the same, of one that something could win before
//	takes-lead count                      a stall after count quiet turns would be our semi-victory, and no longer theirs
//	ends-on-stall                         the match ends with it by the stall, and the semi-victory is theirs
//	leads-on-stall count                  a stall after count more quiet turns would be our semi-victory
//	recalls ship other square             ship comes out of exile to square; other, worth less, goes there
//	earns-bonus ship                      it earns a bonus now
//	prepares-bonus ship turn              it can earn a bonus with turn next, and could not before
//	keeps-opposition count                corvettes alone are left; the count of steps between them stays even
//	covers ship square turn reply other   turn could expel ours, but reply, which expels other, would win as much
//	declines turn other reply ship count  turn looks natural and may expel other; reply would win ship
//	loses-least ship turn                 turn, theirs, wins it next; our other turns lose at least as much
//	opens-corvette square count was       a square our corvette can then flee to; it has count, and had was
//	closes-corvette square count was      the same of theirs, which then cannot
//	frees ship count was                  ours can then reach count squares, and could reach was
//	hems ship count was                   theirs can then reach count squares, and could reach was
//	stays-covered ship square turn reply other   the same as covers, of a ship of which it was true before
//	leaves-nothing                        nothing of ours can be expelled next
//
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
	"runtime/debug"

	"madbot/rules"
	"madbot/rules/engine/network"
)

// ErrOver is returned by Search when the game is over.
var ErrOver = errors.New("the game is over")

// ErrOptions is wrapped by the error of New for options out of range, or weights it cannot read.
var ErrOptions = errors.New("bad engine options")

// Options configure an Engine. The zero value is usable.
type Options struct {
	Hash    int      // size of the hash table in MiB; 0 means DefaultHash
	Threads int      // workers of each search; 0 means 1
	Endings *Endings // exact endings; nil means none
	Seed    uint64   // varies what the levels overlook and how they open
	Weights string   // of the evaluation, as network/network.bin has them; empty means that file
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

// Search looks for the best turns of the side to move in g until a limit is reached, the outcome is
// proven, or ctx ends, and returns the best lines so far: always at least one legal turn, and never one
// that loses at once when there is another. The error is ErrOver, or the panic of a worker that helped: a defect.
func (e *Engine) Search(ctx context.Context, g *rules.Game, l Limits) (Result, error) {
	p := g.Position()
	if g.Outcome().Over() || p.Outcome(g.Limit()).Over() {
		return Result{}, ErrOver
	}
	if 0 < l.Level && l.Level < len(novices) {
		return novices[l.Level].search(e, g, max(l.MultiPV, 1)), nil
	}
	if levels[min(l.Level, MaxLevel)].blind == 0 {
		e = e.informed(g)
	}
	j := newJob(ctx, e, g.Limit())
	j.budget = l.Nodes
	wanted := max(l.MultiPV, 1)
	if l.Level > 0 {
		l = levels[min(l.Level, MaxLevel)].bound(j, g, l)
	}
	j.table.nextSearch()
	result, err := e.work(j, p, l)
	if err != nil {
		return Result{}, err
	}
	if l.Level > 0 {
		j.settle(g, result.Lines)
	}
	result.Lines = result.Lines[:min(wanted, len(result.Lines))]
	for i := range result.Lines {
		e.finish(g, j, &result.Lines[i])
	}
	if l.Level == 0 { // at a level the first line is the one chosen
		byScore(result.Lines)
	}
	return result, nil
}

// informed returns an engine that knows the endings to which g leads.
func (e *Engine) informed(g *rules.Game) *Engine {
	informed, p := *e, g.Position()
	informed.endings = e.endings.with(&p, g.Limit())
	return &informed
}

// work runs the workers of a search and returns the result of the first, with the nodes of all, and the error of a
// helper.
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

// help runs the helper with a number, and returns a panic as an error: it must not end the program.
func help(j *job, p rules.Position, crowded <-chan struct{}, number int) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("a search that helped: panic: %v\n%s", v, debug.Stack())
		}
	}()
	d := newDeepening(j, p, Limits{})
	d.crowded = crowded
	j.helped.Add(d.run(number).Nodes)
	return nil
}

// finish proves a semi-victory if it can, completes the line of a victory, and says how much of it is sure to the
// search j.
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
		l.PV = e.prolong(g, l.PV)
	}
	l.Turns = l.length(g)
	l.Sure = j.sure(g, l)
}
