package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// lengthy is what takes as long, or as much memory, as it says.
var lengthy = regexp.MustCompile(`(?i)\d{3}|perft\s+\D*([4-9]|\d\d)|depth\s+\D*\d\d|time|threads|infinite`)

// FuzzEngine: whatever is said to the engine, it ends without a fault, and answers each search it began, once.
func FuzzEngine(f *testing.F) {
	call("go nodes 1\nstop\n", "engine") // what is read once is not in the ten seconds that an input may take
	for _, text := range []string{"uci\nisready\nquit\n", "position startpos 5x5 moves pass 112=221\nd\n",
		"setoption name MultiPV value 2\nposition startpos\ngo depth 2\nstop\n", "go perft 2\ngo nodes 50\n",
		"position 6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -\ngo depth 3\n", "setoption name Level value\ngo\nstop",
		"setoption name Reasons value 1\nucinewgame\ngo nodes 9\n", "go depth -1\nposition\nmoves\n\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 || strings.Count(text, "go") > 5 || lengthy.MatchString(text) {
			t.Skip("it takes long")
		}
		got := call(text+"\nstop\n", "engine")
		assert.Equal(t, exitOK, got.code, got.err)
		assert.LessOrEqual(t, strings.Count(got.out, "bestmove "), strings.Count(text, "go"))
	})
}
