package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The first levels are about even with the beginners they are meant for, on both boards.
func TestMatch_Beginners(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("1,800 games, left out with -short")
	}
	for _, c := range []struct {
		level, beginner string
		low, high       float64
	}{
		{"1", "70", 35, 65},
		{"1", "60/20", 35, 70},
		{"1", "70/75", 20, 50},
		{"2", "70", 65, 90},
		{"2", "70/75", 40, 65},
		{"2", "80/80", 35, 60},
		{"3", "70/100", 30, 65},
		{"4", "70/100", 60, 90},
		{"5", "70/75", 95, 100},
	} {
		for _, board := range []string{"6x4", "5x5"} {
			t.Run(fmt.Sprintf("level %s, %s, %s", c.level, c.beginner, board), func(t *testing.T) {
				t.Parallel()
				got := call("", "match", "-board", board, "-a", "level="+c.level, "-b", "beginner="+c.beginner, "-games", "100")
				found := regexp.MustCompile(`^score of A: ([\d.]+) %`).FindStringSubmatch(got.out)
				require.NotNil(t, found, got.err)
				score, _ := strconv.ParseFloat(found[1], 64)
				assert.LessOrEqual(t, c.low, score)
				assert.LessOrEqual(t, score, c.high)
			})
		}
	}
}

// -ladder plays all levels, -beginners the first ones against beginners.
func TestMatch_Tables(t *testing.T) {
	t.Parallel()
	labels := func(args ...string) (all []string) {
		got := call("", append([]string{"match", "-games", "2", "-limit", "8"}, args...)...)
		require.Equal(t, exitOK, got.code, got.err)
		for line := range strings.Lines(got.out) {
			label, score, _ := strings.Cut(line, ": ")
			assert.Contains(t, score, " in 2 games ")
			all = append(all, label)
		}
		return all
	}
	climb := labels("-ladder")
	require.Len(t, climb, 9)
	assert.Equal(t, "level 2 against 1", climb[0])
	assert.Equal(t, "level 10 against 9", climb[8])
	begin := labels("-beginners")
	require.Len(t, begin, 24)
	assert.Equal(t, "level 1 against beginner 70 on 6x4", begin[0])
	assert.Equal(t, "level 4 against beginner 70/100 on 5x5", begin[23])
	assert.Equal(t, append(climb, begin...), labels("-beginners", "-ladder"))

	table := strings.Split(call("", "match", "-games", "8", "-beginners").out, "\n")
	for i, board := range []string{"6x4", "5x5"} {
		alone := call("", "match", "-games", "8", "-a", "level=1", "-b", "beginner=70", "-board", board).out
		assert.Equal(t, alone, strings.Replace(table[i], "level 1 against beginner 70 on "+board, "score of A", 1)+"\n")
	}
}

// Malformed beginners are rejected.
func TestMatch_BeginnerRefused(t *testing.T) {
	t.Parallel()
	for player, why := range map[string]string{
		"beginner=101":        `"beginner=101" is not a number from 0 to 100`,
		"beginner=70/much":    `"beginner=70/much" is not a number from 0 to 100`,
		"beginner=70,depth=2": "a beginner has no other words",
	} {
		got := call("", "match", "-a", player)
		assert.Equal(t, called{exitUsage, "", fmt.Sprintf("mad: match: player %q: %s\n", player, why)}, got)
	}
}
