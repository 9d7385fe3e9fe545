package turns

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// Words by which turns are found, besides those that describe them: people type any of them, or a part
// of one.
var (
	msgFindMove = i18n.Message{ID: "find.move", Other: "moves moving sails sailing goes"}
	msgFindTake = i18n.Message{ID: "find.expel",
		Other: "expels expelled expelling expulsion takes taking captures captured capturing " +
			"exiles exiled exiling"}
	msgFindSwap   = i18n.Message{ID: "find.swap", Other: "swaps swapping exchanges exchanging"}
	msgFindRotate = i18n.Message{ID: "find.rotation", Other: "rotates rotating rotation"}
	msgFindBack   = i18n.Message{ID: "find.return", Other: "returns returning recalls back"}
	msgFindBonus  = i18n.Message{ID: "find.bonus", Other: "bonus"}
	msgFindHome   = i18n.Message{ID: "find.home", Other: "home row"}
	msgFindPass   = i18n.Message{ID: "find.pass", Other: "passes passing skips"}

	msgFindCorvette  = i18n.Message{ID: "find.corvette", Other: "corvettes"}
	msgFindFrigate   = i18n.Message{ID: "find.frigate", Other: "frigates"}
	msgFindDestroyer = i18n.Message{ID: "find.destroyer", Other: "destroyers"}
	msgFindCruiser   = i18n.Message{ID: "find.cruiser", Other: "cruisers dreadnoughts"}

	// Words that say nothing beside others.
	msgFindFillers = i18n.Message{ID: "find.fillers",
		Other: "a an the my your i ship with from to into onto by at on of and then it"}
)

// query is a text that turns of a position are searched for.
type query struct {
	t     i18n.Printer
	p     rules.Position
	empty bool
	plain string   // the beginning of a notation
	words []string // each must be found
}

func newQuery(t i18n.Printer, p rules.Position, typed string) query {
	fillers := strings.Fields(t.Text(msgFindFillers, nil))
	words := strings.Fields(strings.ToLower(typed))
	telling := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.Contains(fillers, w)
	})
	if len(telling) == 0 {
		telling = words
	}
	return query{t, p, len(words) == 0, plainTurn(typed), telling}
}

// How well a turn fits.
const (
	fitsWell  = iota
	fitsBonus // only because of its bonus
	fitsNot
)

// rank returns how well turn fits: its notation begins as typed, however that is spelt, or the words are
// found in what can be said of it.
func (q query) rank(turn rules.Turn) int {
	notation := turn.String()
	if q.empty || q.plain != "" && strings.HasPrefix(plainTurn(notation), q.plain) {
		return fitsWell
	}
	own := turn
	if turn.HasBonus() {
		own = turn.Movement()
	}
	said := own.String() + " " + Words(q.t, q.p, own) + " " + q.keywords(own)
	switch {
	case holds(said, q.words):
		return fitsWell
	case turn.HasBonus() && holds(said+" "+q.bonusWords(turn), q.words):
		return fitsBonus
	}
	return fitsNot
}

// keywords returns what turn, which has no bonus, is found by.
func (q query) keywords(turn rules.Turn) string {
	if turn == rules.Pass {
		return q.t.Text(msgFindPass, nil)
	}
	if !turn.IsMove() {
		return q.shiftKeywords(turn)
	}
	words := q.t.Text(msgFindMove, nil) + " " + q.class(turn.Ship())
	if turn.To().Row() == q.p.Board().HomeRow(q.p.Side().Other()) {
		words += " " + q.t.Text(msgFindHome, nil)
	}
	if turn.Expels() {
		words += " " + q.t.Text(msgFindTake, nil) + " " + q.class(q.p.At(turn.To()).Ship)
	}
	return words
}

// bonusWords returns what the bonus of turn is found by.
func (q query) bonusWords(turn rules.Turn) string {
	return turn.String() + " " + q.t.Text(msgFindBonus, nil) + " " + Shift(q.t, q.p, turn) + " " +
		q.shiftKeywords(turn)
}

// shiftKeywords returns what the swap or rotation of turn is found by.
func (q query) shiftKeywords(turn rules.Turn) string {
	words := q.t.Text(msgFindSwap, nil)
	if turn.Shift().IsRotation() {
		words = q.t.Text(msgFindRotate, nil)
	}
	for _, ship := range turn.Shift().Ships() {
		if ship == rules.NoShip {
			continue
		}
		words += " " + q.class(ship)
		if q.p.SquareOf(q.p.Side(), ship) == rules.NoSquare {
			words += " " + q.t.Text(msgFindBack, nil)
		}
	}
	return words
}

func (q query) class(s rules.Ship) string {
	switch s.Class() {
	case rules.Corvette:
		return q.t.Text(msgFindCorvette, nil)
	case rules.Frigate:
		return q.t.Text(msgFindFrigate, nil)
	case rules.Destroyer:
		return q.t.Text(msgFindDestroyer, nil)
	}
	return q.t.Text(msgFindCruiser, nil)
}

// plainTurn returns the notation without what people spell differently.
func plainTurn(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' && r != 'x', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(text))
}

// Holds reports whether text contains each word of typed, in any case.
func Holds(text, typed string) bool { return holds(text, strings.Fields(strings.ToLower(typed))) }

// holds reports whether text contains each of words, which are in lower case.
func holds(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
