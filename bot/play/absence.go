package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/rules/match"
)

// StartAutoVacation starts a vacation for the side to move of a match whose time has just run out, if the player has
// vacation left and has not turned this off. A vacation in progress is applied to this match too, and extended if
// necessary. Only the match in which it starts announces it. Paces under a day a turn have no automatic vacations.
func StartAutoVacation(ctx context.Context, tx Tx, id match.ID) error {
	now := tx.Now()
	m, err := tx.Match(ctx, id)
	switch {
	case err != nil:
		return err
	case !m.Overdue(now), m.IsSummoned(), m.TimeUpRecorded(), m.ToMove() == m.Robot():
		return nil
	}
	p, err := playerOrNew(ctx, tx, m.ToMove())
	switch {
	case err != nil:
		return err
	case p.Vacation.Until.After(later(now, m.Clock.Reserves.Of(m.ColorOf(p.ID)).AwayUntil)):
		return applyVacation(ctx, tx, &p, "")
	}
	length := min(autoVacation, p.VacationLeft(now).Truncate(autoUnit))
	late := now.Sub(m.Deadline()) // a vacation started on time would be over by now
	if p.Vacation.Stays || !m.Terms.Pace.AllowsAbsence() || length <= late {
		return nil
	}
	begun := id
	if p.Vacation.Spared && !p.Vacation.Until.Before(m.Deadline()) {
		begun = "" // the last one is only extended
	}
	if err := p.takeAutoVacation(later(now, p.Vacation.Until).Add(length), now); err != nil {
		return err
	}
	if err := tx.SavePlayer(ctx, p); err != nil {
		return err
	}
	return applyVacation(ctx, tx, &p, begun)
}

// applyVacation marks p, who is on vacation, as away in all running matches with a clock, unless p's time there had
// already run out. begun is the match that announces an automatic vacation.
func applyVacation(ctx context.Context, tx Tx, p *Player, begun match.ID) error {
	until := p.Vacation.Until
	err := changeTimed(ctx, tx, p.ID, func(tx Tx, m *Match) ([]match.Event, error) {
		if m.ID == begun {
			return m.Arbiter().StartAbsence(until, tx.Now())
		}
		return m.As(p.ID).StartAbsence(until, tx.Now())
	})
	return cmp.Or(err, trackUnusedVacation(ctx, tx, p), scheduleDigest(ctx, tx, p))
}

// trackUnusedVacation records since when p's vacation is not used up because all matches it applies to are paused.
func trackUnusedVacation(ctx context.Context, tx Tx, p *Player) error {
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

// trackPauses updates the vacations of m's players after m began, ended, was paused or resumed.
func trackPauses(ctx context.Context, tx Tx, m *Match) error {
	for _, id := range without(m.Players.Both(), m.Robot()) {
		p, err := playerOf(ctx, tx, id)
		if err == nil {
			err = trackUnusedVacation(ctx, tx, &p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// endVacationNow ends p's vacation, if p is on one, and marks p as back in all matches.
func endVacationNow(ctx context.Context, tx Tx, p *Player) error {
	if !p.Vacation.IsOn(tx.Now()) {
		return nil
	}
	p.endVacation(tx.Now())
	if err := tx.SavePlayer(ctx, *p); err != nil {
		return err
	}
	err := changeTimed(ctx, tx, p.ID, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(p.ID).EndAbsence(tx.Now())
	})
	return cmp.Or(err, remindInAll(ctx, tx, p.ID), scheduleDigest(ctx, tx, p))
}

// changeTimed calls act for all running matches of p with a clock, and skips matches that refuse act.
func changeTimed(ctx context.Context, tx Tx, p match.PlayerID, act Act) error {
	open, err := tx.Open(ctx, p)
	for _, s := range open {
		if s.Status != match.Playing || !s.Terms.Pace.HasClock() {
			continue
		}
		_, _, tried := tryChange(ctx, tx, s.ID, act)
		err = cmp.Or(err, tried)
	}
	return err
}

// tryChange is like Change, but a refusal by act is not an error; then done is false.
func tryChange(ctx context.Context, tx Tx, id match.ID, act Act) (m Match, done bool, err error) {
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

// updateVacations applies the events of m to the vacations of its players, and returns the updated match. A turn that a
// player makes in person, with a clock and against a person, ends their vacation. Players on vacation are marked as
// away when a match begins, and stay away after a planned turn or a turn against the bot. If a turn that ended a
// vacation is taken back, the vacation resumes.
func updateVacations(ctx context.Context, tx Tx, m Match, events []match.Event) (Match, error) {
	for _, id := range playedInPerson(&m, events) {
		p, err := playerOrNew(ctx, tx, id)
		if err == nil {
			err = endVacationNow(ctx, tx, &p)
		}
		if err != nil {
			return m, err
		}
	}
	for _, id := range stillAway(&m, events) {
		p, err := playerOrNew(ctx, tx, id)
		if err == nil && p.Vacation.IsOn(tx.Now()) {
			m, _, err = tryChange(ctx, tx, m.ID, func(tx Tx, m *Match) ([]match.Event, error) {
				return m.As(id).StartAbsence(p.Vacation.Until, tx.Now())
			})
		}
		if err != nil {
			return m, err
		}
	}
	return resumeVacations(ctx, tx, m, events)
}

// resumeVacations resumes vacations that were ended by a turn that was now taken back. A player with too little
// vacation left is marked as back in m instead.
func resumeVacations(ctx context.Context, tx Tx, m Match, events []match.Event) (Match, error) {
	if !slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.TakenBack }) {
		return m, nil
	}
	for _, id := range without(m.Players.Both(), m.Robot()) {
		away := m.Clock.Reserves.Of(m.ColorOf(id)).AwayUntil
		if !away.After(tx.Now()) {
			continue
		}
		p, err := playerOrNew(ctx, tx, id)
		if err == nil && !p.Vacation.IsOn(tx.Now()) {
			m, err = p.resumeVacation(ctx, tx, m)
		}
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// resumeVacation puts p on vacation for as long as p is away in m. If too little is left, it ends the absence in m.
func (p *Player) resumeVacation(ctx context.Context, tx Tx, m Match) (Match, error) {
	take := p.takeVacation
	if p.Vacation.Spared {
		take = p.takeAutoVacation
	}
	if take(m.Clock.Reserves.Of(m.ColorOf(p.ID)).AwayUntil, tx.Now()) != nil {
		m, _, err := tryChange(ctx, tx, m.ID, func(tx Tx, m *Match) ([]match.Event, error) {
			return m.As(p.ID).EndAbsence(tx.Now())
		})
		return m, err
	}
	if err := tx.SavePlayer(ctx, *p); err != nil {
		return m, err
	}
	return m, applyVacation(ctx, tx, p, "")
}

// playedInPerson returns the players who made a turn themselves in events, in a match against a person and with a
// clock. Such a turn ends the player's vacation.
func playedInPerson(m *Match, events []match.Event) (ids []match.PlayerID) {
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

// stillAway returns the players to mark as away if they are on vacation: both players of a match with a clock that
// has just begun, and players whose turn was planned or made against the bot.
func stillAway(m *Match, events []match.Event) (ids []match.PlayerID) {
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

// isPlanned reports whether events[i], a turn, was planned.
func isPlanned(events []match.Event, i int) bool { return i > 0 && events[i-1].Kind == match.Planned }

func without(ids []match.PlayerID, out match.PlayerID) (left []match.PlayerID) {
	for _, id := range ids {
		if id != out {
			left = append(left, id)
		}
	}
	return left
}

// backAt returns when to send p the digest of the notices that p's own vacation held back: when the vacation, and any
// quiet hours then, are over, plus a grace period for matches to record the return. It returns zero if no digest is
// due.
func (p *Player) backAt() time.Time {
	at := p.Vacation.Quiet
	if at.IsZero() {
		return at
	}
	return later(at, p.QuietUntil(at)).Add(boardGrace)
}

// quietUntil returns until when notices about m are held back from p, or when to check again; zero means they can be
// sent. Quiet hours hold back all notices. A vacation that p started holds back all but notices of matches that can end
// meanwhile. When it is over, the digest is sent first.
func (p *Player) quietUntil(m *Match, now time.Time) time.Time {
	quiet := p.QuietUntil(now)
	if back := p.backAt(); !back.IsZero() && m.canWait(p.ID, now) {
		return later(quiet, later(back, now.Add(time.Minute)))
	}
	return quiet
}

// canWait reports whether nothing can end m while p is on vacation.
func (m *Match) canWait(p match.PlayerID, now time.Time) bool {
	s := m.Summary()
	return m.Status.IsOpen() && m.Terms.Pace.AllowsAbsence() && !m.IsSummoned() && !s.Late && !s.isLate(p, now)
}

// remindInAll schedules a check of p's notices in all open matches.
func remindInAll(ctx context.Context, tx Tx, p match.PlayerID) error {
	open, err := tx.Open(ctx, p)
	for _, m := range open {
		err = cmp.Or(err, tx.Schedule(ctx, JobRemind, Subject(JobRemind, m.ID), tx.Now()))
	}
	return err
}
