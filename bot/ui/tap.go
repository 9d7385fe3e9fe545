package ui

import "strings"

// The first words of a TapArg that plays a turn.
const (
	playMark = "play"
	sureMark = "sure" // the player confirmed twice that they mean to lose
)

// TapArg is a tap on a panel. The zero value selects nothing.
type TapArg struct {
	Key       string // keeps the custom id unique among controls with the same effect; ignored
	Selection string // the selection after the tap, for tap.Parse; empty if a turn is played
	Turn      string // the turn to play, in the notation; empty: none
	Sure      bool   // the player confirmed twice that they mean to lose
}

// String returns the text that ReadTap parses.
func (a TapArg) String() string {
	switch {
	case a.Turn == "":
		return a.Key + " " + a.Selection
	case a.Sure:
		return sureMark + " " + a.Turn
	}
	return playMark + " " + a.Turn
}

// ReadTap parses the result of String.
func ReadTap(arg string) TapArg {
	key, chosen, _ := strings.Cut(arg, " ")
	if key == playMark || key == sureMark {
		return TapArg{Turn: chosen, Sure: key == sureMark}
	}
	return TapArg{Selection: chosen}
}

// stateMark separates the state of a lesson or plan from the tap in it.
const stateMark = "/"

// TryArg is a tap in a lesson or puzzle.
type TryArg struct {
	State string // the progress so far
	Tap   string // a TapArg, or the name of a menu
}

// String returns the text that ReadTry parses.
func (a TryArg) String() string { return a.State + stateMark + a.Tap }

// ReadTry parses the result of String.
func ReadTry(arg string) TryArg {
	state, tapped, _ := strings.Cut(arg, stateMark)
	return TryArg{state, tapped}
}

// PlanArg is a tap for a line of a plan, or only the line.
type PlanArg struct {
	From string // the name of the line to continue; empty: none
	Turn string // the next turn of the other side; empty until it is chosen
	Tap  string // a TapArg, a LineArg or the name of a control; empty: none
}

// String returns the text that ReadPlan parses.
func (a PlanArg) String() string {
	text := a.From + " " + a.Turn
	if a.Tap == "" {
		return text
	}
	return text + stateMark + a.Tap
}

// ReadPlan parses the result of String.
func ReadPlan(arg string) PlanArg {
	state, tapped, _ := strings.Cut(arg, stateMark)
	from, turn, _ := strings.Cut(state, " ")
	return PlanArg{from, turn, tapped}
}

// The first words of a LineArg.
const (
	lineMark     = "line"
	sureLineMark = "sureline" // the player was warned that it loses
)

// LineArg is a typed line for a plan.
type LineArg struct {
	Line string
	Sure bool // the player was warned that it loses
}

// String returns the text that ReadLine parses.
func (a LineArg) String() string {
	if a.Sure {
		return sureLineMark + " " + a.Line
	}
	return lineMark + " " + a.Line
}

// ReadLine parses the result of String. It returns false for any other text.
func ReadLine(tap string) (LineArg, bool) {
	mark, line, _ := strings.Cut(tap, " ")
	return LineArg{line, mark == sureLineMark}, mark == lineMark || mark == sureLineMark
}
