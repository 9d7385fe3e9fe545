package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"madbot/rules"
	"madbot/rules/engine"
)

// setOption runs "setoption name N value V".
func (s *session) setOption(f []string) error {
	if len(f) != 4 || f[0] != "name" || f[2] != "value" {
		return fmt.Errorf("setoption: want name N value V")
	}
	if strings.EqualFold(f[1], "reasons") {
		return s.setReasons(f[3])
	}
	n, err := strconv.Atoi(f[3])
	if err != nil {
		return fmt.Errorf("setoption %s: %q is not a number", f[1], f[3])
	}
	between := func(low, high int) error {
		if n < low || n > high {
			return fmt.Errorf("setoption %s: %d is not from %d to %d", f[1], n, low, high)
		}
		return nil
	}
	switch strings.ToLower(f[1]) {
	case "hash":
		return s.renew(assign(&s.options.Hash, n, between(1, engine.MaxHash)))
	case "threads":
		return s.renew(assign(&s.options.Threads, n, between(1, engine.MaxThreads)))
	case "multipv":
		return assign(&s.multiPV, n, between(1, rules.MaxTurns))
	case "level":
		return assign(&s.level, n, between(0, engine.MaxLevel))
	case "stalllimit":
		return assign(&s.limit, rules.StallLimit(n), between(0, int(rules.MaxStallLimit)))
	}
	return fmt.Errorf("setoption: unknown option %q", f[1])
}

func (s *session) setReasons(value string) error {
	if value != "true" && value != "false" {
		return fmt.Errorf("setoption Reasons: %q is neither true nor false", value)
	}
	s.reasons = value == "true"
	return nil
}

func assign[T any](to *T, n T, err error) error {
	if err == nil {
		*to = n
	}
	return err
}

// renew makes the next search use a new engine after an option that requires one was set. It does nothing if err, the
// error of setting it, is not nil. It returns err.
func (s *session) renew(err error) error {
	if err == nil {
		s.forget()
	}
	return err
}

const positionFields = 7

// setPosition runs position, with seven fields or startpos, and plays the turns after it.
func (s *session) setPosition(f []string) error {
	var moves []string
	if i := slices.Index(f, "moves"); i >= 0 {
		f, moves = f[:i], f[i+1:]
	}
	p, err := readStart(f)
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	g := rules.GameFrom(p, s.limit)
	for i, text := range moves {
		p := g.Position()
		t, err := p.ParseTurn(text)
		if err == nil {
			err = g.Play(t)
		}
		if err != nil {
			return fmt.Errorf("position: turn %d, %s: %w", i+1, text, err)
		}
	}
	s.start, s.moves = p, g.Turns()
	return nil
}

// readStart parses seven fields or "startpos [6x4|5x5] [nopositioning]".
func readStart(f []string) (rules.Position, error) {
	if len(f) == 0 || f[0] != "startpos" {
		if len(f) != positionFields {
			return rules.Position{}, fmt.Errorf("want %d fields or startpos", positionFields)
		}
		return rules.ParsePosition(strings.Join(f, " "))
	}
	board, positioning := rules.Board6x4, true
	for _, word := range f[1:] {
		if word == "nopositioning" {
			positioning = false
			continue
		}
		b, err := rules.ParseBoard(word)
		if err != nil {
			return rules.Position{}, fmt.Errorf("startpos: unknown word %q", word)
		}
		board = b
	}
	return rules.Start(board, positioning), nil
}
