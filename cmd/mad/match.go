package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"sync"

	"madbot/rules"
	"madbot/rules/engine"
)

const matchUsage = `[-a PLAYER] [-b PLAYER] [-games N] [-jobs N] [-seed N] [-limit N] [-sprt A,B]
    [-board BOARD] [-random N] [-positioning] [-even N] [-ladder] [-beginners]

Plays engine against engine. An opening is a few random turns, on both boards in turn or on BOARD. Each is
played twice, with the sides exchanged. With -positioning all games begin with positioning turns, otherwise
half of them do. With -even, only openings are played that a search of six turns scores within N hundredths
of a frigate. A PLAYER is words joined by commas:

  level=N depth=N nodes=N time=DURATION   how it thinks
  threads=N hash=MIB                      workers of each search, size of its hash table
  weights=FILE endings=FILE               what it knows, but not with cmd
  cmd=PROGRAM                             another program that speaks the engine protocol
  beginner=N/M                            instead: takes what it sees it can, and sees N of 100
                                          expulsions, and M of those of the answer

Prints the score of A, a victory counting 1 and a semi-victory 0.75 to 0.25, with its 95 %
confidence interval, and how many pairs were even: both players scored the same. With
-sprt 0.50,0.53 it stops as soon as one of the two scores is proven. If a player fails, the match ends
with the score so far. A program is killed after its time for a turn and 5 s more, or after a minute if
it has no time.

Instead of A and B, -ladder plays each level against the one below, and -beginners plays the first four
levels against beginners: -games of each, on each board.
`

func runMatch(std stdio, args []string) error {
	fs := flag.NewFlagSet("match", flag.ContinueOnError)
	m := &contest{std: std}
	fs.IntVar(&m.games, "games", 100, "the maximum number of games, rounded up to pairs")
	fs.IntVar(&m.jobs, "jobs", 1, "how many games to play at the same time")
	fs.Uint64Var(&m.seed, "seed", 1, "the seed of the openings")
	fs.IntVar(&m.random, "random", 5, "how many turns an opening has")
	fs.BoolVar(&m.positioning, "positioning", false, "begin all games with positioning turns")
	even := fs.Uint("even", 0, "by how much a side may be ahead in an opening; 0: any")
	board := fs.String("board", "", "the `board`; both in turn if empty")
	limit := fs.Uint("limit", uint(rules.DefaultStallLimit), "the stall limit; not 0, because games must end")
	sprt := fs.String("sprt", "", "the two scores to decide between")
	a := fs.String("a", "nodes=10000", "the `player` whose score is printed")
	b := fs.String("b", "nodes=10000", "the other `player`")
	climb := fs.Bool("ladder", false, "play each level against the one below")
	begin := fs.Bool("beginners", false, "play the first levels against beginners")
	if err := parse(std, fs, args, matchUsage); err != nil {
		return err
	}
	if *limit < 1 || *limit > uint(rules.MaxStallLimit) || m.games < 1 || m.jobs < 1 || m.random < 0 {
		return usagef("match: a number is out of range; see mad help match")
	}
	m.limit, m.even = rules.StallLimit(*limit), engine.Score(min(*even, maxEven))
	if err := m.readBoard(*board); err != nil {
		return err
	}
	if err := m.test.read(*sprt); err != nil {
		return err
	}
	m.endings = smallEndings
	var pairings []pairing
	if *climb {
		pairings = append(pairings, ladder(m.board)...)
	}
	if *begin {
		pairings = append(pairings, beginnersTable()...)
	}
	if pairings == nil {
		pairings = []pairing{{"score of A", m.board, [2]string{*a, *b}}}
	}
	return m.runAll(pairings)
}

type pairing struct {
	label string
	board rules.Board
	specs [2]string
}

// ladder returns the pairings of each level with the one below.
func ladder(b rules.Board) (all []pairing) {
	for l := 2; l <= engine.MaxLevel; l++ {
		all = append(all, pairing{fmt.Sprintf("level %d against %d", l, l-1), b,
			[2]string{fmt.Sprintf("level=%d", l), fmt.Sprintf("level=%d", l-1)}})
	}
	return all
}

// runAll plays matches that differ in their players and boards.
func (m *contest) runAll(pairings []pairing) error {
	for _, p := range pairings {
		each := &contest{openings: m.openings, std: m.std, games: m.games, jobs: m.jobs, test: m.test,
			endings: m.endings, label: p.label}
		each.board = p.board
		if err := each.run(p.specs); err != nil {
			return err
		}
	}
	return nil
}

type contest struct {
	openings
	std         stdio
	games, jobs int
	test        sprt
	endings     func() *engine.Endings
	label       string // of the score

	lock  sync.Mutex
	next  int // number of the next pair of games
	tally tally
	stop  bool
}

// run plays with m.jobs goroutines and prints the score. The first failure stops all of them.
func (m *contest) run(specs [2]string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	errs := make(chan error, m.jobs)
	for range m.jobs {
		go func() {
			err := fmt.Errorf("match: a game broke off")
			defer func() { errs <- err }()
			defer func() {
				if defect := recover(); defect != nil {
					err = fmt.Errorf("match: defect: %v", defect)
				}
			}()
			err = m.work(ctx, specs)
		}()
	}
	var first error
	for range m.jobs {
		if err := <-errs; err != nil && first == nil {
			first = err
			cancel()
		}
	}
	return m.report(first)
}

// report prints the final score, or the score so far if the match failed, and returns the failure.
func (m *contest) report(broken error) error {
	if broken == nil {
		_, err := fmt.Fprintf(m.std.out, "%s: %v%s\n", m.label, &m.tally, m.test.verdict(&m.tally))
		return err
	}
	if m.tally.pairs > 0 {
		fmt.Fprintf(m.std.out, "%s so far: %v\n", m.label, &m.tally)
	}
	return broken
}

// work plays pairs of games until there are enough, or ctx ends.
func (m *contest) work(ctx context.Context, specs [2]string) error {
	var players [2]player
	for i, spec := range specs {
		p, err := newPlayer(spec, m.endings)
		if err != nil {
			return err
		}
		defer p.close()
		players[i] = p
	}
	for {
		pair, ok := m.take()
		if !ok {
			return nil
		}
		start, err := m.opening(ctx, pair)
		if err != nil {
			return err
		}
		var outcomes [2]rules.Outcome
		for swapped := range outcomes {
			outcomes[swapped], err = m.play(ctx, start, players[swapped], players[1-swapped])
			if err != nil {
				return err
			}
		}
		m.enter(outcomes)
	}
}

// take returns the number of the next pair, and false if the match is over.
func (m *contest) take() (int, bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.stop || 2*m.next >= m.games {
		return 0, false
	}
	m.next++
	return m.next, true
}

// enter counts a pair of games: A was Red in the first and Blue in the second. It stops the contest if that decides the
// test, and prints the tally after every tenth pair.
func (m *contest) enter(outcomes [2]rules.Outcome) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.tally.add((m.tally.outcome(outcomes[0], rules.Red) + m.tally.outcome(outcomes[1], rules.Blue)) / 2)
	if m.test.verdict(&m.tally) != "" {
		m.stop = true
	}
	if m.tally.pairs%10 == 0 {
		fmt.Fprintf(m.std.err, "%v\n", &m.tally)
	}
}

// play plays a game from g to its end, unless ctx ends.
func (m *contest) play(ctx context.Context, g rules.Game, red, blue player) (rules.Outcome, error) {
	g = g.Clone()
	for _, p := range []player{red, blue} {
		if err := p.begin(ctx); err != nil {
			return rules.Outcome{}, fmt.Errorf("match: %w", err)
		}
	}
	for !g.Outcome().Over() {
		p := g.Position()
		on := red
		if p.Side() == rules.Blue {
			on = blue
		}
		t, err := on.turn(ctx, &g)
		if err = cmp.Or(err, ctx.Err()); err != nil { // a search that was cut short returns no real turn
			return rules.Outcome{}, fmt.Errorf("match: %w", err)
		}
		if err := g.Play(t); err != nil {
			return rules.Outcome{}, fmt.Errorf("match: %v in %v: %w", t, p, err)
		}
	}
	return g.Outcome(), nil
}
