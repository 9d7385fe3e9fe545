package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

const long = "go nodes 1000000000000"

// answersOf returns the rest of each line with a prefix.
func answersOf(out, prefix string) (answers []string) {
	for _, line := range outputLines(out) {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			answers = append(answers, rest)
		}
	}
	return answers
}

// However many searches wait, commands are answered immediately, and stop ends all searches, each with a turn of its
// position.
func TestEngine_StopsWhatWaits(t *testing.T) {
	t.Parallel()
	s := speak(t)
	s.say("position startpos", long)
	s.await("info depth 3 ")
	s.say("position startpos 5x5 nopositioning", "go movetime 600000", "go perft 30",
		"position 6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -", long, "isready")
	s.await("readyok")
	s.say("d")
	s.await("6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -")
	s.say("stop")
	legal := func(p rules.Position) {
		rulestest.Turn(t, p, strings.TrimPrefix(s.await("bestmove "), "bestmove "))
	}
	legal(rules.Start(rules.Board6x4, true))
	legal(rules.Start(rules.Board5x5, false))
	s.await("info string go perft: stopped")
	assert.Equal(t, "bestmove 211xc5", s.await("bestmove "))
	s.say("isready")
	s.await("readyok")
	s.say("go depth 1")
	s.await("bestmove 211xc5")
	s.say("quit")
	assert.False(t, s.answers.Scan(), "each go has one answer")
	assert.Equal(t, exitOK, <-s.ended)
}

// quit ends the last search, but lets earlier ones and a go perft finish.
func TestEngine_QuitsWhatWaits(t *testing.T) {
	t.Parallel()
	s := speak(t)
	s.say("go depth 5", "go perft 3", "go depth 4", long, "quit")
	s.await("info depth 5 ")
	s.await("bestmove ")
	s.await("Nodes searched: 1287")
	s.await("info depth 4 ")
	s.await("bestmove ")
	s.await("bestmove ")
	assert.False(t, s.answers.Scan())
	assert.Equal(t, exitOK, <-s.ended)
}

// A search uses the position and options that were set when it was requested.
func TestEngine_QueuesWhatWasSet(t *testing.T) {
	t.Parallel()
	got := call("go depth 5\nposition 6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -\n"+
		"setoption name MultiPV value 2\ngo depth 4\nsetoption name Hash value 1\nsetoption name MultiPV value 1\n"+
		"position 6x4 b1d2a2b2c2d1a1c1 --d5a5b5c5d6a6c6 b - 0 r\ngo depth 2\nposition startpos\n", "engine")
	best := answersOf(got.out, "bestmove ")
	require.Len(t, best, 3)
	assert.Equal(t, []string{"211xc5", "(none)"}, best[1:])
	first, _, _ := strings.Cut(got.out, "bestmove ")
	assert.NotContains(t, first, "multipv")
	assert.Contains(t, got.out, "info depth 4 multipv 2 ")
}

// No search can wait behind an infinite one, which waits for stop. At the end of input, it is stopped when its turn
// comes.
func TestEngine_QueuesAnInfiniteSearchLast(t *testing.T) {
	t.Parallel()
	got := call("go depth 6\ngo infinite\ngo depth 1\n", "engine")
	assert.Len(t, answersOf(got.out, "bestmove "), 2)
	assert.Len(t, answersOf(got.out, "info string go: an infinite search is under way or waits; stop it first"), 1)
	assert.Contains(t, got.out, "info depth 6 ")
}

// An infinite search with a time ends without stop, and others may wait for it.
func TestEngine_InfiniteWithATime(t *testing.T) {
	t.Parallel()
	for _, infinite := range []string{"go infinite movetime 20\n", "go movetime 20 infinite\n"} {
		got := call(infinite+"go depth 1\n", "engine")
		assert.Len(t, answersOf(got.out, "bestmove "), 2)
		assert.NotContains(t, got.out, "info string")
	}
	s := speak(t)
	s.say("position 6x4 b2-------------- d5-------------- r - 0 -", "go infinite movetime 20")
	s.await("bestmove ")
	s.say("position startpos", "go depth 1")
	s.await("info depth 1 ")
	s.await("bestmove ")
	s.say("quit")
	assert.Equal(t, exitOK, <-s.ended)
}
