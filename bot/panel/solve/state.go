package solve

import (
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/ui"
)

// hints is how many steps a hint has: the ship, the idea, the turn.
const hints = 3

// State is the progress in a puzzle, kept in the ids of the controls. The zero value has no puzzle.
type State struct {
	Subject string // identifies the puzzle; letters and digits
	found   int    // turns of the solution that were found
	hinted  int    // steps of the hint for the next turn
}

func (s State) String() string {
	return s.Subject + " " + strconv.Itoa(s.found) + " " + strconv.Itoa(s.hinted)
}

// readState parses the result of String. From other texts it only reads the subject.
func readState(text string) State {
	words := append(strings.Split(text, " "), "0", "0")
	found, bad := strconv.Atoi(words[1])
	hinted, wrong := strconv.Atoi(words[2])
	if bad != nil || wrong != nil || found < 0 || hinted < 0 {
		found, hinted = 0, 0
	}
	return State{words[0], found, min(hinted, hints)}
}

// The buttons next to the board.
const (
	askHint     = "hint"
	askSolution = "solution"
	askTurn     = "turn" // followed by a number
)

// readWatch reads the control that shows the solution after a number of turns.
func readWatch(tapped string) (at int, ok bool) {
	number, ok := strings.CutPrefix(tapped, askTurn)
	at, err := strconv.Atoi(number)
	return at, ok && err == nil && at >= 0
}

// id returns the id of a control that taps something.
func (s State) id(v ui.Verb, tapped string) ui.ID {
	return ui.NoMatch(v, ui.TryArg{State: s.String(), Tap: tapped}.String())
}

// IsTrying reports whether the control that was used is for solving a puzzle, not for watching its solution.
func IsTrying(c *dispatch.Call) bool {
	_, watches := readWatch(ui.ReadTry(c.Argument()).Tap)
	return !watches
}

// Opens returns the id of a control that opens the panel of a puzzle.
func Opens(v ui.Verb, subject string) ui.ID { return Taps(v, subject, "") }

// Taps returns the id of a control that taps something on the panel of a puzzle.
func Taps(v ui.Verb, subject, tapped string) ui.ID { return State{Subject: subject}.id(v, tapped) }

// Of returns the state of the control that was used.
func Of(c *dispatch.Call) State { return readState(ui.ReadTry(c.Argument()).State) }
