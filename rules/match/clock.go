package match

import (
	"time"

	"madbot/rules"
)

const day = 24 * time.Hour

// The bounds of Terms and of what is given; all are whole seconds.
const (
	MinPerTurn   = time.Minute
	MaxPerTurn   = 60 * day
	MaxBank      = 60 * day
	MaxGrace     = 60 * day
	MaxGift      = day      // of GiveTime, as of an accepted offer of more time; see Pace.Gift
	MaxAway      = 60 * day // of GoAway
	DefaultGrace = 2 * day
)

// Pace is how much time a side has. The zero value is no clock.
type Pace struct {
	PerTurn time.Duration // for each turn, in whole seconds; what is left of it is lost. Zero: no clock
	Bank    time.Duration // for the whole game, in whole seconds, for turns that take longer than PerTurn
}

// HasClock reports whether time is limited.
func (p Pace) HasClock() bool { return p.PerTurn != 0 }

// Gift returns how much more time a side can be given in a turn: that of one more turn, and at most MaxGift.
func (p Pace) Gift() time.Duration { return min(p.PerTurn, MaxGift) }

// MayRest reports whether an absence makes sense: there is a day or more for a turn, or no clock.
func (p Pace) AllowsAbsence() bool { return !p.HasClock() || p.PerTurn >= day }

// start returns the clock of a game that begins now and, without one, of each turn.
func (p Pace) start(now time.Time) Clock {
	if !p.HasClock() {
		return Clock{TurnBegan: now}
	}
	r := Reserve{Bank: p.Bank}
	return Clock{TurnBegan: now, RunsFrom: now, Left: p.PerTurn, Reserves: rules.BySide[Reserve]{Red: r, Blue: r}}
}

// checkTime returns ErrTerms when the times of t are out of bounds, or not of a match with a clock.
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

// Clock is the time of a match, as it stood at the last event. Where there is none, Began is all that is set, until
// Party.Summon lets a turn run.
type Clock struct {
	TurnBegan time.Time // the running turn; zero: the match was not accepted
	RunsFrom  time.Time // from when on Left runs, unless Paused, or the side to move is away
	// Left is what the side to move had left at From for this turn, with what was given for it. Below
	// zero it is what the turn has used of the bank.
	Left      time.Duration
	Paused    bool      // it stands still, by agreement
	TimeUpAt  time.Time // when RunOut found that the deadline of this turn, or of the last one, had passed
	HeldUntil time.Time // until when the time for this turn waits at most, see Unreach; zero: it does not
	Reserves  rules.BySide[Reserve]
}

// Reserve is what a side has besides the time for each turn.
type Reserve struct {
	Bank time.Duration // what is left of it, not counting the running turn
	// Away is until when the side is away: its time does not run before. It stays set until the side has played or
	// come back, or Match.Return has recorded its end; zero: it is not away.
	AwayUntil time.Time
}

// IsAway reports whether the side of r is away at now.
func (r Reserve) IsAway(now time.Time) bool { return r.AwayUntil.After(now) }

// Deadline returns when side, which is to move, will have used its time for the turn and its bank;
// zero when there is no clock, when it stands still, and for NoColor.
func (c Clock) Deadline(side rules.Color) time.Time {
	if c.Paused || side == rules.NoColor {
		return time.Time{}
	}
	return c.runs(side).Add(c.Left + c.Reserves.At(side).Bank)
}

// runs returns from when on Left runs for side.
func (c *Clock) runs(side rules.Color) time.Time {
	return later(later(c.RunsFrom, c.Reserves.At(side).AwayUntil), c.HeldUntil)
}

// elapsed returns how much of Left has run at now.
func (c *Clock) elapsed(side rules.Color, now time.Time) time.Duration {
	if c.Paused {
		return 0
	}
	return max(0, now.Sub(c.runs(side)))
}

// advance lets Left run until now, where side is to move. A now that is before the last one changes
// nothing, so that no time runs twice.
func (c *Clock) advance(side rules.Color, now time.Time) {
	if c.Paused {
		return // From is when that began
	}
	c.Left -= c.elapsed(side, now)
	c.RunsFrom = later(c.RunsFrom, now)
}

// turn ends the turn of side: what went beyond its time is taken from the bank, and the time of the
// other side begins.
func (c *Clock) turn(side rules.Color, p Pace, now time.Time) {
	if d := c.Deadline(side); d.IsZero() || c.TimeUpAt.Before(d) {
		c.TimeUpAt = time.Time{}
	}
	c.charge(side, now)
	c.Reserves.At(side).AwayUntil = time.Time{}
	c.Paused = false
	c.begin(p.PerTurn, now)
}

// charge takes from the bank of side what its turn, which runs until now, has used of it.
func (c *Clock) charge(side rules.Color, now time.Time) {
	c.advance(side, now)
	r := c.Reserves.At(side)
	r.Bank = max(0, r.Bank+min(0, c.Left))
}

// shift moves all that runs by d.
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

// restore has the time of side run as it did before its turn, as if that had not been played.
func (c *Clock) restore(side rules.Color, before Clock) {
	*c.Reserves.At(side) = before.Reserves.Of(side)
	c.TurnBegan, c.RunsFrom, c.Left, c.Paused = before.TurnBegan, before.RunsFrom, before.Left, before.Paused
	c.TimeUpAt, c.HeldUntil = before.TimeUpAt, before.HeldUntil
}

// begin begins a turn for which there is so much time.
func (c *Clock) begin(left time.Duration, now time.Time) {
	c.TurnBegan, c.RunsFrom, c.Left, c.HeldUntil = now, now, left, time.Time{}
}

// give lets side, which has used up its time and its bank, have d from now on.
func (c *Clock) give(side rules.Color, d time.Duration, now time.Time) {
	c.Reserves.At(side).Bank = 0
	c.RunsFrom, c.Left = now, d
}

// afford lets side, whose time runs, have at least d from a time on, and returns how much more it has for that. What
// its turn has used of the bank stays used.
func (c *Clock) afford(side rules.Color, d time.Duration, from time.Time) time.Duration {
	more := later(from, c.runs(side)).Add(d).Sub(c.Deadline(side))
	if more <= 0 {
		return 0
	}
	c.charge(side, c.RunsFrom)
	c.Left = max(0, c.Left) + more
	return more
}

// RanOut reports whether Match.RunOut has recorded that side, which is to move, has used up its time, and it has been
// given no more since.
func (c Clock) TimeUpRecorded(side rules.Color) bool {
	d := c.Deadline(side)
	return !d.IsZero() && !c.TimeUpAt.Before(d)
}

// isSpent reports whether side, which is to move, had used up its time and its bank when that last stood still.
func (c *Clock) isSpent(side rules.Color) bool { return c.Left+c.Reserves.At(side).Bank <= 0 }

// later returns the later one of two times.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
