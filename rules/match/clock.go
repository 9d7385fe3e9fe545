package match

import (
	"time"

	"madbot/rules"
)

const day = 24 * time.Hour

// Limits of Terms and of gifts of time, in whole seconds.
const (
	MinPerTurn   = time.Minute
	MaxPerTurn   = 60 * day
	MaxBank      = 60 * day
	MaxGrace     = 60 * day
	MaxGift      = day      // of GiveTime and of an accepted offer ForTime; see Pace.Gift
	MaxAway      = 60 * day // of StartAbsence
	DefaultGrace = 2 * day
)

// Pace is how much time each side has. The zero value means no clock.
type Pace struct {
	PerTurn time.Duration // for each turn, in whole seconds; unused time is lost. Zero means no clock
	Bank    time.Duration // for the whole game, in whole seconds, used by turns longer than PerTurn
}

// HasClock reports whether time is limited.
func (p Pace) HasClock() bool { return p.PerTurn != 0 }

// Gift returns how much extra time a side can get in one turn: PerTurn, at most MaxGift.
func (p Pace) Gift() time.Duration { return min(p.PerTurn, MaxGift) }

// AllowsAbsence reports whether absences make sense: turns have a day or more, or there is no clock.
func (p Pace) AllowsAbsence() bool { return !p.HasClock() || p.PerTurn >= day }

// start returns the clock of a game that starts now. Matches without a clock call it at each turn.
func (p Pace) start(now time.Time) Clock {
	if !p.HasClock() {
		return Clock{TurnBegan: now}
	}
	r := Reserve{Bank: p.Bank}
	return Clock{TurnBegan: now, RunsFrom: now, Left: p.PerTurn, Reserves: rules.BySide[Reserve]{Red: r, Blue: r}}
}

// checkTime returns ErrTerms if the times of t are out of bounds.
func (t Terms) checkTime() error {
	p := t.Pace
	whole := p.PerTurn%time.Second == 0 && p.Bank%time.Second == 0 && t.Grace%time.Second == 0
	switch {
	case !p.HasClock() && p.Bank == 0 && t.Grace == 0:
		return nil
	case !whole, p.PerTurn < MinPerTurn, p.PerTurn > MaxPerTurn, p.Bank < 0, p.Bank > MaxBank,
		t.Grace < 0, t.Grace > MaxGrace:
		return ErrTerms
	}
	return nil
}

// Clock is the time of a match as of the last event. Without a clock only TurnBegan is set, unless the side to move was
// summoned.
type Clock struct {
	TurnBegan time.Time // start of the current turn; zero if the match was not accepted
	RunsFrom  time.Time // since when Left runs, unless the clock is Paused or the side to move is away
	// Left is the time the side to move had left at RunsFrom for this turn, including gifts. Below zero, it is what the
	// turn has used of the bank.
	Left      time.Duration
	Paused    bool      // stopped by agreement
	TimeUpAt  time.Time // when the deadline of this turn, or of the last one, was found to have passed
	HeldUntil time.Time // this turn's time starts no later than this, see HoldTime; zero if it is not held
	Reserves  rules.BySide[Reserve]
	// Suspension says why the clock is stopped if the match cannot be shown on its server.
	Suspension Suspension
}

// Reserve is the time a side has in addition to the time per turn.
type Reserve struct {
	Bank time.Duration // what is left, not counting the current turn
	// AwayUntil is the end of the side's absence; its time does not run before. It stays set until the side plays or
	// comes back, or EndAbsences records the end. Zero means not away.
	AwayUntil time.Time
}

// IsAway reports whether the side is away at now.
func (r Reserve) IsAway(now time.Time) bool { return r.AwayUntil.After(now) }

// Deadline returns when side, which is to move, runs out of time and bank. It is zero if there is no clock, if the
// clock is paused or suspended, and for NoColor.
func (c Clock) Deadline(side rules.Color) time.Time {
	if c.IsStopped() || side == rules.NoColor {
		return time.Time{}
	}
	return c.runs(side).Add(c.Left + c.Reserves.At(side).Bank)
}

// runs returns the time from which Left runs for side.
func (c *Clock) runs(side rules.Color) time.Time {
	return later(later(c.RunsFrom, c.Reserves.At(side).AwayUntil), c.HeldUntil)
}

func (c *Clock) elapsed(side rules.Color, now time.Time) time.Duration {
	if c.Paused {
		return 0
	}
	return max(0, c.stop(now).Sub(c.runs(side)))
}

// IsStopped reports whether the clock is paused or suspended.
func (c Clock) IsStopped() bool { return c.Paused || c.Suspension.IsOn() }

// stop returns the time until which the clock has run at now: now, or the start of a suspension.
func (c *Clock) stop(now time.Time) time.Time {
	if s := c.Suspension; s.IsOn() && s.Since.Before(now) {
		return s.Since
	}
	return now
}

// advance counts side's time until now; side is to move. Before RunsFrom it does nothing, so no time counts twice.
func (c *Clock) advance(side rules.Color, now time.Time) {
	if c.Paused {
		return // RunsFrom is the start of the pause
	}
	c.Left -= c.elapsed(side, now)
	c.RunsFrom = later(c.RunsFrom, c.stop(now))
}

// turn ends side's turn: it charges overrun to the bank and starts the other side's time.
func (c *Clock) turn(side rules.Color, p Pace, now time.Time) {
	if d := c.Deadline(side); d.IsZero() || c.TimeUpAt.Before(d) {
		c.TimeUpAt = time.Time{}
	}
	c.chargeBank(side, now)
	c.Reserves.At(side).AwayUntil = time.Time{}
	c.Paused = false
	c.begin(p.PerTurn, now)
}

// chargeBank deducts from side's bank the time by which its turn has exceeded Left.
func (c *Clock) chargeBank(side rules.Color, now time.Time) {
	c.advance(side, now)
	r := c.Reserves.At(side)
	r.Bank = max(0, r.Bank+min(0, c.Left))
}

func (c *Clock) shift(d time.Duration) {
	if c.TimeUpAt.After(c.TurnBegan) {
		c.TimeUpAt = c.TimeUpAt.Add(d)
	}
	for _, at := range []*time.Time{&c.RunsFrom, &c.HeldUntil, &c.Reserves.Red.AwayUntil, &c.Reserves.Blue.AwayUntil} {
		if !at.IsZero() {
			*at = at.Add(d)
		}
	}
}

// restore makes side's time run as if the turn played since before had not been played.
func (c *Clock) restore(side rules.Color, before Clock) {
	*c.Reserves.At(side) = before.Reserves.Of(side)
	c.TurnBegan, c.RunsFrom, c.Left, c.Paused = before.TurnBegan, before.RunsFrom, before.Left, before.Paused
	c.TimeUpAt, c.HeldUntil = before.TimeUpAt, before.HeldUntil
}

func (c *Clock) begin(left time.Duration, now time.Time) {
	c.TurnBegan, c.RunsFrom, c.Left, c.HeldUntil = now, now, left, time.Time{}
}

// give grants side, which is out of time and bank, d from now on.
func (c *Clock) give(side rules.Color, d time.Duration, now time.Time) {
	c.Reserves.At(side).Bank = 0
	c.RunsFrom, c.Left = now, d
}

// afford ensures that side, whose time is running, has at least d from the given time on. It returns how much it adds.
// What the turn has used of the bank stays used.
func (c *Clock) afford(side rules.Color, d time.Duration, from time.Time) time.Duration {
	more := later(from, c.runs(side)).Add(d).Sub(c.Deadline(side))
	if more <= 0 {
		return 0
	}
	c.chargeBank(side, c.RunsFrom)
	c.Left = max(0, c.Left) + more
	return more
}

// TimeUpRecorded reports whether RecordTimeUp has recorded that side, which is to move, is out of time, and no time was
// given since.
func (c Clock) TimeUpRecorded(side rules.Color) bool {
	d := c.Deadline(side)
	return !d.IsZero() && !c.TimeUpAt.Before(d)
}

// isSpent reports whether side, which is to move, had no time and no bank left when the clock last stopped.
func (c *Clock) isSpent(side rules.Color) bool { return c.Left+c.Reserves.At(side).Bank <= 0 }

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
