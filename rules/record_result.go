package rules

// parseResult reads the result of a record, in which a half may also be written "1/2"; false when
// s is none.
func parseResult(s string) (string, bool) {
	switch s {
	case "1-0", "0-1", "½-0", "0-½", "*":
		return s, true
	case "1/2-0":
		return "½-0", true
	case "0-1/2":
		return "0-½", true
	}
	return "", false
}

// end gives the game the result that stands at a byte offset, "" when the text has none there,
// and checks it against the board and the tags.
func (r *recordReader) end(at int, result string) error {
	if tag, ok := r.game[tagResult]; ok {
		value, known := parseResult(tag.value)
		switch {
		case !known:
			return r.fail(tag.at, tagResult, ErrTagValue)
		case result == "":
			result = value
		case result != value:
			return r.fail(tag.at, tagResult, ErrTagConflict)
		}
	}
	g := &r.record.Game
	if result == "" {
		result = g.outcome.Result()
	}
	why, err := r.termination()
	if err != nil {
		return err
	}
	r.endGame(why, result)
	if g.outcome.Result() != result {
		return r.fail(at, result, ErrWrongResult)
	}
	if tag, ok := r.game[tagTermination]; ok && g.outcome.Reason != why {
		return r.fail(tag.at, tagTermination, ErrWrongResult)
	}
	return nil
}

// termination returns the reason in the tag of that name, NoReason when there is none.
func (r *recordReader) termination() (Reason, error) {
	tag, ok := r.game[tagTermination]
	if !ok {
		return NoReason, nil
	}
	for why := NoReason; why <= Aborted; why++ {
		if why.String() == tag.value {
			return why, nil
		}
	}
	return NoReason, r.fail(tag.at, tagTermination, ErrTagValue)
}

// endGame ends a game that did not end on the board, for the given reason or, if the record names
// none, the likeliest: a victory by resignation, a semi-victory by agreement.
func (r *recordReader) endGame(why Reason, result string) {
	loser := NoColor
	switch result {
	case "1-0":
		loser = Blue
	case "0-1":
		loser = Red
	}
	if _, ok := r.game[tagTermination]; !ok && result != "*" {
		why = Resignation
		if loser == NoColor {
			why = Agreement
		}
	}
	r.record.Game.End(why, loser)
}
