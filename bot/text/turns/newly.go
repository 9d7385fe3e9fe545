package turns

import (
	"slices"

	"madbot/bot/i18n"
	"madbot/rules"
)

// What is attacked, told in whole sentences to who cannot see the picture. Ships lists ships with their squares,
// as in "121 on a3 and 122 on b2", and N is how many; By is one, and belongs to Side; Enemy is the other side.
var (
	msgSailsAttack = i18n.Message{ID: "told.sailsattack",
		Other: "{{.Side}}'s {{.Ship}} sails from {{.From}} to {{.To}} and now attacks {{.Enemy}}'s {{.Ships}}."}
	msgSailsAttackYou = i18n.Message{ID: "told.sailsattackyou",
		Other: "{{.Side}}'s {{.Ship}} sails from {{.From}} to {{.To}} and now attacks your {{.Ships}}."}
	msgYouSailAttack = i18n.Message{ID: "told.yousailattack",
		Other: "Your {{.Ship}} sails from {{.From}} to {{.To}} and now attacks {{.Enemy}}'s {{.Ships}}."}

	msgNowAttacks    = i18n.Message{ID: "told.attacks", Other: "{{.Side}}'s {{.By}} now attacks {{.Enemy}}'s {{.Ships}}."}
	msgNowAttacksYou = i18n.Message{ID: "told.attacksyou", Other: "{{.Side}}'s {{.By}} now attacks your {{.Ships}}."}
	msgYouNowAttack  = i18n.Message{ID: "told.youattack", Other: "Your {{.By}} now attacks {{.Enemy}}'s {{.Ships}}."}

	msgUnderAttack = i18n.Message{ID: "textboard.attacked", One: "{{.Side}}'s {{.Ships}} is under attack.",
		Other: "{{.Side}}'s {{.Ships}} are under attack."}
	msgYoursUnderAttack = i18n.Message{ID: "textboard.yoursattacked", One: "Your {{.Ships}} is under attack.",
		Other: "Your {{.Ships}} are under attack."}
)

// onset is what one ship attacks now that it did not before.
type onset struct {
	by rules.Standing
	on []rules.Standing
}

// onsets returns what ships of c attack after the turn and did not before it, from where they stand and
// where their targets stand, in the order of Ships.
func (r *teller) onsets(c rules.Color) []onset {
	if r.over {
		return nil
	}
	known := map[[2]rules.Standing]bool{}
	eachAttack(&r.before, c, func(by, on rules.Standing) { known[[2]rules.Standing{by, on}] = true })
	var list []onset
	eachAttack(&r.after, c, func(by, on rules.Standing) {
		if known[[2]rules.Standing{by, on}] {
			return
		}
		at := slices.IndexFunc(list, func(o onset) bool { return o.by == by })
		if at < 0 {
			at, list = len(list), append(list, onset{by: by})
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

// sailsToAttack tells a movement together with what the ship attacks where it arrived; "" when that is
// nothing new, or when a bonus follows.
func (r *teller) sailsToAttack(args i18n.Args) string {
	if r.turn.HasBonus() {
		return ""
	}
	for _, o := range r.onsets(r.mover()) {
		if o.by.Ship == r.turn.Ship() {
			r.merged = true
			args["Ships"], args["N"] = standings(r.t, o.on), len(o.on)
			return r.t.Text(r.against(r.mover(), msgYouSailAttack, msgSailsAttackYou, msgSailsAttack), args)
		}
	}
	return ""
}

// attacks says what else is attacked now, first by the side that played.
func (r *teller) attacks() []string {
	var said []string
	for _, c := range []rules.Color{r.mover(), r.mover().Other()} {
		for _, o := range r.onsets(c) {
			if r.merged && c == r.mover() && o.by.Ship == r.turn.Ship() {
				continue
			}
			said = append(said, r.t.Text(r.against(c, msgYouNowAttack, msgNowAttacksYou, msgNowAttacks),
				i18n.Args{"Side": Side(r.t, c), "Enemy": Side(r.t, c.Other()), "N": len(o.on),
					"By": standings(r.t, []rules.Standing{o.by}), "Ships": standings(r.t, o.on)}))
		}
	}
	return said
}

// against returns the form for an attack by c: the reader's, one on the reader, or one to watch.
func (r *teller) against(c rules.Color, yours, onYou, watched i18n.Message) i18n.Message {
	switch {
	case r.isReader(c):
		return yours
	case r.isReader(c.Other()):
		return onYou
	}
	return watched
}

// standings lists ships with their squares.
func standings(t i18n.Printer, list []rules.Standing) string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = shipOn(t, s.Ship.String(), s.Square)
	}
	return And(t, names)
}

// underAttack says which ships of p are attacked beside the corvettes, first those of a reader who plays
// side; no sentence when there is none.
func underAttack(t i18n.Printer, p *rules.Position, side rules.Color) []string {
	first := rules.Red
	if side != rules.NoColor {
		first = side
	}
	var said []string
	for _, c := range []rules.Color{first, first.Other()} {
		var ships []rules.Standing
		for _, a := range p.AttacksOn(c) {
			if a.On.Ship != rules.Ship111 {
				ships = append(ships, a.On)
			}
		}
		form := msgUnderAttack
		if c == side {
			form = msgYoursUnderAttack
		}
		if len(ships) > 0 {
			said = append(said, t.Text(form, i18n.Args{"Side": Side(t, c), "Ships": standings(t, ships), "N": len(ships)}))
		}
	}
	return said
}
