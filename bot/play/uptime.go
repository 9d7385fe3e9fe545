package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"madbot/rules/match"
)

// The bot gives signs of life while it can be played, so that it knows for how long it could not.
const (
	AlivePeriod = time.Minute     // between two
	awayAtLeast = 5 * time.Minute // what is shorter cost nobody anything
	creditBatch = 100             // matches that are credited in one unit of work
	// aheadAtMost is how long after the last sign of life by a clock that was ahead something can be due by it that waits
	// for no time of its own: so long an announcement that was refused waits for the next try.
	aheadAtMost = time.Hour
)

// Alive is until when the bot is known to have been there, all its processes together.
type Alive struct {
	At   time.Time // then it could be played, or what had been lost before was given back; zero: never
	Back time.Time // when the absence ended that began At, and is not given back everywhere; zero: there is none
}

// Absence is time in which the bot could not be played, and that was given back.
type Absence struct {
	Length  time.Duration // zero: there was none
	Matches int           // in which something ran
	Unread  error         // which matches could not be read, so that they got nothing; nil: none
	SetBack time.Duration // by so much the clock was set back before; zero: it was not
}

// life is until when the bot was there, as far as this process has heard; zero: it has not.
type life struct{ at atomic.Pointer[time.Time] }

func (l *life) hear(at time.Time) { l.at.Store(&at) }

// isOver reports whether the bot may have been away since.
func (l *life) isOver(now func() time.Time) bool {
	at := l.at.Load()
	return at != nil && now().Sub(*at) >= awayAtLeast
}

// awake gives back what was lost, before somebody acts who is the first one after it.
func (s uses) awake(ctx context.Context) error {
	if !s.life.isOver(s.deps.Now) {
		return nil
	}
	_, err := Uptime{s}.Return(ctx)
	return err
}

// IsAway reports whether the bot may have been away, and what was lost is not given back yet.
func (s Uptime) IsAway() bool { return s.life.isOver(s.deps.Now) }

// StayAlive keeps that the bot can be played, unless it could not for long, or the clock was set back: then Return
// comes first.
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

// isAway reports whether there is, or will be, something to give back.
func (a Alive) isAway(now time.Time) bool {
	return !a.Back.IsZero() || !a.At.IsZero() && now.Sub(a.At) >= awayAtLeast
}

// isAhead reports whether the last sign of life is to come: the clock was set back.
func (a Alive) isAhead(now time.Time) bool { return a.At.Sub(now) >= awayAtLeast }

// Return gives the time back that was lost while the bot was away: to each match once, whoever calls it, and however
// often it was cut short. What a clock that was ahead had put off is due. It is to be called before anybody acts.
func (s Uptime) Return(ctx context.Context) (all Absence, err error) {
	for {
		a, set, err := s.absence(ctx)
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

// absence returns the absence that is to be given back, which is kept until that is done; Back is zero for none. Set is
// by how much the clock was set back since the last sign of life.
func (s Uptime) absence(ctx context.Context) (a Alive, set time.Duration, err error) {
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
			if err := hurry(ctx, tx, a.At.Add(aheadAtMost)); err != nil {
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

// hurry makes due now what is due, or leased, until a time, except for jobs of a fixed kind.
func hurry(ctx context.Context, tx Tx, until time.Time) error {
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

// claimAll claims by and by all jobs that c can.
func claimAll(ctx context.Context, tx Tx, c Claim) (all []Job, err error) {
	for {
		jobs, err := tx.Claim(ctx, c)
		if err != nil || len(jobs) == 0 {
			return all, err
		}
		all = append(all, jobs...)
	}
}

// Credit gives the time of an absence back in each match in which something ran, and notes that it is given back. It
// returns in how many, and which could not be read. After an error the others are credited; doing it again gives
// nothing twice.
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

// creditAll is Credit in some matches, in one unit of work.
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

// backdated is a unit of work that records what it does at an earlier time.
type backdated struct {
	Tx
	at time.Time
}

// Now implements Tx.
func (b backdated) Now() time.Time { return b.at }

// credit is Credit in one match: whether there was something to give, and whether it could be read.
func credit(ctx context.Context, tx Tx, id match.ID, a Alive) (given, read bool, err error) {
	var events []match.Event
	m, given, err := try(ctx, backdated{tx, a.Back}, id, func(tx Tx, m *Match) (_ []match.Event, err error) {
		read = true
		events, err = m.Arbiter().Credit(tx.Now().Sub(a.At), tx.Now())
		return events, err
	})
	if err != nil || !given {
		return given, read, err
	}
	if err := shiftTold(ctx, tx, &m, events[0].Length); err != nil {
		return given, read, err
	}
	return given, read, prolong(ctx, tx, &m, a.At)
}

// shiftTold has those who were told of their time in m have been told so much later, as their deadlines are later.
func shiftTold(ctx context.Context, tx Tx, m *Match, d time.Duration) error {
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

// prolong has those who were on vacation at a time be so for as long as they are away in m.
func prolong(ctx context.Context, tx Tx, m *Match, then time.Time) error {
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
