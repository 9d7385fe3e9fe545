package challenge

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/match"
)

func TestEncodeTerms(t *testing.T) {
	t.Parallel()
	long := match.Terms{Side: match.PlayBlue, Pace: match.Pace{PerTurn: 365 * day, Bank: 365 * day}, Grace: 365 * day,
		Hints: match.MaxHints, NoTakebacks: true, Rated: true,
		Options: rules.Options{Board: rules.Board5x5, Positioning: true, StallLimit: rules.MaxStallLimit}}
	assert.LessOrEqual(t, len(EncodeTerms(long)), 60)
	assert.Equal(t, "6x4.1.40.0.259200.259200.172800.3.0", EncodeTerms(DefaultTerms()))
	none := match.Terms{Options: rules.Options{Board: rules.Board6x4}, Hints: match.NoHints}
	for _, want := range []match.Terms{long, DefaultTerms(), none, {Options: rules.DefaultOptions(), NoTakebacks: true},
		{Options: rules.DefaultOptions(), Pace: match.Pace{PerTurn: time.Second}}} {
		got, ok := decodeTerms(EncodeTerms(want))
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
}

func FuzzDecodeTerms(f *testing.F) {
	f.Add(EncodeTerms(DefaultTerms()))
	f.Add("6x4.1.40.0.1.1.1.-1.1")
	f.Add("6x4.01.40.0.1.1.1.1.1")
	f.Add("6x4.1.400.0.1.1.1.1.1")
	f.Fuzz(func(t *testing.T, text string) {
		if terms, ok := decodeTerms(text); ok {
			assert.Equal(t, text, EncodeTerms(terms))
		}
	})
}
