package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/match"
)

// Match returns a match, whose time is counted until now.
func (s Boards) Match(ctx context.Context, a Actor, id match.ID) (Match, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err == nil && !m.visibleTo(a) {
		return Match{}, ErrNotFound
	}
	m.AdvanceClock(s.deps.Now())
	return m, err
}

// Now returns what time it is, by which deadlines are.
func (s Boards) Now() time.Time { return s.deps.Now() }

// Open returns the matches in which p can act or waits, the newest change first.
func (s Boards) Open(ctx context.Context, p match.PlayerID) ([]Summary, error) {
	open, err := s.deps.Store.Open(ctx, p)
	for i := range open {
		if at := open[i].Awaited; !at.IsZero() && !at.After(s.deps.Now()) {
			open[i].Awaited = time.Time{}
		}
	}
	return open, err
}

// Recent returns up to limit finished matches of p, the newest end first.
func (s Boards) Recent(ctx context.Context, p match.PlayerID, limit int) ([]Summary, error) {
	return s.deps.Store.Recent(ctx, p, limit)
}

// History returns a match with everything that happened in it, the oldest first; errors as Match.
func (s Boards) History(ctx context.Context, a Actor, id match.ID) (m Match, events []match.Event, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, id); err != nil {
			return err
		}
		if !m.visibleTo(a) {
			return ErrNotFound
		}
		events, err = tx.Events(ctx, id, 0, m.Seq)
		return err
	})
	if err != nil {
		return Match{}, nil, err
	}
	return m, events, nil
}

// lookSpan is for how long a look at the same board is the same look.
const lookSpan = 10 * time.Minute

// Look returns a match as Match does, and notes that a has seen its board.
func (s Boards) Look(ctx context.Context, a Actor, id match.ID) (Match, error) {
	m, err := s.Match(ctx, a, id)
	if err != nil {
		return m, err
	}
	return m, s.Saw(ctx, a, m)
}

// Saw notes that a has seen the board of m, if they play in it.
func (s Boards) Saw(ctx context.Context, a Actor, m Match) error {
	if !m.isPlayedBy(a.ID) {
		return nil
	}
	now := s.deps.Now()
	seat, err := s.deps.Store.Seat(ctx, m.ID, a.ID)
	if err != nil || !seat.Look.isOld(&m.Match, now) {
		return err
	}
	return s.deps.Store.Do(ctx, func(tx Tx) error { return look(ctx, tx, a, &m) })
}

// look notes in a unit of work that a has seen the board of m, if they play in it.
func look(ctx context.Context, tx Tx, a Actor, m *Match) error {
	if !m.isPlayedBy(a.ID) {
		return nil
	}
	seat, err := tx.Seat(ctx, m.ID, a.ID)
	if err != nil || !seat.Look.isOld(&m.Match, tx.Now()) {
		return err
	}
	seat.Look = Look{m.Moment(), tx.Now()}
	return tx.SaveSeat(ctx, seat)
}

// isOld reports whether a look at m at now is another one.
func (l Look) isOld(m *match.Match, now time.Time) bool {
	return l.At.Before(m.Changed) || l.Moment < m.Moment() || now.Sub(l.At) >= lookSpan
}

// PingsNow returns those of Pings who are notified with a post of m that is made now: the others get a notice of
// their own.
func (s Boards) PingsNow(ctx context.Context, m *Match, news []match.Event) (ids []match.PlayerID, err error) {
	for _, id := range Pings(m, news) {
		p, err := People(s).Player(ctx, id)
		if err != nil {
			return nil, err
		}
		if !p.isHeld(m, s.deps.Now()) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Calls reports whether news of m ask somebody but a to act who was not told so before, by what happened before them.
func (s Boards) Calls(ctx context.Context, a Actor, m *Match, before, news []match.Event) (bool, error) {
	for _, p := range pings(m, news) {
		if p.id == a.ID || !p.turn && !p.asked && !p.invited {
			continue
		}
		seat, err := s.deps.Store.Seat(ctx, m.ID, p.id)
		if err != nil || !seat.wasCalled(before, news) {
			return err == nil, err
		}
	}
	return false, nil
}

// wasCalled reports whether the player of s was told with what happened before to do what news ask of them: a turn that
// came in place of another within the hour, or an offer of the same turn.
func (s *Seat) wasCalled(before, news []match.Event) bool {
	return slices.ContainsFunc(news, func(e match.Event) bool {
		return slices.ContainsFunc(before, func(old match.Event) bool {
			replaces := old.Kind == match.Played && e.Kind == match.Played && e.At.Sub(old.At) < replaceSpan &&
				!s.Look.At.After(old.At)
			return old.By == e.By && old.Ply == e.Ply && (replaces || old.Kind.IsOffer() && e.Kind.IsOffer())
		})
	})
}

// tellLook is the time between two looks at how news get on.
const tellLook = 40 * time.Millisecond

// Told returns m, as it was changed last, with its Delivery as it is once that was announced or
// refused, or else when ctx ends.
func (s Boards) Told(ctx context.Context, m Match) Match {
	begun := m.Serial
	for m.Told < m.Seq && (m.Serial == begun || m.Sending != 0) {
		select {
		case <-ctx.Done():
			return m
		case <-time.After(tellLook):
		}
		now, err := s.deps.Store.Match(ctx, m.ID)
		if err != nil {
			return m // what was done is done
		}
		m.Delivery = now.Delivery
	}
	return m
}

// answerLook is the time between two looks at whether the robot has answered.
const answerLook = 250 * time.Millisecond

// Answered returns m as it is once the robot, for which it waits, has played; false when ctx ends before that.
func (s Boards) Answered(ctx context.Context, m Match) (Match, bool) {
	for m.AwaitsRobot() {
		select {
		case <-ctx.Done():
			return m, false
		case <-time.After(answerLook):
		}
		now, err := s.deps.Store.Match(ctx, m.ID)
		if err != nil {
			return m, false
		}
		m = now
	}
	return m, true
}

// Sharing is something of a match that is to be shown to all in a channel.
type Sharing struct {
	What    Shared
	Channel string
	Key     string    // the same when it is tried again
	Since   time.Time // from when on a try may have posted it of which that is not known; zero: there was none
}

// Share shows something of a match that is over, once: post posts it, or finds it there. It returns
// ErrPosted when it was posted before; ErrUnposted when post returns ErrGone or ErrClosed, after which it can be shared
// again; and ErrPerhapsPosted after other errors: the next who shares it goes on with this try. Without post, somebody
// else posts it, and it counts as posted until Unshare. Else errors as Match, and match.ErrNotPlayer.
func (s Boards) Share(ctx context.Context, a Actor, id match.ID, at Sharing,
	post func(context.Context, Sharing) error) error {
	at.Key = fmt.Sprintf("%s-s%d", id, at.What)
	err := s.share(ctx, id, at.What, func(m *Match, share *Share) error {
		switch {
		case !m.isOf(a.ID):
			return match.ErrNotPlayer
		case share.Done:
			return ErrPosted
		case share.Channel != "" && post != nil:
			at.Channel, at.Since = share.Channel, share.Since
			return nil
		}
		*share = Share{Channel: at.Channel, Since: s.deps.Now(), Done: post == nil}
		return nil
	})
	if err != nil || post == nil {
		return err
	}
	err, ctx = post(ctx, at), context.WithoutCancel(ctx)
	switch {
	case err == nil:
		return s.share(ctx, id, at.What, func(_ *Match, share *Share) error { share.Done = true; return nil })
	case errors.Is(err, ErrGone), errors.Is(err, ErrClosed):
		return errors.Join(fmt.Errorf("%w: %w", ErrUnposted, err), s.share(ctx, id, at.What, unshare(false)))
	}
	return fmt.Errorf("%w: %w", ErrPerhapsPosted, err)
}

// Unshare notes that what counts as posted was refused.
func (s Boards) Unshare(ctx context.Context, id match.ID, what Shared) error {
	return s.share(ctx, id, what, unshare(true))
}

// unshare takes a try back, also one that counts as posted if done.
func unshare(done bool) func(*Match, *Share) error {
	return func(_ *Match, share *Share) error {
		if done || !share.Done {
			*share = Share{}
		}
		return nil
	}
}

// share changes how far something of a match is shown to all.
func (s Boards) share(ctx context.Context, id match.ID, what Shared, change func(*Match, *Share) error) error {
	return s.deps.Store.Do(ctx, func(tx Tx) error {
		m, err := tx.Match(ctx, id)
		if err == nil {
			err = change(&m, &m.Shares[what])
		}
		if err != nil {
			return err
		}
		return tx.SaveDelivery(ctx, id, m.Delivery)
	})
}

// League returns how the season stands that a plays on their server.
func (s Boards) League(ctx context.Context, a Actor) (season.Stand, error) {
	return season.StandOf(ctx, s.deps.Store, a.Guild, a.ID)
}

// LeagueOf returns what m is to a league, and to reader, one of its two, whom that warns; "" is nobody.
func (s Boards) LeagueOf(ctx context.Context, m *Match, reader match.PlayerID) (season.Part, error) {
	part, err := season.PartOf(ctx, s.deps.Store, &m.Match, reader, s.deps.Now())
	if m.ColorOf(reader) == rules.NoColor {
		part.Ends = time.Time{}
	}
	return part, err
}
