package teach

import (
	"slices"

	"madbot/rules"
)

// always is met by every turn.
func always(rules.Position, rules.Turn) bool { return true }

// isShift is met by a swap or rotation alone, isRotation by a rotation.
func isShift(_ rules.Position, t rules.Turn) bool { return !t.IsMove() }

func isRotation(_ rules.Position, t rules.Turn) bool { return !t.IsMove() && t.Shift().IsRotation() }

// plays is met by one turn, given in the notation.
func plays(text string) condition {
	return func(_ rules.Position, t rules.Turn) bool { return t.String() == text }
}

// moves is met by the movements of ship.
func moves(ship rules.Ship) condition {
	return func(_ rules.Position, t rules.Turn) bool { return t.Ship() == ship }
}

// expels is met by the expulsion of a ship.
func expels(enemy rules.Ship) condition {
	return func(before rules.Position, t rules.Turn) bool {
		return t.Expels() && before.At(t.To()).Ship == enemy
	}
}

// expelsAny is met by every expulsion.
func expelsAny(_ rules.Position, t rules.Turn) bool { return t.Expels() }

// wins is met by a turn that exiles the enemy's corvette (rules 5.1).
func wins(before rules.Position, t rules.Turn) bool { return expels(rules.Ship111)(before, t) }

// savesCorvette is met by a turn after which the enemy cannot expel the corvette.
func savesCorvette(before rules.Position, t rules.Turn) bool {
	after := before.Play(t)
	return !before.LosesAtOnce(t) && !after.CorvetteAttacked(before.Side())
}

// expelsSafely is met by an expulsion after which the enemy cannot expel the ship that moved.
func expelsSafely(before rules.Position, t rules.Turn) bool {
	return t.Expels() && !reached(before.Play(t), t.To())
}

// reached reports whether the side to move in p can expel the ship on a square.
func reached(p rules.Position, s rules.Square) bool {
	return slices.ContainsFunc(p.AppendExpulsions(nil), func(t rules.Turn) bool { return t.To() == s })
}

// traps is met by a turn after which no turn of the enemy saves its corvette.
func traps(before rules.Position, t rules.Turn) bool {
	after := before.Play(t)
	return !before.LosesAtOnce(t) && !slices.ContainsFunc(after.AppendTurns(nil),
		func(answer rules.Turn) bool { return savesCorvette(after, answer) })
}
