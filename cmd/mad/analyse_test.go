package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAnalyse: each turn has a line with its reasons below it, and the output is the same each time.
func TestAnalyse(t *testing.T) {
	t.Parallel()
	args := []string{"analyse", "6x4 b1------c4------ a6--c5---------- r - 0 -", "-depth", "4", "-lines", "2"}
	got := call("", args...)
	require.Equal(t, exitOK, got.code, got.err)
	assert.True(t, strings.HasPrefix(got.out, "1. 211xc5 score "), got.out)
	assert.Contains(t, got.out, "\n   expels-for-free ship 121\n")
	assert.Contains(t, got.out, "\n2. ")
	assert.Equal(t, got, call("", args...))
}

// TestAnalyse_Timed: without limits the search ends by time.
func TestAnalyse_Timed(t *testing.T) {
	t.Parallel()
	got := call("", "analyse", opening, "-time", "20ms", "-lines", "1")
	assert.Equal(t, exitOK, got.code, got.err)
	assert.True(t, strings.HasPrefix(got.out, "1. "), got.out)
}

func TestAnalyse_Refuses(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {opening, "-limit", "201"}, {opening, "-limit", "-1"}, {opening, "-lines", "0"},
		{opening, "-depth", "-1"}, {opening, "-time", "0s"}, {"6x4"}} {
		assert.Equal(t, exitUsage, call("", append([]string{"analyse"}, args...)...).code, args)
	}
	assert.Equal(t, "mad: analyse: -depth must be at least 0, -lines from 1 to 128, -time above 0\n",
		call("", "analyse", opening, "-depth", "-1").err)
	assert.Equal(t, exitFailed, call("", "analyse", "6x4 a1-------------- --d6------------ r - 0 r").code)
}
