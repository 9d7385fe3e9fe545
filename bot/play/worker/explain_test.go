package worker_test

import (
	"fmt"
	"time"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// account is the time of a match as its log tells it, worked out apart from the law.
type account struct {
	m       *play.Match
	side    rules.Color
	from    time.Time
	left    time.Duration // of the running turn
	bank    [3]time.Duration
	away    [3]time.Time
	paused  bool
	still   time.Time // when the pause began
	ending  time.Time // when a notice announced its end
	up      time.Time // when it was recorded that time is up
	began   bool
	ends    int
	before  []standing
	planned match.PlayerID
	asked   match.PlayerID // who asks to take back
	hints   map[match.PlayerID]int
	gap     time.Duration // the longest that the bot was away, or had to wait
	downs   []stretch     // in which it was away
	lost    time.Duration // that is owed at the last event
	life    time.Duration // in which nobody could answer the challenge
	freed   int           // the turn that was taken back last without asking
	turned  time.Time     // when the running turn began
	until   time.Time     // until when it was to be played, without a clock; zero: it was not called for
}

// explain returns what in the events of m does not follow from those before, or from its terms; nil when
// all of m does. From where time waited for somebody on it leaves that to TestAnyTimes of the law.
func explain(m *play.Match, events []match.Event, downs []stretch) error {
	a := &account{m: m, side: rules.Red, hints: map[match.PlayerID]int{}, gap: longestGap, downs: downs}
	for i, e := range events {
		if e.Seq != i+1 {
			return fmt.Errorf("event %d has the number %d", i+1, e.Seq)
		}
		if a.ends > 0 {
			return fmt.Errorf("%v after the end", e.Kind)
		}
		if e.Kind == match.TimeHeld {
			return nil
		}
		err := a.run(e.At, e.Kind == match.Credited)
		if err == nil {
			err = a.enter(e)
		}
		if err != nil {
			return fmt.Errorf("event %d, %v by %q at ply %d: %w", e.Seq, e.Kind, e.By, e.Ply, err)
		}
	}
	if a.ends == 0 {
		if err := a.run(time.Now(), false); err != nil {
			return err
		}
	}
	return a.settle(len(events))
}

// leastDown is what is given back, if the bot is away for as long.
const leastDown = 5 * time.Minute

// owed returns what is to be given back at the end of the time in which the bot was away, the first one that
// ended after from and by to; false: there was none.
func (a *account) owed(from, to time.Time) (at time.Time, lost time.Duration, ok bool) {
	for _, d := range a.downs {
		length := d.to.Sub(d.from)
		if !from.IsZero() && d.to.After(from) && !d.to.After(to) && length >= leastDown {
			if lost = min(length, d.to.Sub(from)); a.runs(d.to.Add(-lost)) {
				return d.to, lost, true
			}
		}
	}
	return time.Time{}, 0, false
}

// runs reports whether something runs at a time: a challenge, a clock, an absence, or the time for a free takeback.
func (a *account) runs(at time.Time) bool {
	last, timed := len(a.before), a.m.Terms.Pace.HasClock()
	free := last > a.freed && !at.After(a.before[last-1].at.Add(10*time.Minute))
	return !a.began || timed && !a.paused || !a.until.IsZero() ||
		a.away[rules.Red].After(at) || a.away[rules.Blue].After(at) || free
}

// credit has a time that was lost never have been.
func (a *account) credit(e match.Event) {
	d, from := e.Length, e.At.Add(-e.Length)
	if a.away[a.side].After(from) {
		from = a.away[a.side]
	}
	switch {
	case !a.began:
		a.life += d
	case !a.paused:
		a.left += max(0, e.At.Sub(from))
	}
	times := []*time.Time{&a.until, &a.up, &a.still, &a.away[rules.Red], &a.away[rules.Blue]}
	for i := range a.before {
		times = append(times, &a.before[i].at, &a.before[i].still, &a.before[i].away, &a.before[i].up,
			&a.before[i].until)
	}
	for _, t := range times {
		if !t.IsZero() {
			*t = t.Add(d)
		}
	}
}

// settle compares the last state with the match's.
func (a *account) settle(events int) error {
	m, c := a.m, a.m.Clock
	switch {
	case m.Seq != events:
		return fmt.Errorf("%d events of %d", events, m.Seq)
	case m.Status.IsOpen() != (a.ends == 0):
		return fmt.Errorf("%d ends, status %v", a.ends, m.Status)
	case a.hints[m.Players.Red] != m.HintsUsed.Red || a.hints[m.Players.Blue] != m.HintsUsed.Blue:
		return fmt.Errorf("hints %v", a.hints)
	case m.Status != match.Playing:
		return nil
	case !m.Terms.Pace.HasClock():
		return expect(m.Deadline().Equal(a.until), "deadline %v, not %v", m.Deadline(), a.until)
	case c.Paused != a.paused:
		return fmt.Errorf("paused: %v", a.paused)
	case c.Reserves.Red.Bank != a.bank[rules.Red] || c.Reserves.Blue.Bank != a.bank[rules.Blue]:
		return fmt.Errorf("banks %v and %v, not %v", c.Reserves.Red.Bank, c.Reserves.Blue.Bank, a.bank)
	case !a.paused && !m.Deadline().Equal(a.deadline()):
		return fmt.Errorf("deadline %v, not %v", m.Deadline(), a.deadline())
	}
	return nil
}

// run lets the time of the side to move run until now, when what was lost is given back, or something else
// happens: then nothing was owed.
func (a *account) run(now time.Time, credited bool) error {
	from := a.start()
	at, lost, owed := a.owed(a.from, now)
	switch {
	case owed != credited, owed && !at.Equal(now):
		return fmt.Errorf("at %v %v is owed, not at %v", at, lost, now)
	}
	a.lost = lost
	if a.began && !a.paused && now.After(from) {
		a.left -= now.Sub(from)
	}
	if now.After(a.from) {
		a.from = now
	}
	return nil
}

// start is from when on the time runs.
func (a *account) start() time.Time {
	if a.away[a.side].After(a.from) {
		return a.away[a.side]
	}
	return a.from
}

func (a *account) deadline() time.Time { return a.start().Add(a.left + a.bank[a.side]) }

// enter enters what happened at the time up to which a has run.
func (a *account) enter(e match.Event) error {
	by, timed := a.m.ColorOf(e.By), a.m.Terms.Pace.HasClock()
	switch e.Kind {
	case match.Challenged:
	case match.Accepted:
		a.began = true
		a.from, a.turned, a.left = e.At, e.At, a.m.Terms.Pace.PerTurn
		a.bank[rules.Red], a.bank[rules.Blue] = a.m.Terms.Pace.Bank, a.m.Terms.Pace.Bank
	case match.Played:
		return a.play(e, by)
	case match.Planned:
		a.planned = e.By
		return expect(by == a.side, "not on turn")
	case match.TakenBack:
		return a.undo(e, by)
	case match.TakebackAsked:
		a.asked = e.By
	case match.TakebackRefused, match.TakebackWithdrawn:
		a.asked = ""
	case match.Hinted:
		a.hints[e.By]++
		return expect(by == a.side, "not on turn")
	case match.TimeUp:
		d := a.deadline()
		a.up = e.At
		return expect(timed && e.By == "" && !e.At.Before(d) && e.At.Sub(d) <= a.gap, "at %v, deadline %v", e.At, d)
	case match.TimeGiven:
		a.give(e, by.Other())
	case match.AutoAway:
		d := a.deadline()
		a.leave(by, e.At.Add(e.Length))
		return expect(timed && by == a.side && !e.At.Before(d), "deadline %v", d)
	case match.WentAway:
		a.leave(by, e.At.Add(e.Length))
		return expect(timed && by != rules.NoColor, "nobody")
	case match.CameBack:
		a.away[by] = time.Time{}
	case match.Returned:
		away := a.away[by]
		a.away[by] = time.Time{}
		return expect(e.At.Sub(away) <= a.gap && !e.At.Before(away) && !away.IsZero(), "away until %v", away)
	case match.Paused:
		a.paused, a.still = true, e.At
	case match.PauseEnding:
		late := e.At.Sub(a.still.Add(29 * day))
		a.ending = e.At
		return expect(a.paused && late >= 0 && late <= a.gap, "after %v", late)
	case match.Resumed:
		if late := e.At.Sub(a.still.Add(30 * day)); e.By == "" && (late < 0 || late > a.gap || e.At.Sub(a.ending) < day) {
			return fmt.Errorf("%v after 30 days", late)
		}
		if !a.up.IsZero() {
			a.up = a.up.Add(e.At.Sub(a.still))
		}
		if a.paused = false; e.Length > 0 {
			a.charge()
			a.left = max(0, a.left) + e.Length
		}
	case match.Summoned:
		late := a.until
		a.until = e.At.Add(e.Length)
		return expect(!timed && by == a.side.Other() && late.IsZero() && e.At.Sub(a.turned) >= 30*day && e.Length >= 7*day,
			"turn since %v", a.turned)
	case match.Credited:
		a.credit(e)
		return expect(e.By == "" && e.Length == a.lost, "%v, not %v", e.Length, a.lost)
	case match.Ended, match.ChallengeExpired, match.ChallengeDeclined, match.ChallengeWithdrawn:
		a.ends++
		return a.end(e, by)
	}
	return nil
}

// leave marks a side as away until a time.
func (a *account) leave(side rules.Color, until time.Time) {
	if a.away[side] = until; side == a.side {
		a.left = max(a.left, -a.bank[side])
	}
}

// play ends the turn of a side.
func (a *account) play(e match.Event, by rules.Color) error {
	if by != a.side || a.planned != "" && a.planned != e.By {
		return fmt.Errorf("not on turn: %v", by)
	}
	a.before = append(a.before, standing{e.At, a.left, a.away[by], a.up, a.still, a.paused,
		!a.paused && !e.At.Before(a.deadline()), a.bank[by], a.asked, a.turned, a.until})
	if len(a.before) > 4 {
		a.before[len(a.before)-5] = standing{}
	}
	a.planned, a.asked = "", ""
	a.charge()
	a.away[by], a.paused = time.Time{}, false
	a.side, a.left, a.from, a.up = by.Other(), a.m.Terms.Pace.PerTurn, e.At, time.Time{}
	a.turned, a.until = e.At, time.Time{}
	return nil
}

// charge takes from the bank of the side to move what it has used of it.
func (a *account) charge() { a.bank[a.side] = max(0, a.bank[a.side]+min(0, a.left)) }

// standing is what there was before a turn was played, for the side that played it.
type standing struct {
	at           time.Time
	left         time.Duration
	away, up     time.Time
	still        time.Time
	paused, late bool
	bank         time.Duration
	asked        match.PlayerID

	turned, until time.Time
}

// undo takes turns back: one's own last turn before the other has seen it, or by agreement.
func (a *account) undo(e match.Event, by rules.Color) error {
	was, side := a.before[e.Ply], a.side // who is to move again
	turns := len(a.before) - e.Ply
	if turns%2 != 0 {
		side = side.Other()
	}
	switch {
	case a.asked != "" && a.asked != e.By && a.m.ColorOf(a.asked) == side:
		a.again(e, side)
		a.turned, a.until = e.At, time.Time{}
	case by != a.side && turns == 1 && e.At.Sub(was.at) <= 10*time.Minute:
		a.freed = len(a.before)
		a.turned, a.until = was.turned, was.until
		a.left, a.from, a.up, a.paused, a.still = was.left, was.at, was.up, was.paused, was.still
		a.away[by], a.bank[by] = was.away, was.bank
		if a.side = by; !a.paused {
			a.left -= max(0, e.At.Sub(a.start()))
		}
		a.from = e.At
	default:
		return fmt.Errorf("asked by %q", a.asked)
	}
	a.side, a.before = side, a.before[:e.Ply]
	a.asked, a.planned = was.asked, ""
	return nil
}

// again gives a side its turn again, to which the other side has agreed.
func (a *account) again(e match.Event, side rules.Color) {
	if side == a.side && !a.paused && !e.At.Before(a.deadline()) {
		return
	}
	a.charge()
	was, mover := a.before[e.Ply], side
	for _, s := range a.before[e.Ply:] {
		if s.away.After(e.At) && s.away.After(a.away[mover]) {
			a.away[mover] = s.away
		}
		mover = mover.Other()
	}
	a.left = max(a.m.Terms.Pace.PerTurn, was.left)
	if was.late {
		a.left = 0
	}
	a.paused, a.from, a.still, a.up = a.paused || was.paused, e.At, e.At, time.Time{}
}

// give gives time to a side: from now on when it has none left, else to its bank.
func (a *account) give(e match.Event, to rules.Color) {
	if to == a.side && !a.paused && !e.At.Before(a.deadline()) {
		a.left, a.bank[to], a.from, a.up = e.Length, 0, e.At, time.Time{}
		return
	}
	a.bank[to] += e.Length
}

// end checks that there was a reason to end.
func (a *account) end(e match.Event, by rules.Color) error {
	m, o := a.m, a.m.Game.Outcome()
	switch {
	case e.Kind == match.ChallengeExpired:
		late := e.At.Sub(m.Created.Add(match.ChallengeLife + a.life))
		return expect(e.By == "" && late >= 0 && late <= a.gap, "after %v", late)
	case e.Kind != match.Ended:
		return expect(e.By != "", "by nobody")
	case e.By == "" && !a.until.IsZero():
		late := e.At.Sub(a.until)
		return expect(o.Reason == rules.Aborted && late >= 0 && late <= a.gap, "%v late", late)
	case e.By == "":
		late := e.At.Sub(a.up.Add(m.Terms.Grace))
		return expect(!a.up.IsZero() && late >= 0 && late <= a.gap, "%v after the grace", late)
	case o.Reason == rules.TimeLoss:
		return expect(by == a.side.Other() && !e.At.Before(a.deadline()), "claimed before %v", a.deadline())
	}
	return expect(by != rules.NoColor, "by somebody else")
}

func expect(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}
