package worker

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
)

const (
	// leaveGrace is how long to wait before acting on Discord's word that the bot has left, because an outage can
	// look the same.
	leaveGrace = time.Hour
	// serverKeptFor is how long a server's data is kept, in case the bot is added again.
	serverKeptFor = 30 * 24 * time.Hour
)

// Presence reports on which servers the bot is.
type Presence interface {
	// IsOn reports whether the bot is on a server.
	IsOn(ctx context.Context, server string) (bool, error)
}

// RecordPresent records that the bot is on a server, and returns when to check again. It deletes old puzzles of the
// day.
func RecordPresent(ctx context.Context, tx play.Tx, server string) (time.Time, error) {
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

// HandleAbsence does what follows when the bot is not on a server, one match at a time, and returns when to check
// again; zero means that the server's data was deleted. After an error or a crash, the next call continues.
func HandleAbsence(ctx context.Context, s play.Store, server string, now time.Time) (next time.Time, err error) {
	now = play.Stamp(now)
	left, err := recordAbsence(ctx, s, server, now)
	since, end := now.Sub(left), left.Add(serverKeptFor)
	switch {
	case err != nil || left.IsZero():
		return next, err
	case since < leaveGrace:
		return left.Add(leaveGrace), nil
	case since >= serverKeptFor:
		return next, removeServer(ctx, s, server, left)
	}
	if next = now.Add(play.ServerPeriod); next.After(end) {
		next = end
	}
	move := func(tx play.Tx, m play.Match) error { return moveToDMs(ctx, tx, m, left) }
	return next, forEachMatch(ctx, s, server, true, move)
}

// recordAbsence returns since when the bot has not been on a server, which is now if nothing was recorded. It returns
// zero if another process has deleted the server's data meanwhile: recording now would keep the id for ever.
func recordAbsence(ctx context.Context, s play.Store, server string, now time.Time) (left time.Time, err error) {
	err = s.Do(ctx, func(tx play.Tx) error {
		known, err := tx.Server(ctx, server)
		left = known.Settings.Left
		switch {
		case err != nil || !known.Settings.Watched && left.IsZero():
			return err
		case !left.IsZero():
			return play.ForgetOldDailies(ctx, tx, &known)
		}
		left, known.Settings.Left = now, now
		return tx.SaveServer(ctx, known)
	})
	return left, err
}

// forEachMatch calls do for all matches of a server, or only running ones, each in its own unit of work.
func forEachMatch(ctx context.Context, s play.Store, server string, playing bool,
	do func(play.Tx, play.Match) error) error {
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

// moveToDMs schedules notices that tell the players of the running match m that it continues in direct messages,
// unless they were notified since the bot left.
func moveToDMs(ctx context.Context, tx play.Tx, m play.Match, left time.Time) error {
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

// removeServer removes the server from the matches on a server that the bot has left, and then its data.
func removeServer(ctx context.Context, s play.Store, server string, left time.Time) error {
	still := func(tx play.Tx) (bool, error) { // the bot may have been added again meanwhile
		known, err := tx.Server(ctx, server)
		return known.Settings.Left.Equal(left), err
	}
	for done := false; !done; {
		err := forEachMatch(ctx, s, server, false, func(tx play.Tx, m play.Match) error {
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
			_, err := tx.League(ctx, server) // locked before the server, as at the start of a season, to avoid a deadlock
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
