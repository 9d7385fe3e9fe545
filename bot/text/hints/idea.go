package hints

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/explain"
)

// What a turn does, to somebody who is to find it: no square that it goes to, and no ship that it expels or brings
// back.
var (
	msgIdeaWins    = i18n.Message{ID: "idea.wins", Other: "It wins at once."}
	msgIdeaFree    = i18n.Message{ID: "idea.free", Other: "It expels a ship, and {{.Side}} wins nothing in return."}
	msgIdeaTrades  = i18n.Message{ID: "idea.trades", Other: "It offers a trade that's at least even."}
	msgIdeaExpels  = i18n.Message{ID: "idea.expels", Other: "It expels a ship; what {{.Side}} can win in return is worth no more."}
	msgIdeaRecalls = i18n.Message{ID: "idea.recalls", Other: "It brings one of your ships back from exile."}
	msgIdeaBonus   = i18n.Message{ID: "idea.bonus", Other: "It earns a bonus."}
	msgIdeaCovered = i18n.Message{ID: "idea.covered", Other: "Your ship is covered where it goes."}
	msgIdeaCloses  = i18n.Message{ID: "idea.closes", Other: "It takes an escape square from {{.Side}}'s corvette."}
	msgIdeaStops   = i18n.Message{ID: "idea.stops", Other: "It stops {{.Side}} from winning by force."}
	msgIdeaLeast   = i18n.Message{ID: "idea.least",
		Other: "You can't keep everything, and no other turn costs you less."}
)

// ideaForms replace the messages of reasons that would give the turn away.
var ideaForms = map[explain.Kind]i18n.Message{
	explain.ExpelsCorvette: msgIdeaWins, explain.ExpelsForFree: msgIdeaFree, explain.Trades: msgIdeaTrades,
	explain.Expels: msgIdeaExpels, explain.Recalls: msgIdeaRecalls, explain.EarnsBonus: msgIdeaBonus,
}

// arrivalForms replace the messages of reasons that would give it away by naming the square where a ship arrives.
var arrivalForms = map[explain.Kind]i18n.Message{
	explain.Covers: msgIdeaCovered, explain.ClosesCorvette: msgIdeaCloses, explain.LosesLeast: msgIdeaLeast,
	explain.StopsVictory: msgIdeaStops,
}

// ideas returns the main reasons for a candidate of side without revealing the turn, or "" if there are none. It leaves
// out a mistake that goes to the same square, because that would reveal it.
func ideas(t i18n.Printer, side rules.Color, c play.Candidate) string {
	var said []string
	told := slices.DeleteFunc(slices.Clone(c.Reasons), func(r explain.Reason) bool {
		return r.Kind == explain.Declines && r.Turn.To() == c.Turn.To()
	})
	for _, r := range weightiest(told, maxReasons) {
		said = append(said, ideaText(t, side, c.Turn, r))
	}
	return strings.Join(said, " ")
}

func ideaText(t i18n.Printer, side rules.Color, turn rules.Turn, r explain.Reason) string {
	form, secret := ideaForms[r.Kind]
	if turn.IsMove() && (r.Square == turn.To() || r.Turn.To() == turn.To()) && !secret {
		form, secret = arrivalForms[r.Kind]
	}
	if !secret {
		return reasonText(t, side, r)
	}
	return t.Text(form, i18n.Args{"Side": turns.Side(t, side.Other())})
}
