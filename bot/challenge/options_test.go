package challenge

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/match"
)

// given implements options.
type given map[string]string

func (g given) Text(name string) string { return g[name] }

func (g given) Number(name string, otherwise int) int {
	if n, err := strconv.Atoi(g[name]); err == nil {
		return n
	}
	return otherwise
}

func (g given) Bool(name string, otherwise bool) bool {
	if b, err := strconv.ParseBool(g[name]); err == nil {
		return b
	}
	return otherwise
}

// on returns the default terms with a preset, changed.
func on(p Preset, change func(*match.Terms)) match.Terms {
	t := DefaultTerms()
	p.Apply(&t)
	change(&t)
	return t
}

// TestReadTerms checks that an option overrides the preset, and a given preset the default one.
func TestReadTerms(t *testing.T) {
	t.Parallel()
	same := func(*match.Terms) {}
	free := match.Terms{Options: rules.DefaultOptions()}
	for _, c := range []struct {
		options given
		preset  Preset
		want    match.Terms
	}{
		{nil, Club, DefaultTerms()},
		{nil, Serious, on(Serious, same)},
		{nil, "", free},
		{given{"preset": "coffee"}, Serious, on(Coffee, same)},
		{given{"preset": "serious"}, "", on(Serious, same)},
		{given{"preset": "serious", "pace": "1d"}, Club, on(Serious, func(t *match.Terms) { paces()[2].apply(t) })},
		{given{"pace": "none"}, Coffee, on(Coffee, func(t *match.Terms) { t.Pace, t.Grace = match.Pace{}, 0 })},
		{given{"hints": "0"}, Club, on(Club, func(t *match.Terms) { t.Hints = match.NoHints })},
		{given{"hints": "5"}, Serious, on(Serious, func(t *match.Terms) { t.Hints = 5 })},
		{given{"hints": "-1"}, Serious, on(Serious, func(t *match.Terms) { t.Hints = 0 })},
		{given{"hints": "1000"}, Club, on(Club, func(t *match.Terms) { t.Hints = match.MaxHints })},
		{given{"takebacks": "true"}, Serious, on(Serious, func(t *match.Terms) { t.NoTakebacks = false })},
		{given{"takebacks": "false"}, Club, on(Club, func(t *match.Terms) { t.NoTakebacks = true })},
		{given{"takebacks": "false", "hints": "1"}, "", match.Terms{Options: rules.DefaultOptions(), Hints: 1, NoTakebacks: true}},
		{given{"board": "5x5", "side": "blue", "positioning": "false", "stall_limit": "30"}, Club, on(Club, func(t *match.Terms) {
			t.Side, t.Options = match.PlayBlue, rules.Options{Board: rules.Board5x5, StallLimit: rules.ShortStallLimit}
		})},
		{given{"side": "red", "level": "7"}, "", match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Level: 7}},
		{given{"rated": "true"}, Club, on(Club, rate)},
		{given{"rated": "false"}, Club, DefaultTerms()},
		{given{"rated": "maybe"}, Club, on(Club, func(t *match.Terms) { t.Pace.Bank = -1 })},
		{given{"preset": "tea"}, Club, on(Club, func(t *match.Terms) { *t = free; t.Pace.Bank = -1; t.Hints = 3 })},
		{given{"pace": "2d"}, "", match.Terms{Options: rules.DefaultOptions(), Pace: match.Pace{Bank: -1}}},
	} {
		assert.Equal(t, c.want, readTerms(c.options, c.preset), c.options)
	}
}

// TestTermOptions checks that every choice makes terms that match.Propose accepts.
func TestTermOptions(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, o := range termOptions() {
		names[o.Name] = true
		for _, choice := range o.Choices {
			value, isText := choice.Value.(string)
			if !isText {
				value = strconv.Itoa(choice.Value.(int))
			}
			_, _, err := match.Propose(match.Proposal{ID: "m1", By: "1", To: "2", Terms: readTerms(given{o.Name: value}, Club)}, time.Unix(0, 0))
			assert.NoError(t, err, "%s:%s", o.Name, value)
		}
	}
	for _, name := range []string{"preset", "board", "side", "pace", "hints", "takebacks", "positioning", "stall_limit", "level"} {
		assert.True(t, names[name], name)
	}
	assert.LessOrEqual(t, len(termOptions()), 24) // and the opponent
}

func TestPreset_Is(t *testing.T) {
	t.Parallel()
	for _, p := range Presets() {
		terms := on(p, func(t *match.Terms) { t.Side = match.PlayBlue })
		for _, other := range Presets() {
			assert.Equal(t, p == other, other.Is(terms), "%s %s", p, other)
		}
		terms.Hints = 7
		assert.False(t, p.Is(terms))
	}
	assert.False(t, Preset("tea").Is(DefaultTerms()))
}
