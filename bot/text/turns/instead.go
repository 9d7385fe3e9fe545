package turns

import (
	"errors"
	"slices"

	"madbot/bot/i18n"
	"madbot/rules"
)

// A sentence after a refusal, in private, that offers other turns; “it” is the ship of that refusal. Turns and
// Closest are in the notation, as in “`211-c4` or `211-c3`”.
var (
	msgCanDo  = i18n.Message{ID: "illegal.can", Other: "You can play {{.Turns}} with it."}
	msgHemmed = i18n.Message{ID: "illegal.hemmed",
		Other: "Hemmed in on {{.From}}, your {{.Ship}} can't sail at all. You can play {{.Turns}} with it."}
	msgClosest = i18n.Message{ID: "illegal.closest", Other: "Did you mean {{.Closest}}?"}
	msgRecall  = i18n.Message{ID: "illegal.recall", Other: "These bring it back: {{.Turns}}."}
	msgYouCan  = i18n.Message{ID: "illegal.youcan", Other: "You can play {{.Turns}}."}
)

// What one ship can do, in private, below its picture.
var (
	msgShipTurns = i18n.Message{ID: "ship.turns", Other: "**{{.Side}}'s {{.Ship}}** can play {{.Turns}}."}
	msgShipStuck = i18n.Message{ID: "ship.none", Other: "**{{.Side}}'s {{.Ship}}** has no turn now."}
)

// OfShip lists the legal turns of a ship of the side to move, except turns that lose at once.
func OfShip(t i18n.Printer, p rules.Position, ship rules.Ship) string {
	var turns []rules.Turn
	for _, turn := range p.AppendTurns(nil) {
		if turn.IsMove() && turn.Ship() == ship || !turn.IsMove() && turn.Shift().Includes(ship) {
			turns = append(turns, turn)
		}
	}
	args := i18n.Args{"Side": Side(t, p.Side()), "Ship": ship}
	if turns = harmless(p, turns); len(turns) == 0 {
		return t.Text(msgShipStuck, args)
	}
	args["Turns"] = anyOf(t, turns)
	return t.Text(msgShipTurns, args)
}

const (
	maxListed  = 12 // turns in a list of possible ones
	maxClosest = 3  // turns in a list of likely meanings
)

// Instead returns the legal turns that Illegal or Unread offers instead of the one refused with err, including those
// that they omit from a long list. It returns nil for other errors.
func Instead(t i18n.Printer, err error) []rules.Turn {
	if illegal, ok := errors.AsType[*rules.TurnError](err); ok {
		return turnsInstead(illegal)
	}
	if unread, ok := errors.AsType[*rules.TurnSyntaxError](err); ok {
		return likelyMeant(t, unread)
	}
	return nil
}

func turnsInstead(e *rules.TurnError) []rules.Turn {
	p := e.Position()
	switch {
	case e.Why == rules.GameOver:
		return nil
	case misread(e.Why):
		return harmless(p, e.Closest(maxClosest))
	case e.Why == rules.MovementInPositioning:
		return harmless(p, p.AppendTurns(nil))
	}
	return harmless(p, e.Legal())
}

// likelyMeant returns the turns that a malformed text may mean: the turns that its words match, if there are few, or
// else turns with the ships and squares that it names.
func likelyMeant(t i18n.Printer, e *rules.TurnSyntaxError) []rules.Turn {
	if f := find(t, e.Position(), Typed(e.Text)); f.well > 0 && f.well <= maxClosest {
		return f.fit[:f.well]
	}
	return e.Closest(maxClosest)
}

// misread reports whether a text names ships or squares that make no turn at all, so that the person probably means a
// similar turn.
func misread(why rules.Illegality) bool {
	switch why {
	case rules.NoSuchShip, rules.OffBoard, rules.NotComplementary, rules.NotAGroup, rules.NotYourTurn:
		return true
	}
	return false
}

// offerForm returns the message that offers list instead of the turn of e.
func offerForm(e *rules.TurnError, list []rules.Turn) i18n.Message {
	switch e.Why {
	case rules.OwnShipThere, rules.ShieldsTooStrong, rules.TooFar, rules.PathBlocked, rules.UTurn:
		if !slices.ContainsFunc(list, rules.Turn.IsMove) {
			return msgHemmed
		}
		return msgCanDo
	case rules.ShipInExile:
		return msgRecall
	}
	if misread(e.Why) {
		return msgClosest
	}
	return msgYouCan
}

func closestList(t i18n.Printer, turns []rules.Turn) string {
	texts := make([]string, 0, maxClosest)
	for _, turn := range turns {
		texts = append(texts, "`"+turn.String()+"`")
	}
	return Or(t, texts)
}

func anyOf(t i18n.Printer, turns []rules.Turn) string {
	var texts []string
	for _, turn := range turns[:min(len(turns), maxListed)] {
		texts = append(texts, "`"+turn.String()+"`")
	}
	if left := len(turns) - maxListed; left > 0 {
		return And(t, append(texts, more(t, left)))
	}
	return Or(t, texts)
}
