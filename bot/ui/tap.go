package ui

import "strings"

// The words with which the text of a TapArg begins that plays a turn.
const (
	playMark = "play"
	sureMark = "sure" // it loses at once, and that was asked twice
)

// TapArg is what is tapped on a panel. Its zero value is a panel in which nothing is chosen.
type TapArg struct {
	Key       string // tells the control from others that lead to the same; not read
	Selection string // what is chosen then, for tap.Parse; empty when a turn is played
	Turn      string // to be played, as it is written; empty: none
	Sure      bool   // the player was asked twice whether they mean to lose
}

// String returns the text that ReadTap reads.
func (a TapArg) String() string {
	switch {
	case a.Turn == "":
		return a.Key + " " + a.Selection
	case a.Sure:
		return sureMark + " " + a.Turn
	}
	return playMark + " " + a.Turn
}

// ReadTap reads what String wrote.
func ReadTap(arg string) TapArg {
	key, chosen, _ := strings.Cut(arg, " ")
	if key == playMark || key == sureMark {
		return TapArg{Turn: chosen, Sure: key == sureMark}
	}
	return TapArg{Selection: chosen}
}

// stateMark stands between how far a lesson or plan is and what is tapped in it.
const stateMark = "/"

// TryArg is what is tapped in a lesson.
type TryArg struct {
	State string // how far the lesson is
	Tap   string // of a TapArg, or the name of a menu
}

// String returns the text that ReadTry reads.
func (a TryArg) String() string { return a.State + stateMark + a.Tap }

// ReadTry reads what String wrote.
func ReadTry(arg string) TryArg {
	state, tapped, _ := strings.Cut(arg, stateMark)
	return TryArg{state, tapped}
}

// PlanArg is what is tapped for a line of a plan, or the line alone.
type PlanArg struct {
	From string // names the line that it goes on from; empty: none
	Turn string // what the other side plays then; empty while that is to be chosen
	Tap  string // of a TapArg or a LineArg, or the name of a control; empty: nothing is tapped
}

// String returns the text that ReadPlan reads.
func (a PlanArg) String() string {
	text := a.From + " " + a.Turn
	if a.Tap == "" {
		return text
	}
	return text + stateMark + a.Tap
}

// ReadPlan reads what String wrote.
func ReadPlan(arg string) PlanArg {
	state, tapped, _ := strings.Cut(arg, stateMark)
	from, turn, _ := strings.Cut(state, " ")
	return PlanArg{from, turn, tapped}
}

// The words with which the text of a LineArg begins.
const (
	lineMark     = "line"
	sureLineMark = "sureline" // it was said that it loses
)

// LineArg plans a line that was typed.
type LineArg struct {
	Line string
	Sure bool // it was said that it loses
}

// String returns the text that ReadLine reads.
func (a LineArg) String() string {
	if a.Sure {
		return sureLineMark + " " + a.Line
	}
	return lineMark + " " + a.Line
}

// ReadLine reads what String wrote; false when it did not.
func ReadLine(tap string) (LineArg, bool) {
	mark, line, _ := strings.Cut(tap, " ")
	return LineArg{line, mark == sureLineMark}, mark == lineMark || mark == sureLineMark
}
