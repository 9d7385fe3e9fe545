package teach

import (
	"cmp"
	"slices"

	"madbot/bot/i18n"
	"madbot/rules"
)

// A private note to a beginner about what is new. Turn is in the notation; the other places are
// ships and squares.
var (
	msgFirstVictory = i18n.Message{ID: "learn.first.victory",
		Other: "You can win now: your {{.Ship}} on {{.From}} can expel the enemy corvette on {{.To}}."}
	msgFirstSaved = i18n.Message{ID: "learn.first.saved",
		Other: "The enemy {{.Enemy}} on {{.EnemyAt}} could expel your corvette on {{.At}} next turn, and you'd " +
			"lose. `{{.Turn}}`, for example, saves it."}
	msgFirstLost = i18n.Message{ID: "learn.first.lost",
		Other: "The enemy {{.Enemy}} on {{.EnemyAt}} could expel your corvette on {{.At}} next turn, and you'd " +
			"lose. No turn of yours prevents that."}
	msgFirstPositioning = i18n.Message{ID: "learn.first.positioning",
		Other: "Your first turn only arranges your fleet: swap two ships, rotate three, or pass. Ships move " +
			"from your second turn on."}

	msgFirstExpel = i18n.Message{ID: "learn.first.expel",
		Other: "New: you can expel a ship. Your {{.Ship}} on {{.From}} has enough cannons for the shields of the enemy " +
			"{{.Enemy}} on {{.To}}."}

	msgFirstBonus = i18n.Message{ID: "learn.first.bonus",
		Other: "New: a bonus. Your {{.Ship}} on {{.From}} reaches the enemy's home row by one square, on " +
			"{{.To}}, and may swap or rotate in the same turn, as in `{{.Turn}}`."}
	msgFirstReturn = i18n.Message{ID: "learn.first.return",
		Other: "New: a ship can come home from exile. `{{.Turn}}` puts your {{.Home}} on {{.HomeAt}}, and your " +
			"{{.Exiled}} goes into exile instead."}
	msgFirstMove = i18n.Message{ID: "learn.first.move.one",
		Other: "New: ships can move. Your {{.Ship}} on {{.From}}, for example, has one sail and can go one " +
			"square, to {{.To}}."}
	msgFirstMoveFar = i18n.Message{ID: "learn.first.move.two",
		Other: "New: ships can move. Your {{.Ship}} on {{.From}}, for example, has two sails and can go one or " +
			"two squares, around a corner too, as to {{.To}}."}
	msgFirstSwap = i18n.Message{ID: "learn.first.swap",
		Other: "New: two ships whose numbers add up to 333 can swap. Your {{.First}} and your {{.Second}}, for " +
			"example, can change places."}
	msgFirstRotation = i18n.Message{ID: "learn.first.rotation",
		Other: "New: three frigates or three destroyers can rotate. In `{{.Turn}}` your {{.First}} takes the " +
			"place of {{.Second}}, {{.Second}} that of {{.Third}}, and {{.Third}} that of {{.First}}."}
)

// The same before a game stops; Stake is one of the sentences below it, for either side.
var (
	msgFirstStall = i18n.Message{ID: "learn.first.stall",
		One:   "The game stops in {{.N}} turn unless a ship is expelled. {{.Stake}}",
		Other: "The game stops in {{.N}} turns unless a ship is expelled. {{.Stake}}"}
	msgFirstStallYours = i18n.Message{ID: "learn.first.stall.yours",
		Other: "You expelled last, so you'd have a semi-victory, half a point."}
	msgFirstStallTheirs = i18n.Message{ID: "learn.first.stall.theirs",
		Other: "Your opponent expelled last and would have a semi-victory, half a point."}
	msgFirstStallBlue = i18n.Message{ID: "learn.first.stall.blue",
		Other: "Nobody has expelled a ship yet, so Blue would have a semi-victory, half a point."}
)

// Explain explains k to the side to move, with an example from the position of g. It returns "" if k does not apply.
func Explain(t i18n.Printer, g *rules.Game, k Topic) string {
	p := g.Position()
	if g.Outcome().Over() || topicsOf(p, g.Limit())&(1<<k) == 0 {
		return ""
	}
	switch k {
	case Danger:
		return explainDanger(t, p)
	case Stall:
		return t.Text(msgFirstStall, i18n.Args{"N": turnsLeft(p, g.Limit()), "Stake": t.Text(stallText(p), nil)})
	}
	turn := example(p, k)
	return t.Text(k.message(p, turn), exampleArgs(p, turn))
}

// message returns the message that explains k with turn as its example.
func (k Topic) message(p rules.Position, turn rules.Turn) i18n.Message {
	switch k {
	case Victory:
		return msgFirstVictory
	case Positioning:
		return msgFirstPositioning
	case Expulsion:
		return msgFirstExpel
	case Bonus:
		return msgFirstBonus
	case Return:
		return msgFirstReturn
	case Swap:
		return msgFirstSwap
	case Rotation:
		return msgFirstRotation
	}
	if turn.Ship().Sails() == 2 {
		return msgFirstMoveFar
	}
	return msgFirstMove
}

// stallText says who would have the semi-victory (rules 5.4).
func stallText(p rules.Position) i18n.Message {
	switch p.Last() {
	case rules.NoColor:
		return msgFirstStallBlue
	case p.Side():
		return msgFirstStallYours
	}
	return msgFirstStallTheirs
}

// explainDanger names an attacker of the corvette, and a turn that saves it, if any.
func explainDanger(t i18n.Printer, p rules.Position) string {
	at := p.SquareOf(p.Side(), rules.Ship111)
	enemies := p.Skip()
	attacks := enemies.AppendExpulsions(nil)
	attacker := attacks[slices.IndexFunc(attacks, func(a rules.Turn) bool { return a.To() == at })].Ship()
	args := i18n.Args{"At": at, "Enemy": attacker, "EnemyAt": p.SquareOf(p.Side().Other(), attacker)}
	saves := slices.DeleteFunc(sensible(p), func(turn rules.Turn) bool {
		return !wins(p, turn) && !savesCorvette(p, turn)
	})
	if len(saves) == 0 {
		return t.Text(msgFirstLost, args)
	}
	args["Turn"] = best(p, saves)
	return t.Text(msgFirstSaved, args)
}

// example returns the best example of k. There must be one.
func example(p rules.Position, k Topic) rules.Turn {
	return best(p, slices.DeleteFunc(sensible(p), func(turn rules.Turn) bool { return !k.is(p, turn) }))
}

func best(p rules.Position, turns []rules.Turn) rules.Turn {
	return slices.MaxFunc(turns, func(a, b rules.Turn) int { return cmp.Compare(merit(p, a), merit(p, b)) })
}

// merit returns how good an example turn is. A good one keeps the corvette safe, expels a ship, exiles none of a higher
// class than it brings home, cannot be answered by an expulsion, and is simple.
func merit(p rules.Position, turn rules.Turn) int {
	after := p.Play(turn)
	merit := 0
	for _, quality := range []struct {
		has   bool
		value int
	}{
		{wins(p, turn), 64},
		{!after.CorvetteAttacked(p.Side()), 32},
		{turn.Expels(), 16},
		{home(p, turn).Class() >= exiled(p, turn).Class(), 8},
		{len(after.AppendExpulsions(nil)) == 0, 4},
		{!turn.HasBonus() && !turn.Shift().Includes(rules.Ship111), 2},
		{home(p, turn).Class() > exiled(p, turn).Class(), 1},
		{turn.Ship().Sails() == 2 && isFar(p, turn), 1},
	} {
		if quality.has {
			merit += quality.value
		}
	}
	return merit
}

func isFar(p rules.Position, turn rules.Turn) bool {
	from := p.SquareOf(p.Side(), turn.Ship())
	columns, rows := from.Column()-turn.To().Column(), from.Row()-turn.To().Row()
	return columns*columns+rows*rows > 1
}

func exampleArgs(p rules.Position, turn rules.Turn) i18n.Args {
	ships := turn.Shift().Ships()
	after := p.Play(turn)
	return i18n.Args{"Turn": turn, "Ship": turn.Ship(), "From": p.SquareOf(p.Side(), turn.Ship()),
		"To": turn.To(), "Enemy": p.At(turn.To()).Ship,
		"First": ships[0], "Second": ships[1], "Third": ships[2], "Exiled": exiled(p, turn),
		"Home": home(p, turn), "HomeAt": after.SquareOf(p.Side(), home(p, turn))}
}
