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

// Match returns a match with its clock advanced to the present.
func (s Boards) Match(ctx context.Context, a Actor, id match.ID) (Match, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err == nil && !m.visibleTo(a) {
		return Match{}, ErrNotFound
	}
	m.AdvanceClock(s.deps.Now())
	return m, err
}

// Now returns the current time, to compare deadlines with.
func (s Boards) Now() time.Time { return s.deps.Now() }

// Open returns the open matches of p, the most recently changed first.
func (s Boards) Open(ctx context.Context, p match.PlayerID) ([]Summary, error) {
	open, err := s.deps.Store.Open(ctx, p)
	for i := range open {
		if at := open[i].Awaited; !at.IsZero() && !at.After(s.deps.Now()) {
			open[i].Awaited = time.Time{}
		}
	}
	return open, err
}

// Recent returns up to limit finished matches of p, the last to end first.
func (s Boards) Recent(ctx context.Context, p match.PlayerID, limit int) ([]Summary, error) {
	return s.deps.Store.Recent(ctx, p, limit)
}

// History returns a match and all its events, oldest first. Errors are as for Match.
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

// Helped returns how often each side of the rated match m had a hint or started a practice game elsewhere during m.
func (s Boards) Helped(ctx context.Context, m *Match) (helped rules.BySide[int], err error) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		seat, err := s.deps.Store.Seat(ctx, m.ID, m.Players.Of(c))
		if err != nil {
			return helped, err
		}
		*helped.At(c) = seat.Helped
	}
	return helped, nil
}

// lookSpan is how long repeated looks at an unchanged board count as one.
const lookSpan = 10 * time.Minute

// Look returns a match, as Match does, and records that a has seen its board.
func (s Boards) Look(ctx context.Context, a Actor, id match.ID) (Match, error) {
	m, err := s.Match(ctx, a, id)
	if err != nil {
		return m, err
	}
	return m, s.MarkSeen(ctx, a, m)
}

// MarkSeen records that a has seen the board of m, if a plays in it.
func (s Boards) MarkSeen(ctx context.Context, a Actor, m Match) error {
	if !m.isPlayedBy(a.ID) {
		return nil
	}
	now := s.deps.Now()
	seat, err := s.deps.Store.Seat(ctx, m.ID, a.ID)
	if err != nil || !seat.Look.isOld(&m.Match, now) {
		return err
	}
	return s.deps.Store.Do(ctx, func(tx Tx) error { return recordLook(ctx, tx, a, &m) })
}

// recordLook is MarkSeen within a unit of work.
func recordLook(ctx context.Context, tx Tx, a Actor, m *Match) error {
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

// isOld reports whether looking at m now must be recorded as a new look.
func (l Look) isOld(m *match.Match, now time.Time) bool {
	return l.At.Before(m.Changed) || l.Moment < m.Moment() || now.Sub(l.At) >= lookSpan
}

// PingsNow returns the players to mention in a post of m that is made now. The others get a notice later.
func (s Boards) PingsNow(ctx context.Context, m *Match, news []match.Event) (ids []match.PlayerID, err error) {
	for _, id := range Pings(m, news) {
		p, err := People(s).Player(ctx, id)
		if err != nil {
			return nil, err
		}
		if !p.needsNotice(m, s.deps.Now()) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// AsksToAct reports whether news of m ask a player other than a to act who was not already asked by the events before.
func (s Boards) AsksToAct(ctx context.Context, a Actor, m *Match, before, news []match.Event) (bool, error) {
	for _, p := range pings(m, news) {
		if p.id == a.ID || !p.turn && !p.asked && !p.invited {
			continue
		}
		seat, err := s.deps.Store.Seat(ctx, m.ID, p.id)
		if err != nil || !seat.alreadyAsked(before, news) {
			return err == nil, err
		}
	}
	return false, nil
}

// alreadyAsked reports whether the player of s was already asked to do what news ask: a turn replaces another within an
// hour, or an offer follows another on the same turn.
func (s *Seat) alreadyAsked(before, news []match.Event) bool {
	return slices.ContainsFunc(news, func(e match.Event) bool {
		return slices.ContainsFunc(before, func(old match.Event) bool {
			replaces := old.Kind == match.Played && e.Kind == match.Played && e.At.Sub(old.At) < replaceSpan &&
				!s.Look.At.After(old.At)
			return old.By == e.By && old.Ply == e.Ply && (replaces || old.Kind.IsOffer() && e.Kind.IsOffer())
		})
	})
}

// deliveryPoll is how often AwaitDelivery checks whether the news were posted.
const deliveryPoll = 40 * time.Millisecond

// AwaitDelivery waits until the latest change of m was posted or refused, or ctx ends. It returns m with its current
// Delivery.
func (s Boards) AwaitDelivery(ctx context.Context, m Match) Match {
	begun := m.Serial
	for m.Told < m.Seq && (m.Serial == begun || m.Sending != 0) {
		select {
		case <-ctx.Done():
			return m
		case <-time.After(deliveryPoll):
		}
		now, err := s.deps.Store.Match(ctx, m.ID)
		if err != nil {
			return m // what was done is done
		}
		m.Delivery = now.Delivery
	}
	return m
}

// robotPoll is how often AwaitRobot checks whether the robot has played.
const robotPoll = 250 * time.Millisecond

// AwaitRobot waits until the robot has played in m and returns the match, or false if ctx ends first.
func (s Boards) AwaitRobot(ctx context.Context, m Match) (Match, bool) {
	for m.AwaitsRobot() {
		select {
		case <-ctx.Done():
			return m, false
		case <-time.After(robotPoll):
		}
		now, err := s.deps.Store.Match(ctx, m.ID)
		if err != nil {
			return m, false
		}
		m = now
	}
	return m, true
}

// Sharing is something about a match to be posted publicly in a channel.
type Sharing struct {
	What    Shared
	Channel string
	Key     string    // the same for each retry
	Since   time.Time // when an earlier attempt with unknown outcome started; zero: there was none
}

// Share posts something about a finished match at most once, by calling post. It returns ErrPosted if it was posted
// before, and ErrUnposted if post returns ErrGone or ErrClosed; then Share can be tried again. After other errors of
// post it returns ErrPerhapsPosted. The next call continues this attempt, so post must find a message that was already
// sent. If post is nil, the caller posts it, and it counts as posted until Unshare. Other errors are those of Match and
// match.ErrNotPlayer.
func (s Boards) Share(ctx context.Context, a Actor, id match.ID, at Sharing,
	post func(context.Context, Sharing) error) error {
	at.Key = fmt.Sprintf("%s-s%d", id, at.What)
	err := s.changeShare(ctx, id, at.What, func(m *Match, share *Share) error {
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
		return s.changeShare(ctx, id, at.What, func(_ *Match, share *Share) error { share.Done = true; return nil })
	case errors.Is(err, ErrGone), errors.Is(err, ErrClosed):
		return errors.Join(fmt.Errorf("%w: %w", ErrUnposted, err), s.changeShare(ctx, id, at.What, unshare(false)))
	}
	return fmt.Errorf("%w: %w", ErrPerhapsPosted, err)
}

// Unshare records that something that counted as posted was refused.
func (s Boards) Unshare(ctx context.Context, id match.ID, what Shared) error {
	return s.changeShare(ctx, id, what, unshare(true))
}

// unshare returns a change that clears a Share. A Share that is done is cleared only if done is true.
func unshare(done bool) func(*Match, *Share) error {
	return func(_ *Match, share *Share) error {
		if done || !share.Done {
			*share = Share{}
		}
		return nil
	}
}

func (s Boards) changeShare(ctx context.Context, id match.ID, what Shared, change func(*Match, *Share) error) error {
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

// League returns a's current rank in the league season of their server.
func (s Boards) League(ctx context.Context, a Actor) (season.Rank, error) {
	return season.RankOf(ctx, s.deps.Store, a.Guild, a.ID)
}

// LeagueOf returns what m means for the league it belongs to, with warnings for reader if reader plays in m. An empty
// reader gets no warnings.
func (s Boards) LeagueOf(ctx context.Context, m *Match, reader match.PlayerID) (season.Part, error) {
	part, err := season.PartOf(ctx, s.deps.Store, &m.Match, reader, s.deps.Now())
	if m.ColorOf(reader) == rules.NoColor {
		part.Ends = time.Time{}
	}
	return part, err
}
