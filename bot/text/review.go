package text

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// What a review says of a game, also in the public result: sentences, and the name of a turn.
var (
	msgForced    = i18n.Message{ID: "review.won", Other: "{{.Side}} won by force from round {{.Round}}."}
	msgForceable = i18n.Message{ID: "review.could", Other: "{{.Side}} could have won by force from round {{.Round}}."}
	msgChance    = i18n.Message{ID: "review.missed", One: "There was a win in {{.N}} turn.",
		Other: "There was a win in {{.N}} turns."}
	msgShared   = i18n.Message{ID: "review.posted", Other: "**{{.Red}} (Red) against {{.Blue}} (Blue)**"}
	msgReviewed = i18n.Message{ID: "review.turn", Other: "**Round {{.Round}}, {{.Side}}: {{.Played}}**"}
)

// Shared introduces a post about m by naming m.
func Shared(t i18n.Printer, m *match.Match) string {
	return t.Text(msgShared, i18n.Args{"Red": Mention(t, m.Players.Red), "Blue": Mention(t, m.Players.Blue)})
}

// Won says who had a forced win in g, or "" if nobody had one.
func Won(t i18n.Printer, g *rules.Game, w review.Won) string {
	if w.Side == rules.NoColor {
		return ""
	}
	o := g.Outcome()
	form := i18n.Either(o.Winner == w.Side && !o.IsSemi(), msgForced, msgForceable)
	return t.Text(form, i18n.Args{"Side": turns.Side(t, w.Side), "Round": g.Number(w.Ply)})
}

// Reviewed names a turn of g.
func Reviewed(t i18n.Printer, g *rules.Game, m review.Turn) string {
	return t.Text(msgReviewed, i18n.Args{"Round": g.Number(m.Ply), "Side": turns.Side(t, m.Side), "Played": m.Played})
}

// Chance says which proven win a turn missed, or "" if none.
func Chance(t i18n.Printer, m review.Turn) string {
	if m.Missed == 0 {
		return ""
	}
	return t.Text(msgChance, i18n.Args{"N": m.Missed})
}

// proven says what the review of g proved: a forced win, and a win that a turn missed; "" for nothing.
func proven(t i18n.Printer, g *rules.Game, p review.Proven) string {
	chance := Chance(t, p.Chance)
	if chance != "" {
		chance = turns.Joined(labelGoesOn, Reviewed(t, g, p.Chance), chance)
	}
	return turns.Joined("\n", chance, Won(t, g, p.Won))
}
