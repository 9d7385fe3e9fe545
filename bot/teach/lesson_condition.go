package teach

import (
	"slices"

	"madbot/rules"
)

func always(rules.Position, rules.Turn) bool { return true }

func isShift(_ rules.Position, t rules.Turn) bool { return !t.IsMove() }

func isRotation(_ rules.Position, t rules.Turn) bool { return !t.IsMove() && t.Shift().IsRotation() }

func plays(text string) condition {
	return func(_ rules.Position, t rules.Turn) bool { return t.String() == text }
}

func moves(ship rules.Ship) condition {
	return func(_ rules.Position, t rules.Turn) bool { return t.Ship() == ship }
}

func expels(enemy rules.Ship) condition {
	return func(before rules.Position, t rules.Turn) bool {
		return t.Expels() && before.At(t.To()).Ship == enemy
	}
}

func expelsAny(_ rules.Position, t rules.Turn) bool { return t.Expels() }

// wins accepts turns that expel the enemy's corvette (rules 5.1).
func wins(before rules.Position, t rules.Turn) bool { return expels(rules.Ship111)(before, t) }

// savesCorvette accepts turns after which the enemy cannot expel the corvette.
func savesCorvette(before rules.Position, t rules.Turn) bool {
	after := before.Play(t)
	return !before.LosesAtOnce(t) && !after.CorvetteAttacked(before.Side())
}

// expelsSafely accepts expulsions after which the enemy cannot expel the ship that moved.
func expelsSafely(before rules.Position, t rules.Turn) bool {
	return t.Expels() && !canExpel(before.Play(t), t.To())
}

// canExpel reports whether the side to move in p can expel the ship on s.
func canExpel(p rules.Position, s rules.Square) bool {
	return slices.ContainsFunc(p.AppendExpulsions(nil), func(t rules.Turn) bool { return t.To() == s })
}

// traps accepts turns after which the enemy cannot save its corvette.
func traps(before rules.Position, t rules.Turn) bool {
	after := before.Play(t)
	return !before.LosesAtOnce(t) && !slices.ContainsFunc(after.AppendTurns(nil),
		func(answer rules.Turn) bool { return savesCorvette(after, answer) })
}
