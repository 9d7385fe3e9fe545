package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/bot/play/gate"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// Claim ends a match whose side to move is out of time. It returns the errors of match.Party.Claim.
func (s Clocks) Claim(ctx context.Context, by Actor, r Ref) (Match, error) {
	verdict, err := s.Judge(ctx, r.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Match{}, err
	}
	return s.changeLate(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		verdict.record(m)
		return m.As(by.ID).Claim(tx.Now())
	})
}

// Verdict says whether the side that is not to move was winning at a certain moment of a match.
type Verdict struct {
	moment  int
	winning bool
}

// winning is the lowest expected score that counts as winning.
const winning = 0.75

// Judge finds out whether the side that is not to move is winning, if the rating depends on it when the other side
// loses on time (see rated.Spared). If the Analyst fails, the side counts as not winning. Errors are ErrNotFound and
// those of the store.
func (s Clocks) Judge(ctx context.Context, id match.ID) (Verdict, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err != nil || s.deps.Analyst == nil || m.Status != match.Playing || !m.Terms.Rated {
		return Verdict{}, err
	}
	spares, err := rated.WouldSpare(ctx, s.deps.Store, m.ToMove(), s.deps.Now())
	if err != nil || !spares {
		return Verdict{}, err
	}
	hint, err := s.deps.Analyst.Hint(ctx, gate.AskVerdict(&m.Match))
	return Verdict{m.Moment(), err == nil && 1-hint.Candidates[0].Worth >= winning}, nil
}

// record sets m.Past.WinnerAhead: true if the winner was ahead and m has not changed since v.
func (v Verdict) record(m *Match) { m.Past.WinnerAhead = v.winning && v.moment == m.Moment() }

// Lapse ends a match that nobody ended in time, as match.Arbiter.Lapse does. For a rated
// match whose clock ran out it needs a verdict, and returns ErrUnjudged if v is nil.
func Lapse(m *Match, v *Verdict, now time.Time) ([]match.Event, error) {
	if m.Terms.Rated && m.TimeUpRecorded() && !now.Before(m.LapseAt()) {
		if v == nil {
			return nil, ErrUnjudged
		}
		v.record(m)
	}
	return m.Arbiter().Lapse(now)
}

// GiveTime gives the overdue side as much extra time as the pace allows. It returns the errors of match.Party.GiveTime.
func (s Clocks) GiveTime(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeLate(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).GiveTime(m.Terms.Pace.Gift(), tx.Now())
	})
}

// Stop ends a match without a result, on behalf of the operator. It returns the changed match, ErrNotFound or an error
// of match.Arbiter.Stop.
func (s Clocks) Stop(ctx context.Context, id match.ID) (m Match, err error) {
	if err := s.creditOutage(ctx); err != nil {
		return Match{}, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		m, err = Change(ctx, tx, Ref{id, AnyPly}, func(tx Tx, m *Match) ([]match.Event, error) {
			return m.Arbiter().Stop(match.ByOperator, tx.Now())
		})
		return err
	})
	if err == nil {
		s.deps.Wake()
	}
	return m, err
}

// CallOff aborts a match in which the other side is overdue, or a league match that counts for nobody. Errors are those
// of match.Party.CallOff and match.Party.CallOffVoid.
func (s Clocks) CallOff(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeLate(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		if may, err := mayCallOffVoid(ctx, tx, m, by.ID); err != nil || may {
			events, refused := m.As(by.ID).CallOffVoid(tx.Now())
			return events, cmp.Or(err, refused)
		}
		return m.As(by.ID).CallOff(tx.Now())
	})
}

// mayCallOffVoid reports whether a league match counts for nobody, so that p may call it off. If p has left the season
// voluntarily, this is only possible until each side has played its second turn: it could save p's rating.
func mayCallOffVoid(ctx context.Context, tx Tx, m *Match, p match.PlayerID) (bool, error) {
	if !m.Past.Binding {
		return false, nil
	}
	void, left, err := season.IsVoid(ctx, tx, m.ID, p)
	return void && !(left && m.Terms.Rated && m.Past.MaxPly >= rated.MinTurns), err
}

// Summon sets the other side a deadline, as match.Party.Summon does. It starts at the end of the other side's
// vacation.
func (s Clocks) Summon(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		mover, err := playerOf(ctx, tx, m.ToMove())
		if err != nil {
			return nil, err
		}
		return m.As(by.ID).Summon(mover.Vacation.Until, tx.Now())
	})
}

// changeLate is like change, for an act against an overdue side. It first starts an automatic vacation for that side if
// one is due; then act fails. Outside the server of a match, it returns match.ErrNotOverdue until the worker has
// recorded that time is up, because the bot may have been removed from there.
func (s Clocks) changeLate(ctx context.Context, by Actor, r Ref, act Act) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) (events []match.Event, err error) {
		outside := m.Venue.Guild != "" && !m.Venue.Away && m.Venue.Guild != by.Guild
		if outside && m.Overdue(tx.Now()) && !m.TimeUpRecorded() {
			return nil, match.ErrNotOverdue
		}
		if err = StartAutoVacation(ctx, tx, m.ID); err == nil {
			*m, err = tx.Match(ctx, m.ID)
		}
		if err != nil {
			return nil, err
		}
		return act(tx, m)
	})
}

// Resume ends a pause. The clock starts when the quiet hours of the side to move end. It returns the errors of
// match.Party.Resume.
func (s Clocks) Resume(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		notifiedAt, err := NotifiableAt(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		return m.As(by.ID).Resume(notifiedAt, tx.Now())
	})
}

// NotifiableAt returns when the side to move in m can be notified of something that happens now: at the end of its
// quiet hours, or zero for immediately.
func NotifiableAt(ctx context.Context, tx Tx, m *Match) (time.Time, error) {
	mover, err := playerOf(ctx, tx, m.ToMove())
	return mover.QuietUntil(tx.Now()), err
}

// GoAway records that the actor is away. It returns the errors of match.Party.StartAbsence.
func (s Clocks) GoAway(ctx context.Context, by Actor, r Ref, until time.Time) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).StartAbsence(until, tx.Now())
	})
}

// ComeBack ends the actor's absence. It returns the errors of match.Party.EndAbsence.
func (s Clocks) ComeBack(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).EndAbsence(tx.Now())
	})
}

// Suspension returns why and since when the matches on the server are suspended, or zero if they are not.
func (s *ServerSettings) Suspension() match.Suspension {
	switch {
	case !s.Left.IsZero():
		return match.Suspension{Reason: match.ServerGone, Since: earlier(s.Blocked, s.Left)}
	case !s.Blocked.IsZero():
		return match.Suspension{Reason: match.ServerBlocked, Since: s.Blocked}
	}
	return match.Suspension{}
}

// IsSuspended reports whether nothing may start, end or be posted on a server, because the bot is not there or the
// operator has blocked it.
func IsSuspended(ctx context.Context, tx Tx, server string) (bool, error) {
	if blocked, err := IsBlocked(ctx, tx, server); err != nil || blocked {
		return blocked, err
	}
	s, err := serverOf(ctx, tx, Venue{Guild: server})
	return s.Settings.Suspension().IsOn(), err
}

// IsBlocked reports whether the operator has blocked a server.
func IsBlocked(ctx context.Context, tx Tx, server string) (bool, error) {
	orders, err := tx.Orders(ctx)
	return orders.Blocks("", server), err
}

// Suspend suspends a match that is being played for the reason in s. A zero s ends its suspension.
func Suspend(ctx context.Context, tx Tx, id match.ID, s match.Suspension) error {
	_, _, err := tryChange(ctx, tx, id, func(tx Tx, m *Match) ([]match.Event, error) {
		if s.IsOn() {
			return m.Arbiter().Suspend(s.Reason, s.Since, tx.Now())
		}
		notified, err := NotifiableAt(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		return m.Arbiter().EndSuspension(notified, tx.Now())
	})
	return err
}

// suspendNew suspends m, which has just started, if the matches on its server are suspended.
func suspendNew(ctx context.Context, tx Tx, m *Match) ([]match.Event, error) {
	server, err := serverOf(ctx, tx, m.Venue)
	s := server.Settings.Suspension()
	if err != nil || m.Status != match.Playing || !s.IsOn() {
		return nil, err
	}
	return m.Arbiter().Suspend(s.Reason, tx.Now(), tx.Now())
}

// ResumeLeague moves the dates of a server's league by d, the length of the suspension, and runs the league again.
func ResumeLeague(ctx context.Context, tx Tx, server string, d time.Duration) error {
	l, err := tx.League(ctx, server)
	if err != nil || l.Phase != season.Joining && l.Phase != season.Running {
		return err
	}
	if l.Until, l.Shut = l.Until.Add(d), false; !l.Planned.IsZero() {
		l.Planned = l.Planned.Add(d)
	}
	l.Touch(l.Season, 0)
	return cmp.Or(tx.SaveLeague(ctx, l), tx.Schedule(ctx, JobLeague, Subject(JobLeague, server), tx.Now()))
}

// StopUnreachable ends a match without a result if one of its players could not be notified that the bot left the
// server at the given time, and has not looked at the match since. Otherwise its clock runs again.
func StopUnreachable(ctx context.Context, tx Tx, m *Match, left time.Time) error {
	for _, p := range m.Players.Both() {
		seat, err := tx.Seat(ctx, m.ID, p)
		if err != nil {
			return err
		}
		if seat.Notices.Unparted && seat.Notices.Parted.Equal(left) && !seat.Look.At.After(left) {
			return stop(ctx, tx, m.ID, match.Unreachable)
		}
	}
	return Suspend(ctx, tx, m.ID, match.Suspension{})
}

// StopBlocked ends a match without a result because the operator has blocked a player or, long ago, the server.
func StopBlocked(ctx context.Context, tx Tx, id match.ID) error {
	return stop(ctx, tx, id, match.Blocked)
}

func stop(ctx context.Context, tx Tx, id match.ID, why match.StopReason) error {
	_, _, err := tryChange(ctx, tx, id, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.Arbiter().Stop(why, tx.Now())
	})
	return err
}
