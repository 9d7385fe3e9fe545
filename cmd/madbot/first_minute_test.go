package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// How fast people read and act in testdata/scenario/teach/newcomer.txt.
const (
	wordsPerSecond = 4 // 240 a minute
	secondsPerAct  = 3
)

// TestFirstMinute: a newcomer who has read nothing plays a first turn within a minute after the command, and reads the
// help in 25 seconds.
func TestFirstMinute(t *testing.T) {
	t.Parallel()
	turn, help, found := strings.Cut(scenario(t, "teach/newcomer"), "\ncarol: /help\n")
	require.True(t, found)
	before, _, found := strings.Cut(turn, "\ncarol clicks Confirm\n")
	require.True(t, found)
	acts, words := 2, wordsOf(before) // Confirm, and choosing a command
	for line := range strings.Lines(before) {
		if strings.HasPrefix(line, "carol") {
			acts++
		}
	}
	seconds := acts*secondsPerAct + words/wordsPerSecond
	t.Logf("first turn: %d acts, %d words, %d seconds; help: %d words", acts, words, seconds, wordsOf(help))
	assert.LessOrEqual(t, seconds, 60)
	assert.LessOrEqual(t, wordsOf(help), 25*wordsPerSecond)
	assert.NotZero(t, wordsOf(help))
}

// wordsOf counts the words that people read in a part of a scenario.
func wordsOf(script string) int {
	n := 0
	for line := range strings.Lines(unread.ReplaceAllString(script, "")) {
		if strings.HasPrefix(line, "    ") {
			n += len(strings.Fields(line))
		}
	}
	return n
}
