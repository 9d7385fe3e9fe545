package rating_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"madbot/rules/rating"
	"pgregory.net/rapid"
)

func TestTheExampleOfThePaper(t *testing.T) {
	t.Parallel()
	after := rating.Rating{1500, 200}.With(
		rating.Result{rating.Rating{1400, 30}, rating.Victory}, rating.Result{rating.Rating{1550, 100}, rating.Defeat},
		rating.Result{rating.Rating{1700, 300}, rating.Defeat})
	assert.InDelta(t, 1464.1, after.Points, 0.05)
	assert.InDelta(t, 151.4, after.Deviation, 0.05)
	assert.Equal(t, rating.Rating{1500, 200}, rating.Rating{1500, 200}.With(), "nothing played")
}

func TestARatingFades(t *testing.T) {
	t.Parallel()
	sure := rating.Rating{1700, 60}
	assert.Equal(t, sure, sure.After(0))
	assert.Equal(t, sure, sure.After(-3), "a clock that went back")
	year := sure.After(365)
	assert.InDelta(t, 110, year.Deviation, 0.2)
	assert.InDelta(t, 1700, year.Points, 0)
	assert.InDelta(t, 350, sure.After(1e6).Deviation, 0)
	assert.True(t, year.IsSure())
	assert.True(t, rating.Rating{1500, 125}.IsSure())
	assert.False(t, rating.Rating{1500, 125.1}.IsSure())
}

func TestARatingHasBounds(t *testing.T) {
	t.Parallel()
	settled := rating.Rating{1500, 60}
	assert.InDelta(t, 60, settled.With(rating.Result{settled, rating.Victory}).Deviation, 0)
	highest := rating.Rating{3000, 60}
	assert.InDelta(t, 3000, rating.Rating{2999, 350}.With(rating.Result{highest, rating.Victory}).Points, 0)
	assert.InDelta(t, 400, rating.Rating{401, 350}.With(rating.Result{rating.Rating{400, 60}, rating.Defeat}).Points, 0)
	assert.Equal(t, rating.Rating{1500, 350}, rating.Start())
}

// ratings draws a possible rating.
func ratings(t *rapid.T, name string) rating.Rating {
	return rating.Rating{
		Points:    rapid.Float64Range(400, 3000).Draw(t, name),
		Deviation: rapid.Float64Range(60, 350).Draw(t, name+" deviation"),
	}
}

func TestAVictoryNeverLowersAndADefeatNeverRaises(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, opponent := ratings(t, "before"), ratings(t, "opponent")
		last := math.Inf(1)
		for _, score := range []rating.Score{rating.Victory, rating.SemiVictory, rating.SemiDefeat, rating.Defeat} {
			after := before.With(rating.Result{opponent, score})
			assert.LessOrEqual(t, after.Points, last, "a better result is never worse")
			assert.LessOrEqual(t, after.Deviation, before.Deviation, "a game makes nobody less sure")
			last = after.Points
		}
		assert.GreaterOrEqual(t, before.With(rating.Result{opponent, rating.Victory}).Points, before.Points)
		assert.LessOrEqual(t, last, before.Points)
	})
}

func TestEqualDeviationsShareWhatTheyHave(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		one, two := ratings(t, "one"), ratings(t, "two")
		two.Deviation = one.Deviation
		score := rapid.SampledFrom([]rating.Score{rating.Victory, rating.SemiVictory, rating.SemiDefeat, rating.Defeat}).Draw(t, "score")
		won, lost := one.With(rating.Result{two, score}), two.With(rating.Result{one, 1 - score})
		if bounded(won) || bounded(lost) {
			t.Skip("at a bound")
		}
		assert.InDelta(t, one.Points+two.Points, won.Points+lost.Points, 1e-6)
	})
}

func bounded(r rating.Rating) bool { return r.Points <= 400 || r.Points >= 3000 }

func TestNobodyGainsByLosingFirst(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		honest := ratings(t, "before")
		sly := honest
		for range rapid.IntRange(1, 4).Draw(t, "defeats") {
			sly = sly.With(rating.Result{ratings(t, "winner"), rating.Defeat})
		}
		for range rapid.IntRange(1, 6).Draw(t, "victories") {
			loser := ratings(t, "loser")
			honest, sly = honest.With(rating.Result{loser, rating.Victory}), sly.With(rating.Result{loser, rating.Victory})
			assert.LessOrEqual(t, sly.Points, honest.Points+1e-9)
		}
	})
}
