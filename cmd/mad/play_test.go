package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/record"
	"madbot/rules/rulestest"
)

// A newcomer looks around, makes mistakes, takes a turn back and gives up.
func TestPlay(t *testing.T) {
	t.Parallel()
	got := call("HELP\nturns\nundo\n112=221\nundo\nrecord\n112=221\n211-c9\nfoo\n"+
		"111-b2\n111=222\nrecord\nresign\n", "play", "-level", "1", "-seed", "1")
	require.Equal(t, exitOK, got.code, got.err)
	assert.Empty(t, got.err)
	for _, want := range []string{
		"You are red, at the bottom; blue is the engine.",
		"list what is legal",
		"pass 111=222 112=221 121=212",
		"red> nothing to take back\n",
		"blue plays ",
		"[Termination \"in progress\"]\n\n*\n",
		"off the board; did you mean ",
		"that is no turn; type turns to list what is legal, or help",
		"own ship there: red 122 on b2; did you mean ",
		"[Blue \"mad, level 1\"]\n[Board \"6x4\"]",
		"\n1. 112=221 ",
		"0-1: blue wins by resignation\n\n[Event \"?\"]\n",
		"[Termination \"resignation\"]\n",
	} {
		assert.Contains(t, got.out, want)
	}
}

// The help describes the rules of the current game, and no others.
func TestPlay_Help(t *testing.T) {
	t.Parallel()
	const first, stall = "first turn of each side", "turns without an expulsion"
	got := call("help\n", "play").out
	for _, want := range []string{"expelling the enemy's 111", "sails", "cannons", "shields", "exile",
		"bonus", first, "40 " + stall, "112=221", "hint "} {
		assert.Contains(t, got, want)
	}
	got = call("?\n", "play", "-positioning=false", "-limit", "0").out
	assert.NotContains(t, got, first)
	assert.NotContains(t, got, "pass ")
	assert.NotContains(t, got, stall)
	assert.Contains(t, call("help\n", "play", "-limit", "1").out, "after a turn without an expulsion")
}

// The record printed at the end of a game can be parsed.
func TestPlay_Record(t *testing.T) {
	t.Parallel()
	got := call("pass\n222=111\nresign\n", "play", "-side", "blue", "-board", "5x5",
		"-level", "1", "-seed", "2")
	require.Equal(t, exitOK, got.code, got.err)
	r, err := record.Parse(got.out[strings.Index(got.out, "[Event"):])
	require.NoError(t, err)
	assert.Equal(t, "mad, level 1", r.Tag(record.TagRed))
	assert.Equal(t, rules.Outcome{Winner: rules.Red, Reason: rules.Resignation}, r.Game.Outcome())
	assert.Contains(t, got.out, "You are blue, at the top")
	assert.Equal(t, "111=222", r.Game.Turns()[3].String())
}

// A level plays a different game each time, unless the seed is the same.
func TestPlay_Seed(t *testing.T) {
	t.Parallel()
	turns := "pass\n" + strings.Repeat("111=222\n", 6)
	play := func(seed string) called {
		return call(turns, "play", "-side", "red", "-level", "1", "-seed", seed)
	}
	games := map[string]bool{}
	for _, seed := range []string{"1", "2", "3", "4", "5", "6"} {
		games[play(seed).out] = true
	}
	assert.Greater(t, len(games), 1)
	assert.Equal(t, play("7"), play("7"))
}

func TestPlay_Ends(t *testing.T) {
	t.Parallel()
	got := call("resign\n", "play")
	assert.Contains(t, got.out, "left before the second turn: the game doesn't count\n")
	got = call("pass\n", "play", "-level", "1", "-limit", "2")
	assert.Contains(t, got.out, "0-½: blue has a semi-victory by stall\n")
	for _, leave := range []string{"quit\n", "exit\n", "", "\n\n"} {
		assert.Equal(t, exitOK, call(leave, "play").code)
	}
	assert.True(t, strings.HasSuffix(call("", "play").out, "red> \n"), "the shell begins a line")
}

// A turn that loses at once needs a confirmation (rules 2.5).
func TestPlay_AsksBeforeALoss(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b6-------------- d1-------------- r - 3 r")
	tests := []struct{ answers, end string }{
		{"111=222\nno\n", "red> \n"},
		{"111=222\n", "play it: \n"},
		{"222=111\nYES\n", "111=222 0-1\n"},
	}
	for _, test := range tests {
		got := playFrom(p, strings.NewReader(test.answers))
		require.NoError(t, got.err)
		assert.Contains(t, got.out, "this exiles your corvette and loses at once")
		assert.True(t, strings.HasSuffix(got.out, test.end), got.out)
	}
}

type played struct {
	out string
	err error
}

func playFrom(p rules.Position, in io.Reader) played {
	var out bytes.Buffer
	console := newConsole(stdio{in: in, out: &out}, rules.Red, 1)
	console.game = rules.GameFrom(p, rules.DefaultStallLimit)
	err := console.open(engine.Options{})
	return played{out.String(), err}
}

func TestPlay_Hint(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -")
	got := playFrom(p, strings.NewReader("hint\n211xc5\n"))
	assert.Contains(t, got.out, "red> 211xc5             wins in 1          211xc5\n")
	assert.Contains(t, got.out, "1-0: red wins, the other corvette is in exile\n")
}

func TestWorth(t *testing.T) {
	t.Parallel()
	tests := map[string]engine.Line{
		"+0.39":             {Score: 39},
		"-1.20":             {Score: -120},
		"wins in 2":         {Score: 29997, Proven: true},
		"loses in 1":        {Score: -29998, Proven: true},
		"semi-victory in 3": {Score: engine.SemiVictory, Turns: 3, Proven: true},
		"semi-defeat in 4":  {Score: -engine.SemiVictory, Turns: 4, Proven: true},
		"+1.80":             {Score: engine.SemiVictory, Turns: 3},
	}
	for want, line := range tests {
		assert.Equal(t, want, worth(&line))
	}
}

func TestPlay_WrongCalls(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-side green", "-level 11", "-level -1", "-limit 201", "-board 4x6",
		"-level x", "red"} {
		got := call("", append([]string{"play"}, strings.Fields(args)...)...)
		assert.Equal(t, exitUsage, got.code, args)
		assert.True(t, strings.HasPrefix(got.err, "mad: play: "), got.err)
		assert.Empty(t, got.out)
	}
}

// A read or write error does not count as the end of the game.
func TestPlay_BrokenPipes(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	broken := iotest.ErrReader(errors.New("no more"))
	code := execute(stdio{in: broken, out: &out, err: &errs}, []string{"play"})
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "mad: play: no more\n", errs.String())
	errs.Reset()
	in := strings.NewReader("pass\n")
	code = execute(stdio{in: in, out: brokenPipe{}, err: &errs}, []string{"play"})
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "mad: play: broken pipe\n", errs.String())
}
