package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"madbot/rules/match"
)

// Missed is the news that a player has not been notified of.
type Missed struct {
	Matches []Match   // matches with missed news that still matter, in their current state
	Open    []Summary // all open matches of the player, if Matches is not empty
	Shut    bool      // they do not accept direct messages
}

// TakeMissed returns what a has missed, and clears it.
func (s People) TakeMissed(ctx context.Context, a Actor) (missed Missed, err error) {
	p, err := s.Player(ctx, a.ID)
	if err != nil || p.Progress.Missed == "" && !p.Progress.Shut {
		return missed, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		p, err := tx.Player(ctx, a.ID)
		if err != nil {
			return err
		}
		missed = Missed{Shut: p.Progress.Shut}
		for _, id := range strings.Fields(p.Progress.Missed) {
			m, err := tx.Match(ctx, match.ID(id))
			if err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
			if err == nil && m.StillConcerns(a.ID) {
				missed.Matches = append(missed.Matches, m)
			}
		}
		if len(missed.Matches) > 0 {
			if missed.Open, err = tx.Open(ctx, a.ID); err != nil {
				return err
			}
		}
		p.Progress.Missed, p.Progress.Shut = "", false
		return tx.SavePlayer(ctx, p)
	})
	return missed, err
}

// StillConcerns reports whether news of m that p missed still matter.
func (m *Match) StillConcerns(p match.PlayerID) bool {
	s := m.Summary()
	return m.isOf(p) && (s.Waits(p) || m.As(p).OfferToAnswer() != match.NoOffer || m.Status == match.Finished ||
		m.Status == match.Declined && m.Challenger == p || m.TimeUpRecorded())
}

// recordMissed records that a player could not be notified of a match. It does nothing for a player who has never
// acted.
func recordMissed(ctx context.Context, tx Tx, id match.PlayerID, of match.ID) error {
	return changeMissed(ctx, tx, id, func(ids []string) []string {
		if slices.Contains(ids, string(of)) {
			return ids
		}
		return append(ids, string(of))
	})
}

// clearMissed records that a player was notified of a match after all.
func clearMissed(ctx context.Context, tx Tx, id match.PlayerID, of match.ID) error {
	return changeMissed(ctx, tx, id, func(ids []string) []string {
		return slices.DeleteFunc(ids, func(one string) bool { return one == string(of) })
	})
}

func changeMissed(ctx context.Context, tx Tx, id match.PlayerID, f func([]string) []string) error {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	missed := strings.Join(f(strings.Fields(p.Progress.Missed)), " ")
	if missed == p.Progress.Missed {
		return nil
	}
	p.Progress.Missed = missed
	return tx.SavePlayer(ctx, p)
}

// RecordDMsRefused records that a player does not accept direct messages, so that they see this at their next command.
func RecordDMsRefused(ctx context.Context, tx Tx, id match.PlayerID) error {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) || err == nil && p.Progress.Shut {
		return nil
	}
	if err != nil {
		return err
	}
	p.Progress.Shut = true
	return tx.SavePlayer(ctx, p)
}

// RecordDigest records that d was sent, and returns when the next digest is due, as Player.DigestDue does. refused
// means that the player does not accept direct messages: their next command then shows a weekly digest, and what a
// vacation held back is sent as notices.
func RecordDigest(ctx context.Context, tx Tx, d Digest, refused bool) (next time.Time, err error) {
	if refused {
		err = RecordDMsRefused(ctx, tx, d.To.ID)
		for _, m := range d.Waiting {
			if len(d.Back) == 0 {
				err = cmp.Or(err, recordMissed(ctx, tx, d.To.ID, m.ID))
			}
		}
	} else {
		for _, n := range d.Back {
			err = cmp.Or(err, RecordNoticeSent(ctx, tx, n, Post{}))
		}
	}
	if err != nil {
		return next, err
	}
	p, err := playerOf(ctx, tx, d.To.ID)
	if err == nil && len(d.Back) > 0 && p.Vacation.Quiet.Equal(d.To.Vacation.Quiet) { // else they have started another one
		err = p.clearHeldBack(ctx, tx)
	}
	return p.DigestDue(tx.Now()), err
}

// holdNotice records that p needs a notice, because the announcement of m could not notify them.
func holdNotice(ctx context.Context, tx Tx, m *Match, p match.PlayerID) error {
	if m.Status == match.Proposed {
		return recordMissed(ctx, tx, p, m.ID)
	}
	seat, err := tx.Seat(ctx, m.ID, p)
	if err != nil {
		return err
	}
	if seat.Notices.Held.IsZero() {
		seat.Notices.From = m.Told
	}
	seat.Notices.Held = tx.Now()
	return tx.SaveSeat(ctx, seat)
}

// recordUnreached records that a player could not be notified of m in any way. If it is their turn and they have not
// seen that, it holds their clock.
func recordUnreached(ctx context.Context, tx Tx, seat Seat, m *Match) error {
	if knows := seat.Notices.at(m.Moment()).Turn; m.ToMove() == seat.Player && !knows && !seat.HasSeen(&m.Match) {
		_, waits, err := tryChange(ctx, tx, m.ID, func(tx Tx, is *Match) ([]match.Event, error) {
			if is.Moment() != m.Moment() {
				return nil, ErrStale
			}
			return is.Arbiter().HoldTime(tx.Now())
		})
		if err != nil {
			return err
		}
		seat.Notices.Awaited = seat.Notices.Awaited || waits
	}
	if err := tx.SaveSeat(ctx, seat); err != nil {
		return err
	}
	return recordMissed(ctx, tx, seat.Player, seat.Match)
}

// recordReached records that a player was notified of their match. If their clock was held, it starts.
func recordReached(ctx context.Context, tx Tx, seat Seat) error {
	if seat.Notices.Awaited {
		seat.Notices.Awaited = false
		if err := releaseTime(ctx, tx, seat.Player, seat.Match); err != nil {
			return err
		}
	}
	if err := tx.SaveSeat(ctx, seat); err != nil {
		return err
	}
	return clearMissed(ctx, tx, seat.Player, seat.Match)
}

// releaseTime starts the clock of p in a match if it was held.
func releaseTime(ctx context.Context, tx Tx, p match.PlayerID, id match.ID) error {
	_, _, err := tryChange(ctx, tx, id, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(p).ReleaseTime(tx.Now())
	})
	return err
}

// Arrive records that a player is active, and starts clocks that were held because they could not be notified. It
// returns the locale that they chose, or "".
func (s People) Arrive(ctx context.Context, id match.PlayerID) (language string, err error) {
	p, err := s.Player(ctx, id)
	if err != nil || p.Progress.Missed == "" {
		return p.Settings.Language, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		for _, m := range strings.Fields(p.Progress.Missed) {
			err := releaseTime(ctx, tx, id, match.ID(m))
			if err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.deps.Wake()
	}
	return p.Settings.Language, err
}
