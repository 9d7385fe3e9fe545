package worker_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
)

// at is a match in a position.
func at(t *testing.T, id match.ID, position string) *play.Match {
	t.Helper()
	p, err := rules.ParsePosition(position)
	require.NoError(t, err)
	return &play.Match{Match: match.Match{ID: id, Game: rules.GameFrom(p, rules.DefaultStallLimit)}}
}

// TestPace: what leaves nothing to choose is played quickly, what leaves much is not: 35 choices take 2.25 s more.
func TestPace(t *testing.T) {
	t.Parallel()
	const taken = "6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -"
	for _, c := range []struct {
		name, position string
		choices        time.Duration
	}{
		{"takes the corvette", taken, 0},
		{"the only turn", "6x4 b1b6------a5--b5 a6-------------- b - 0 -", 0},
		{"one turn that keeps the corvette", "6x4 c1b2a3a1c2d4d1b1 c4--b4a5--a4a6b6 b - 10 r", 0},
		{"one that expels", "6x4 b1a3b2a2c6c2c4c1 d6a6a4b3------b6 b - 10 r", 0},
		{"two turns", "6x4 b1d1b2a1--c2a3-- b4d6--a5a6--d3c6 b - 5 b", 2},
		{"two turns, one expels", "6x4 b1a2a1c1b3--c2-- a4d4--b5b6--d6d3 b - 19 b", 4},
		{"six, one expels, and one loses at once", "6x4 c1c3--a3b5d2d1b1 d5a6------c5---- b - 6 r", 8},
		{"much to choose", "5x5 e2c1a1----d2--b1 b5d4--c2----b3d5 b - 5 b", 35},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for i := range 20 { // the random part depends on the match
				id := match.ID(fmt.Sprint("m", i))
				quick := worker.Pace(at(t, id, taken))
				assert.LessOrEqual(t, quick, 1750*time.Millisecond)
				assert.Equal(t, quick+c.choices*2250*time.Millisecond/35, worker.Pace(at(t, id, c.position)))
			}
		})
	}
}

// TestPace_Bounds: it takes one to four seconds, as long again in the same position of the same match, and not as
// long in each.
func TestPace_Bounds(t *testing.T) {
	t.Parallel()
	rnd, seen := rand.New(rand.NewPCG(1, 2)), map[time.Duration]bool{}
	for i := range 100 {
		m := &play.Match{Match: match.Match{ID: match.ID(fmt.Sprint("m", i)), Game: rules.NewGame(rules.DefaultOptions())}}
		for !m.Game.Outcome().Over() {
			got := worker.Pace(m)
			require.GreaterOrEqual(t, got, time.Second)
			require.LessOrEqual(t, got, 4*time.Second)
			require.Equal(t, got, worker.Pace(m))
			seen[got] = true
			p := m.Game.Position()
			turns := p.AppendTurns(nil)
			require.NoError(t, m.Game.Play(turns[rnd.IntN(len(turns))]))
		}
	}
	assert.Greater(t, len(seen), 1000)
}

// TestPace_Away: nobody waits where nobody sees that the robot thinks.
func TestPace_Away(t *testing.T) {
	t.Parallel()
	m := at(t, "m", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -")
	assert.Positive(t, worker.Pace(m))
	m.Venue.Away = true
	assert.Zero(t, worker.Pace(m))
	m.Venue.Away, m.Closed = false, true
	assert.Zero(t, worker.Pace(m))
}
