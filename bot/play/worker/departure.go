package worker

import (
	"cmp"
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
)

const (
	// doubt is how long Discord has to take its word back: in an outage it may not know a server.
	doubt = time.Hour
	// keptFor is for how long a server is kept, so that it finds everything as it was when the bot comes back.
	serverKeptFor = 30 * 24 * time.Hour
)

// Presence knows where the bot is.
type Presence interface {
	// IsOn reports whether the bot is on a server.
	IsOn(ctx context.Context, server string) (bool, error)
}

// Stays notes that the bot is on a server, and returns when to look again. What is of no use any more goes.
func Stays(ctx context.Context, tx play.Tx, server string) (time.Time, error) {
	s, err := tx.Server(ctx, server)
	if err == nil && !s.Settings.Left.IsZero() {
		s.Settings.Left = time.Time{}
		err = tx.SaveServer(ctx, s)
	}
	if err == nil {
		err = play.ForgetOldDailies(ctx, tx, &s)
	}
	return tx.Now().Add(play.ServerPeriod), err
}

// Goes does what follows at now when the bot is not on a server, a match at a time, and returns when to look again;
// zero: nothing is kept of the server any more. After an error, or when it was killed, it goes on when it is called
// again.
func Goes(ctx context.Context, s play.Store, server string, now time.Time) (next time.Time, err error) {
	now = play.Stamp(now)
	left := now
	err = s.Do(ctx, func(tx play.Tx) error {
		known, err := tx.Server(ctx, server)
		if err != nil || !known.Settings.Left.IsZero() {
			left = known.Settings.Left
			return cmp.Or(err, play.ForgetOldDailies(ctx, tx, &known))
		}
		known.Settings.Left = now
		return tx.SaveServer(ctx, known)
	})
	since, end := now.Sub(left), left.Add(serverKeptFor)
	switch {
	case err != nil:
		return next, err
	case since < doubt:
		return left.Add(doubt), nil
	case since >= serverKeptFor:
		return next, forget(ctx, s, server, left)
	}
	if next = now.Add(play.ServerPeriod); next.After(end) {
		next = end
	}
	return next, each(ctx, s, server, true, func(tx play.Tx, m play.Match) error { return part(ctx, tx, m, left) })
}

// each does something to all matches on a server, or to those being played, in units of work of their own.
func each(ctx context.Context, s play.Store, server string, playing bool, do func(play.Tx, play.Match) error) error {
	ids, err := s.MatchesOn(ctx, server, playing)
	for _, id := range ids {
		if err != nil {
			return err
		}
		err = s.Do(ctx, func(tx play.Tx) error {
			m, err := tx.Match(ctx, id)
			if err != nil || m.Venue.Guild != server {
				return err
			}
			return do(tx, m)
		})
	}
	return err
}

// part has the people of m, which is being played, told in direct messages that it goes on there, if they were not told
// so since the bot left.
func part(ctx context.Context, tx play.Tx, m play.Match, left time.Time) error {
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
		seat.Notices.Parted, seat.Notices.Parting, due = left, true, true
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return err
		}
	}
	if !due {
		return nil
	}
	return tx.Schedule(ctx, play.JobRemind, play.Subject(play.JobRemind, m.ID), tx.Now())
}

// forget has matches be on no server any more that were on one which the bot has left, and removes it.
func forget(ctx context.Context, s play.Store, server string, left time.Time) error {
	still := func(tx play.Tx) (bool, error) { // the bot may be back meanwhile
		known, err := tx.Server(ctx, server)
		return known.Settings.Left.Equal(left), err
	}
	for done := false; !done; {
		err := each(ctx, s, server, false, func(tx play.Tx, m play.Match) error {
			if gone, err := still(tx); err != nil || !gone {
				return err
			}
			counted := rated.StandingsOf(server, &m.Match)
			m.Venue.Guild = ""
			if err := rated.Recount(ctx, tx, counted, nil); err != nil {
				return err
			}
			return tx.SaveDelivery(ctx, m.ID, m.Delivery)
		})
		if err != nil {
			return err
		}
		err = s.Do(ctx, func(tx play.Tx) error {
			_, err := tx.League(ctx, server) // before the server, as a season that begins does: neither waits for the other
			if err != nil {
				return err
			}
			gone, err := still(tx)
			if err != nil || !gone {
				done = err == nil
				return err
			}
			left, err := tx.MatchesOn(ctx, server, false)
			if done = len(left) == 0; err != nil || !done {
				return err
			}
			return tx.RemoveServer(ctx, server)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
