package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// repeated is a reader of one line many times, which measures the memory in use.
type repeated struct {
	line  string
	lines int // remaining
	rest  string
	peak  uint64 // bytes
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.rest == "" {
		if r.lines == 0 {
			return 0, io.EOF
		}
		if r.lines%100_000 == 0 {
			r.peak = max(r.peak, heap())
		}
		r.lines--
		r.rest = r.line
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// heap returns the memory in use after a garbage collection, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// lineCounter counts lines and discards them.
type lineCounter int

func (c *lineCounter) Write(b []byte) (int, error) {
	*c += lineCounter(bytes.Count(b, []byte("\n")))
	return len(b), nil
}

func TestManyLinesInConstantMemory(t *testing.T) {
	const lines = 200_000
	tests := map[string]string{
		"turns":  "6x4 b1----------b2-- b6-------------- r - 0 -\n",
		"replay": "6x4 b1----------b2-- b6-------------- r - 0 - ; 221-b4 111=222\n",
	}
	for name, line := range tests {
		t.Run(name, func(t *testing.T) {
			in := &repeated{line: line, lines: lines}
			before := heap()
			var out lineCounter
			var errs bytes.Buffer
			require.Equal(t, exitOK, execute(stdio{in: in, out: &out, err: &errs}, []string{name}))
			assert.EqualValues(t, lines, out)
			assert.Empty(t, errs.String())
			assert.Less(t, in.peak, before+4<<20)
		})
	}
}

// A line that is too long is rejected, and the next one is read.
func TestLongLines(t *testing.T) {
	t.Parallel()
	tooLong := strings.Repeat("x", 3*maxLine)
	got := call(tooLong+"\n"+opening+"\n"+tooLong, "turns")
	assert.Equal(t, exitFailed, got.code)
	assert.Equal(t, 1, strings.Count(got.out, "\n"))
	assert.Equal(t, `mad: turns: line 1: line longer than 1048576 bytes
mad: turns: line 3: line longer than 1048576 bytes
`, got.err)
}

// A byte order mark is not part of the first line.
func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	got := call("\ufeff"+opening+"\r\n", "turns")
	assert.Equal(t, exitOK, got.code)
	assert.True(t, strings.HasPrefix(got.out, opening+" ; "))
}

// brokenPipe fails in both directions.
type brokenPipe struct{ io.Reader }

var errBroken = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }
func (brokenPipe) Read([]byte) (int, error)  { return 0, errBroken }

func TestBrokenPipes(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	code := execute(stdio{in: brokenPipe{}, out: &out, err: &errs}, []string{"turns"})
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "mad: turns: line 1: broken pipe\n", errs.String())
	errs.Reset()
	in := strings.NewReader(opening + "\n")
	code = execute(stdio{in: in, out: brokenPipe{}, err: &errs}, []string{"turns"})
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "mad: turns: broken pipe\n", errs.String())
}

// A write error is reported once and ends the work, however much is left.
func TestFullDiskInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{"turns": opening, "replay": opening + " ;"} {
		in := &repeated{line: line + "\n", lines: 1_000_000}
		var errs bytes.Buffer
		code := execute(stdio{in: in, out: brokenPipe{}, err: &errs}, []string{name})
		assert.Equal(t, exitFailed, code)
		assert.Equal(t, "mad: "+name+": broken pipe\n", errs.String())
		assert.Greater(t, in.lines, 900_000)
	}
}

// Every command fails if its output cannot be written.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"help"}, {"help", "perft"}, {"perft", "1"},
		{"perft", "-divide", "1"}, {"show", opening}} {
		var errs bytes.Buffer
		code := execute(stdio{in: strings.NewReader(""), out: brokenPipe{}, err: &errs}, args)
		assert.Equal(t, exitFailed, code, args)
		assert.Equal(t, "mad: broken pipe\n", errs.String(), args)
	}
}

// Each answer is written before the next line arrives, so mad can be used through a pipe.
func TestAnswersComeAtOnce(t *testing.T) {
	t.Parallel()
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() {
		done <- execute(stdio{in: in, out: out, err: io.Discard}, []string{"turns"})
		out.Close()
	}()
	lines := bufio.NewScanner(answers)
	rest := ""
	for range 3 { // with part of the next line, as at the end of a full buffer
		_, err := io.WriteString(ask, strings.TrimPrefix(opening, rest)+"\n"+opening[:9])
		rest = opening[:9]
		require.NoError(t, err)
		require.True(t, lines.Scan())
		assert.True(t, strings.HasPrefix(lines.Text(), opening+" ; "))
	}
	_, err := io.WriteString(ask, strings.TrimPrefix(opening, rest)+"\n")
	require.NoError(t, err)
	require.True(t, lines.Scan())
	require.NoError(t, ask.Close())
	assert.Equal(t, exitOK, <-done)
}

// A random game has the result of its last position, with every limit, and one more turn is rejected.
func TestReplayOfRandomGames(t *testing.T) {
	t.Parallel()
	for _, limit := range []rules.StallLimit{rules.ShortStallLimit, rules.DefaultStallLimit} {
		random := rand.New(rand.NewPCG(30, uint64(limit)))
		var in, more, want strings.Builder
		refused := 0
		for range 200 {
			g := randomGame(random, limit)
			p, start := g.Position(), g.Start()
			line := start.String() + " ;"
			for _, turn := range g.Turns() {
				line += " " + turn.String()
			}
			in.WriteString(line + "\n")
			more.WriteString(line + " 111=222\n")
			want.WriteString(p.String() + " ; " + g.Outcome().Result() + "\n")
			refused++
		}
		args := []string{"replay", "-limit", limit.String()}
		assert.Equal(t, called{exitOK, want.String(), ""}, call(in.String(), args...))
		got := call(more.String(), args...)
		assert.Equal(t, refused, strings.Count(got.out, ": game over\n"))
	}
}

// randomGame plays a random game to its end.
func randomGame(random *rand.Rand, limit rules.StallLimit) rules.Game {
	boards := rules.Boards()
	g := rules.NewGame(rules.Options{
		Board:       boards[random.IntN(len(boards))],
		Positioning: random.IntN(2) == 0,
		StallLimit:  limit,
	})
	for !g.Outcome().Over() {
		p := g.Position()
		turns := p.AppendTurns(nil)
		if err := g.Play(turns[random.IntN(len(turns))]); err != nil {
			panic(err)
		}
	}
	return g
}
