package engine

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

var fourShips = flag.Bool("four", false, "build and prove the endings of four ships (a minute)")

// smallEndings builds the endings once for all tests.
var smallEndings = sync.OnceValue(NewEndings)

// Each verdict follows from the verdicts one turn later.
func TestEndings_AgreeWithTheirChildren(t *testing.T) {
	t.Parallel()
	e, share := smallEndings(), 40
	if *soak {
		share = 8
	}
	if *fourShips {
		e, share = BuildEndings(FileShips, rules.Boards()...), 500
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, b := range rules.Boards() {
		table := e.boards[b]
		for i := range table.groups {
			g := &table.groups[i]
			for range 1 + g.size/share {
				n := g.base + rnd.IntN(g.size)
				if p, ok := table.position(g, n); ok {
					require.Equal(t, n, table.index(&p, p.Side()))
					require.Equal(t, oneTurn(e, &p, false), table.turns[n], "%v", p)
					require.Equal(t, oneTurn(e, &p, true), table.quiet[n], "%v", p)
				}
			}
		}
	}
}

// oneTurn computes a result from the verdicts after one turn.
func oneTurn(e *Endings, p *rules.Position, toExpulsion bool) result {
	win, worst, safe := 1000, 0, false
	for _, turn := range p.AppendTurns(nil) {
		next := p.Play(turn)
		if o := next.Outcome(0); o.Over() {
			if o.Winner == p.Side() {
				win = 1
			} else {
				worst = max(worst, 1)
			}
			continue
		}
		v, _ := e.probe(&next)
		turns := 1 + v.turns
		switch {
		case toExpulsion && turn.Expels():
			turns = 1
		case toExpulsion:
			turns = 1 + v.quiet
		}
		switch {
		case v.lost:
			win = min(win, turns)
		case v.won:
			worst = max(worst, turns)
		default:
			safe = true
		}
	}
	switch {
	case win < 1000:
		return result(win)
	case safe:
		return 0
	}
	return result(-worst)
}

// Two corvettes alone: the side to move wins exactly when their distance is odd (rules 7).
func TestEndings_CorvettesAlone(t *testing.T) {
	t.Parallel()
	e := smallEndings()
	longest := 0
	for _, b := range rules.Boards() {
		table := e.boards[b]
		for n := range table.groups[0].size {
			p, ok := table.position(&table.groups[0], n)
			if !ok {
				continue
			}
			v, known := e.probe(&p)
			require.True(t, known)
			odd := distances[p.SquareOf(rules.Red, 1)][p.SquareOf(rules.Blue, 1)]%2 == 1
			assert.Equal(t, odd, v.won, "%v", p)
			assert.Equal(t, !odd, v.lost, "%v", p)
			longest = max(longest, v.turns)
		}
	}
	assert.Equal(t, 14, longest)
}

// endgame is a line of testdata/endgames.txt: a position that the side to move wins, and all turns that keep the win.
type endgame struct {
	position rules.Position
	keep     []string
}

func endgames(t testing.TB) []endgame {
	t.Helper()
	file, err := os.Open("testdata/endgames.txt")
	require.NoError(t, err)
	defer file.Close()
	var all []endgame
	for s := bufio.NewScanner(file); s.Scan(); {
		f := strings.Split(s.Text(), " ; ")
		require.Len(t, f, 4)
		p := rulestest.Position(t, f[0])
		all = append(all, endgame{p, strings.Fields(f[3])})
	}
	require.Len(t, all, 300)
	return all
}

func TestEndings_KnowAllTurnsThatKeepTheWin(t *testing.T) {
	t.Parallel()
	if !*fourShips {
		t.Skip("builds the endings of four ships; ask for it with -four")
	}
	e := BuildEndings(FileShips, rules.Boards()...)
	for _, game := range endgames(t) {
		var keep []string
		for _, turn := range game.position.AppendTurns(nil) {
			next := game.position.Play(turn)
			v, _ := e.probe(&next)
			if v.lost || next.Outcome(0).Winner == game.position.Side() {
				keep = append(keep, turn.String())
			}
		}
		assert.ElementsMatch(t, game.keep, keep, "%v", game.position)
	}
}

func TestEndings_RespectTheStall(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	text := "6x4 a1-------------- d5-------------- r - 20 b" // won in 13 turns, no sooner
	for _, c := range []struct {
		limit rules.StallLimit
		wins  bool
	}{{0, true}, {40, true}, {33, true}, {32, false}, {21, false}} {
		r, err := e.Search(context.Background(), rulestest.GameFrom(t, text, c.limit), Limits{Depth: 2})
		require.NoError(t, err)
		_, wins := r.Lines[0].Score.Victory()
		assert.Equal(t, c.wins, wins, "limit %d: %d", c.limit, r.Lines[0].Score)
	}
}

func TestEndings_File(t *testing.T) {
	t.Parallel()
	small := BuildEndings(2, rules.Boards()...)
	var file bytes.Buffer
	require.NoError(t, small.Write(&file))
	whole := bytes.Clone(file.Bytes())

	e, err := ReadEndings(&file)
	require.NoError(t, err)
	assert.Equal(t, small, e)

	for _, at := range []int{3, len(endingsMagic), 500, len(whole) / 2, len(whole) - 1} {
		bad := bytes.Clone(whole)
		bad[at] ^= 4
		_, err := ReadEndings(bytes.NewReader(bad))
		assert.ErrorIs(t, err, ErrEndingsFile, "byte %d", at)
	}
	for _, n := range []int{0, 10, 30, len(whole) / 2, len(whole) - 1} {
		_, err := ReadEndings(bytes.NewReader(whole[:n]))
		assert.ErrorIs(t, err, ErrEndingsFile, "length %d", n)
	}
}

func BenchmarkNewEndings(b *testing.B) {
	for b.Loop() {
		NewEndings()
	}
}

// judge solves positions shortly before the stall by trying everything.
type judge struct {
	limit rules.StallLimit
	known map[rules.Position]Score
}

// score returns the score that the side to move of p can force, with victories counted from p.
func (j *judge) score(p rules.Position) Score {
	if o := p.Outcome(j.limit); o.Over() {
		switch {
		case o.IsSemi() && o.Winner == p.Side():
			return SemiVictory
		case o.IsSemi():
			return -SemiVictory
		}
		return loses(0) // score itself handles turns that lose at once
	}
	if s, ok := j.known[p]; ok {
		return s
	}
	best := -infinity
	for _, t := range p.AppendTurns(nil) {
		next := p.Play(t)
		s := -j.score(next)
		if next.SquareOf(p.Side(), rules.Ship111) == rules.NoSquare {
			s = loses(1)
		} else if s > victoryBand {
			s--
		} else if s < -victoryBand {
			s++
		}
		best = max(best, s)
	}
	j.known[p] = best
	return best
}

// With the stall near, the scores of the tables are right, and victories come within their turns. The tables lack a
// score only with three ships and a limit shorter than an ending of two ships can be.
func TestEndings_AreRightNearTheStall(t *testing.T) {
	t.Parallel()
	hurried, tries := 0, some(20)
	for _, limit := range []rules.StallLimit{6, 16, rules.DefaultStallLimit} {
		rnd := rand.New(rand.NewPCG(8, 2))
		j := judge{limit: limit, known: map[rules.Position]Score{}}
		for _, b := range rules.Boards() {
			table := smallEndings().boards[b]
			for i := range table.groups {
				g := &table.groups[i]
				for range tries {
					p, ok := table.position(g, g.base+rnd.IntN(g.size))
					if ok && nearTheStall(t, &j, p, rnd) {
						hurried++
					}
				}
			}
		}
	}
	assert.Positive(t, hurried)
}

// nearTheStall compares the score of a position shortly before the stall with the judge's, and reports whether the
// winner has to expel early.
func nearTheStall(t *testing.T, j *judge, p rules.Position, rnd *rand.Rand) bool {
	t.Helper()
	e := smallEndings()
	text := strings.TrimSuffix(p.String(), "0 -")
	p = rulestest.Position(t, fmt.Sprintf("%s%d %c", text,
		int(j.limit)-1-rnd.IntN(6), "rb"[rnd.IntN(2)]))
	got, known := e.score(&p, j.limit, 0)
	v, _ := e.probe(&p)
	late := v.turns > int(j.limit)-p.Quiet()
	ships := shipsOf(&p)
	if ships == 3 && late && j.limit < 14 {
		require.False(t, known, "%v", p)
		return false
	}
	require.True(t, known, "%v", p)
	want := j.score(p)
	if want <= victoryBand && want >= -victoryBand {
		assert.Equal(t, want, got, "%v", p)
		return false
	}
	assert.Equal(t, want > 0, got > 0, "%v", p)
	assert.LessOrEqual(t, max(got, -got), max(want, -want), "%v", p)
	return late
}

// Larger tables know everything that smaller ones know.
func TestEndings_LargerTablesKnowNoLess(t *testing.T) {
	t.Parallel()
	small, large := BuildEndings(2, rules.Boards()...), smallEndings()
	for _, b := range rules.Boards() {
		table := small.boards[b]
		for n := range table.size {
			p, ok := table.position(&table.groups[0], n)
			if !ok {
				continue
			}
			for _, limit := range []rules.StallLimit{0, 5, 14, rules.DefaultStallLimit} {
				want, known := small.score(&p, limit, 3)
				require.True(t, known)
				got, known := large.score(&p, limit, 3)
				require.True(t, known, "%v limit %d", p, limit)
				require.Equal(t, want, got, "%v limit %d", p, limit)
			}
		}
	}
}
