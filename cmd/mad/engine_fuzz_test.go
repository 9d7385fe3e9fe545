package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// lengthy matches inputs that take as long, or as much memory, as they say.
var lengthy = regexp.MustCompile(`(?i)\d{3}|perft\s+\D*([4-9]|\d\d)|depth\s+\D*\d\d|time|threads|infinite`)

// FuzzEngine: whatever the input, the engine exits without a fault and answers each search exactly once.
func FuzzEngine(f *testing.F) {
	call("go nodes 1\nstop\n", "engine") // loads the endings, which an input's ten seconds must not include
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
