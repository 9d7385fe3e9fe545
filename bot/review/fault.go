package review

import (
	"madbot/bot/i18n"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/explain"
	judged "madbot/rules/review"
)

// What was wrong with a turn, not always the reader's.
var (
	msgLosesCorvette = i18n.Message{ID: "fault.corvette",
		Other: "{{.EnemySide}} answers `{{.Reply}}` and expels {{.Side}}'s corvette."}
	msgLosesForced = i18n.Message{ID: "fault.force",
		One:   "{{.EnemySide}} answers `{{.Reply}}` and wins by force, in {{.N}} turn.",
		Other: "{{.EnemySide}} answers `{{.Reply}}` and wins by force, in {{.N}} turns."}
	msgLosesShip = i18n.Message{ID: "fault.ship",
		Other: "{{.EnemySide}} answers `{{.Reply}}` and wins {{.Side}}'s {{.Ship}}."}
	msgLosesTrade = i18n.Message{ID: "fault.trade",
		Other: "{{.EnemySide}} answers `{{.Reply}}` and wins {{.Side}}'s {{.Ship}} for the {{.Other}}."}
	msgLosesFork = i18n.Message{ID: "fault.fork",
		Other: "{{.EnemySide}} answers `{{.Reply}}` and wins a ship, whatever {{.Side}} plays."}
	msgAllowsAttack = i18n.Message{ID: "fault.attack",
		Other: "{{.EnemySide}} answers `{{.Reply}}` and attacks {{.Side}}'s corvette."}
	msgMissesShip = i18n.Message{ID: "fault.missed.ship", Other: "{{.Side}} could have won {{.EnemySide}}'s {{.Ship}}."}
	msgMissesFork = i18n.Message{ID: "fault.missed.fork",
		Other: "{{.Side}} could have won a ship, whatever {{.EnemySide}} answered."}
	msgMissesSoon   = i18n.Message{ID: "fault.missed.soon", Other: "{{.Side}} could have won a ship within two turns."}
	msgMissesAttack = i18n.Message{ID: "fault.missed.attack",
		Other: "{{.Side}} could have attacked {{.EnemySide}}'s corvette."}
)

// faultForms are the messages of the faults, except those of MissesVictory.
var faultForms = map[explain.FaultKind]i18n.Message{
	explain.LosesCorvette: msgLosesCorvette, explain.LosesByForce: msgLosesForced, explain.LosesShip: msgLosesShip,
	explain.LosesToFork: msgLosesFork, explain.AllowsAttack: msgAllowsAttack,
	explain.MissesShip: msgMissesShip, explain.MissesFork: msgMissesFork, explain.MissesSoon: msgMissesSoon,
	explain.MissesAttack: msgMissesAttack,
}

// faultText says what was wrong with m, without the better turn; "" if there is nothing concrete.
func faultText(t i18n.Printer, m judged.Turn) string {
	f := m.Fault
	form := i18n.Either(f.Other != rules.NoShip, msgLosesTrade, faultForms[f.Kind])
	switch f.Kind {
	case explain.NoFault:
		return ""
	case explain.MissesVictory:
		return text.Chance(t, m)
	}
	said := t.Text(form, i18n.Args{"Side": turns.Side(t, m.Side), "EnemySide": turns.Side(t, m.Side.Other()),
		"Reply": f.Reply, "Ship": f.Ship, "Other": f.Other, "N": f.Count})
	return turns.Joined(" ", said, text.Chance(t, m))
}
