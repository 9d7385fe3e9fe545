package hints

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/explain"
)

// What speaks for a turn, each a sentence of its own. "It" is the turn, "you" are the side that plays it,
// and {{.Side}} is the other one.
var (
	msgWhyOnly  = i18n.Message{ID: "reason.only", Other: "It's your only legal turn."}
	msgWhyWins  = i18n.Message{ID: "reason.wins", Other: "It expels {{.Side}}'s corvette on {{.Square}} and wins."}
	msgWhyFalls = i18n.Message{ID: "reason.falls",
		Other: "Nothing saves your corvette any more: whatever you play, {{.Side}} can expel it next turn, after " +
			"this turn with `{{.Turn}}`."}
	msgWhyHolds    = i18n.Message{ID: "reason.holds", Other: "Every other turn loses your {{.Ship}}."}
	msgWhyHoldsNow = i18n.Message{ID: "reason.holds.now",
		Other: "After every other turn {{.Side}} can expel your corvette at once."}
	msgWhyHoldsAll = i18n.Message{ID: "reason.holds.corvette",
		One:   "After every other turn {{.Side}} wins by force, in at most {{.N}} turn.",
		Other: "After every other turn {{.Side}} wins by force, in at most {{.N}} turns."}
	msgWhyAttack = i18n.Message{ID: "reason.victory", Other: "It threatens `{{.Turn}}`, which would expel {{.Side}}'s corvette."}
	msgWhyForces = i18n.Message{ID: "reason.victory.force", Other: "It threatens to win by force, beginning with `{{.Turn}}`."}
	msgWhyStops  = i18n.Message{ID: "reason.stops",
		Other: "It parries `{{.Turn}}`, with which {{.Side}} threatens to win by force."}
	msgWhyCorvette = i18n.Message{ID: "reason.corvette", Other: "It saves your corvette from `{{.Turn}}`."}
	msgWhyFree     = i18n.Message{ID: "reason.free", Other: "It expels {{.Side}}'s {{.Ship}}, and {{.Side}} wins nothing in return."}
	msgWhyTradesUp = i18n.Message{ID: "reason.trades.up",
		Other: "It expels {{.Side}}'s {{.Ship}}; at worst you lose your weaker {{.Other}} for it, to `{{.Turn}}`."}
	msgWhyTrades = i18n.Message{ID: "reason.trades",
		Other: "It expels {{.Side}}'s {{.Ship}}, and {{.Side}} can expel your {{.Other}} in return with `{{.Turn}}`: an even trade."}
	msgWhyExpels = i18n.Message{ID: "reason.expels",
		Other: "It expels {{.Side}}'s {{.Ship}}; what {{.Side}} can win in return is worth no more."}
	msgWhyFork     = i18n.Message{ID: "reason.fork", Other: "Whatever {{.Side}} answers, you win a ship."}
	msgWhyZugzwang = i18n.Message{ID: "reason.zugzwang",
		Other: "{{.Side}} would have to pass to lose nothing: every turn costs {{.Side}} a ship."}
	msgWhySaves  = i18n.Message{ID: "reason.saves", Other: "It saves your {{.Ship}} from `{{.Turn}}`."}
	msgWhyThreat = i18n.Message{ID: "reason.threat", Other: "It threatens `{{.Turn}}`, which would win {{.Side}}'s {{.Ship}}."}
	msgWhyKeeps  = i18n.Message{ID: "reason.keepsthreat",
		Other: "It keeps {{.Side}}'s {{.Ship}} under threat: `{{.Turn}}` would win it."}
	msgWhyLead = i18n.Message{ID: "reason.lead",
		Other: "You'd then have expelled last: if the game stopped, you'd have the semi-victory."}
	msgWhyStall = i18n.Message{ID: "reason.stall",
		One:   "If nothing is expelled for {{.N}} more turn, you have the semi-victory.",
		Other: "If nothing is expelled for {{.N}} more turns, you have the semi-victory."}
	msgWhyStallNow = i18n.Message{ID: "reason.stall.now", Other: "It ends the game, and the semi-victory is yours."}
	msgWhyEnds     = i18n.Message{ID: "reason.ends", Other: "It ends the game, and {{.Side}} has the semi-victory."}
	msgWhyRecalls  = i18n.Message{ID: "reason.recalls",
		Other: "It brings your {{.Ship}} back from exile to {{.Square}}, in exchange for your {{.Other}}."}
	msgWhyBonus = i18n.Message{ID: "reason.bonus",
		Other: "It earns a bonus: your {{.Ship}} moves one square and reaches {{.Side}}'s home row."}
	msgWhyPrepares = i18n.Message{ID: "reason.prepares",
		Other: "It prepares a bonus: your {{.Ship}} could then move one square and reach {{.Side}}'s home row."}
	msgWhyCount = i18n.Message{ID: "reason.count",
		Other: "It leaves the corvettes an even number of steps apart, {{.Steps}}, with {{.Side}} to move, and so you catch {{.Side}}'s."}
	msgWhyTakesBack = i18n.Message{ID: "reason.takesback",
		Other: "Your {{.Ship}} on {{.Square}} is covered: if {{.Side}} plays `{{.Turn}}`, you answer `{{.Reply}}`."}
	msgWhyStays = i18n.Message{ID: "reason.stayscovered",
		Other: "Your {{.Ship}} on {{.Square}} stays covered: if {{.Side}} plays `{{.Turn}}`, you answer `{{.Reply}}`."}
	msgWhyReturns = i18n.Message{ID: "reason.returns",
		Other: "{{.Side}} would gain nothing by expelling your {{.Ship}} with `{{.Turn}}`: you'd expel the " +
			"{{.Other}} in return with `{{.Reply}}`."}
	msgWhyPoisoned = i18n.Message{ID: "reason.poisoned",
		Other: "{{.Side}} can't expel your {{.Ship}} with `{{.Turn}}`: then `{{.Reply}}` expels {{.Side}}'s corvette."}
	msgWhyNot = i18n.Message{ID: "reason.not",
		Other: "`{{.Turn}}` would be a mistake: {{.Side}} answers `{{.Reply}}` and wins your {{.Ship}}."}
	msgWhyNotFor = i18n.Message{ID: "reason.not.trade",
		Other: "`{{.Turn}}` would be a mistake: {{.Side}} answers `{{.Reply}}` and wins your {{.Ship}} for the {{.Other}}."}
	msgWhyNotEver = i18n.Message{ID: "reason.not.corvette",
		Other: "`{{.Turn}}` would be a mistake: {{.Side}} answers `{{.Reply}}` and expels your corvette."}
	msgWhyNotForced = i18n.Message{ID: "reason.not.force",
		Other: "`{{.Turn}}` would be a mistake: {{.Side}} answers `{{.Reply}}` and wins by force."}
	msgWhyLeast = i18n.Message{ID: "reason.least",
		Other: "You can't keep everything: {{.Side}} wins your {{.Ship}} next turn with `{{.Turn}}`. No other turn " +
			"costs you less."}
	msgWhyOpens = i18n.Message{ID: "reason.opens", Other: "It gives your corvette another square to flee to: {{.Square}}."}
	msgWhyOut   = i18n.Message{ID: "reason.opens.first",
		Other: "It gives your corvette a square to flee to: {{.Square}}. It has none now."}
	msgWhyCloses = i18n.Message{ID: "reason.closes",
		Other: "It takes {{.Square}} from {{.Side}}'s corvette, which has only one safe square left to flee to."}
	msgWhySeals = i18n.Message{ID: "reason.closes.all",
		Other: "It takes {{.Square}} from {{.Side}}'s corvette, which has no safe square left to flee to."}
	msgWhyFrees = i18n.Message{ID: "reason.frees", Other: "Your {{.Ship}} can then go to {{.Squares}} squares instead of {{.Was}}."}
	msgWhyHems  = i18n.Message{ID: "reason.hems", One: "{{.Side}}'s {{.Ship}} is left with {{.N}} square, not {{.Was}}.",
		Other: "{{.Side}}'s {{.Ship}} is left with {{.N}} squares, not {{.Was}}."}
	msgWhyStuck = i18n.Message{ID: "reason.hems.all", Other: "{{.Side}}'s {{.Ship}} is left with no square to go to."}
	msgWhySolid = i18n.Message{ID: "reason.solid", Other: "{{.Side}} can expel nothing next turn."}
)

func reasonText(t i18n.Printer, side rules.Color, r explain.Reason) string {
	form := reasonForm(r)
	args := i18n.Args{"Side": turns.Side(t, side.Other()), "Ship": r.Ship, "Other": r.Other, "Square": r.Square,
		"Turn": r.Turn, "Reply": r.Reply, "Was": r.Was, "Steps": r.Count, "Squares": r.Count, "N": r.Count}
	return t.Text(form, args)
}

// plainForms are the messages of the kinds of reasons that have only one.
var plainForms = map[explain.Kind]i18n.Message{
	explain.OnlyTurn: msgWhyOnly, explain.ExpelsCorvette: msgWhyWins, explain.Falls: msgWhyFalls,
	explain.StopsVictory: msgWhyStops, explain.SavesCorvette: msgWhyCorvette,
	explain.ExpelsForFree: msgWhyFree, explain.Expels: msgWhyExpels, explain.WinsShip: msgWhyFork,
	explain.Zugzwang: msgWhyZugzwang, explain.Saves: msgWhySaves, explain.Threatens: msgWhyThreat,
	explain.KeepsThreat: msgWhyKeeps, explain.TakesLead: msgWhyLead, explain.Recalls: msgWhyRecalls,
	explain.EarnsBonus: msgWhyBonus, explain.PreparesBonus: msgWhyPrepares, explain.KeepsOpposition: msgWhyCount,
	explain.LosesLeast: msgWhyLeast, explain.Frees: msgWhyFrees, explain.LeavesNothing: msgWhySolid,
	explain.EndsOnStall: msgWhyEnds,
}

// Addresses reports whether the text of r speaks to the side that plays the turn, as in "your 211".
func Addresses(r explain.Reason) bool {
	switch r.Kind {
	case explain.ExpelsCorvette, explain.ThreatensVictory, explain.StopsVictory, explain.ExpelsForFree, explain.Expels,
		explain.Zugzwang, explain.Threatens, explain.KeepsThreat, explain.EndsOnStall, explain.ClosesCorvette,
		explain.Hems, explain.LeavesNothing:
		return false
	}
	return true
}

func reasonForm(r explain.Reason) i18n.Message {
	switch r.Kind {
	case explain.OnlyHolds:
		if r.Ship == rules.Ship111 {
			return i18n.Either(r.Count == 1, msgWhyHoldsNow, msgWhyHoldsAll)
		}
		return msgWhyHolds
	case explain.ThreatensVictory:
		return i18n.Either(r.Count > 1, msgWhyForces, msgWhyAttack)
	case explain.Declines:
		if r.Ship == rules.Ship111 {
			return i18n.Either(r.Count > 1, msgWhyNotForced, msgWhyNotEver)
		}
		return i18n.Either(r.Other == rules.NoShip, msgWhyNot, msgWhyNotFor)
	case explain.Trades:
		return i18n.Either(r.Ship.Class() > r.Other.Class(), msgWhyTradesUp, msgWhyTrades)
	case explain.LeadsOnStall:
		return i18n.Either(r.Count == 0, msgWhyStallNow, msgWhyStall)
	case explain.Covers, explain.StaysCovered:
		return coverForm(r)
	case explain.OpensCorvette:
		return i18n.Either(r.Was == 0, msgWhyOut, msgWhyOpens)
	case explain.ClosesCorvette:
		return i18n.Either(r.Count == 0, msgWhySeals, msgWhyCloses)
	case explain.Hems:
		return i18n.Either(r.Count == 0, msgWhyStuck, msgWhyHems)
	}
	return plainForms[r.Kind]
}

func coverForm(r explain.Reason) i18n.Message {
	switch {
	case r.Other == rules.Ship111:
		return msgWhyPoisoned
	case r.Reply.To() != r.Square:
		return msgWhyReturns
	}
	return i18n.Either(r.Kind == explain.Covers, msgWhyTakesBack, msgWhyStays)
}
