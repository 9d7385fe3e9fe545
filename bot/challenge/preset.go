package challenge

import (
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Preset names a pace, hints and takebacks that go together. The values are stored and must not change.
type Preset string

// The presets.
const (
	Club    Preset = "club"    // days, with a few hints: the default between people
	Coffee  Preset = "coffee"  // minutes
	Serious Preset = "serious" // days, without hints and takebacks
)

// Presets returns all presets, the default one first.
func Presets() []Preset { return []Preset{Club, Coffee, Serious} }

// Apply sets the pace, hints and takebacks of p in t. It returns false if there is no such preset.
func (p Preset) Apply(t *match.Terms) bool {
	pace := paces()[0]
	t.Hints, t.NoTakebacks = match.DefaultHints, false
	switch p {
	case Club:
	case Coffee:
		pace = minutes()
	case Serious:
		t.Hints, t.NoTakebacks = match.NoHints, true
	default:
		return false
	}
	pace.apply(t)
	return true
}

// Is reports whether t has the pace, the hints and the takebacks of p.
func (p Preset) Is(t match.Terms) bool {
	applied := t
	return p.Apply(&applied) && applied == t
}

// pace is a value of the pace option.
type pace struct {
	value, name string // as Discord sends it, and as people read it in the list of choices
	terms       match.Pace
	grace       time.Duration // as in match.Terms
}

const day = 24 * time.Hour

// paces returns all paces, first the default one between people.
func paces() []pace {
	return []pace{
		{"3d", "3 days per turn, bank 3 days", match.Pace{PerTurn: 3 * day, Bank: 3 * day}, match.DefaultGrace},
		{"7d", "7 days per turn, bank 7 days", match.Pace{PerTurn: 7 * day, Bank: 7 * day}, match.DefaultGrace},
		{"1d", "1 day per turn, bank 1 day", match.Pace{PerTurn: day, Bank: day}, match.DefaultGrace},
		minutes(),
		{noClock, "no clock", match.Pace{}, 0},
	}
}

func minutes() pace {
	return pace{"10m", "10 minutes per turn, bank 30 minutes",
		match.Pace{PerTurn: 10 * time.Minute, Bank: 30 * time.Minute}, time.Hour}
}

// noClock is the value of the pace without a clock, the default one against the bot.
const noClock = "none"

func (p pace) apply(t *match.Terms) { t.Pace, t.Grace = p.terms, p.grace }

// hintLimits returns the hint limits to choose from.
func hintLimits() []match.HintLimit { return []match.HintLimit{match.NoHints, 1, 3, 5, 10, 0} }

// DefaultTerms returns the terms of a challenge between people without options.
func DefaultTerms() match.Terms {
	t := match.Terms{Options: rules.DefaultOptions()}
	Club.Apply(&t)
	return t
}
