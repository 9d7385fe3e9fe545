package rating

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestTheExampleOfThePaper(t *testing.T) {
	t.Parallel()
	after := Rating{1500, 200}.With(
		Result{Rating{1400, 30}, Victory}, Result{Rating{1550, 100}, Defeat}, Result{Rating{1700, 300}, Defeat})
	assert.InDelta(t, 1464.1, after.Points, 0.05)
	assert.InDelta(t, 151.4, after.Deviation, 0.05)
	assert.Equal(t, Rating{1500, 200}, Rating{1500, 200}.With(), "nothing played")
}

func TestARatingFades(t *testing.T) {
	t.Parallel()
	sure := Rating{1700, 60}
	assert.Equal(t, sure, sure.After(0))
	assert.Equal(t, sure, sure.After(-3), "a clock that went back")
	year := sure.After(365)
	assert.InDelta(t, 110, year.Deviation, 0.2)
	assert.InDelta(t, 1700, year.Points, 0)
	assert.InDelta(t, 350, sure.After(1e6).Deviation, 0)
	assert.True(t, year.Sure())
	assert.True(t, Rating{1500, 125}.Sure())
	assert.False(t, Rating{1500, 125.1}.Sure())
}

func TestARatingHasBounds(t *testing.T) {
	t.Parallel()
	assert.InDelta(t, 60, Rating{1500, 60}.With(Result{Rating{1500, 60}, Victory}).Deviation, 0)
	assert.InDelta(t, 3000, Rating{2999, 350}.With(Result{Rating{3000, 60}, Victory}).Points, 0)
	assert.InDelta(t, 400, Rating{401, 350}.With(Result{Rating{400, 60}, Defeat}).Points, 0)
	assert.Equal(t, Rating{1500, 350}, Start())
}

// ratings draws one that a person may have.
func ratings(t *rapid.T, name string) Rating {
	return Rating{
		Points:    rapid.Float64Range(400, 3000).Draw(t, name),
		Deviation: rapid.Float64Range(60, 350).Draw(t, name+" deviation"),
	}
}

func TestAVictoryNeverLowersAndADefeatNeverRaises(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, opponent := ratings(t, "before"), ratings(t, "opponent")
		last := math.Inf(1)
		for _, score := range []Score{Victory, SemiVictory, SemiDefeat, Defeat} {
			after := before.With(Result{opponent, score})
			assert.LessOrEqual(t, after.Points, last, "a better result is never worse")
			assert.LessOrEqual(t, after.Deviation, before.Deviation, "a game makes nobody less sure")
			last = after.Points
		}
		assert.GreaterOrEqual(t, before.With(Result{opponent, Victory}).Points, before.Points)
		assert.LessOrEqual(t, last, before.Points)
	})
}

func TestEqualDeviationsShareWhatTheyHave(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		one, two := ratings(t, "one"), ratings(t, "two")
		two.Deviation = one.Deviation
		score := rapid.SampledFrom([]Score{Victory, SemiVictory, SemiDefeat, Defeat}).Draw(t, "score")
		won, lost := one.With(Result{two, score}), two.With(Result{one, 1 - score})
		if won.bounded() || lost.bounded() {
			t.Skip("at a bound")
		}
		assert.InDelta(t, one.Points+two.Points, won.Points+lost.Points, 1e-6)
	})
}

func (r Rating) bounded() bool { return r.Points <= minPoints || r.Points >= maxPoints }

func TestNobodyGainsByLosingFirst(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		honest := ratings(t, "before")
		sly := honest
		for range rapid.IntRange(1, 4).Draw(t, "defeats") {
			sly = sly.With(Result{ratings(t, "winner"), Defeat})
		}
		for range rapid.IntRange(1, 6).Draw(t, "victories") {
			loser := ratings(t, "loser")
			honest, sly = honest.With(Result{loser, Victory}), sly.With(Result{loser, Victory})
			assert.LessOrEqual(t, sly.Points, honest.Points+1e-9)
		}
	})
}

func TestAGameThatIsTakenBackLeavesNoTrace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, opponent := ratings(t, "before"), ratings(t, "opponent")
		after := before.With(Result{opponent, rapid.SampledFrom([]Score{Victory, SemiDefeat, Defeat}).Draw(t, "score")})
		back := after.Without(before, after)
		assert.InDelta(t, before.Points, back.Points, 1e-6)
		assert.InDelta(t, before.Deviation, back.Deviation, 1e-6)
		later := after.With(Result{ratings(t, "next"), Victory}).After(rapid.Float64Range(0, 1000).Draw(t, "days"))
		back = later.Without(before, after)
		if !later.bounded() && !back.bounded() {
			assert.InDelta(t, later.Points-after.Points, back.Points-before.Points, 1e-6)
		}
		assert.GreaterOrEqual(t, back.Deviation, later.Deviation-1e-9, "one game less makes nobody more sure")
		assert.LessOrEqual(t, back.Deviation, float64(maxDeviation))
	})
}
