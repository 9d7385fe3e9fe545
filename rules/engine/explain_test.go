package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/reason"
)

// reasonsFor returns the reasons of one turn.
func reasonsFor(t *testing.T, e *Engine, g *rules.Game, text string) []reason.Reason {
	t.Helper()
	p := g.Position()
	turn, err := p.ParseTurn(text)
	require.NoError(t, err)
	line := Line{Turn: turn, PV: []rules.Turn{turn}}
	return e.explain(g, &line, len(p.AppendTurns(nil)))
}

func TestReasons(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	for _, c := range []struct {
		name, position, turn string
		kind                 reason.Kind
		ship                 rules.Ship
		absent               bool
	}{
		{"nobody can take back", "6x4 b1------c4------ a6--c5---------- r - 0 -", "211xc5",
			reason.ExpelsForFree, rules.Ship121, false},
		{"taken back, but for less", "6x4 b1------c4------ b6d5--------c5-- r - 0 -", "211xc5",
			reason.Expels, rules.Ship221, false},
		{"taken back is not free", "6x4 b1------c4------ b6d5--------c5-- r - 0 -", "211xc5",
			reason.ExpelsForFree, rules.Ship221, true},
		{"free there, but another ship falls", "6x4 b1--d1--c4------ a6d2c5---------- r - 0 -",
			"211xc5", reason.ExpelsForFree, rules.Ship121, true},
		{"corvette steps aside", "6x4 b1--d1---------- d6------b3------ r - 0 -", "111-a1",
			reason.SavesCorvette, rules.Ship111, false},
		{"corvette stays", "6x4 b1--d1---------- d6------b3------ r - 0 -", "121-c1",
			reason.SavesCorvette, rules.Ship111, true},
		{"frigate steps aside", "6x4 a1--c3---------- d6------c5------ r - 0 -", "121-d3",
			reason.Saves, rules.Ship121, false},
		{"frigate steps into fire", "6x4 a1--c3---------- d6------c5------ r - 0 -", "121-c4",
			reason.Saves, rules.Ship121, true},
		{"destroyer for frigate", "6x4 a1b1------------ d6------c5------ r - 0 -", "112=221",
			reason.Recalls, rules.Ship221, false},
		{"frigate for destroyer", "6x4 a1----------b1-- d6------c5------ r - 0 -", "112=221",
			reason.Recalls, rules.Ship112, true},
		{"comes near", "6x4 a1------b2------ d6--b6---------- r - 0 -", "211-b4",
			reason.Threatens, rules.Ship121, false},
		{"was near already", "6x4 a1------b4------ d6--b6---------- r - 0 -", "211-c4",
			reason.Threatens, rules.Ship121, true},
		{"bonus now", "6x4 b1c1--------a5-- d4-------------- r - 0 -", "221-a6+112=221",
			reason.EarnsBonus, rules.Ship221, false},
		{"bonus next", "6x4 b1a4------------ d2-------------- r - 0 -", "112-a5",
			reason.PreparesBonus, rules.Ship112, false},
		{"bonus was possible before", "6x4 b1a5------------ d2-------------- r - 0 -", "112-b5",
			reason.PreparesBonus, rules.Ship112, true},
		{"corvettes alone", "6x4 b2-------------- d5-------------- r - 0 -", "111-b3",
			reason.KeepsOpposition, rules.NoShip, false},
		{"corvettes alone, lost", "6x4 b2-------------- d6-------------- r - 0 -", "111-b3",
			reason.KeepsOpposition, rules.NoShip, true},
		{"corvettes alone, but the stall comes first",
			"6x4 b2-------------- d5-------------- r - 35 r", "111-b3",
			reason.KeepsOpposition, rules.NoShip, true},
		{"threat before the stall", "6x4 a1------b2------ d6--b6---------- r - 37 -", "211-b4",
			reason.Threatens, rules.Ship121, false},
		{"no threat when the stall comes first", "6x4 a1------b2------ d6--b6---------- r - 38 -",
			"211-b4", reason.Threatens, rules.Ship121, true},
		{"no bonus when the stall comes first", "6x4 b1a4------------ d2-------------- r - 38 -",
			"112-a5", reason.PreparesBonus, rules.Ship112, true},
		{"the turn that stalls", "6x4 b1--d1---------- d6------b3------ r - 39 r", "111-a1",
			reason.SavesCorvette, rules.Ship111, true},
		{"the turn that stalls leads", "6x4 b1--d1---------- d6------b3------ r - 39 r", "111-a1",
			reason.LeadsOnStall, rules.NoShip, false},
		{"expelled last, stall near", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6-- r - 30 r", "112=221",
			reason.LeadsOnStall, rules.NoShip, false},
		{"nobody expelled, Blue leads", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 b - 30 -", "112=221",
			reason.LeadsOnStall, rules.NoShip, false},
		{"nobody expelled, Red does not", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 30 -",
			"112=221", reason.LeadsOnStall, rules.NoShip, true},
		{"stall far", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6-- r - 3 r", "112=221",
			reason.LeadsOnStall, rules.NoShip, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := reasonsFor(t, e, gameAt(t, c.position, 40), c.turn)
			want := reason.Reason{Kind: c.kind, Ship: c.ship}
			if c.absent {
				assert.NotContains(t, got, want)
			} else {
				assert.Contains(t, got, want)
			}
		})
	}
}

// What a search gives as reasons leaves out what the score says: how the game ends by force.
func TestReasons_OfASearch(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	for _, c := range []struct {
		name, position string
		victory        int // in so many turns, below 0 a defeat
		want           []reason.Kind
	}{
		{"wins now", "6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -", 1, nil},
		{"corvettes alone", "6x4 b2-------------- d5-------------- r - 0 -", 5,
			[]reason.Kind{reason.KeepsOpposition}},
		{"lost", "6x4 b2-------------- d6-------------- r - 0 -", -7, nil},
		{"only turn", "6x4 b1b6------a5--b5 a6-------------- b - 0 -", -1,
			[]reason.Kind{reason.OnlyTurn}},
	} {
		r, err := e.Search(context.Background(), gameAt(t, c.position, 40), Limits{Depth: 4})
		require.NoError(t, err)
		line := r.Lines[0]
		n, proven := line.Score.Victory()
		assert.Equal(t, c.victory, n, c.name)
		assert.True(t, proven, c.name)
		assert.Equal(t, max(n, -n), line.Turns, c.name)
		assert.Equal(t, c.want, kinds(line.Reasons), c.name)
	}
}

func kinds(reasons []reason.Reason) []reason.Kind {
	var found []reason.Kind
	for _, r := range reasons {
		found = append(found, r.Kind)
	}
	return found
}

// A turn after which the corvette is expelled has no reason but that there is no better one.
func TestReasons_BeforeTheEnd(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	fallen := 0
	randomGames(300, 78, func(g *rules.Game) {
		r, err := e.Search(context.Background(), g, Limits{Depth: 3, MultiPV: 3})
		require.NoError(t, err)
		for _, l := range r.Lines {
			if n, _ := l.Score.Victory(); n != -1 {
				continue
			}
			fallen++
			p := g.Position()
			if len(p.AppendTurns(nil)) == 1 {
				assert.Equal(t, []reason.Reason{{Kind: reason.OnlyTurn}}, l.Reasons, "%v", p)
			} else {
				assert.Empty(t, l.Reasons, "%v", p)
			}
		}
	})
	assert.Positive(t, fallen)
}

// A semi-victory is reported as proven only if it is, and then with the right number of turns.
func TestProven_SemiVictory(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	for _, c := range []struct {
		position string
		semi     int
		turns    int
	}{
		{"6x4 a1b1------------ d6c6------------ r - 38 r", 1, 1},
		{"6x4 a1b1------------ d6c6------------ b - 38 r", -1, 1},
		{"6x4 a1b1------------ d6c6------------ r - 37 r", 1, 2},
		{"6x4 a1b1------------ d6c6------------ b - 37 r", -1, 2},
		{"6x4 a1b1------------ d6c6------------ r - 36 r", 1, 2},
		{"6x4 a1b1------------ d6c6------------ r - 36 -", -1, 2},
		{"6x4 a1b1------------ d6c6------------ r - 5 r", 0, 0},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		r, err := e.Search(ctx, gameAt(t, c.position, 40), Limits{Progress: func(r Result) {
			if r.Depth == 6 {
				cancel() // the proof comes after the search
			}
		}})
		require.NoError(t, err)
		l := r.Lines[0]
		assert.Equal(t, c.semi, l.Score.Semi(), c.position)
		assert.Equal(t, c.semi != 0, l.Proven, c.position)
		assert.Equal(t, c.turns, l.Turns, c.position)
	}
}

// The reasons of any turn of any position can be checked by the legal turns.
func TestReasons_AreTrue(t *testing.T) {
	t.Parallel()
	positions := 1000
	if slow {
		positions = 50
	}
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	said := map[reason.Kind]int{}
	check := func(g *rules.Game) {
		p := g.Position()
		for _, turn := range p.AppendTurns(nil) {
			line := Line{Turn: turn, PV: []rules.Turn{turn}}
			for _, r := range e.explain(g, &line, 2) {
				said[r.Kind]++
				assert.True(t, holds(g, turn, r), "%+v of %v in %v", r, turn, p)
			}
		}
	}
	randomGames(positions, 77, check)
	stallSoon(t, positions/4, func(g *rules.Game, _ *rand.Rand) { check(g) })
	check(gameAt(t, "5x5 b2-------------- d5-------------- r - 0 -", rules.DefaultStallLimit))
	for kind := reason.ExpelsForFree; kind < reason.NumKinds; kind++ {
		assert.Positive(t, said[kind], "reason %d was never given", kind)
	}
}

// holds reports whether r agrees with what both sides can do before and after the turn.
func holds(g *rules.Game, turn rules.Turn, r reason.Reason) bool {
	before := g.Position()
	after := before.Play(turn)
	idle, again := before.Skip(), after.Skip()
	if o := after.Outcome(g.Limit()); o.Over() && r.Kind != reason.LeadsOnStall {
		return false // of what is next, nothing comes
	}
	comes := !again.Outcome(g.Limit()).Over()
	us, enemy := before.Side(), before.Side().Other()
	was, is := before.SquareOf(us, r.Ship), after.SquareOf(us, r.Ship)
	bonus := func(p *rules.Position) func(rules.Turn) bool {
		return func(t rules.Turn) bool {
			next := p.Play(t)
			alive := next.SquareOf(us, rules.Ship111) != rules.NoSquare
			return t.HasBonus() && t.Ship() == r.Ship && alive
		}
	}
	switch r.Kind {
	case reason.ExpelsForFree:
		return before.SquareOf(enemy, r.Ship) == turn.To() && !expelled(&after, turn.To()) &&
			allAnswered(&after, 0)
	case reason.Expels:
		return before.SquareOf(enemy, r.Ship) == turn.To() && dearAnswered(&after, worths[r.Ship])
	case reason.SavesCorvette:
		return expelled(&idle, was) && !expelled(&after, is)
	case reason.Saves:
		return expelled(&idle, was) && is != rules.NoSquare && allAnswered(&after, is)
	case reason.Recalls:
		return was == rules.NoSquare && is != rules.NoSquare
	case reason.Threatens:
		return comes && expelled(&again, after.SquareOf(enemy, r.Ship))
	case reason.PreparesBonus:
		return comes && slices.ContainsFunc(again.AppendTurns(nil), bonus(&again)) &&
			!slices.ContainsFunc(before.AppendTurns(nil), bonus(&before))
	case reason.EarnsBonus:
		return bonus(&before)(turn)
	case reason.KeepsOpposition:
		steps := distances[after.SquareOf(us, rules.Ship111)][after.SquareOf(enemy, rules.Ship111)]
		return steps%2 == 0 && after.Present(us) == 1 && after.Present(enemy) == 1
	case reason.LeadsOnStall:
		now := rules.StallLimit(after.Quiet())
		return now == 0 || after.Outcome(now).Winner == us
	}
	return false
}

// expelled reports whether a legal turn expels on the square.
func expelled(p *rules.Position, at rules.Square) bool {
	return slices.ContainsFunc(p.AppendTurns(nil),
		func(t rules.Turn) bool { return t.Expels() && t.To() == at })
}

// allAnswered reports whether each expulsion that does not lose at once, on the square at unless that is
// 0, can be answered by another one there.
func allAnswered(p *rules.Position, at rules.Square) bool {
	for _, t := range p.AppendTurns(nil) {
		if !t.Expels() || at != 0 && t.To() != at {
			continue
		}
		next := p.Play(t)
		if next.SquareOf(p.Side(), rules.Ship111) != rules.NoSquare && !expelled(&next, t.To()) {
			return false
		}
	}
	return true
}

// dearAnswered reports whether each expulsion of a ship worth more than worth can be answered by another
// one on its square.
func dearAnswered(p *rules.Position, worth Score) bool {
	for _, t := range p.AppendTurns(nil) {
		if !t.Expels() || worths[p.At(t.To()).Ship] <= worth {
			continue
		}
		next := p.Play(t)
		if !expelled(&next, t.To()) && next.SquareOf(p.Side(), rules.Ship111) != rules.NoSquare {
			return false
		}
	}
	return true
}
