package render

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// goldenOutlook is a game that Blue began to win in its eighth turn.
func goldenOutlook() Outlook {
	return Outlook{
		Red: []float64{0.5, 0.52, 0.47, 0.5, 0.36, 0.4, 0.61, 0.66, 0.64, 0.7, 0.68, 0.75, 0.74, 0.72, 0.44, 0.4, 0.38,
			0.25, 0.27, 0.2, 0.1, 0, 0, 0, 0, 0},
		Starts: rules.Red, Mistakes: []int{4, 17, 20}, Blunders: []int{6, 14}, WonFrom: 21,
		Marked: 6, Outcome: rules.Outcome{Winner: rules.Blue, Reason: rules.CorvetteExile},
		Words: OutlookWords{"Red wins", "Blue wins", "mistake", "blunder", "won by force"},
	}
}

func TestGoldenOutlook(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, theme := range Themes() {
		var b bytes.Buffer
		require.NoError(t, r.Outlook(&b, goldenOutlook(), Options{Theme: theme}))
		compareGolden(t, "outlook-"+theme.String(), b.Bytes())
	}
}

func TestOutlook_Errors(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	require.ErrorIs(t, r.Outlook(io.Discard, Outlook{Red: []float64{0.5}}, Options{}), ErrPosition)
	require.ErrorIs(t, r.Outlook(io.Discard, goldenOutlook(), Options{Theme: 9}), ErrUnknown)
}

// TestOutlook_Any: games of any length can be drawn, whichever side begins.
func TestOutlook_Any(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, starts := range []rules.Color{rules.Red, rules.Blue} {
		for _, n := range []int{2, 3, 4, 22, 300} {
			game := Outlook{Red: make([]float64, n), Starts: starts, WonFrom: n - 1, Marked: n}
			require.NoError(t, r.Outlook(io.Discard, game, Options{}), n)
		}
	}
}

// TestNumberStep: the numbers below a picture do not overlap.
func TestNumberStep(t *testing.T) {
	t.Parallel()
	for plies, step := range map[int]int{2: 1, 20: 1, 22: 5, 108: 5, 110: 10, 299: 20} {
		g := graph{game: Outlook{Red: make([]float64, plies)}}
		assert.Equal(t, step, g.numberStep(), plies)
	}
}
