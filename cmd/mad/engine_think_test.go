package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestEngineReasons: with the option, each turn is followed by its reasons.
func TestEngineReasons(t *testing.T) {
	t.Parallel()
	position := "position 6x4 b1------c4------ a6--c5---------- r - 0 -\n"
	const reason = "info string reason 211xc5 expels-for-free ship 121\n"
	got := call(position+"go depth 3\nisready\n", "engine")
	assert.NotContains(t, got.out, "info string")
	got = call("setoption name Reasons value true\n"+position+"go depth 3\n", "engine")
	assert.Contains(t, got.out, reason)
	assert.Less(t, strings.Index(got.out, reason), strings.Index(got.out, "bestmove 211xc5"))
	got = call("setoption name Reasons value 1\nsetoption name reasons value true\n"+
		"setoption name Reasons value false\n"+position+"go depth 3\n", "engine")
	assert.Contains(t, got.out, "info string setoption Reasons: \"1\" is neither true nor false\n")
	assert.NotContains(t, got.out, "info string reason")
}

// TestEngineReasons_Stop: reasons come after the time of a search, for each turn. If the search is stopped, only the
// best turn has reasons, however many are reported.
func TestEngineReasons_Stop(t *testing.T) {
	t.Parallel()
	justified := func(s *spoken) (turns map[string]bool, best string) {
		turns = map[string]bool{}
		for s.answers.Scan() {
			f := strings.Fields(s.answers.Text())
			switch {
			case f[0] == "bestmove":
				return turns, f[1]
			case strings.HasPrefix(s.answers.Text(), "info string reason "):
				turns[f[3]] = true
			}
		}
		return turns, ""
	}
	s := speak(t)
	s.say("setoption name Reasons value true", "setoption name MultiPV value 4", "position startpos nopositioning",
		"go movetime 20")
	turns, _ := justified(s)
	assert.Greater(t, len(turns), 1)
	s.say("go infinite")
	s.await("info depth 1 multipv 4 ")
	s.say("stop")
	turns, best := justified(s)
	assert.Len(t, turns, 1)
	assert.Contains(t, turns, best)
	s.say("go infinite")
	s.await("info depth 1 multipv 4 ")
	s.say("quit")
	turns, best = justified(s)
	assert.Len(t, turns, 1)
	assert.Contains(t, turns, best)
	assert.Equal(t, exitOK, <-s.ended)
}
