package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const opening = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -"

// called is the result of running mad.
type called struct {
	code     int
	out, err string
}

func call(input string, args ...string) called {
	var out, err bytes.Buffer
	code := execute(stdio{in: strings.NewReader(input), out: &out, err: &err}, args)
	return called{code, out.String(), err.String()}
}

// data returns a file of rules/testdata.
func data(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../rules/testdata/" + name)
	require.NoError(t, err)
	return string(text)
}

func TestPerftPrintsTheLeavesLast(t *testing.T) {
	t.Parallel()
	assert.Equal(t, called{exitOK, "374908\n", ""}, call("", "perft", "-position", opening, "5"))
	assert.Equal(t, called{exitOK, "1\n", ""}, call("", "perft", "0"))
}

func TestPerftDivides(t *testing.T) {
	t.Parallel()
	got := call("", "perft", "-divide", "3")
	require.Equal(t, exitOK, got.code)
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	require.Len(t, lines, 9+1)
	sum := 0
	for _, line := range lines[:9] {
		var n int
		_, count, ok := strings.Cut(line, ": ")
		require.True(t, ok, line)
		_, err := fmt.Sscan(count, &n)
		require.NoError(t, err)
		sum += n
	}
	assert.Equal(t, 1287, sum)
	assert.Equal(t, "1287", lines[9])
}

func TestTurnsReproducesTheData(t *testing.T) {
	t.Parallel()
	want := data(t, "turns.txt")
	var positions strings.Builder
	for line := range strings.Lines(want) {
		position, _, _ := strings.Cut(line, " ;")
		positions.WriteString(position + "\r\n")
	}
	assert.Equal(t, called{exitOK, want, ""}, call(positions.String(), "turns"))
	assert.Equal(t, called{exitOK, want, ""}, call(want, "turns"))
}

func TestTurnsSaysWhichLineIsBad(t *testing.T) {
	t.Parallel()
	over := "6x4 b1-------------- --b6------------ r - 0 r"
	got := call("nonsense\n\n"+over+"\n6x4 e1\n"+over, "turns")
	assert.Equal(t, exitFailed, got.code)
	assert.Equal(t, over+" ;\n"+over+" ;\n", got.out)
	assert.Equal(t, `mad: turns: line 1: parse position "nonsense": not in the notation
mad: turns: line 4: parse position "6x4 e1": not in the notation
`, got.err)
}

func TestReplayReproducesTheData(t *testing.T) {
	t.Parallel()
	assert.Equal(t, called{exitOK, data(t, "replay.out"), ""}, call(data(t, "replay.in"), "replay"))
}

func TestReplayAnswersEachLine(t *testing.T) {
	t.Parallel()
	after := "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 "
	free := after + "r - 0 -"
	tests := []struct{ name, limit, line, want string }{
		{"no turns", "40", free + " ;", free + " ; *"},
		{"in progress", "40", opening + " ; pass pass", after + "r - 2 - ; *"},
		{"stall", "2", opening + " ; pass pass", after + "r - 2 - ; 0-½"},
		{"turn after a stall", "2", opening + " ; pass pass 211-c4", "illegal: 3: game over"},
		{"no limit", "0", opening + " ; pass pass", after + "r - 2 - ; *"},
		{"other spelling", "40", free + " ; c2C4", "6x4 b1d2a2b2c4d1a1c1 b6d5a5b5c5d6a6c6 b - 1 - ; *"},
		{"positioning", "40", opening + " ; 211-c4", "illegal: 1: movement in the positioning turn"},
		{"other side", "40", free + " ; a5-a4", "illegal: 1: not your turn"},
		{"second turn", "40", free + " ; 211-c4 111=223", "illegal: 2: no such ship"},
		{"not readable", "40", free + " ; hello", "illegal: 1: not in the notation"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := call(test.line+"\n", "replay", "-limit", test.limit)
			assert.Equal(t, called{exitOK, test.want + "\n", ""}, got)
		})
	}
}

func TestReplaySaysWhichLineIsBad(t *testing.T) {
	t.Parallel()
	got := call(opening+"\nx ; pass\n"+opening+" ; pass pass\n", "replay")
	assert.Equal(t, exitFailed, got.code)
	assert.Equal(t, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 2 - ; *\n", got.out)
	assert.Equal(t, `mad: replay: line 1: no semicolon behind the position
mad: replay: line 2: parse position "x": not in the notation
`, got.err)
}

func TestShowDraws(t *testing.T) {
	t.Parallel()
	want := `    a    b    c    d
6 b221 b111 b222 b212
5 b121 b122 b211 b112
4   .    .    .    .
3   .    .    .    .
2 r121 r122 r211 r112
1 r221 r111 r222 r212
red to move, positioning turn, quiet turns 0, no expulsion yet
` + opening + "\n"
	assert.Equal(t, called{exitOK, want, ""}, call("", "show", opening))
	assert.Equal(t, called{exitOK, want, ""},
		call("", append([]string{"show"}, strings.Fields(opening)...)...))
	assert.Equal(t, called{exitOK, want, ""}, call("", "show", "-position", opening))
}

func TestVersion(t *testing.T) {
	t.Parallel()
	got := call("", "version")
	assert.Equal(t, exitOK, got.code)
	assert.Regexp(t, `^mad \S+ commit \S+ go1\S+ \w+/\w+\n$`, got.out)
}

func TestWrongCalls(t *testing.T) {
	t.Parallel()
	tests := [][]string{
		{"sail"},
		{"help", "sail"},
		{"perft"},
		{"perft", "-1"},
		{"perft", "x"},
		{"perft", "101"},
		{"perft", "1", "2"},
		{"perft", "-position", "x", "1"},
		{"turns", "file"},
		{"turns", "-sideways"},
		{"replay", "-limit", "201"},
		{"replay", "-limit", "x"},
		{"replay", "file"},
		{"show"},
		{"show", "x"},
		{"show", "-position", opening, opening},
		{"show", opening, "more"},
	}
	for _, args := range tests {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			got := call("", args...)
			assert.Equal(t, exitUsage, got.code)
			assert.Empty(t, got.out)
			last := got.err[strings.LastIndexByte(strings.TrimSpace(got.err), '\n')+1:]
			assert.True(t, strings.HasPrefix(last, "mad: "), got.err)
		})
	}
}

// The answer to a wrong command line says what to change.
func TestWrongCallsAreExplained(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"sail"}, `unknown command "sail"; see mad help`},
		{[]string{"perft"}, "perft: one depth is needed, behind the flags; see mad help perft"},
		{[]string{"perft", "5", "-divide"},
			"perft: one depth is needed, behind the flags; see mad help perft"},
		{[]string{"perft", "-position", "start", "5"},
			`perft: parse position "start": not in the notation; see mad help`},
		{[]string{"show", "start"},
			`show: parse position "start": not in the notation; see mad help`},
		{[]string{"turns", "file"}, `turns: unexpected "file"; see mad help turns`},
	}
	for _, test := range tests {
		assert.Equal(t, called{exitUsage, "", "mad: " + test.want + "\n"}, call("", test.args...))
	}
}

func TestHelpTellsOfEachCommand(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"help", "-h", "--help", "help help"} {
		got := call("", strings.Fields(flag)...)
		assert.Equal(t, called{exitUsage, "", got.out}, call(""), "alone it tells as much, as a wrong call")
		require.Equal(t, exitOK, got.code)
		assert.Empty(t, got.err)
		for _, c := range commands() {
			assert.Contains(t, got.out, "  "+c.name)
			assert.Contains(t, got.out, c.summary)
		}
	}
	for _, c := range commands() {
		got := call("", "help", c.name)
		assert.Equal(t, exitOK, got.code, c.name)
		assert.True(t, strings.HasPrefix(got.out, "usage: mad "+c.name), c.name)
		assert.True(t, strings.HasSuffix(got.out, "\n"), c.name)
		assert.NotContains(t, got.out, " \n", c.name)
		assert.NotContains(t, got.out, "\n\n\n", c.name)
		assert.Equal(t, got, call("", c.name, "-h"))
	}
}
