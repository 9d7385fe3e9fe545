package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/rulestest"
)

// clearly is the margin by which a shown turn must be better than the next, in hundredths of a frigate.
const clearly engine.Score = 30

// TestDiagrams_Best: diagrams teach no blunders. The engine searches each position to two depths and must find that the
// shown turns are the best ones, and that no other turn ends the game or wins by force.
func TestDiagrams_Best(t *testing.T) {
	t.Parallel()
	for _, d := range advising() {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p, shown := lessonOf(t, d)
			for _, depth := range []int{8, 10} {
				lines := search(t, p, depth, len(shown)+1)
				for i, turn := range shown {
					assert.Equal(t, turn, lines[i].Turn, "%d at depth %d", i+1, depth)
					assert.Greater(t, lines[i].Score-lines[i+1].Score, clearly, "%s against %s, depth %d",
						turn, lines[i+1].Turn, depth)
				}
				n, decided := lines[len(shown)].Score.Victory()
				assert.False(t, decided && n > 0, "%s wins by force", lines[len(shown)].Turn)
			}
			for _, turn := range p.AppendTurns(nil) {
				after := p.Play(turn)
				if o := after.Outcome(0); o.Winner == p.Side() {
					assert.Contains(t, shown, turn, "it wins at once")
				}
			}
		})
	}
}

// lessonOf returns the position of d and the turns shown in it, none for a movement.
func lessonOf(t *testing.T, d Diagram) (rules.Position, []rules.Turn) {
	t.Helper()
	p, shown, err := d.Shown()
	require.NoError(t, err)
	return p, shown
}

// TestDiagrams_Sound: the other diagrams show possible turns, and the side that plays one does not lose by force,
// unless it was already lost.
func TestDiagrams_Sound(t *testing.T) {
	t.Parallel()
	for _, d := range Diagrams() {
		p, shown := lessonOf(t, d)
		if slices.Contains(advising(), d) || d == StallDiagram {
			continue
		}
		for _, turn := range shown {
			require.NoError(t, p.Check(turn))
			after := p.Play(turn)
			if after.Outcome(0).Over() {
				assert.Equal(t, p.Side(), after.Outcome(0).Winner, "%s %s", d, turn)
				continue
			}
			n, decided := search(t, after, 8, 1)[0].Score.Victory()
			assert.False(t, decided && n > 0, "%s: %s loses", d, turn)
		}
	}
}

// advising returns the diagrams that show the best turns, like a hint.
func advising() []Diagram {
	return []Diagram{MovementDiagram, ExpulsionDiagram, SwapDiagram, RotationDiagram, BonusDiagram, LegendDiagram}
}

// TestDiagrams_Unknown: an unknown diagram is an error.
func TestDiagrams_Unknown(t *testing.T) {
	t.Parallel()
	_, _, err := Diagram(len(Diagrams())).Shown()
	assert.ErrorIs(t, err, ErrUnknown)
}

func search(t *testing.T, p rules.Position, depth, n int) []engine.Line {
	t.Helper()
	e, err := engine.New(engine.Options{})
	require.NoError(t, err)
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	found, err := e.Search(t.Context(), &g, engine.Limits{Depth: depth, MultiPV: n})
	require.NoError(t, err)
	require.Len(t, found.Lines, n)
	return found.Lines
}

// TestDiagrams_Caption checks what the captions claim about the diagrams.
func TestDiagrams_Caption(t *testing.T) {
	t.Parallel()
	p, shown := lessonOf(t, BonusDiagram)
	after := p.Play(shown[0])
	assert.True(t, after.CorvetteAttacked(rules.Blue), "212 threatens the corvette")
	n, won := search(t, p, 8, 1)[0].Score.Victory()
	assert.True(t, won)
	assert.Equal(t, 2, n, "it cannot be saved")

	p, shown = lessonOf(t, RotationDiagram)
	after = p.Play(shown[0])
	after = rulestest.Position(t, strings.Replace(after.String(), " b ", " r ", 1)) // as if it were Red's turn again
	for _, capture := range []string{"122xb5", "122xa4"} {
		rulestest.Turn(t, after, capture)
	}

	p, shown = lessonOf(t, LegendDiagram)
	assert.True(t, p.CorvetteAttacked(rules.Red))
	assert.Equal(t, rules.Red, p.SemiWinner())
	assert.Equal(t, 13, p.Quiet())
	n, lost := search(t, p, 8, 4)[3].Score.Victory()
	assert.True(t, lost && n < 0, "all other turns lose")
	require.Len(t, shown, 3)
}
