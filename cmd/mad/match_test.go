package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
)

// asProgram is set in the environment to make the test binary run as mad.
const asProgram = "MAD_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		smallEndings = func() *engine.Endings { return new(engine.Endings) } // building them takes half a second
		main()
	}
	m.Run()
}

// An external player plays like the internal one.
func TestMatch_AgainstAProgram(t *testing.T) {
	t.Setenv(asProgram, "1")
	program, err := os.Executable()
	require.NoError(t, err)
	got := call("", "match", "-games", "4", "-a", "cmd="+program+",depth=2", "-b", "depth=2")
	require.Equal(t, exitOK, got.code, got.err)
	assert.True(t, strings.HasPrefix(got.out, "score of A: 50.0 % "), got.out)
	got = call("", "match", "-games", "2", "-a", "cmd=/bin/false,depth=1")
	assert.Equal(t, exitFailed, got.code)
	assert.Equal(t, "mad: match: /bin/false ended without readyok\n", got.err)
}

// program writes a shell script that can play in a match to a new folder, and returns its name. In the script "$MAD" is
// mad.
func program(t *testing.T, script string) string {
	t.Setenv(asProgram, "1")
	mad, err := os.Executable()
	require.NoError(t, err)
	t.Setenv("MAD", mad)
	name := t.TempDir() + "/player"
	require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\ncd \"${0%/*}\"\n"+script+"\n"), 0o700))
	return name
}

// A program is sent the options that it has too.
func TestMatch_OptionsOfAProgram(t *testing.T) {
	name := program(t, `tee heard | "$MAD" engine`)
	got := call("", "match", "-games", "2", "-a", "cmd="+name+",depth=1,threads=2,hash=3", "-b", "depth=1")
	require.Equal(t, exitOK, got.code, got.err)
	heard, err := os.ReadFile(filepath.Dir(name) + "/heard")
	require.NoError(t, err)
	before, _, _ := strings.Cut(string(heard), "isready")
	assert.Contains(t, before, "setoption name Threads value 2\n")
	assert.Contains(t, before, "setoption name Hash value 3\n")

	got = call("", "match", "-games", "2", "-a", "cmd="+name+",depth=1", "-b", "depth=1")
	require.Equal(t, exitOK, got.code, got.err)
	heard, err = os.ReadFile(filepath.Dir(name) + "/heard")
	require.NoError(t, err)
	assert.NotContains(t, string(heard), "Threads")
	assert.NotContains(t, string(heard), "Hash")
}

// A program has its own weights and endings, so they are rejected.
func TestMatch_RefusedWithAProgram(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"weights=none.txt,cmd=/bin/false", "cmd=/bin/false,weights=",
		"cmd=/bin/false,endings=none"} {
		got := call("", "match", "-a", "depth=1,"+words)
		assert.Equal(t, exitUsage, got.code, words)
		assert.Equal(t, "mad: match: player \"depth=1,"+words+"\": "+
			"weights and endings cannot be given to a program; leave them or cmd out\n", got.err)
	}
}

// If a player fails, the others stop and the score so far is printed.
func TestMatch_BreaksOff(t *testing.T) {
	// The first process exits after some turns; the other one would continue.
	name := program(t, `mkdir first 2>/dev/null || exec "$MAD" engine
for i in $(seq 300); do read -r line; echo "$line"; done | "$MAD" engine`)
	got := call("", "match", "-games", "1000000", "-jobs", "2", "-a", "cmd="+name+",depth=1", "-b", "depth=1")
	assert.Equal(t, exitFailed, got.code)
	assert.Regexp(t, `(^|\n)mad: match: `+name+` ended without (readyok|bestmove)\n$`, got.err)
	score := regexp.MustCompile(
		`^score of A so far: \S+ % ±\S+ in (\d+) games \((\d+) won, (\d+) by half, (\d+) lost by half, (\d+) lost\)`)
	require.Regexp(t, score, got.out)
	n := make([]int, 5)
	for i, text := range score.FindStringSubmatch(got.out)[1:] {
		n[i], _ = strconv.Atoi(text)
	}
	assert.Equal(t, n[0], n[1]+n[2]+n[3]+n[4], "only whole pairs count")
}

// If a player fails, running searches end, in this process and in programs.
func TestMatch_BreaksOffAtOnce(t *testing.T) {
	for _, other := range []string{"time=1h", "depth=1,time=1h,cmd=" + program(t, "echo readyok; cat >heard")} {
		name := program(t, `mkdir first 2>/dev/null && { tee heard | "$MAD" engine; exit; }
echo readyok; until grep -q ^go heard; do sleep 0.01; done 2>/dev/null`)
		got := call("", "match", "-games", "4", "-jobs", "2", "-random", "4", "-a", "depth=1,cmd="+name, "-b", other)
		assert.Equal(t, called{exitFailed, "", "mad: match: " + name + " ended without bestmove\n"}, got)
	}
}

// A program that does not answer is killed.
func TestMatch_SilentProgram(t *testing.T) {
	for _, script := range []string{"cat >heard", "exec sleep 100", "while :; do echo info; done"} {
		p, err := newExternalPlayer(spec{command: program(t, script)})
		require.NoError(t, err)
		_, err = p.ask(t.Context(), 50*time.Millisecond, "isready", "readyok")
		assert.EqualError(t, err, p.cmd.Path+" sent no readyok within 50ms")
		p.close()
		assert.False(t, p.cmd.ProcessState.Success(), script)
	}
	p, err := newExternalPlayer(spec{command: program(t, "exec sleep 100")})
	require.NoError(t, err)
	p.leave(50 * time.Millisecond)
	assert.False(t, p.cmd.ProcessState.Success(), "it has not obeyed quit")

	assert.Equal(t, time.Minute, thinking{limits: engine.Limits{Depth: 3}}.most())
	assert.Equal(t, 7*time.Second, thinking{time: 2 * time.Second, limits: engine.Limits{Depth: 3}}.most())
}

// A program needs a limit, because its search would never end.
func TestMatch_ProgramsAreLimited(t *testing.T) {
	t.Parallel()
	got := call("", "match", "-a", "cmd=/bin/false,level=3")
	assert.Equal(t, called{exitUsage, "",
		"mad: match: player \"cmd=/bin/false,level=3\": with cmd, depth, nodes or time is needed\n"}, got)
	g := rules.NewGame(rules.Options{Board: rules.Board5x5, StallLimit: 7})
	p := externalPlayer{thinking: thinking{time: time.Microsecond}}
	assert.Equal(t, "setoption name StallLimit value 7\nposition 5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r - 0 -\n"+
		"go movetime 1", p.request(&g))
}

// Each player plays both sides, and the stronger one wins with both.
func TestMatch_ExchangesSides(t *testing.T) {
	t.Parallel()
	assert.Contains(t, call("", "match", "-games", "4", "-a", "depth=4", "-b", "level=1").out,
		" in 4 games (4 won, 0 by half, 0 lost by half, 0 lost), 0 of 2 pairs even\n")
}

// A time limit ends each search.
func TestMatch_Time(t *testing.T) {
	t.Parallel()
	got := call("", "match", "-games", "2", "-a", "time=2ms,threads=2", "-b", "depth=1")
	assert.Contains(t, got.out, " in 2 games ", got.err)
}

// In no opening can either side expel the corvette in its next turn.
func TestMatch_Openings(t *testing.T) {
	t.Parallel()
	m := openings{random: 5, seed: 7, limit: rules.DefaultStallLimit}
	seen := map[rules.Board]int{}
	for pair := range 300 {
		g, err := m.opening(t.Context(), pair)
		require.NoError(t, err)
		p := g.Position()
		seen[p.Board()]++
		assert.Equal(t, 5, g.Ply())
		for _, p := range []rules.Position{p, p.Skip()} {
			corvette := p.SquareOf(p.Side().Other(), rules.Ship111)
			for _, turn := range p.AppendTurns(nil) {
				assert.False(t, turn.Expels() && turn.To() == corvette, "%v in %v", turn, p)
			}
		}
	}
	assert.Len(t, seen, len(rules.Boards()))
}

func TestMatch_EvenOpenings(t *testing.T) {
	t.Parallel()
	m := openings{random: 6, seed: 3, limit: rules.DefaultStallLimit, positioning: true, even: 40}
	require.NoError(t, m.readBoard("5x5"))
	e, err := engine.New(engine.Options{Hash: 1, Endings: smallEndings()})
	require.NoError(t, err)
	for pair := range 3 {
		g, err := m.opening(t.Context(), pair)
		require.NoError(t, err)
		start := g.Start()
		assert.Equal(t, rules.Board5x5, start.Board())
		assert.True(t, start.Positioning(rules.Red))
		e.Forget()
		r, err := e.Search(t.Context(), &g, engine.Limits{Depth: 6})
		require.NoError(t, err)
		assert.InDelta(t, 0, int(r.Lines[0].Score), 40, "%v", g.Turns())
	}
	got := call("", "match", "-games", "2", "-a", "depth=1", "-b", "depth=1", "-board", "6x4",
		"-positioning", "-even", "100")
	assert.Contains(t, got.out, " in 2 games ", got.err)
	assert.Equal(t, exitUsage, call("", "match", "-board", "6x5").code)
}

func TestMatch(t *testing.T) {
	t.Parallel()
	got := call("", "match", "-games", "6", "-a", "depth=3", "-b", "depth=1")
	require.Equal(t, exitOK, got.code, got.err)
	assert.Regexp(t, `^score of A: [0-9.]+ % ±[0-9.]+ in 6 games \([0-9]+ won`, got.out)
	again := call("", "match", "-games", "6", "-a", "depth=3", "-b", "depth=1")
	assert.Equal(t, got, again)
	for _, player := range []string{"speed=3", "", "hash=16", "level=11", "depth=-1", "depth=x",
		"nodes=-1", "time=5", "time=-1s", "depth=1,hash=4097", "depth=1,threads=65"} {
		got := call("", "match", "-a", player)
		assert.Equal(t, exitUsage, got.code, player)
		assert.True(t, strings.HasPrefix(got.err, "mad: match: player \""+player+"\": "), got.err)
	}
	for _, scores := range []string{"0.6,0.5", "0.50,0.53x", "0.50,0.53,0.6", "0.50", ",", "0.5,NaN", "0.50,0.53 "} {
		assert.Equal(t, called{exitUsage, "", "mad: match: -sprt \"" + scores + "\" is not two scores such as 0.50,0.53\n"},
			call("", "match", "-games", "2", "-a", "depth=1", "-b", "depth=1", "-sprt", scores))
	}
	assert.Equal(t, exitUsage, call("", "match", "-limit", "0").code)
	assert.Equal(t, exitUsage, call("", "match", "-limit", "3").code) // fewer turns than the openings
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

	var even tally
	even.add(1)
	even.add(0)
	even.add(0.5)
	assert.Equal(t, "50.0 % ±46.2 in 6 games (0 won, 0 by half, 0 lost by half, 0 lost), 1 of 3 pairs even", even.String())

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
