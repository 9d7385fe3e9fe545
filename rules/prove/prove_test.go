package prove_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/prove"
	"madbot/rules/rulestest"
)

// nothing is an Endings that knows nothing.
type nothing struct{}

func (nothing) Winner(*rules.Position, rules.StallLimit) (rules.Color, bool) {
	return rules.NoColor, false
}

// scattered returns a random position of a board with both corvettes and up to more ships a side.
func scattered(rnd *rand.Rand, b rules.Board, more int) rules.Position {
	s := rules.Setup{Board: b, Side: []rules.Color{rules.Red, rules.Blue}[rnd.IntN(2)]}
	squares := rnd.Perm(b.Columns() * b.Rows())
	for _, fleet := range []*uint64{&s.Red, &s.Blue} {
		ships := rnd.Perm(7)[:rnd.IntN(more+1)]
		for i, ship := range rules.Ships() {
			at := rules.NoSquare
			if ship == rules.Ship111 || slices.Contains(ships, i-1) {
				at = rules.MakeSquare(1+squares[0]%b.Columns(), 1+squares[0]/b.Columns())
				squares = squares[1:]
			}
			*fleet |= uint64(at) << (8 * i)
		}
	}
	return rules.Compose(s)
}

// plain decides by trying everything whether a side forces a victory.
type plain struct {
	side  rules.Color
	limit rules.StallLimit
	known map[rules.Position]bool
}

func (s *plain) wins(p rules.Position) bool {
	if o := p.Outcome(s.limit); o.Over() {
		return o.Reason == rules.CorvetteExile && o.Winner == s.side
	}
	is, known := s.known[p]
	if !known {
		is = slices.ContainsFunc(p.AppendTurns(nil), func(t rules.Turn) bool {
			return s.wins(p.Play(t)) == (p.Side() == s.side)
		}) == (p.Side() == s.side)
		s.known[p] = is
	}
	return is
}

// TestProver_Plain: what is shown about each turn of small positions, and about all but one, is what trying everything
// finds; a hash table filled by searches with more or fewer quiet turns misleads no other search.
func TestProver_Plain(t *testing.T) {
	t.Parallel()
	const limit = 5
	rnd := rand.New(rand.NewPCG(1, 52))
	p := prove.New(1, nothing{})
	found := map[prove.Verdict]int{}
	for i := range 60 {
		at := scattered(rnd, rules.Boards()[i%2], 2)
		s := plain{at.Side(), limit, map[rules.Position]bool{}}
		for _, passes := range rnd.Perm(limit / 2) {
			with := at
			for range 2 * (passes + 1) {
				with = with.Skip()
			}
			checkAll(t, p, &s, with, found)
		}
	}
	assert.Greater(t, found[prove.Wins], 100, found)
	assert.Greater(t, found[prove.Fails], 1000, found)
}

// checkAll checks what p shows about the turns of a position.
func checkAll(t *testing.T, p *prove.Prover, s *plain, at rules.Position, found map[prove.Verdict]int) {
	if at.Outcome(s.limit).Over() {
		return
	}
	var winning []rules.Turn
	for _, turn := range at.AppendTurns(nil) {
		want := prove.Fails
		if s.wins(at.Play(turn)) {
			want, winning = prove.Wins, append(winning, turn)
		}
		assert.Equal(t, want, p.Turn(&at, turn, prove.Limits{Stall: s.limit, Nodes: 100_000}), "%v in %v", turn, at)
		found[want]++
	}
	but := at.AppendTurns(nil)[0]
	others := slices.DeleteFunc(winning, func(t rules.Turn) bool { return t == but })
	turn, verdict := p.Others(&at, but, prove.Limits{Stall: s.limit, Nodes: 100_000})
	if len(others) == 0 {
		assert.Equal(t, rules.NoTurn, turn, "%v", at)
		assert.Equal(t, prove.Fails, verdict, "%v", at)
		return
	}
	assert.Contains(t, others, turn, "%v", at)
	assert.Equal(t, prove.Wins, verdict, "%v", at)
}

// TestProver_Endings: what is shown without the endings agrees with them, and is not always nothing. With them, no
// position is searched.
func TestProver_Endings(t *testing.T) {
	t.Parallel()
	endings := engine.NewEndings()
	rnd := rand.New(rand.NewPCG(2, 52))
	p, knowing := prove.New(1, nothing{}), prove.New(1, endings)
	found := map[prove.Verdict]int{}
	for i := range 150 {
		at := scattered(rnd, rules.Boards()[i%2], 1)
		turn := at.AppendTurns(nil)[0]
		next := at.Play(turn)
		winner, isKnown := endings.Winner(&next, rules.DefaultStallLimit)
		if !isKnown {
			continue
		}
		verdict := p.Turn(&at, turn, prove.Limits{Stall: rules.DefaultStallLimit, Nodes: 5_000})
		found[verdict]++
		known := map[bool]prove.Verdict{true: prove.Wins, false: prove.Fails}[winner == at.Side()]
		assert.Equal(t, known, knowing.Turn(&at, turn, prove.Limits{Stall: rules.DefaultStallLimit}), "%v in %v", turn, at)
		if verdict != prove.Open {
			assert.Equal(t, winner == at.Side(), verdict == prove.Wins, "%v in %v", turn, at)
		}
	}
	assert.Greater(t, found[prove.Wins], 10)
	assert.Greater(t, found[prove.Fails], 10)
}

// TestProver_Others: the second winning turns of three positions are found.
func TestProver_Others(t *testing.T) {
	t.Parallel()
	p := prove.New(4, engine.NewEndings())
	for _, c := range []struct{ position, turn, other string }{
		{"5x5 b2--e2----e3---- d5c5--e4-------- b - 3 b", "112=221", "122xe3"},
		{"6x4 d1--------d3a2b4 b6a6------d6b5c6 r - 1 r", "221-a4", "221-b3"},
	} {
		at := rulestest.Position(t, c.position)
		l := prove.Limits{Stall: rules.DefaultStallLimit, Nodes: 60_000}
		other, verdict := p.Others(&at, rulestest.Turn(t, at, c.turn), l)
		assert.Equal(t, rulestest.Turn(t, at, c.other), other)
		assert.Equal(t, prove.Wins, verdict)
		assert.Equal(t, prove.Wins, p.Turn(&at, other, l))
		p.Forget()
		l.Nodes = 10
		_, verdict = p.Others(&at, other, l)
		assert.Equal(t, prove.Open, verdict, "too few positions")
	}
}
