package record

import (
	"fmt"
	"strings"

	"madbot/rules"
)

// parseResult reads the result of a game. A half may also be written "1/2", and the dash may be an en dash.
func parseResult(s string) (string, bool) {
	s = strings.NewReplacer("1/2", "½", "–", "-", "—", "-").Replace(s)
	switch s {
	case "1-0", "0-1", "½-0", "0-½", "*":
		return s, true
	}
	return "", false
}

// end ends the game with the result at a byte offset, or "" if the text has none, and checks it against the board and
// the tags.
func (r *reader) end(at int, result string) error {
	if tag, ok := r.given[tagResult]; ok {
		value, known := parseResult(tag.value)
		switch {
		case !known:
			return r.badValue(tagResult)
		case result == "":
			at, result = tag.at, value
		case result != value:
			return r.fail(tag.at, tagResult,
				fmt.Errorf("%w: %s stands behind the turns", ErrTagConflict, result))
		}
	}
	if err := r.endGame(result); err != nil {
		return err
	}
	if is := r.record.Game.Outcome().Result(); result != "" && result != is {
		return r.fail(at, result, fmt.Errorf("%w: that is %s", ErrWrongResult, is))
	}
	return nil
}

// endGame ends a game that did not end on the board. The reason is the one in the tag Termination. Without the tag, a
// victory is by resignation and a semi-victory by agreement.
func (r *reader) endGame(result string) error {
	why, loser := rules.NoReason, rules.NoColor
	switch result {
	case "1-0":
		why, loser = rules.Resignation, rules.Blue
	case "0-1":
		why, loser = rules.Resignation, rules.Red
	case "½-0", "0-½":
		why = rules.Agreement
	}
	g := &r.record.Game
	tag, ok := r.given[tagTermination]
	if !ok {
		g.End(why, loser)
		return nil
	}
	if why, ok = parseReason(tag.value); !ok {
		return r.badValue(tagTermination)
	}
	g.End(why, loser)
	if is := g.Outcome().Reason; is != why {
		return r.fail(tag.at, tagTermination, fmt.Errorf("%w: that is %q", ErrWrongResult, is))
	}
	return nil
}

// unterminated is what PGN calls a game in progress.
const unterminated = "unterminated"

// parseReason reads the output of Reason.String in any case, or unterminated.
func parseReason(s string) (rules.Reason, bool) {
	if strings.EqualFold(s, unterminated) {
		return rules.NoReason, true
	}
	for why := rules.NoReason; why <= rules.Aborted; why++ {
		if strings.EqualFold(why.String(), s) {
			return why, true
		}
	}
	return rules.NoReason, false
}
