package rules

// Reason is why a game ended. Its numbers are stable: they are stored.
type Reason uint8

// The reasons; the zero value NoReason is a game in progress.
const (
	NoReason      Reason = 0
	CorvetteExile Reason = 1 // rules 5.1
	Stall         Reason = 2 // rules 5.2
	Agreement     Reason = 3 // rules 5.3
	Resignation   Reason = 4 // rules 5.5
	TimeLoss      Reason = 5 // rules 5.5
	Aborted       Reason = 6 // rules 5.5: counts for nothing, nobody wins
)

// String returns a word for logs and records; "in progress" for NoReason.
func (r Reason) String() string {
	switch r {
	case NoReason:
		return "in progress"
	case CorvetteExile:
		return "corvette"
	case Stall:
		return "stall"
	case Agreement:
		return "agreement"
	case Resignation:
		return "resignation"
	case TimeLoss:
		return "time"
	case Aborted:
		return "aborted"
	}
	return "unknown"
}

// Outcome is how a game ended. The zero value is a game in progress.
type Outcome struct {
	Winner Color // NoColor in progress or aborted
	Reason Reason
}

// Points counts in halves of a point: a victory is 2, a semi-victory 1 (rules 5.1, 5.4).
type Points int

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != NoReason }

// IsSemi reports a semi-victory (rules 5.4).
func (o Outcome) IsSemi() bool { return o.Reason == Stall || o.Reason == Agreement }

// Points returns what c has of the game.
func (o Outcome) Points(c Color) Points {
	switch {
	case c == NoColor || o.Winner != c:
		return 0
	case o.IsSemi():
		return 1
	}
	return 2
}

// Result returns "1-0", "0-1", "½-0", "0-½", or "*" in progress and aborted (rules 6.5).
func (o Outcome) Result() string {
	won := "1"
	if o.IsSemi() {
		won = "½"
	}
	switch o.Winner {
	case Red:
		return won + "-0"
	case Blue:
		return "0-" + won
	}
	return "*"
}

// Outcome says how p ended, if it did: by exile of a corvette, or by stall at limit.
func (p *Position) Outcome(limit StallLimit) Outcome {
	switch {
	case p.board == NoBoard:
		return Outcome{}
	case !p.crews[0].has(Ship111):
		return Outcome{Winner: Blue, Reason: CorvetteExile}
	case !p.crews[1].has(Ship111):
		return Outcome{Winner: Red, Reason: CorvetteExile}
	case limit > 0 && int(p.quiet) >= int(limit):
		return Outcome{Winner: p.SemiWinner(), Reason: Stall}
	}
	return Outcome{}
}

// SemiWinner returns the side that has the semi-victory if the game stops in p: the one that made
// the last expulsion, Blue if there was none (rules 5.4).
func (p *Position) SemiWinner() Color {
	if p.last == NoColor {
		return Blue
	}
	return p.last
}

// LosesAtOnce reports whether the legal turn t exiles the corvette of the side that plays it, by a
// swap with the exiled 222 (rules 2.5). No other turn does.
func (p *Position) LosesAtOnce(t Turn) bool {
	return t.Shift() == Swap111x222 && !p.crews[p.side.index()].has(Ship222)
}

// CorvetteAttacked reports whether the enemy of c could expel the corvette of c if it were the
// enemy's turn now, whoever is to move: not while the enemy's positioning turn is to come, which
// allows no movement (rules 4.1), and not when the corvette is in exile. Any ship can overcome its
// one shield, so only the distance counts. c must be Red or Blue.
func (p *Position) CorvetteAttacked(c Color) bool {
	us := c.index()
	them := us ^ 1
	if p.positioning>>them&1 != 0 {
		return false
	}
	near := geometries[p.board&3].step[p.fleets[us].square(Ship111)]
	if near&p.occupied[them] != 0 {
		return true
	}
	return (near&^p.occupied[us]).around()&p.fleets[them].fast() != 0
}
