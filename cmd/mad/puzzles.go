package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"madbot/rules"
	"madbot/rules/compose"
	"madbot/rules/puzzle"
)

const puzzlesUsage = `make|choose|finish|check [-games N] [-records FILE] [-seed S] [-jobs N] [-count N] [-proofs]
	[FILE...]

make finds puzzles in games between robots, or in those of -records, and writes them to a file, a line for each game, in
order. If it is interrupted, the next call continues, and the file becomes the same. choose prints a balanced selection
from such files: no puzzle twice, at most 4 of 10 that begin with an expulsion, as many of each level as there are, and
puzzles with only one possible expulsion only as far as an easy level needs them. finish prints the puzzles of a file,
or those built into the bot, without victories that have a second solution, and adds how the others go on to the end.
check proves puzzles, and checks that robots of their level solve them. With -proofs it only says what a proof-number
search shows about victories: for each turn of the solver that no other turn wins, and that the line to the end does:

  mad puzzles make -games 30000 games.txt
  mad puzzles choose -count 1200 games.txt > chosen.txt
  mad puzzles finish chosen.txt > rules/puzzle/puzzles.txt
  mad puzzles check
`

type puzzling struct {
	std     stdio
	games   int
	records string
	seed    uint64
	jobs    int
	count   int
	proofs  bool
}

func runPuzzles(std stdio, args []string) error {
	fs := flag.NewFlagSet("puzzles", flag.ContinueOnError)
	p := &puzzling{std: std}
	fs.IntVar(&p.games, "games", 10_000, "how many games between robots in total")
	fs.StringVar(&p.records, "records", "", "a `file` of games, as for mad review, instead of games between robots")
	fs.Uint64Var(&p.seed, "seed", 1, "the seed of the games between robots")
	fs.IntVar(&p.jobs, "jobs", runtime.GOMAXPROCS(0), "how many games to search at the same time")
	fs.IntVar(&p.count, "count", 1200, "the maximum number of puzzles to choose")
	fs.BoolVar(&p.proofs, "proofs", false, "check only what a proof-number search shows")
	verb := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		verb, args = args[0], args[1:]
	}
	if err := parseFlags(std, fs, args, puzzlesUsage); err != nil {
		return err
	}
	if p.jobs < 1 || p.games < 1 || p.count < 1 {
		return usagef("puzzles: -games, -jobs and -count are at least 1")
	}
	switch files := fs.Args(); {
	case verb == "make" && len(files) == 1:
		return p.make(files[0])
	case verb == "choose" && len(files) > 0:
		return p.choose(files)
	case verb == "finish" && len(files) <= 1:
		return p.finish(files)
	case verb == "check" && len(files) <= 1:
		return p.check(files)
	}
	return usagef("puzzles: make and one file, choose and files, finish, or check; see mad help puzzles")
}

// separator is between the number of a game and its puzzle.
const separator = " ; "

// source is where games come from.
type source struct {
	name string // the first line of a file of their puzzles
	n    int
	game func(int) (rules.Game, error) // by number, 0 to n-1
}

func (p *puzzling) source() (source, error) {
	if p.records == "" {
		return source{fmt.Sprint("games of robots, seed ", p.seed), p.games, func(i int) (rules.Game, error) {
			return compose.Play(context.Background(), p.seed, uint64(i))
		}}, nil
	}
	games, err := readGames(p.std, p.records)
	return source{"games of " + p.records, len(games), func(i int) (rules.Game, error) { return games[i], nil }}, err
}

// make makes puzzles from the games that the file has no line for yet.
func (p *puzzling) make(name string) error {
	from, err := p.source()
	if err != nil {
		return fmt.Errorf("puzzles: %w", err)
	}
	file, made, err := resume(name, from.name)
	if err != nil {
		return fmt.Errorf("puzzles: %w", err)
	}
	lines := func(c *compose.Composer, i int) (string, error) {
		g, err := from.game(i)
		if err != nil {
			return "", err
		}
		found, ok, err := c.Puzzle(context.Background(), &g)
		if !ok {
			return fmt.Sprintln(i), err
		}
		return fmt.Sprint(i, separator, found.String(), "\n"), err
	}
	err = each(p, interval{made, from.n}, lines, func(line string) error { return printText(file, line) })
	return errors.Join(err, file.Close())
}

// resume opens a file of puzzles to append to, and returns how many games it has. It removes an incomplete last line.
func resume(name, first string) (file *os.File, games int, err error) {
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, 0, err
	}
	text, err := io.ReadAll(file)
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	games = bytes.Count(whole, []byte("\n")) - 1
	switch {
	case err != nil:
	case games < 0:
		games = 0
		err = errors.Join(file.Truncate(0), rewind(file, 0), printText(file, first+"\n"))
	case !bytes.HasPrefix(whole, []byte(first+"\n")):
		line, _, _ := strings.Cut(string(whole), "\n")
		err = fmt.Errorf("%s is of %q, not of %q", name, line, first)
	default:
		err = errors.Join(file.Truncate(int64(len(whole))), rewind(file, int64(len(whole))))
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, games, nil
}

func rewind(file *os.File, to int64) error {
	_, err := file.Seek(to, io.SeekStart)
	return err
}

// choose prints a selection of the puzzles in files, which must be from the same source.
func (p *puzzling) choose(files []string) error {
	var all []puzzle.Puzzle
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("puzzles: %w", err)
		}
		for line := range strings.Lines(string(text)) {
			_, line, found := strings.Cut(strings.TrimSuffix(line, "\n"), separator)
			if !found {
				continue
			}
			one, err := puzzle.Parse(line)
			if err != nil {
				return fmt.Errorf("puzzles: %s: %w", name, err)
			}
			all = append(all, one)
		}
	}
	for _, one := range compose.Choose(all, p.count) {
		if err := printText(p.std.out, one.String()+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// readPuzzles returns the puzzles of the file, or those built into the bot.
func readPuzzles(files []string) ([]puzzle.Puzzle, error) {
	if len(files) == 0 {
		return puzzle.All(), nil
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	all, err := puzzle.ParseAll(string(text))
	if err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	return all, nil
}

// finish prints the puzzles with a single solution, and the victories with the line to their end.
func (p *puzzling) finish(files []string) error {
	all, err := readPuzzles(files)
	if err != nil {
		return err
	}
	return each(p, interval{0, len(all)}, func(c *compose.Composer, i int) (string, error) {
		one := all[i]
		ok, err := c.Finish(context.Background(), &one)
		if !ok {
			return "", err
		}
		return one.String() + "\n", err
	}, func(line string) error { return printText(p.std.out, line) })
}

// check proves puzzles, and prints those that fail and the totals.
func (p *puzzling) check(files []string) error {
	all, err := readPuzzles(files)
	if err != nil {
		return err
	}
	sum := checked{proofsOnly: p.proofs}
	err = each(p, interval{0, len(all)}, func(c *compose.Composer, i int) (v verdict, err error) {
		v.puzzle = all[i]
		if v.puzzle.Kind == puzzle.Victory {
			v.facts = c.Facts(&v.puzzle)
		}
		if p.proofs {
			return v, nil
		}
		if v.proof, err = c.Prove(context.Background(), &v.puzzle); err == nil {
			v.fits, err = c.Fits(context.Background(), &v.puzzle)
		}
		return v, err
	}, func(v verdict) error { return sum.add(p.std, v) })
	if err == nil {
		err = printText(p.std.out, sum.String())
	}
	if err == nil && sum.wrong > 0 {
		err = errReported
	}
	return err
}

type verdict struct {
	puzzle puzzle.Puzzle
	proof  compose.Proof
	fits   bool
	facts  compose.Facts // of a victory
}

type checked struct {
	proofsOnly       bool // proof and fits are not filled in
	wrong, expelling int
	proofs           [compose.ByTrying + 1]int
	levels           [puzzle.Levels + 1]int
	victories, ends  int
	facts            compose.Facts // the sums
}

// add counts v, and prints it if the puzzle fails.
func (t *checked) add(std stdio, v verdict) error {
	t.proofs[v.proof]++
	t.levels[v.puzzle.Level()]++
	if v.puzzle.Solution[0].Expels() {
		t.expelling++
	}
	if v.puzzle.Kind == puzzle.Victory {
		t.addFacts(v.facts)
	}
	switch {
	case v.facts.Second != rules.NoTurn:
		t.wrong++
		return printText(std.out, fmt.Sprintf("%v wins, too: %v\n", v.facts.Second, v.puzzle.String()))
	case len(v.puzzle.Rest) > 0 && !v.facts.Ends:
		t.wrong++
		return printText(std.out, "not shown to its end: "+v.puzzle.String()+"\n")
	case t.proofsOnly:
	case v.proof == compose.NoProof:
		t.wrong++
		return printText(std.out, "not proven: "+v.puzzle.String()+"\n")
	case !v.fits:
		t.wrong++
		return printText(std.out, "of another level: "+v.puzzle.String()+"\n")
	}
	return nil
}

func (t *checked) addFacts(f compose.Facts) {
	t.victories++
	t.facts.Own += f.Own
	t.facts.Proven += f.Proven
	t.facts.Failed += f.Failed
	if f.Ends {
		t.ends++
	}
}

func (t *checked) String() string {
	f := &t.facts
	text := fmt.Sprintf("victories shown to their end %d of %d\nturns of their solutions %d, shown to win %d, all others "+
		"shown not to %d\n", t.ends, t.victories, f.Own, f.Proven, f.Failed)
	if t.proofsOnly {
		return text + t.levelsText()
	}
	return text + fmt.Sprintf("victories by trying everything %d, by search %d; upper hands by their gap %d; not proven %d\n",
		t.proofs[compose.ByTrying], t.proofs[compose.BySearch], t.proofs[compose.ByGap], t.proofs[compose.NoProof]) +
		t.levelsText()
}

// levelsText returns the numbers of puzzles of each level and in all.
func (t *checked) levelsText() string {
	text, all := "", 0
	for level := 1; level <= puzzle.Levels; level++ {
		all += t.levels[level]
		text += fmt.Sprintf("level %d: %d\n", level, t.levels[level])
	}
	return text + fmt.Sprintf("%d in all, %d begin with an expulsion, %d wrong\n", all, t.expelling, t.wrong)
}

type interval struct{ from, to int }

// perJob is how many numbers each job handles between two updates of the progress line.
const perJob = 8

// each runs work for each number, p.jobs at a time, and passes the results to take in order. It updates a progress line
// on standard error.
func each[T any](p *puzzling, in interval, work func(*compose.Composer, int) (T, error), take func(T) error) error {
	composers := make(chan *compose.Composer, p.jobs)
	for range p.jobs {
		c, err := compose.New(smallEndings())
		if err != nil {
			return err
		}
		composers <- c
	}
	var err error
	for at := in.from; at < in.to && err == nil; at += p.jobs * perJob {
		found := make([]T, min(p.jobs*perJob, in.to-at))
		var jobs errgroup.Group
		jobs.SetLimit(p.jobs)
		for i := range found {
			jobs.Go(func() (err error) {
				defer func() {
					if defect := recover(); defect != nil {
						err = fmt.Errorf("puzzles: %d: %v", at+i, defect)
					}
				}()
				c := <-composers
				found[i], err = work(c, at+i)
				composers <- c
				return err
			})
		}
		err = jobs.Wait()
		for i := 0; i < len(found) && err == nil; i++ {
			err = take(found[i])
		}
		fmt.Fprintf(p.std.err, "\r%d of %d", at+len(found), in.to)
	}
	return errors.Join(err, printText(p.std.err, "\n"))
}
