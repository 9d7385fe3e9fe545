// Package rulestest parses positions, squares, turns and games for tests. Invalid text fails the test.
package rulestest

import (
	"strings"

	"madbot/rules"
)

// T is the part of a test that is needed; rapid's tests implement it too.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Position parses a position (rules 6.1).
func Position(t T, text string) rules.Position {
	t.Helper()
	p, err := rules.ParsePosition(text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// Square parses a square such as c4.
func Square(t T, text string) rules.Square {
	t.Helper()
	s, err := rules.ParseSquare(text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// Turn parses a legal turn of p.
func Turn(t T, p rules.Position, text string) rules.Turn {
	t.Helper()
	turn, err := p.ParseTurn(text)
	if err != nil {
		t.Fatalf("%s in %v: %v", text, p, err)
	}
	return turn
}

// NewGame returns a game after the given turns; each text holds one or more.
func NewGame(t T, o rules.Options, turns ...string) *rules.Game {
	t.Helper()
	g := rules.NewGame(o)
	play(t, &g, turns)
	return &g
}

// GameFrom is like NewGame, but starts at a given position.
func GameFrom(t T, position string, limit rules.StallLimit, turns ...string) *rules.Game {
	t.Helper()
	g := rules.GameFrom(Position(t, position), limit)
	play(t, &g, turns)
	return &g
}

func play(t T, g *rules.Game, turns []string) {
	t.Helper()
	for _, text := range strings.Fields(strings.Join(turns, " ")) {
		if err := g.PlayText(text); err != nil {
			t.Fatalf("%s after %v: %v", text, g.Turns(), err)
		}
	}
}
