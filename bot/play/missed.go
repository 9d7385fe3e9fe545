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

// Missed is what a player was not told.
type Missed struct {
	Matches []Match   // that still wait for them, or ended, or were declined; as they stand
	Open    []Summary // their challenges and what they play, if there are any such
	Shut    bool      // they take no direct messages
}

// TakeMissed returns what a was not told, once: from now on they are.
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
			if err == nil && m.ConcernsStill(a.ID) {
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

// ConcernsStill reports whether p, who was not told of m, is still to know how it stands.
func (m *Match) ConcernsStill(p match.PlayerID) bool {
	s := m.Summary()
	return m.isOf(p) && (s.Waits(p) || m.As(p).OfferToAnswer() != match.NoOffer || m.Status == match.Finished ||
		m.Status == match.Declined && m.Challenger == p || m.TimeUpRecorded())
}

// miss keeps that a player could not be told of a match. Who has never acted has nothing to keep it in.
func miss(ctx context.Context, tx Tx, id match.PlayerID, of match.ID) error {
	return changeMissed(ctx, tx, id, func(ids []string) []string {
		if slices.Contains(ids, string(of)) {
			return ids
		}
		return append(ids, string(of))
	})
}

// caughtUp keeps that a player was told of a match after all.
func caughtUp(ctx context.Context, tx Tx, id match.PlayerID, of match.ID) error {
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

// ShutOut keeps that a player takes no direct messages, for them to be told so.
func ShutOut(ctx context.Context, tx Tx, id match.PlayerID) error {
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

// Digested keeps that d was sent, and returns when the next one is due, as Player.DigestDue. refused says that its
// player takes no direct messages: of a week's matches they are told at their next command then, and of what a
// vacation held back in notices.
func Digested(ctx context.Context, tx Tx, d Digest, refused bool) (next time.Time, err error) {
	if refused {
		err = ShutOut(ctx, tx, d.To.ID)
		for _, m := range d.Waiting {
			if len(d.Back) == 0 {
				err = cmp.Or(err, miss(ctx, tx, d.To.ID, m.ID))
			}
		}
	} else {
		for _, n := range d.Back {
			err = cmp.Or(err, Noticed(ctx, tx, n, Post{}))
		}
	}
	if err != nil {
		return next, err
	}
	p, err := playerOf(ctx, tx, d.To.ID)
	if err == nil && len(d.Back) > 0 && p.Vacation.Quiet.Equal(d.To.Vacation.Quiet) { // else they are on another one
		err = p.toldBack(ctx, tx)
	}
	return p.DigestDue(tx.Now()), err
}

// withhold keeps that p could not be told by an announcement of m.
func withhold(ctx context.Context, tx Tx, m *Match, p match.PlayerID) error {
	if m.Status == match.Proposed {
		return miss(ctx, tx, p, m.ID)
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

// unreached keeps that the player of a seat could not be told of m in any way: where it is their turn and they do not
// know, their time waits.
func unreached(ctx context.Context, tx Tx, seat Seat, m *Match) error {
	if told := seat.Notices.at(m.Moment()).Turn; m.ToMove() == seat.Player && !told && !seat.HasSeen(&m.Match) {
		_, waits, err := try(ctx, tx, m.ID, func(tx Tx, is *Match) ([]match.Event, error) {
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
	return miss(ctx, tx, seat.Player, seat.Match)
}

// reached keeps that the player of a seat was told of its match: time that waits for them begins.
func reached(ctx context.Context, tx Tx, seat Seat) error {
	if seat.Notices.Awaited {
		seat.Notices.Awaited = false
		if err := reach(ctx, tx, seat.Player, seat.Match); err != nil {
			return err
		}
	}
	if err := tx.SaveSeat(ctx, seat); err != nil {
		return err
	}
	return caughtUp(ctx, tx, seat.Player, seat.Match)
}

// reach has the time for a turn begin that waits for p.
func reach(ctx context.Context, tx Tx, p match.PlayerID, id match.ID) error {
	_, _, err := try(ctx, tx, id, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(p).ReleaseTime(tx.Now())
	})
	return err
}

// Arrive notes that somebody is here, whose time begins where it waits for them, and returns the locale that they chose
// to read in; "" when they did not.
func (s People) Arrive(ctx context.Context, id match.PlayerID) (language string, err error) {
	p, err := s.Player(ctx, id)
	if err != nil || p.Progress.Missed == "" {
		return p.Settings.Language, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		for _, m := range strings.Fields(p.Progress.Missed) {
			err := reach(ctx, tx, id, match.ID(m))
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
