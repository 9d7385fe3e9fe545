package solve

import (
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/ui"
)

// hints is how many steps a hint has: the ship, the idea, the turn.
const hints = 3

// State is how far somebody is with a puzzle, as the controls of its panel keep it. The zero value is no puzzle's.
type State struct {
	Subject string // names the puzzle: letters, digits and the like
	found   int    // turns of the solution
	hinted  int    // steps of the hint for the next one
}

// String returns the text that readState reads.
func (s State) String() string {
	return s.Subject + " " + strconv.Itoa(s.found) + " " + strconv.Itoa(s.hinted)
}

// readState reads what String wrote; of anything else, the subject alone.
func readState(text string) State {
	words := append(strings.Split(text, " "), "0", "0")
	found, bad := strconv.Atoi(words[1])
	hinted, wrong := strconv.Atoi(words[2])
	if bad != nil || wrong != nil || found < 0 || hinted < 0 {
		found, hinted = 0, 0
	}
	return State{words[0], found, min(hinted, hints)}
}

// What is pressed beside the board.
const (
	askHint     = "hint"
	askSolution = "solution"
)

// id is the id of a control by which something is tapped.
func (s State) id(v ui.Verb, tapped string) ui.ID {
	return ui.NoMatch(v, ui.TryArg{State: s.String(), Tap: tapped}.String())
}

// Opens is the id of a control that opens the panel of a puzzle.
func Opens(v ui.Verb, subject string) ui.ID { return State{Subject: subject}.id(v, "") }

// Of returns how far the caller is whose control was used.
func Of(c *dispatch.Call) State { return readState(ui.ReadTry(c.Argument()).State) }
