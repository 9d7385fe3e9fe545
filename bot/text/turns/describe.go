package turns

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// What a turn did, in whole sentences for screen-reader users: in alt texts, in the text board and under private
// answers without pictures. Side plays the turn, EnemySide is the other side; ships are their three digits, squares as
// in c4.
var (
	msgToldPass    = i18n.Message{ID: "told.pass", Other: "{{.Side}} passes."}
	msgToldYouPass = i18n.Message{ID: "told.youpass", Other: "You pass."}

	msgToldSails    = i18n.Message{ID: "told.sails", Other: "{{.Side}}'s {{.Ship}} sails from {{.From}} to {{.To}}."}
	msgToldYouSail  = i18n.Message{ID: "told.yousail", Other: "Your {{.Ship}} sails from {{.From}} to {{.To}}."}
	msgToldExpels   = i18n.Message{ID: "told.expels", Other: "{{.Side}}'s {{.Ship}} sails from {{.From}} to {{.To}} and expels {{.EnemySide}}'s {{.Victim}}."}
	msgToldYouExpel = i18n.Message{ID: "told.youexpel", Other: "Your {{.Ship}} sails from {{.From}} to {{.To}} and expels {{.EnemySide}}'s {{.Victim}}."}
	msgToldYouLose  = i18n.Message{ID: "told.youlose", Other: "{{.Side}}'s {{.Ship}} sails from {{.From}} to {{.To}} and expels your {{.Victim}}."}
	msgToldBonus    = i18n.Message{ID: "told.bonus", Other: "That step onto the last row earns a bonus."}

	msgToldSwap      = i18n.Message{ID: "told.swap", Other: "{{.Side}} swaps {{.First}} and {{.Second}}: {{.First}} is now on {{.FirstAt}}, {{.Second}} on {{.SecondAt}}."}
	msgToldYouSwap   = i18n.Message{ID: "told.youswap", Other: "You swap {{.First}} and {{.Second}}: {{.First}} is now on {{.FirstAt}}, {{.Second}} on {{.SecondAt}}."}
	msgToldReturn    = i18n.Message{ID: "told.return", Other: "{{.Side}} swaps {{.Out}} for {{.In}}: {{.Out}} goes into exile, and {{.In}} returns to {{.InAt}}."}
	msgToldYouReturn = i18n.Message{ID: "told.youreturn", Other: "You swap {{.Out}} for {{.In}}: {{.Out}} goes into exile, and {{.In}} returns to {{.InAt}}."}

	msgToldRotation    = i18n.Message{ID: "told.rotation", Other: "{{.Side}} rotates three ships: {{.First}} is now on {{.FirstAt}}, {{.Second}} on {{.SecondAt}} and {{.Third}} on {{.ThirdAt}}."}
	msgToldYouRotate   = i18n.Message{ID: "told.yourotate", Other: "You rotate three ships: {{.First}} is now on {{.FirstAt}}, {{.Second}} on {{.SecondAt}} and {{.Third}} on {{.ThirdAt}}."}
	msgToldRotationIn  = i18n.Message{ID: "told.rotationin", Other: "{{.Side}} rotates three ships: {{.Out}} goes into exile, {{.In}} returns to {{.InAt}}, and {{.First}} is now on {{.FirstAt}}."}
	msgToldYouRotateIn = i18n.Message{ID: "told.yourotatein", Other: "You rotate three ships: {{.Out}} goes into exile, {{.In}} returns to {{.InAt}}, and {{.First}} is now on {{.FirstAt}}."}
)

// DescribeTurn describes in sentences what the last turn of g did and what it attacks, for a reader who plays side;
// NoColor is a spectator. It returns "" before the first turn.
func DescribeTurn(t i18n.Printer, g *rules.Game, side rules.Color) string {
	r, begun := tellerOf(t, g, side)
	if !begun {
		return ""
	}
	return strings.Join(append(r.sentences(), r.attacks()...), " ")
}

// NowAttacked returns only the sentences of DescribeTurn about new attacks.
func NowAttacked(t i18n.Printer, g *rules.Game, side rules.Color) string {
	r, begun := tellerOf(t, g, side)
	if !begun {
		return ""
	}
	return strings.Join(r.attacks(), " ")
}

// teller describes one turn.
type teller struct {
	t             i18n.Printer
	before, after rules.Position
	turn          rules.Turn
	reader        rules.Color // NoColor: a spectator
	over          bool        // attacks no longer matter
	merged        bool        // the sentence about the movement already says what the ship attacks
}

// tellerOf returns the teller of the last turn of g; false before the first turn.
func tellerOf(t i18n.Printer, g *rules.Game, side rules.Color) (r teller, begun bool) {
	before, turn := g.Last()
	r = teller{t: t, before: before, after: g.Position(), turn: turn, reader: side, over: g.Outcome().Over()}
	return r, turn != rules.NoTurn
}

func (r *teller) mover() rules.Color { return r.before.Side() }

func (r *teller) pick(c rules.Color, yours, theirs i18n.Message) i18n.Message {
	return i18n.Either(r.reader == c, yours, theirs)
}

func (r *teller) sentences() []string {
	switch {
	case r.turn == rules.Pass:
		return []string{r.t.Text(r.pick(r.mover(), msgToldYouPass, msgToldPass), r.args())}
	case !r.turn.IsMove():
		return []string{r.shift()}
	case r.turn.HasBonus():
		return []string{r.movement(), r.t.Text(msgToldBonus, nil), r.shift()}
	}
	return []string{r.movement()}
}

func (r *teller) args() i18n.Args {
	return i18n.Args{"Side": Side(r.t, r.mover()), "EnemySide": Side(r.t, r.mover().Other())}
}

// movement says which ship went where, and what it expelled or attacks there.
func (r *teller) movement() string {
	args, ship := r.args(), r.turn.Ship()
	args["Ship"], args["To"] = ship, r.turn.To()
	args["From"] = r.before.SquareOf(r.mover(), ship)
	if !r.turn.Expels() {
		if said := r.sailsToAttack(args); said != "" {
			return said
		}
		return r.t.Text(r.pick(r.mover(), msgToldYouSail, msgToldSails), args)
	}
	args["Victim"] = r.before.At(r.turn.To()).Ship
	form := r.pick(r.mover(), msgToldYouExpel, r.pick(r.mover().Other(), msgToldYouLose, msgToldExpels))
	return r.t.Text(form, args)
}

// shift describes the swap or rotation of the turn, or of its bonus.
func (r *teller) shift() string {
	args, stay, returned := r.args(), []string{"First", "Second", "Third"}, false
	for _, ship := range r.turn.Shift().Ships() {
		if ship == rules.NoShip {
			continue
		}
		from, to := r.before.SquareOf(r.mover(), ship), r.after.SquareOf(r.mover(), ship)
		switch {
		case to == rules.NoSquare:
			args["Out"] = ship
		case from == rules.NoSquare:
			args["In"], args["InAt"], returned = ship, to, true
		default:
			args[stay[0]], args[stay[0]+"At"] = ship, to
			stay = stay[1:]
		}
	}
	return r.t.Text(r.shiftForm(returned), args)
}

func (r *teller) shiftForm(returned bool) i18n.Message {
	switch rotates := r.turn.Shift().IsRotation(); {
	case rotates && returned:
		return r.pick(r.mover(), msgToldYouRotateIn, msgToldRotationIn)
	case rotates:
		return r.pick(r.mover(), msgToldYouRotate, msgToldRotation)
	case returned:
		return r.pick(r.mover(), msgToldYouReturn, msgToldReturn)
	}
	return r.pick(r.mover(), msgToldYouSwap, msgToldSwap)
}
