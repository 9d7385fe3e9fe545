package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"madbot/rules/match"
)

// The bot regularly records a sign of life. After an outage it uses that to give back lost time.
const (
	AlivePeriod = time.Minute     // between two signs of life
	minOutage   = 5 * time.Minute // shorter outages do not count
	creditBatch = 100             // matches credited in one unit of work
	// maxAhead is how far in the future a job that does not wait for a fixed time can be due: the longest wait before an
	// announcement is retried. It bounds the jobs to reschedule after the clock was set back.
	maxAhead = time.Hour
)

// Alive is the last sign of life of any process of the bot, and the outage that followed.
type Alive struct {
	At   time.Time // the last sign of life, or the end of the last outage that was credited; zero: never
	Back time.Time // the end of an outage since At that is not fully credited yet; zero: there is none
}

// Absence is an outage that was credited to matches.
type Absence struct {
	Length  time.Duration // zero: there was no outage
	Matches int           // matches that were given time
	Unread  error         // the matches that could not be read and got no time; nil: none
	SetBack time.Duration // how far the machine's clock was set back; zero: it was not
}

// life is the last sign of life known to this process; zero if none is.
type life struct{ at atomic.Pointer[time.Time] }

func (l *life) hear(at time.Time) { l.at.Store(&at) }

// isOver reports whether there may have been an outage since the last sign of life.
func (l *life) isOver(now func() time.Time) bool {
	at := l.at.Load()
	return at != nil && now().Sub(*at) >= minOutage
}

// creditOutage gives back the time of an outage before the first action after it.
func (s uses) creditOutage(ctx context.Context) error {
	if !s.life.isOver(s.deps.Now) {
		return nil
	}
	all, err := Uptime{s}.Return(ctx)
	if err == nil && s.deps.Credited != nil {
		s.deps.Credited(ctx, all)
	}
	return err
}

// IsAway reports whether there may have been an outage that is not credited yet.
func (s Uptime) IsAway() bool { return s.life.isOver(s.deps.Now) }

// StayAlive records a sign of life, unless there was an outage or the clock was set back: then Return has to be called
// first.
func (s Uptime) StayAlive(ctx context.Context) error {
	return s.deps.Store.Do(ctx, func(tx Tx) error {
		a, err := tx.Alive(ctx)
		if now := tx.Now(); err == nil && !a.isAway(now) && !a.isAhead(now) {
			s.life.hear(now)
			err = tx.SaveAlive(ctx, Alive{At: now})
		}
		return err
	})
}

// isAway reports whether an outage has to be credited.
func (a Alive) isAway(now time.Time) bool {
	return !a.Back.IsZero() || !a.At.IsZero() && now.Sub(a.At) >= minOutage
}

// isAhead reports whether the last sign of life is in the future, because the clock was set back.
func (a Alive) isAhead(now time.Time) bool { return a.At.Sub(now) >= minOutage }

// Return credits outages, each match once, even if several processes call it or it was interrupted. If the clock was
// set back, it makes jobs due that would wait too long. It must be called before any action by a player.
func (s Uptime) Return(ctx context.Context) (all Absence, err error) {
	for {
		a, set, err := s.startAbsence(ctx)
		if set > 0 && err == nil {
			all.SetBack = set
			s.deps.Wake()
		}
		if err != nil || a.Back.IsZero() {
			return all, err
		}
		n, unread, err := s.Credit(ctx, a)
		all.Length, all.Matches, all.Unread = all.Length+a.Back.Sub(a.At), all.Matches+n, errors.Join(all.Unread, unread)
		if err != nil {
			return all, err
		}
	}
}

// startAbsence returns the outage to credit, which stays stored until that is done; a zero Back means none. set is how
// far the clock was set back since the last sign of life.
func (s Uptime) startAbsence(ctx context.Context) (a Alive, set time.Duration, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		now := tx.Now()
		if a, err = tx.Alive(ctx); err != nil {
			return err
		}
		set = 0
		switch {
		case a.At.IsZero():
			a.At = now
		case a.Back.IsZero() && a.isAhead(now):
			if err := makeDue(ctx, tx, a.At.Add(maxAhead)); err != nil {
				return err
			}
			a.At, set = now, a.At.Sub(now)
		case a.Back.IsZero() && a.isAway(now):
			a.Back = now
		default:
			return nil
		}
		return tx.SaveAlive(ctx, a)
	})
	if err == nil && a.Back.IsZero() {
		s.life.hear(a.At)
	}
	return a, set, err
}

// makeDue makes all jobs due that are due or leased before until, except jobs of a fixed kind.
func makeDue(ctx context.Context, tx Tx, until time.Time) error {
	for _, t := range jobTable() {
		if t.fixed {
			continue
		}
		jobs, err := claimAll(ctx, tx, Claim{Kind: t.kind, Now: until, Until: until.Add(time.Second), Limit: creditBatch})
		if err != nil {
			return err
		}
		for _, job := range jobs {
			job.Due = earlier(job.Due, tx.Now())
			if err := tx.Return(ctx, job); err != nil {
				return err
			}
		}
	}
	return nil
}

// claimAll repeats the claim c until nothing is left to claim.
func claimAll(ctx context.Context, tx Tx, c Claim) (all []Job, err error) {
	for {
		jobs, err := tx.Claim(ctx, c)
		if err != nil || len(jobs) == 0 {
			return all, err
		}
		all = append(all, jobs...)
	}
}

// Credit gives back the time of an outage in every affected match, and records that it is done. It returns how many
// matches got time, and which could not be read. An error in one match does not affect the others. Repeating it never
// gives time twice.
func (s Uptime) Credit(ctx context.Context, a Alive) (n int, unread, err error) {
	ids, err := s.deps.Store.Live(ctx)
	for batch := range slices.Chunk(ids, creditBatch) {
		given, odd, failed := s.creditAll(ctx, batch, a)
		n, unread, err = n+given, errors.Join(unread, odd), errors.Join(err, failed)
	}
	if err != nil {
		return n, unread, err
	}
	s.deps.Wake()
	return n, unread, s.deps.Store.Do(ctx, func(tx Tx) error {
		now, err := tx.Alive(ctx)
		if err != nil || !now.Back.Equal(a.Back) { // another process was first
			return err
		}
		return tx.SaveAlive(ctx, Alive{At: a.Back})
	})
}

// creditAll is Credit for some matches, in one unit of work.
func (s Uptime) creditAll(ctx context.Context, ids []match.ID, a Alive) (n int, unread, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		n, unread = 0, nil
		for _, id := range ids {
			given, read, err := credit(ctx, tx, id, a)
			switch {
			case err != nil && !read:
				unread = errors.Join(unread, fmt.Errorf("match %s: %w", id, err))
			case err != nil:
				return fmt.Errorf("credit match %s: %w", id, err)
			case given:
				n++
			}
		}
		return nil
	})
	if err != nil {
		return 0, nil, err
	}
	return n, unread, nil
}

// backdated is a unit of work at an earlier time.
type backdated struct {
	Tx
	at time.Time
}

func (b backdated) Now() time.Time { return b.at }

// credit is Credit for one match. given reports whether it got time, read whether it could be read.
func credit(ctx context.Context, tx Tx, id match.ID, a Alive) (given, read bool, err error) {
	var events []match.Event
	m, given, err := tryChange(ctx, backdated{tx, a.Back}, id, func(tx Tx, m *Match) (_ []match.Event, err error) {
		read = true
		events, err = m.Arbiter().Credit(tx.Now().Sub(a.At), tx.Now())
		return events, err
	})
	if err != nil || !given {
		return given, read, err
	}
	if err := shiftTimed(ctx, tx, &m, events[0].Length); err != nil {
		return given, read, err
	}
	return given, read, extendVacations(ctx, tx, &m, a.At)
}

// shiftTimed moves the time of the last notice about a player's time in m along with the deadlines.
func shiftTimed(ctx context.Context, tx Tx, m *Match, d time.Duration) error {
	for _, id := range m.Players.Both() {
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return err
		}
		if seat.Notices.Timed.IsZero() {
			continue
		}
		seat.Notices.Timed = seat.Notices.Timed.Add(d)
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return err
		}
	}
	return nil
}

// extendVacations extends vacations that were in progress at then to the end of their absence in m.
func extendVacations(ctx context.Context, tx Tx, m *Match, then time.Time) error {
	for _, id := range m.Players.Both() {
		p, err := playerOf(ctx, tx, id)
		if err != nil {
			return err
		}
		away := m.Clock.Reserves.Of(m.ColorOf(id)).AwayUntil
		if !p.Vacation.IsOn(then) || !away.After(p.Vacation.Until) {
			continue
		}
		for _, at := range []*time.Time{&p.Vacation.Still, &p.Vacation.Quiet} {
			if !at.IsZero() {
				*at = at.Add(away.Sub(p.Vacation.Until))
			}
		}
		p.Vacation.Until = away
		if err := tx.SavePlayer(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// ServerPeriod is how often JobServer checks whether the bot is still on a server. Clocks run at most that long after
// the bot was removed.
const ServerPeriod = 6 * time.Hour

// scheduleServerCheck schedules a check whether the bot is still on a server.
func scheduleServerCheck(ctx context.Context, tx Tx, guild string, due time.Time) error {
	return tx.Schedule(ctx, JobServer, Subject(JobServer, guild), due)
}

// MarkServerPresent records that the bot is on the server of v. If it was not, JobServer ends the suspension of the
// matches there.
func MarkServerPresent(ctx context.Context, tx Tx, v Venue, s *Server) error {
	switch {
	case v.Guild == "" || v.Away || s.Settings.Watched && s.Settings.Left.IsZero():
		return nil
	case s.Settings.Watched:
		return scheduleServerCheck(ctx, tx, v.Guild, tx.Now())
	}
	s.Settings.Watched = true
	return cmp.Or(tx.SaveServer(ctx, *s), scheduleServerCheck(ctx, tx, v.Guild, tx.Now().Add(ServerPeriod)))
}

// ServerRefused schedules a check whether the bot is still on the server of v, after a request there was refused.
func ServerRefused(ctx context.Context, tx Tx, v Venue) error {
	s, err := serverOf(ctx, tx, v)
	if err != nil || s.ID == "" || !s.Settings.Left.IsZero() {
		return err
	}
	return scheduleServerCheck(ctx, tx, v.Guild, tx.Now())
}

// ServerAnswered schedules a check after a request there succeeded, if the bot had left the server.
func ServerAnswered(ctx context.Context, tx Tx, v Venue) error {
	s, err := serverOf(ctx, tx, v)
	if err != nil || s.Settings.Left.IsZero() {
		return err
	}
	return scheduleServerCheck(ctx, tx, v.Guild, tx.Now())
}

// Greet schedules a check after a person used the bot on the server of v, if the bot had left it.
func (s Guilds) Greet(ctx context.Context, v Venue) error {
	if v.Guild == "" || v.Away {
		return nil
	}
	server, err := s.deps.Store.Server(ctx, v.Guild)
	if err != nil || server.Settings.Left.IsZero() {
		return err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error { return ServerAnswered(ctx, tx, v) })
	if err == nil {
		s.deps.Wake()
	}
	return err
}
