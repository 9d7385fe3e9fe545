package puzzle

import (
	_ "embed" // for the file
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"madbot/rules"
	"madbot/rules/explain"
)

const separator = " ; "

// ErrSyntax is wrapped by the errors of Parse.
var ErrSyntax = errors.New("not a puzzle")

// String returns p as a line of a file, without the line end:
//
//	position ; stall limit ; solution ; kind ; level of robots ; reasons ; rest
//
// The last field is missing if the rest is not known.
func (p *Puzzle) String() string {
	var reasons []string
	for _, k := range p.Reasons {
		reasons = append(reasons, k.String())
	}
	fields := []string{p.Position.String(), p.Limit.String(), join(p.Solution), p.Kind.String(), strconv.Itoa(p.Robot),
		strings.Join(reasons, " ")}
	if len(p.Rest) > 0 {
		fields = append(fields, join(p.Rest))
	}
	return strings.TrimRight(strings.Join(fields, separator), " ")
}

func join(turns []rules.Turn) string {
	var words []string
	for _, t := range turns {
		words = append(words, t.String())
	}
	return strings.Join(words, " ")
}

// Parse reads the output of String. The error wraps ErrSyntax or says which turn of the solution is illegal.
func Parse(line string) (Puzzle, error) {
	fields := strings.Split(line+" ", separator) // the last may be empty
	if len(fields) == 6 {
		fields = append(fields, "")
	}
	if len(fields) != 7 {
		return Puzzle{}, fmt.Errorf("parse puzzle %q: %w", line, ErrSyntax)
	}
	var p Puzzle
	for i, read := range []func(string) error{p.parsePosition, p.parseLimit, p.parseSolution, p.parseKind, p.parseRobot,
		p.parseReasons, p.parseRest} {
		if err := read(strings.TrimSuffix(fields[i], " ")); err != nil {
			return Puzzle{}, fmt.Errorf("parse puzzle %q: %w", line, err)
		}
	}
	return p, nil
}

func (p *Puzzle) parsePosition(text string) (err error) {
	p.Position, err = rules.ParsePosition(text)
	return err
}

func (p *Puzzle) parseLimit(text string) (err error) {
	p.Limit, err = rules.ParseStallLimit(text)
	return err
}

func (p *Puzzle) parseSolution(text string) error {
	g := p.Game()
	for _, word := range strings.Fields(text) {
		if err := g.PlayText(word); err != nil {
			return err
		}
	}
	if p.Solution = g.Turns(); len(p.Solution)%2 == 0 {
		return fmt.Errorf("solution %q: %w", text, ErrSyntax)
	}
	return nil
}

func (p *Puzzle) parseKind(text string) error {
	if i := slices.Index(kindNames[:], text); i > 0 {
		p.Kind = Kind(i)
		return nil
	}
	return fmt.Errorf("kind %q: %w", text, ErrSyntax)
}

func (p *Puzzle) parseRobot(text string) (err error) {
	if p.Robot, err = strconv.Atoi(text); err != nil || p.Robot < easiestRobot || p.Robot > hardestRobot {
		return fmt.Errorf("level of robots %q: %w", text, ErrSyntax)
	}
	return nil
}

func (p *Puzzle) parseReasons(text string) error {
	for _, word := range strings.Fields(text) {
		k, ok := explain.ParseKind(word)
		if !ok {
			return fmt.Errorf("reason %q: %w", word, ErrSyntax)
		}
		p.Reasons = append(p.Reasons, k)
	}
	return nil
}

// parseRest reads the turns after the solution. They end in a victory of the side that plays it.
func (p *Puzzle) parseRest(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	g := p.Game()
	for _, t := range p.Solution {
		if err := g.Play(t); err != nil {
			return err
		}
	}
	for _, word := range words {
		if err := g.PlayText(word); err != nil {
			return err
		}
	}
	if o := g.Outcome(); p.Kind != Victory || o.Reason != rules.CorvetteExile || o.Winner != p.Position.Side() {
		return fmt.Errorf("rest %q: %w", text, ErrSyntax)
	}
	p.Rest = g.Turns()[len(p.Solution):]
	return nil
}

//go:embed puzzles.txt
var file string

type shipped struct {
	all     []Puzzle
	byLevel [Levels + 1][]Puzzle
	byID    map[string]Puzzle
}

// embedded parses file once. It panics if the file is invalid.
var embedded = sync.OnceValue(func() shipped {
	all, err := ParseAll(file)
	if err != nil {
		panic(err)
	}
	s := shipped{all: all, byID: map[string]Puzzle{}}
	for _, p := range all {
		s.byLevel[p.Level()] = append(s.byLevel[p.Level()], p)
		s.byID[p.ID()] = p
	}
	return s
})

// ParseAll reads lines written by String. It returns the first error of Parse.
func ParseAll(text string) (all []Puzzle, err error) {
	for line := range strings.Lines(text) {
		p, err := Parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// All returns the puzzles of the file, in no meaningful order. Callers must not change what All, OfLevel and ByID
// return.
func All() []Puzzle { return embedded().all }

// OfLevel returns the puzzles of a level from 1 to Levels, and nil for any other.
func OfLevel(level int) []Puzzle {
	if level < 1 || level > Levels {
		return nil
	}
	return embedded().byLevel[level]
}

// ByID returns the puzzle with the given ID.
func ByID(id string) (Puzzle, bool) {
	p, ok := embedded().byID[id]
	return p, ok
}
