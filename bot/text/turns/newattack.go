package turns

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// What is attacked, in whole sentences for screen-reader users. Side is the side whose ship attacks; Ship is that ship
// and Square where it stands, or From and To where it sails. Targets are one or more ships in the words of told.yours
// or told.theirs, the object of "attacks".
var (
	msgSailsAttack = i18n.Message{ID: "told.sailsattack",
		Other: "{{.Side}}'s {{.Ship}} sails from {{.From}} to {{.To}} and now attacks {{.Targets}}."}
	msgYouSailAttack = i18n.Message{ID: "told.yousailattack",
		Other: "Your {{.Ship}} sails from {{.From}} to {{.To}} and now attacks {{.Targets}}."}
	msgNowAttacks = i18n.Message{ID: "told.attacks",
		Other: "{{.Side}}'s {{.Ship}} on {{.Square}} now attacks {{.Targets}}."}
	msgYouNowAttack = i18n.Message{ID: "told.youattack",
		Other: "Your {{.Ship}} on {{.Square}} now attacks {{.Targets}}."}
	msgTheirTarget = i18n.Message{ID: "told.theirs", Other: "{{.Side}}'s {{.Ship}} on {{.Square}}"}
	msgYourTarget  = i18n.Message{ID: "told.yours", Other: "your {{.Ship}} on {{.Square}}"}

	msgUnderAttack      = i18n.Message{ID: "textboard.attacked", Other: "{{.Side}}'s ships under attack: {{.Ships}}."}
	msgYoursUnderAttack = i18n.Message{ID: "textboard.yoursattacked", Other: "Your ships under attack: {{.Ships}}."}
)

type newAttack struct {
	by rules.Standing
	on []rules.Standing
}

// newAttacks returns the attacks by ships of c that are new after the turn: either ship may have moved. They are in the
// order of Ships.
func (r *teller) newAttacks(c rules.Color) []newAttack {
	if r.over {
		return nil
	}
	known := map[[2]rules.Standing]bool{}
	eachAttack(&r.before, c, func(by, on rules.Standing) { known[[2]rules.Standing{by, on}] = true })
	var list []newAttack
	eachAttack(&r.after, c, func(by, on rules.Standing) {
		if known[[2]rules.Standing{by, on}] {
			return
		}
		at := slices.IndexFunc(list, func(o newAttack) bool { return o.by == by })
		if at < 0 {
			at, list = len(list), append(list, newAttack{by: by})
		}
		list[at].on = append(list[at].on, on)
	})
	return list
}

// eachAttack calls f for each ship of c and each enemy that it could expel.
func eachAttack(p *rules.Position, c rules.Color, f func(by, on rules.Standing)) {
	for _, a := range p.AttacksOn(c.Other()) {
		for _, by := range a.By {
			f(by, a.On)
		}
	}
}

// sailsToAttack describes a movement together with what the ship newly attacks from its destination. It returns "" if
// there is nothing new, or if a bonus follows.
func (r *teller) sailsToAttack(args i18n.Args) string {
	if r.turn.HasBonus() {
		return ""
	}
	for _, o := range r.newAttacks(r.mover()) {
		if o.by.Ship == r.turn.Ship() {
			r.merged = true
			args["Targets"] = r.targets(o.on)
			return r.t.Text(r.pick(r.mover(), msgYouSailAttack, msgSailsAttack), args)
		}
	}
	return ""
}

// attacks describes the other new attacks, first those by the side that played.
func (r *teller) attacks() []string {
	var said []string
	for _, c := range []rules.Color{r.mover(), r.mover().Other()} {
		for _, o := range r.newAttacks(c) {
			if r.merged && c == r.mover() && o.by.Ship == r.turn.Ship() {
				continue
			}
			said = append(said, r.t.Text(r.pick(c, msgYouNowAttack, msgNowAttacks), i18n.Args{"Side": Side(r.t, c),
				"Ship": o.by.Ship, "Square": o.by.Square, "Targets": r.targets(o.on)}))
		}
	}
	return said
}

func (r *teller) targets(list []rules.Standing) string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = r.t.Text(r.pick(s.Color, msgYourTarget, msgTheirTarget),
			i18n.Args{"Side": Side(r.t, s.Color), "Ship": s.Ship, "Square": s.Square})
	}
	return And(r.t, names)
}

// underAttack says which ships of p other than corvettes are attacked, first the ships of a reader who plays side. It
// returns "" if there are none.
func underAttack(t i18n.Printer, p *rules.Position, side rules.Color) string {
	var said []string
	for _, c := range readerFirst(side) {
		var ships []string
		for _, a := range p.AttacksOn(c) {
			if a.On.Ship != rules.Ship111 {
				ships = append(ships, ShipOn(t, a.On.Ship.String(), a.On.Square))
			}
		}
		if len(ships) > 0 {
			form := i18n.Either(c == side, msgYoursUnderAttack, msgUnderAttack)
			said = append(said, t.Text(form, i18n.Args{"Side": Side(t, c), "Ships": And(t, ships)}))
		}
	}
	return strings.Join(said, " ")
}
