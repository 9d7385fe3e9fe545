package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// lines splits the output of mad.
func outputLines(out string) []string { return strings.Split(strings.TrimSpace(out), "\n") }

func TestEngine_Introduces(t *testing.T) {
	t.Parallel()
	got := call("uci\nisready\nquit\nisready\n", "engine")
	require.Equal(t, exitOK, got.code)
	lines := outputLines(got.out)
	assert.True(t, strings.HasPrefix(lines[0], "id name "))
	assert.True(t, strings.HasPrefix(lines[1], "id author "))
	for _, option := range []string{"Hash", "Threads", "MultiPV", "Level", "StallLimit"} {
		assert.Contains(t, got.out, "option name "+option+" type spin default ")
	}
	assert.Equal(t, []string{"uciok", "readyok"}, lines[len(lines)-2:])
}

func TestEngine_FindsTheVictory(t *testing.T) {
	t.Parallel()
	got := call("position 6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -\ngo depth 4\n", "engine")
	lines := outputLines(got.out)
	assert.Equal(t, "bestmove 211xc5", lines[len(lines)-1])
	assert.Contains(t, lines[len(lines)-2], " score mate 1 ")
	assert.Contains(t, lines[len(lines)-2], " pv 211xc5")
}

func TestEngine_TellsSemiVictories(t *testing.T) {
	t.Parallel()
	got := call("position 6x4 a1b1------------ d6c6------------ b - 36 r\ngo depth 6\n", "engine")
	lines := outputLines(got.out)
	assert.Contains(t, lines[len(lines)-2], " score semi -2 ")
}

func TestEngine_PlaysTheTurnsOfThePosition(t *testing.T) {
	t.Parallel()
	got := call("position startpos 5x5 moves pass 112=221\nd\n", "engine")
	lines := outputLines(got.out)
	p := rules.Start(rules.Board5x5, true)
	for _, text := range []string{"pass", "112=221"} {
		turn, err := p.ParseTurn(text)
		require.NoError(t, err)
		p = p.Play(turn)
	}
	assert.Equal(t, p.String(), lines[len(lines)-1])
	assert.Contains(t, got.out, p.Diagram())

	got = call("position startpos nopositioning\ngo perft 3\n", "engine")
	lines = outputLines(got.out)
	assert.Equal(t, "Nodes searched: 3934", lines[len(lines)-1])
	assert.Len(t, lines, 15+1)
}

func TestEngine_FinishedGame(t *testing.T) {
	t.Parallel()
	got := call("position 6x4 --d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 b\ngo depth 3\n", "engine")
	assert.Contains(t, got.out, "bestmove (none)\n")
	got = call("setoption name StallLimit value 30\n"+
		"position 6x4 a1b1------------ d6c6------------ r - 30 r\ngo movetime 50\n", "engine")
	assert.Contains(t, got.out, "bestmove (none)\n")
}

// Turns after the stall are refused; a limit that comes later stops the game where it falls.
func TestEngine_StallsBetweenTurns(t *testing.T) {
	t.Parallel()
	position := "position startpos moves pass pass 211-c4\n"
	limit := "setoption name StallLimit value 2\n"
	got := call(limit+position+"d\n", "engine")
	assert.Contains(t, got.out, "info string position: turn 3, 211-c4: game over\n")
	assert.Contains(t, got.out, " r rb 0 -\n")
	got = call(position+limit+"d\ngo depth 2\n", "engine")
	assert.Contains(t, got.out, " r - 2 -\n")
	assert.Contains(t, got.out, "bestmove (none)\n")
}

func TestEngine_WrongCommandsChangeNothing(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{
		"foo", "go sideways 3", "go depth", "go depth x", "go movetime -5",
		"go movetime 0", "go depth 0", "go nodes 0", "go perft -1",
		"setoption name Hash value 0", "setoption name Hash value many", "setoption Hash 3",
		"setoption name Colour value 3", "setoption name StallLimit value 201",
		"position", "position 6x4", "position startpos 7x7", "position startpos moves 211-c4",
		"position startpos moves pass nonsense", "position 6x4 z9 b1 r - 0 -",
	} {
		got := call("position startpos moves pass\n"+wrong+"\nd\n", "engine")
		lines := outputLines(got.out)
		assert.True(t, strings.HasPrefix(lines[0], "info string "), wrong)
		assert.Equal(t, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 b b 1 -", lines[len(lines)-1], wrong)
	}
}

// An infinite search answers only when it is stopped, and meanwhile answers isready.
func TestEngine_StopsWhenTold(t *testing.T) {
	t.Parallel()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- execute(stdio{in: in, out: out, err: io.Discard}, []string{"engine"})
		_ = out.Close()
	}()
	answers := bufio.NewScanner(receive)
	await := func(prefix string) string {
		for answers.Scan() {
			if strings.HasPrefix(answers.Text(), prefix) {
				return answers.Text()
			}
			require.False(t, strings.HasPrefix(answers.Text(), "bestmove"), "before stop")
		}
		require.Fail(t, "no answer", prefix)
		return ""
	}
	say := func(line string) {
		_, err := io.WriteString(send, line+"\n")
		require.NoError(t, err)
	}
	// The corvettes alone are solved at once, which must not end the infinite search.
	say("position 6x4 b2-------------- d5-------------- r - 0 -")
	say("go infinite")
	await("info depth 1 ")
	say("isready")
	await("readyok")
	say("d")
	await("info string d: ")
	say("stop")
	assert.NotEmpty(t, await("bestmove 111-"))
	say("position startpos")
	say("go infinite")
	await("info depth 3 ")
	say("quit")
	assert.NotEmpty(t, await("bestmove "))
	assert.Equal(t, exitOK, <-ended)
}

func TestEngine_Lines(t *testing.T) {
	t.Parallel()
	got := call("setoption name MultiPV value 3\nposition startpos nopositioning\n"+
		"go depth 3\n", "engine")
	for _, n := range []string{"1", "2", "3"} {
		assert.Contains(t, got.out, "info depth 3 multipv "+n+" score cp ")
	}
}

func TestBench_PrintsTheKeptSignature(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("searches for seconds, and for minutes under the race detector: not with -short")
	}
	got := call("", "bench")
	f := strings.Fields(outputLines(got.out)[0])
	require.Len(t, f, 5)
	assert.Equal(t, []string{"Bench:", "nodes", "nps"}, []string{f[0], f[2], f[4]})
	assert.Equal(t, strings.TrimSpace(data(t, "../engine/testdata/bench.txt")), f[1])
	_, err := strconv.Atoi(f[3])
	assert.NoError(t, err)
}

func TestEndings_BuildAndCheck(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/small.endings"
	got := call("", "endings", "build", "-ships", "3", "-o", file)
	require.Equal(t, exitOK, got.code, got.err)
	assert.Equal(t, called{exitOK, "6x4: up to 3 ships\n5x5: up to 3 ships\n", ""},
		call("", "endings", "check", "-o", file))
	got = call("position 6x4 b2-------------- d5-------------- r - 0 -\ngo depth 1\n", "engine",
		"-endings", file)
	assert.Contains(t, got.out, "score mate 5 ")
	assert.Equal(t, exitFailed, call("", "endings", "check", "-o", file+".none").code)
	assert.Equal(t, exitUsage, call("", "endings").code)
	assert.Equal(t, exitUsage, call("", "endings", "build", "-ships", "5").code)
}

func TestMatch(t *testing.T) {
	t.Parallel()
	got := call("", "match", "-games", "6", "-a", "depth=3", "-b", "depth=1")
	require.Equal(t, exitOK, got.code, got.err)
	assert.Regexp(t, `^score of A: [0-9.]+ % ±[0-9.]+ in 6 games \([0-9]+ won`, got.out)
	again := call("", "match", "-games", "6", "-a", "depth=3", "-b", "depth=1")
	assert.Equal(t, got, again)
	assert.Equal(t, exitUsage, call("", "match", "-a", "speed=3").code)
	assert.Equal(t, exitUsage, call("", "match", "-sprt", "0.6,0.5").code)
	assert.Equal(t, exitUsage, call("", "match", "-limit", "0").code)
	assert.Equal(t, exitUsage, call("", "match", "-limit", "3").code) // openings are longer
	assert.Equal(t, exitFailed, call("", "match", "-a", "weights=none.txt").code)
}

func TestTally(t *testing.T) {
	t.Parallel()
	var s tally
	win := rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}
	half := rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}
	assert.Equal(t, 1.0, s.outcome(win, rules.Red))
	assert.Equal(t, 0.0, s.outcome(win, rules.Blue))
	assert.Equal(t, 0.25, s.outcome(half, rules.Red))
	assert.Equal(t, 0.75, s.outcome(half, rules.Blue))

	test := sprt{}
	require.NoError(t, test.read("0.50,0.55"))
	for range 200 {
		s.add(0.7)
		s.add(0.5)
	}
	assert.Contains(t, test.verdict(&s), "accepted")
	for range 2000 {
		s.add(0.4)
	}
	assert.Contains(t, test.verdict(&s), "rejected")
}

func TestPlay(t *testing.T) {
	t.Parallel()
	got := call("help\nturns\n112=221\nundo\n112=221\n211-c9\nrecord\nresign\n", "play", "-level", "1")
	require.Equal(t, exitOK, got.code, got.err)
	assert.Contains(t, got.out, "112=221 121=212")
	assert.Contains(t, got.out, "blue plays ")
	assert.Contains(t, got.out, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 - ; 112=221 ")
	assert.True(t, strings.HasSuffix(got.out, "0-1: blue wins\n"))
	assert.Equal(t, exitOK, call("quit\n", "play", "-side", "blue", "-board", "5x5").code)
	assert.Equal(t, exitOK, call("", "play").code)
	assert.Equal(t, exitUsage, call("", "play", "-side", "green").code)
	assert.Equal(t, exitUsage, call("", "play", "-level", "11").code)
}
