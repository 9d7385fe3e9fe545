package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/rulestest"
)

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

// TestEngine_Protocol: the documentation of the protocol has the options with their ranges, and each kind of reason.
func TestEngine_Protocol(t *testing.T) {
	t.Parallel()
	document := data(t, "../engine/engine.go")
	options := regexp.MustCompile(`option name (\w+) type spin default (\d+) min (\d+) max (\d+)`)
	found := options.FindAllStringSubmatch(call("uci\n", "engine").out, -1)
	require.Len(t, found, 5)
	for _, o := range found {
		assert.Regexp(t, `(?m)^//\t`+o[1]+` +`+o[2]+` +`+o[3]+" to "+o[4]+"  ", document)
	}
	for kind := explain.None + 1; kind < explain.NumKinds; kind++ {
		assert.Regexp(t, `(?m)^//\t`+kind.String()+" .*  ", document)
	}
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
		turn := rulestest.Turn(t, p, text)
		p = p.Play(turn)
	}
	assert.Equal(t, p.String(), lines[len(lines)-1])
	assert.Equal(t, p.Diagram()+"\n", got.out)

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

// Turns after the stall are rejected. A limit that is set later cuts the game where it ends.
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
		"go movetime 0", "go depth 0", "go nodes 0", "go perft -1", "go perft 101",
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

// spoken is a running mad engine.
type spoken struct {
	t       *testing.T
	send    io.WriteCloser
	answers *bufio.Scanner
	ended   chan int // receives the exit code
}

func speak(t *testing.T) *spoken {
	in, send := io.Pipe()
	receive, out := io.Pipe()
	s := &spoken{t: t, send: send, answers: bufio.NewScanner(receive), ended: make(chan int, 1)}
	go func() {
		s.ended <- execute(stdio{in: in, out: out, err: io.Discard}, []string{"engine"})
		_ = out.Close()
	}()
	return s
}

func (s *spoken) say(lines ...string) {
	for _, line := range lines {
		_, err := io.WriteString(s.send, line+"\n")
		require.NoError(s.t, err)
	}
}

// await reads up to the line with a prefix and requires that no search ends before it.
func (s *spoken) await(prefix string) string {
	for s.answers.Scan() {
		if strings.HasPrefix(s.answers.Text(), prefix) {
			return s.answers.Text()
		}
		require.False(s.t, strings.HasPrefix(s.answers.Text(), "bestmove"), "before %s", prefix)
	}
	require.Fail(s.t, "no answer", prefix)
	return ""
}

func TestEngine_StopsWhenTold(t *testing.T) {
	t.Parallel()
	s := speak(t)
	// This ending is solved immediately, which must not end the infinite search.
	s.say("position 6x4 b2-------------- d5-------------- r - 0 -", "go infinite")
	s.await("info depth 1 ")
	s.say("isready")
	s.await("readyok")
	s.say("go depth 1")
	s.await("info string go: an infinite search is under way")
	s.say("stop")
	assert.NotEmpty(t, s.await("bestmove 111-"))
	s.say("position startpos", "go infinite")
	s.await("info depth 3 ")
	s.say("quit")
	assert.NotEmpty(t, s.await("bestmove "))
	assert.Equal(t, exitOK, <-s.ended)
}

// During a search all commands except go are answered immediately, and take effect on the next search.
func TestEngine_AnswersWhileItThinks(t *testing.T) {
	t.Parallel()
	for _, long := range []string{"go infinite", "go movetime 600000", "go nodes 1000000000000"} {
		s := speak(t)
		s.say("position startpos", long)
		s.await("info depth 3 ")
		s.say("d")
		s.await("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -")
		s.say("sail")
		s.await("info string unknown command")
		s.say("setoption name Hash value 0")
		s.await("info string setoption Hash")
		s.say("setoption name MultiPV value 2", "setoption name Hash value 1", "ucinewgame", "uci")
		s.await("uciok")
		s.say("position startpos 5x5 moves pass", "d")
		s.await("5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 b b 1 -")
		s.say("go sideways 3")
		s.await("info string go: unknown word")
		s.say("stop")
		turn := s.await("bestmove ")
		p := rules.Start(rules.Board6x4, true)
		rulestest.Turn(t, p, strings.TrimPrefix(turn, "bestmove "))
		s.say("go depth 1")
		s.await("info depth 1 multipv 2 ")
		s.await("bestmove ")
		s.say("quit")
		assert.Equal(t, exitOK, <-s.ended)
	}
}

// Commands are read even if the answers are not.
func TestEngine_ListensWhileNobodyDoes(t *testing.T) {
	t.Parallel()
	s := speak(t)
	s.say("go infinite")
	for range 1000 {
		s.say("setoption name MultiPV value 1", "position startpos")
	}
	s.say("stop")
	s.await("bestmove ")
	s.say("quit")
	assert.Equal(t, exitOK, <-s.ended)
}

// stop ends go perft like a search, but quit does not.
func TestEngine_StopsCounting(t *testing.T) {
	t.Parallel()
	s := speak(t)
	s.say("go perft 30", "isready")
	s.await("readyok")
	s.say("stop")
	s.await("info string go perft: stopped")
	s.say("go perft 0")
	s.await("Nodes searched: 1")
	s.say("go perft 6")
	s.await("Nodes searched: 6851822")
	s.say("go perft 6", "quit")
	s.await("Nodes searched: 6851822")
	assert.Equal(t, exitOK, <-s.ended)
}

// Each go waits for the previous one, and the end of input waits for the last.
func TestEngine_QueuesInAPipe(t *testing.T) {
	t.Parallel()
	got := call("go depth 5\nposition startpos 5x5\ngo perft 2\ngo depth 3\n", "engine")
	var answers []string
	for _, line := range outputLines(got.out) {
		if strings.HasPrefix(line, "bestmove ") || strings.HasPrefix(line, "Nodes ") {
			answers = append(answers, line[:strings.IndexByte(line, ' ')])
		}
	}
	assert.Equal(t, []string{"bestmove", "Nodes", "bestmove"}, answers)
}

// ucinewgame clears the hash table, and so does an option that needs a new one.
func TestEngine_Forgets(t *testing.T) {
	t.Parallel()
	nodes := func(between string) []string {
		got := call("position startpos nopositioning\ngo depth 6\n"+between+"go depth 6\n", "engine")
		last, all := "", []string(nil)
		for _, line := range outputLines(got.out) {
			if strings.HasPrefix(line, "bestmove ") {
				all = append(all, last)
			}
			last, _, _ = strings.Cut(line, " nps ")
		}
		require.Len(t, all, 2)
		return all
	}
	learned := nodes("isready\n")
	assert.NotEqual(t, learned[0], learned[1])
	for _, fresh := range []string{"ucinewgame\n", "setoption name Hash value 8\n",
		"setoption name Threads value 1\n"} {
		got := nodes(fresh)
		assert.Equal(t, got[0], got[1], fresh)
	}
}

// At a level only the chosen turn is printed. The time ends a search.
func TestEngine_LevelAndTime(t *testing.T) {
	t.Parallel()
	got := call("setoption name Level value 3\ngo movetime 20\n", "engine")
	lines := outputLines(got.out)
	require.Len(t, lines, 2)
	assert.True(t, strings.HasPrefix(lines[0], "info depth "))
	assert.True(t, strings.HasPrefix(lines[1], "bestmove "))
	got = call("go movetime 20\n", "engine")
	assert.Contains(t, got.out, "\nbestmove ")
}

func TestEngine_CannotWrite(t *testing.T) {
	t.Parallel()
	var errs bytes.Buffer
	in := strings.NewReader("uci\ngo infinite\n" + strings.Repeat("isready\n", 10))
	code := execute(stdio{in: in, out: brokenPipe{}, err: &errs}, []string{"engine"})
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "mad: engine: broken pipe\n", errs.String())
}

func TestEngine_LineTooLong(t *testing.T) {
	t.Parallel()
	got := call("go infinite\n"+strings.Repeat("x", maxCommand+1)+"\n", "engine")
	assert.Equal(t, exitFailed, got.code)
	assert.Equal(t, "mad: engine: bufio.Scanner: token too long\n", got.err)
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
	got := call("", "bench")
	f := strings.Fields(outputLines(got.out)[0])
	require.Len(t, f, 5)
	assert.Equal(t, []string{"Bench:", "nodes", "nps"}, []string{f[0], f[2], f[4]})
	assert.Equal(t, engine.Signature, f[1])
	_, err := strconv.Atoi(f[3])
	assert.NoError(t, err)
}

func TestEndings_BuildCheckAndKeep(t *testing.T) {
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
	assert.Equal(t, called{exitOK, "kept: 6 of 6\n", ""}, call("", "endings", "keep", "-o", file, "-n", "6", "-turns", "9"))
	assert.Equal(t, called{exitUsage, "", "mad: endings: no win on 6x4 of more than 15 turns\n"},
		call("", "endings", "keep", "-o", file))
	some := file + ".txt"
	require.NoError(t, os.WriteFile(some, []byte("6x4 a1-------------- b3-------------- r - 0 - ; one turn in two loses\n"+
		"6x4 a1-------------- c3-------------- r - 0 -\n"), 0o600))
	got = call("", "endings", "keep", "-o", file, "-from", some)
	assert.Equal(t, exitFailed, got.code)
	assert.Regexp(t, `^lost: 6x4 a1-+ c3-+ r - 0 - by 111-..\nkept: 1 of 2\n$`, got.out)
	assert.Equal(t, exitFailed, call("", "endings", "keep", "-o", file, "-from", file+".none").code)
	got = call("", "endings", "build", "-ships", "2", "-o", file+"/none")
	assert.Equal(t, exitFailed, got.code)
	assert.Empty(t, got.out, "refused before it is built")
	assert.Equal(t, exitUsage, call("", "endings").code)
	assert.Equal(t, exitUsage, call("", "endings", "build", "-ships", "5").code)
}
