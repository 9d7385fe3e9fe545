package text

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Labels in the list of terms of a challenge, separated by dots: “6x4 · random sides · 3 days per turn, bank 3
// days · no hints”. Pace is one of terms.pace, terms.nobank and terms.noclock; Grace is a
// length, as in “2 days”.
var (
	msgSideRandom = i18n.Message{ID: "terms.random", Other: "random sides"}
	msgSideTaken  = i18n.Message{ID: "terms.side", Other: "{{.By}} is {{.Side}}"}
	msgPositioned = i18n.Message{ID: "terms.positioning", Other: "positioning turn"}
	msgStraight   = i18n.Message{ID: "terms.straight", Other: "no positioning turn"}
	msgStall      = i18n.Message{ID: "terms.stall", One: "{{.N}} turn without expulsion",
		Other: "{{.N}} turns without expulsion"}

	msgGrace       = i18n.Message{ID: "terms.grace", Other: "{{.Pace}}, grace {{.Grace}}"}
	msgNoHints     = i18n.Message{ID: "terms.nohints", Other: "no hints"}
	msgHintLimit   = i18n.Message{ID: "terms.hints", One: "{{.N}} hint each", Other: "{{.N}} hints each"}
	msgAnyHints    = i18n.Message{ID: "terms.anyhints", Other: "unlimited hints"}
	msgTakebacks   = i18n.Message{ID: "terms.takebacks", Other: "takebacks allowed"}
	msgRated       = i18n.Message{ID: "terms.rated", Other: "rated"}
	msgNoTakebacks = i18n.Message{ID: "terms.notakebacks", Other: "no takebacks"}
)

// Names of presets, sets of terms: days per turn, minutes, and without hints and takebacks. Buttons.
var (
	msgClub    = i18n.Message{ID: "preset.club", Other: "Club"}
	msgCoffee  = i18n.Message{ID: "preset.coffee", Other: "Coffee"}
	msgSerious = i18n.Message{ID: "preset.serious", Other: "Serious"}
)

// What the terms of a challenge mean, in private, for newcomers: the aim, then a line for each that needs it.
// Pace is as in the list of terms.
var (
	msgAim = i18n.Message{ID: "terms.aim",
		Other: "**Exile the enemy corvette, 111, and you win** (`/help`). These terms:"}
	msgPaceMeans = i18n.Message{ID: "terms.means.pace",
		Other: "- **{{.Pace}}**: a turn that takes longer uses up the bank, which is for the whole game."}
	msgGraceMeans = i18n.Message{ID: "terms.means.grace",
		Other: "- **grace {{.Grace}}**: when time is up your opponent may end the game; after the grace it ends " +
			"automatically. Until then a turn still counts."}
	msgNoClockMeans     = i18n.Message{ID: "terms.means.noclock", Other: "- **no clock**: turns may take any time."}
	msgPositioningMeans = i18n.Message{ID: "terms.means.positioning", Other: "- **positioning turn**: the first turn of " +
		"each side swaps two ships, rotates three or passes. Ships move from the second."}
	msgStallMeans = i18n.Message{ID: "terms.means.stall",
		Other: "- **{{.Stops}}**: the game stops, and whoever expelled last has a semi-victory, ½ point; Blue, if " +
			"nobody did."}
)

// PresetName returns the displayed name of a preset; for an unknown one, the name of the usual preset.
func PresetName(t i18n.Printer, preset string) string {
	switch preset {
	case "coffee":
		return t.Text(msgCoffee, nil)
	case "serious":
		return t.Text(msgSerious, nil)
	}
	return t.Text(msgClub, nil)
}

// RandomSides says that the sides are random.
func RandomSides(t i18n.Printer) string { return t.Text(msgSideRandom, nil) }

// TermsExplained explains the aim of the game and what terms mean.
func TermsExplained(t i18n.Printer, terms match.Terms) string {
	pace, grace, positioning, stall := "", "", "", ""
	switch {
	case !terms.Pace.HasClock():
		pace = t.Text(msgNoClockMeans, nil)
	case terms.Pace.Bank > 0:
		pace = t.Text(msgPaceMeans, i18n.Args{"Pace": paceWords(t, terms.Pace)})
	}
	if terms.Pace.HasClock() && terms.Grace > 0 {
		grace = t.Text(msgGraceMeans, i18n.Args{"Grace": Length(t, terms.Grace)})
	}
	if terms.Options.Positioning {
		positioning = t.Text(msgPositioningMeans, nil)
	}
	if stops := stallWords(t, terms.Options); stops != "" {
		stall = t.Text(msgStallMeans, i18n.Args{"Stops": stops})
	}
	return turns.Joined("\n", t.Text(msgAim, nil), pace, grace, positioning, stall)
}

// Terms lists the terms of a challenge. Hints, takebacks, the positioning turn and the stall limit are left out if
// they are the usual ones.
func Terms(t i18n.Printer, m *match.Match) string {
	terms := m.Terms
	hints, takebacks, positioning, stall, rated := "", "", "", "", ""
	if terms.Hints != match.DefaultHints {
		hints = HintWords(t, terms.Hints)
	}
	if terms.Rated {
		rated = t.Text(msgRated, nil)
	}
	if terms.NoTakebacks {
		takebacks = TakebackWords(t, terms)
	}
	if !terms.Options.Positioning {
		positioning = PositioningWords(t, terms.Options)
	}
	if terms.Options.StallLimit != rules.DefaultStallLimit {
		stall = stallWords(t, terms.Options)
	}
	return turns.Joined(labelGoesOn, terms.Options.Board.String(), sidesWords(t, m), PaceWords(t, terms),
		hints, takebacks, positioning, stall, rated)
}

func sidesWords(t i18n.Printer, m *match.Match) string {
	side := rules.Red
	switch m.Terms.Side {
	case match.RandomSide:
		return t.Text(msgSideRandom, nil)
	case match.PlayBlue:
		side = rules.Blue
	}
	return t.Text(msgSideTaken, i18n.Args{"By": Mention(t, m.Challenger), "Side": turns.Side(t, side)})
}

// PaceWords says how much time there is, and the grace after it if that is not the usual one.
func PaceWords(t i18n.Printer, terms match.Terms) string {
	words := paceWords(t, terms.Pace)
	if !terms.Pace.HasClock() || terms.Grace == 0 || terms.Grace == match.DefaultGrace {
		return words
	}
	return t.Text(msgGrace, i18n.Args{"Pace": words, "Grace": Length(t, terms.Grace)})
}

// HintWords says how many hints there are.
func HintWords(t i18n.Printer, limit match.HintLimit) string {
	switch n, limited := limit.Max(); {
	case !limited:
		return t.Text(msgAnyHints, nil)
	case n == 0:
		return t.Text(msgNoHints, nil)
	default:
		return t.Text(msgHintLimit, i18n.Args{"N": n})
	}
}

// TakebackWords says whether turns can be taken back.
func TakebackWords(t i18n.Printer, terms match.Terms) string {
	return t.Text(i18n.Either(terms.NoTakebacks, msgNoTakebacks, msgTakebacks), nil)
}

// PositioningWords says whether the first turns rearrange the fleets.
func PositioningWords(t i18n.Printer, o rules.Options) string {
	return t.Text(i18n.Either(o.Positioning, msgPositioned, msgStraight), nil)
}

func stallWords(t i18n.Printer, o rules.Options) string {
	if o.StallLimit == 0 {
		return ""
	}
	return t.Text(msgStall, i18n.Args{"N": int(o.StallLimit)})
}
