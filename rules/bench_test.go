package rules_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// midgame has turns of all kinds: expulsions, two-square movements, bonuses, ships in exile.
const midgame = "6x4 b1d3d1a3--a5b2d2 b6c5d4a6a4b4d5c6 r - 4 b"

// The nodes of a second on one core. The last turn is counted without listing it.
func BenchmarkPerft(b *testing.B) {
	for _, board := range rules.Boards() {
		for _, positioning := range []bool{true, false} {
			b.Run(fmt.Sprintf("%v/positioning=%v", board, positioning), func(b *testing.B) {
				b.ReportAllocs()
				p := rules.Start(board, positioning)
				var leaves uint64
				for b.Loop() {
					leaves += rules.Perft(p, 6)
				}
				b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
			})
		}
	}
}

func BenchmarkAppendTurns(b *testing.B) {
	b.ReportAllocs()
	p := rulestest.Position(b, midgame)
	turns := make([]rules.Turn, 0, rules.MaxTurns)
	for b.Loop() {
		turns = p.AppendTurns(turns[:0])
	}
}

func BenchmarkCountTurns(b *testing.B) {
	b.ReportAllocs()
	p := rulestest.Position(b, midgame)
	for b.Loop() {
		p.CountTurns()
	}
}

// Plays the turns of a position one after the other, as do the benchmarks below.
func BenchmarkPlay(b *testing.B) {
	b.ReportAllocs()
	p := rulestest.Position(b, midgame)
	turns := p.AppendTurns(nil)
	i := 0
	for b.Loop() {
		p.Play(turns[i])
		i = (i + 1) % len(turns)
	}
}

func BenchmarkCheck(b *testing.B) {
	b.ReportAllocs()
	p := rulestest.Position(b, midgame)
	turns := p.AppendTurns(nil)
	i := 0
	for b.Loop() {
		if p.Check(turns[i]) != nil {
			b.Fatal("refused")
		}
		i = (i + 1) % len(turns)
	}
}

func BenchmarkParsePosition(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := rules.ParsePosition(midgame); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseTurn(b *testing.B) {
	b.ReportAllocs()
	p := rulestest.Position(b, midgame)
	list := texts(p.AppendTurns(nil))
	i := 0
	for b.Loop() {
		if _, err := p.ParseTurn(list[i]); err != nil {
			b.Fatal(err)
		}
		i = (i + 1) % len(list)
	}
}

// Only formatting and refusals allocate.
func TestNothingIsAllocated(t *testing.T) {
	p := rulestest.Position(t, midgame)
	buffer := make([]rules.Turn, 0, rules.MaxTurns)
	turns := p.AppendTurns(nil)
	list := texts(turns)
	text := make([]byte, 0, 100)
	for name, work := range map[string]func(){
		"AppendTurns":   func() { p.AppendTurns(buffer) },
		"CountTurns":    func() { p.CountTurns() },
		"Perft":         func() { rules.Perft(p, 3) },
		"ParsePosition": func() { _, _ = rules.ParsePosition(midgame) },
		"AppendText":    func() { p.AppendText(text) },
		"each turn": func() {
			for i, turn := range turns {
				next := p.Play(turn)
				next.Outcome(rules.DefaultStallLimit)
				turn.AppendText(text)
				if p.Check(turn) != nil {
					panic("refused")
				}
				if _, err := p.ParseTurn(list[i]); err != nil {
					panic(err)
				}
			}
		},
	} {
		require.Zero(t, testing.AllocsPerRun(100, work), name)
	}
}
