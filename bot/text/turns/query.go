package turns

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

type query struct {
	t     i18n.Printer
	p     rules.Position
	empty bool
	plain string   // a prefix of the notation
	words []string // each must be found
}

func newQuery(t i18n.Printer, p rules.Position, typed string) query {
	fillers := wordsOf(vocabulary(t, msgFindFillers))
	words := wordsOf(typed)
	telling := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.Contains(fillers, w)
	})
	if len(telling) == 0 {
		telling = words
	}
	return query{t, p, len(words) == 0, plainTurn(typed), telling}
}

// How well a turn matches.
const (
	fitsWell  = iota
	fitsBonus // only because of its bonus
	fitsNot
)

// rank returns how well turn matches: its notation begins as typed, in any spelling, or its keywords contain the words.
func (q query) rank(turn rules.Turn) int {
	notation := turn.String()
	if q.empty || q.plain != "" && strings.HasPrefix(plainTurn(notation), q.plain) {
		return fitsWell
	}
	own := turn
	if turn.HasBonus() {
		own = turn.Movement()
	}
	said := plain(own.String() + " " + Words(q.t, q.p, own) + " " + q.keywords(own))
	switch {
	case holds(said, q.words):
		return fitsWell
	case turn.HasBonus() && holds(said+" "+plain(q.bonusWords(turn)), q.words):
		return fitsBonus
	}
	return fitsNot
}

// keywords returns the words that find turn, which must have no bonus.
func (q query) keywords(turn rules.Turn) string {
	if turn == rules.Pass {
		return vocabulary(q.t, msgFindPass)
	}
	if !turn.IsMove() {
		return q.shiftKeywords(turn)
	}
	words := vocabulary(q.t, msgFindMove) + " " + classWords(q.t, turn.Ship())
	if turn.To().Row() == q.p.Board().HomeRow(q.p.Side().Other()) {
		words += " " + vocabulary(q.t, msgFindHome)
	}
	if turn.Expels() {
		words += " " + vocabulary(q.t, msgFindTake) + " " + classWords(q.t, q.p.At(turn.To()).Ship) + " " +
			sideWords(q.t, q.p.Side().Other())
	}
	return words
}

func (q query) bonusWords(turn rules.Turn) string {
	return turn.String() + " " + vocabulary(q.t, msgFindBonus) + " " + Shift(q.t, q.p, turn) + " " +
		q.shiftKeywords(turn)
}

// shiftKeywords returns the words that find the swap or rotation of turn.
func (q query) shiftKeywords(turn rules.Turn) string {
	words := vocabulary(q.t, msgFindSwap)
	if turn.Shift().IsRotation() {
		words = vocabulary(q.t, msgFindRotate)
	}
	for _, ship := range turn.Shift().Ships() {
		if ship == rules.NoShip {
			continue
		}
		words += " " + classWords(q.t, ship)
		if q.p.SquareOf(q.p.Side(), ship) == rules.NoSquare {
			words += " " + vocabulary(q.t, msgFindBack)
		}
	}
	return words
}

// plainTurn returns the notation without the parts that people spell differently.
func plainTurn(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' && r != 'x', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(text))
}
