package worker

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
)

const (
	// outage is how long a server may be missing because of a Discord outage. Only after that are players notified that
	// the bot was removed.
	outage = time.Hour
	// awayPeriod is how often the bot checks whether it is back on a server, for awayHourly. Successful requests there
	// show it earlier.
	awayPeriod = time.Hour
	awayHourly = 24 * time.Hour
	// serverKeptFor is how long a server's data is kept after the bot was removed or the server was blocked, so that
	// matches can continue.
	serverKeptFor = 30 * 24 * time.Hour
)

// Presence knows on which servers the bot is.
type Presence interface {
	// IsOn reports whether the bot is on a server.
	IsOn(ctx context.Context, server string) (bool, error)
	// HasRole reports whether a server has a role.
	HasRole(ctx context.Context, server, role string) (bool, error)
}

// HandlePresence does what follows if the bot is on a server. It returns when to check again.
func HandlePresence(ctx context.Context, s play.Store, server string) (time.Time, error) {
	return departure{s, server}.present(ctx)
}

// HandleAbsence does what follows if the bot is not on a server. It returns when to check again, zero once the server's
// data is deleted.
func HandleAbsence(ctx context.Context, s play.Store, server string) (time.Time, error) {
	return departure{s, server}.absent(ctx)
}

// departure does what follows when the bot was removed from a server or the operator blocked the server, and when that
// ends. Its methods may be repeated after an error or a crash.
type departure struct {
	store  play.Store
	server string
}

// present ends the absence of the bot from the server, on which it is again. It returns when to check again.
func (d departure) present(ctx context.Context) (next time.Time, err error) {
	var s match.Suspension
	blocked, was := false, false
	err = d.store.Do(ctx, func(tx play.Tx) error {
		known, err := tx.Server(ctx, d.server)
		if err != nil {
			return err
		}
		if blocked, err = play.IsBlocked(ctx, tx, d.server); err != nil {
			return err
		}
		was, next = known.Settings.Suspension().IsOn(), tx.Now().Add(play.ServerPeriod)
		if blocked {
			if s = known.Settings.Suspension(); !s.IsOn() {
				s.Since = tx.Now()
			}
			s.Reason, known.Settings.Left, known.Settings.Blocked = match.ServerBlocked, time.Time{}, s.Since
			known.Settings.Watched = true
			return tx.SaveServer(ctx, known)
		}
		return play.ForgetOldDailies(ctx, tx, &known)
	})
	switch {
	case err != nil || !blocked && !was:
		return next, err
	case !blocked:
		return next, d.resume(ctx)
	case !next.Before(s.Since.Add(serverKeptFor + play.ServerPeriod)):
		return next, d.each(ctx, true, func(tx play.Tx, m play.Match) error { return play.StopBlocked(ctx, tx, m.ID) })
	}
	return next, d.suspend(ctx, s)
}

// resume ends the suspension of all matches, and of the server.
func (d departure) resume(ctx context.Context) error {
	end := func(tx play.Tx, m play.Match) error { return play.Suspend(ctx, tx, m.ID, match.Suspension{}) }
	if err := d.each(ctx, true, end); err != nil {
		return err
	}
	return d.store.Do(ctx, func(tx play.Tx) error {
		if _, err := tx.League(ctx, d.server); err != nil { // before the server, as a season that starts does
			return err
		}
		known, err := tx.Server(ctx, d.server)
		if err != nil {
			return err
		}
		s := known.Settings.Suspension()
		known.Settings.Left, known.Settings.Blocked = time.Time{}, time.Time{}
		if err := tx.SaveServer(ctx, known); err != nil || !s.IsOn() {
			return err
		}
		late, err := tx.MatchesOn(ctx, d.server, true) // some may have started meanwhile
		for _, id := range late {
			if err == nil {
				err = play.Suspend(ctx, tx, id, match.Suspension{})
			}
		}
		if err != nil {
			return err
		}
		return play.ResumeLeague(ctx, tx, d.server, tx.Now().Sub(s.Since))
	})
}

// suspend suspends all running matches that need the bot on the server. Matches of user-installed apps never did.
func (d departure) suspend(ctx context.Context, s match.Suspension) error {
	return d.each(ctx, true, func(tx play.Tx, m play.Match) error {
		if m.Practice || m.Venue.Away && s.Reason == match.ServerGone {
			return nil
		}
		return play.Suspend(ctx, tx, m.ID, s)
	})
}

// absent suspends the matches of a server that the bot is not on, later tells their players, and in the end deletes the
// server's data. It returns when to check again, zero once the data is deleted.
func (d departure) absent(ctx context.Context) (next time.Time, err error) {
	var left, now time.Time
	err = d.store.Do(ctx, func(tx play.Tx) error {
		now = tx.Now()
		known, err := tx.Server(ctx, d.server)
		left = known.Settings.Left
		switch {
		case err != nil || !known.Settings.Watched && left.IsZero():
			return err // another process has deleted the data; recording now would keep the id forever
		case !left.IsZero():
			return play.ForgetOldDailies(ctx, tx, &known)
		}
		left, known.Settings.Left = now, now
		return tx.SaveServer(ctx, known)
	})
	if err != nil || left.IsZero() {
		return next, err
	}
	if now.Sub(left) >= serverKeptFor {
		return next, d.forget(ctx, left)
	}
	if err := d.suspend(ctx, match.Suspension{Reason: match.ServerGone, Since: left}); err != nil {
		return next, err
	}
	if next = now.Add(awayPeriod); now.Sub(left) >= awayHourly {
		next = earliest(now.Add(play.ServerPeriod), left.Add(serverKeptFor))
	}
	if now.Sub(left) < outage {
		return next, nil
	}
	return next, d.each(ctx, true, func(tx play.Tx, m play.Match) error { return tellParted(ctx, tx, m, left) })
}

func earliest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// each calls do for all matches on the server, or for those being played, each in a unit of work of its own.
func (d departure) each(ctx context.Context, playing bool, do func(play.Tx, play.Match) error) error {
	ids, err := d.store.MatchesOn(ctx, d.server, playing)
	for _, id := range ids {
		if err != nil {
			return err
		}
		err = d.store.Do(ctx, func(tx play.Tx) error {
			m, err := tx.Match(ctx, id)
			if err != nil || m.Venue.Guild != d.server {
				return err
			}
			return do(tx, m)
		})
	}
	return err
}

// tellParted schedules a direct message to each player of m: the bot was removed from the server, and they can play on
// in direct messages. Players who got one since the bot left get no other.
func tellParted(ctx context.Context, tx play.Tx, m play.Match, left time.Time) error {
	if m.Status != match.Playing || m.Venue.Away {
		return nil
	}
	if !m.Closed {
		m.Closed = true
		if err := tx.SaveDelivery(ctx, m.ID, m.Delivery); err != nil {
			return err
		}
	}
	due := false
	for _, p := range m.Players.Both() {
		if p == m.Robot() || p.IsFormer() {
			continue
		}
		seat, err := tx.Seat(ctx, m.ID, p)
		if err != nil {
			return err
		}
		if seat.Notices.Parted.Equal(left) {
			continue
		}
		seat.Notices.Parted, seat.Notices.Parting, seat.Notices.Unparted, due = left, true, false, true
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return err
		}
	}
	if !due {
		return nil
	}
	return tx.Schedule(ctx, play.JobRemind, play.Subject(play.JobRemind, m.ID), tx.Now())
}

// forget detaches the matches from the server, which the bot left at a time, and deletes the server's data. Matches
// whose players can all be reached continue in direct messages.
func (d departure) forget(ctx context.Context, left time.Time) error {
	for done := false; !done; {
		err := d.each(ctx, false, func(tx play.Tx, m play.Match) error { return d.detach(ctx, tx, m, left) })
		if err != nil {
			return err
		}
		err = d.store.Do(ctx, func(tx play.Tx) (err error) {
			done, err = d.remove(ctx, tx, left)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isStillGone reports whether the bot has not been on the server since it left at a time.
func (d departure) isStillGone(ctx context.Context, tx play.Tx, left time.Time) (bool, error) {
	known, err := tx.Server(ctx, d.server)
	return known.Settings.Left.Equal(left), err
}

// detach detaches m from the server.
func (d departure) detach(ctx context.Context, tx play.Tx, m play.Match, left time.Time) error {
	if gone, err := d.isStillGone(ctx, tx, left); err != nil || !gone {
		return err
	}
	if m.Status == match.Playing {
		if err := play.StopUnreachable(ctx, tx, &m, left); err != nil {
			return err
		}
		var err error
		if m, err = tx.Match(ctx, m.ID); err != nil {
			return err
		}
	}
	counted := rated.StandingsOf(d.server, &m.Match)
	m.Venue.Guild = ""
	if err := rated.Recount(ctx, tx, counted, nil); err != nil {
		return err
	}
	return tx.SaveDelivery(ctx, m.ID, m.Delivery)
}

// remove deletes the server's data, or returns false if matches are still attached to the server.
func (d departure) remove(ctx context.Context, tx play.Tx, left time.Time) (done bool, err error) {
	if _, err := tx.League(ctx, d.server); err != nil { // before the server, as a season that starts does
		return false, err
	}
	if gone, err := d.isStillGone(ctx, tx, left); err != nil || !gone {
		return err == nil, err
	}
	attached, err := tx.MatchesOn(ctx, d.server, false)
	if err != nil || len(attached) > 0 {
		return false, err
	}
	return true, tx.RemoveServer(ctx, d.server)
}
