package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/rules/match"
)

// Spare lets the side to move of a match that has just used up its time go on vacation by itself, if it
// has some left and did not choose otherwise. One that goes on already counts for this match too, and is made
// longer when it did not help. Where turns take less than a day, somebody is only away who says so.
func Spare(ctx context.Context, tx Tx, id match.ID) error {
	now := tx.Now()
	m, err := tx.Match(ctx, id)
	switch {
	case err != nil:
		return err
	case !m.Overdue(now), m.IsSummoned(), m.TimeUpRecorded(), m.ToMove() == m.Robot():
		return nil
	}
	p, err := known(ctx, tx, m.ToMove())
	switch {
	case err != nil:
		return err
	case p.Vacation.Until.After(later(now, m.Clock.Reserves.Of(m.ColorOf(p.ID)).AwayUntil)):
		return leave(ctx, tx, &p)
	}
	length := min(brinkVacation, p.VacationLeft(now).Truncate(brinkUnit))
	late := now.Sub(m.Deadline()) // then a vacation that began in time would be over
	if p.Vacation.Stays || !m.Terms.Pace.AllowsAbsence() || length <= late {
		return nil
	}
	if err := p.spare(later(now, p.Vacation.Until).Add(length), now); err != nil {
		return err
	}
	if err := tx.SavePlayer(ctx, p); err != nil {
		return err
	}
	return leave(ctx, tx, &p)
}

// leave has p, who is on vacation, be away in all running matches with a clock. Where their time was up
// already, nothing changes.
func leave(ctx context.Context, tx Tx, p *Player) error {
	until := p.Vacation.Until
	err := inTimed(ctx, tx, p.ID, func(tx Tx, m *Match) ([]match.Event, error) {
		if p.Vacation.Spared && m.ToMove() == p.ID && m.Overdue(tx.Now()) {
			return m.Arbiter().StartAbsence(until, tx.Now())
		}
		return m.As(p.ID).StartAbsence(until, tx.Now())
	})
	return cmp.Or(err, keepStill(ctx, tx, p), scheduleDigest(ctx, tx, p))
}

// keepStill notes since when the vacation of p has not been used up: all matches that it is for are paused.
func keepStill(ctx context.Context, tx Tx, p *Player) error {
	now := tx.Now()
	if !p.Vacation.IsOn(now) && p.Vacation.Still.IsZero() {
		return nil
	}
	open, err := tx.Open(ctx, p.ID)
	open = slices.DeleteFunc(open, func(s Summary) bool {
		return s.Status != match.Playing || !s.Terms.Pace.HasClock() || !s.Terms.Pace.AllowsAbsence()
	})
	runs := slices.ContainsFunc(open, func(s Summary) bool { return !s.Deadline.IsZero() })
	still := len(open) > 0 && !runs
	if err != nil || still != p.Vacation.Still.IsZero() {
		return err
	}
	if p.saveUnused(now); still {
		p.Vacation.Still = now
	}
	return tx.SavePlayer(ctx, *p)
}

// followPauses has the vacations of those who play m follow that it begins, ends, stands still or goes on.
func followPauses(ctx context.Context, tx Tx, m *Match) error {
	for _, id := range without(m.Players.Both(), m.Robot()) {
		p, err := playerOf(ctx, tx, id)
		if err == nil {
			err = keepStill(ctx, tx, &p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// comeBack ends the vacation of p, if one goes on, and has them be back in all matches.
func comeBack(ctx context.Context, tx Tx, p *Player) error {
	if !p.Vacation.IsOn(tx.Now()) {
		return nil
	}
	p.endVacation(tx.Now())
	if err := tx.SavePlayer(ctx, *p); err != nil {
		return err
	}
	err := inTimed(ctx, tx, p.ID, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(p.ID).EndAbsence(tx.Now())
	})
	return cmp.Or(err, remindOpen(ctx, tx, p.ID), scheduleDigest(ctx, tx, p))
}

// inTimed acts in all running matches with a clock of p, as far as they allow it.
func inTimed(ctx context.Context, tx Tx, p match.PlayerID, act Act) error {
	open, err := tx.Open(ctx, p)
	for _, s := range open {
		if s.Status != match.Playing || !s.Terms.Pace.HasClock() {
			continue
		}
		_, _, tried := try(ctx, tx, s.ID, act)
		err = cmp.Or(err, tried)
	}
	return err
}

// try is Change by an act that may be refused, which is no error; done is false then.
func try(ctx context.Context, tx Tx, id match.ID, act Act) (m Match, done bool, err error) {
	var refused error
	m, err = Change(ctx, tx, Ref{id, AnyPly}, func(tx Tx, m *Match) (events []match.Event, err error) {
		events, refused = act(tx, m)
		return events, refused
	})
	if refused != nil {
		return m, false, nil
	}
	return m, err == nil, err
}

// followVacations does what follows for vacations from what happened in m, and returns m after that: a turn that
// somebody played themselves, against a person and the clock, ends theirs, and who is on vacation is away in a match
// that begins, and stays so after a turn that they had planned, or played against the bot. A vacation that ended with
// a turn goes on when that is taken back.
func followVacations(ctx context.Context, tx Tx, m Match, events []match.Event) (Match, error) {
	for _, id := range turned(&m, events) {
		p, err := known(ctx, tx, id)
		if err == nil {
			err = comeBack(ctx, tx, &p)
		}
		if err != nil {
			return m, err
		}
	}
	for _, id := range staying(&m, events) {
		p, err := known(ctx, tx, id)
		if err == nil && p.Vacation.IsOn(tx.Now()) {
			m, _, err = try(ctx, tx, m.ID, func(tx Tx, m *Match) ([]match.Event, error) {
				return m.As(id).StartAbsence(p.Vacation.Until, tx.Now())
			})
		}
		if err != nil {
			return m, err
		}
	}
	return goOn(ctx, tx, m, events)
}

// goOn has those who are away in m by a turn that was taken back be on vacation again, or back where that cannot be.
func goOn(ctx context.Context, tx Tx, m Match, events []match.Event) (Match, error) {
	if !slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.TakenBack }) {
		return m, nil
	}
	for _, id := range without(m.Players.Both(), m.Robot()) {
		away := m.Clock.Reserves.Of(m.ColorOf(id)).AwayUntil
		if !away.After(tx.Now()) {
			continue
		}
		p, err := known(ctx, tx, id)
		if err == nil && !p.Vacation.IsOn(tx.Now()) {
			m, err = p.goOn(ctx, tx, m)
		}
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// goOn has p be on vacation for as long as they are away in m, or be back there when there is not so much left.
func (p *Player) goOn(ctx context.Context, tx Tx, m Match) (Match, error) {
	take := p.takeVacation
	if p.Vacation.Spared {
		take = p.spare
	}
	if take(m.Clock.Reserves.Of(m.ColorOf(p.ID)).AwayUntil, tx.Now()) != nil {
		m, _, err := try(ctx, tx, m.ID, func(tx Tx, m *Match) ([]match.Event, error) {
			return m.As(p.ID).EndAbsence(tx.Now())
		})
		return m, err
	}
	if err := tx.SavePlayer(ctx, *p); err != nil {
		return m, err
	}
	return m, leave(ctx, tx, p)
}

// turned returns the people whose vacation a turn of events ends: they played it themselves, in a match against a
// person and with a clock.
func turned(m *Match, events []match.Event) (ids []match.PlayerID) {
	if m.Robot() != "" || !m.Terms.Pace.HasClock() {
		return nil
	}
	for i, e := range events {
		if e.Kind == match.Played && !isPlanned(events, i) {
			ids = append(ids, e.By)
		}
	}
	return ids
}

// staying returns the people whose absence events say nothing of: those of a match with a clock that
// began, and those for whom a plan was played, or who played against the bot.
func staying(m *Match, events []match.Event) (ids []match.PlayerID) {
	if m.Status != match.Playing || !m.Terms.Pace.HasClock() {
		return nil
	}
	for i, e := range events {
		switch {
		case e.Kind == match.Accepted:
			ids = append(ids, m.Players.Red, m.Players.Blue)
		case e.Kind == match.Played && (isPlanned(events, i) || m.Robot() != ""):
			ids = append(ids, e.By)
		}
	}
	return without(ids, m.Robot())
}

// isPlanned reports whether the turn that events tell of at i was planned.
func isPlanned(events []match.Event, i int) bool { return i > 0 && events[i-1].Kind == match.Planned }

// without returns ids except one.
func without(ids []match.PlayerID, out match.PlayerID) (left []match.PlayerID) {
	for _, id := range ids {
		if id != out {
			left = append(left, id)
		}
	}
	return left
}

// backAt returns when p can be told what a vacation held back that they started: at its end, or that of quiet hours
// then, when matches have recorded it; zero: it held back nothing, or they were told.
func (p *Player) backAt() time.Time {
	at := p.Vacation.Quiet
	if at.IsZero() {
		return at
	}
	return later(at, p.QuietUntil(at)).Add(boardGrace)
}

// quietUntil returns until when p is not notified of m at now, or when to ask again; zero: they are. In quiet hours
// they are of nothing, and on a vacation that they started of nothing but what can end a match. When they are back a
// digest is first.
func (p *Player) quietUntil(m *Match, now time.Time) time.Time {
	quiet := p.QuietUntil(now)
	if back := p.backAt(); !back.IsZero() && m.isRest(p.ID, now) {
		return later(quiet, later(back, now.Add(time.Minute)))
	}
	return quiet
}

// isRest reports whether nothing can end m while p is on vacation.
func (m *Match) isRest(p match.PlayerID, now time.Time) bool {
	s := m.Summary()
	return m.Status.IsOpen() && m.Terms.Pace.AllowsAbsence() && !m.IsSummoned() && !s.Late && !s.isLate(p, now)
}

// remindOpen makes it due to look at the notices of p in all matches.
func remindOpen(ctx context.Context, tx Tx, p match.PlayerID) error {
	open, err := tx.Open(ctx, p)
	for _, m := range open {
		err = cmp.Or(err, tx.Schedule(ctx, JobRemind, Subject(JobRemind, m.ID), tx.Now()))
	}
	return err
}
