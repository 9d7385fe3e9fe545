package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/puzzle"
)

// TestPuzzles_Make: a file that was cut off anywhere is completed to the same file, with any number of jobs. A file of
// other games is not changed.
func TestPuzzles_Make(t *testing.T) {
	t.Parallel()
	make := func(name string, args ...string) int {
		return call("", append([]string{"puzzles", "make"}, append(args, name)...)...).code
	}
	folder := t.TempDir()
	whole, cut := filepath.Join(folder, "whole"), filepath.Join(folder, "cut")
	require.Zero(t, make(whole, "-games", "2", "-seed", "2", "-jobs", "1"))
	want, err := os.ReadFile(whole)
	require.NoError(t, err)
	assert.Regexp(t, "^games of robots, seed 2\n0\n1 ; .*\n$", string(want))
	for _, n := range []int{0, 10, 30, len(want) - 1, len(want)} {
		require.NoError(t, os.WriteFile(cut, want[:n], 0o600))
		require.Zero(t, make(cut, "-games", "2", "-seed", "2", "-jobs", "3"))
		got, err := os.ReadFile(cut)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), n)
	}
	assert.Equal(t, exitFailed, make(cut, "-seed", "3"))
	got, err := os.ReadFile(cut)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

// TestPuzzles_Records: each game of a file of records has a line.
func TestPuzzles_Records(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	games, into := filepath.Join(folder, "games"), filepath.Join(folder, "puzzles")
	require.NoError(t, os.WriteFile(games, []byte(ended), 0o600))
	require.Zero(t, call("", "puzzles", "make", "-records", games, into).code)
	got, err := os.ReadFile(into)
	require.NoError(t, err)
	assert.Equal(t, "games of "+games+"\n0\n", string(got))
}

// TestPuzzles_Check: chosen puzzles are proven; a puzzle with another solution or another level fails.
func TestPuzzles_Check(t *testing.T) {
	t.Parallel()
	one := puzzle.OfLevel(2)[0]
	file := filepath.Join(t.TempDir(), "puzzles")
	check := func(line string) (string, int) {
		require.NoError(t, os.WriteFile(file, []byte(line+"\n"), 0o600))
		got := call("", "puzzles", "check", file)
		return got.out, got.code
	}
	out, code := check(one.String())
	assert.Zero(t, code, out)
	expelling := map[bool]int{true: 1}[one.Solution[0].Expels()]
	assert.Contains(t, out, "level 2: 1\n")
	assert.Contains(t, out, fmt.Sprintf("1 in all, %d begin with an expulsion, 0 wrong\n", expelling))
	easier := one
	easier.Robot--
	out, code = check(easier.String())
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, "of another level: "+easier.String())
	right := one.Solution[0].String()
	for _, turn := range one.Position.AppendTurns(nil) {
		if turn != one.Solution[0] {
			one.Solution, one.Rest = []rules.Turn{turn}, nil
			break
		}
	}
	out, code = check(one.String())
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, right+" wins, too: "+one.String())
	got := call("", "puzzles", "check", "-proofs", file)
	assert.Equal(t, exitFailed, got.code)
	assert.Contains(t, got.out, right+" wins, too: ")
	assert.Contains(t, got.out, "turns of their solutions 1, shown to win 0, all others shown not to 0\nlevel 1: 0\n")
}

// TestPuzzles_Choose: puzzles are chosen from files, and files with lines that are no puzzles are rejected.
func TestPuzzles_Choose(t *testing.T) {
	t.Parallel()
	all := puzzle.OfLevel(4)
	file := filepath.Join(t.TempDir(), "games")
	text := "games of robots, seed 1\n0\n1 ; " + all[0].String() + "\n2 ; " + all[0].String() + "\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	got := call("", "puzzles", "choose", file)
	assert.Zero(t, got.code)
	assert.Equal(t, all[0].String()+"\n", got.out)
	require.NoError(t, os.WriteFile(file, []byte("7 ; nothing\n"), 0o600))
	got = call("", "puzzles", "choose", file)
	assert.Equal(t, exitFailed, got.code)
	assert.Contains(t, got.err, `parse puzzle "nothing"`)
	for _, wrong := range [][]string{{}, {"make"}, {"choose"}, {"check", file, file}, {"make", "-jobs", "0", file}} {
		assert.Equal(t, exitUsage, call("", append([]string{"puzzles"}, wrong...)...).code, wrong)
	}
}
