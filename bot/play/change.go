package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/match"
)

// Act changes a match within a unit of work, by its law or in how it is shown, and returns what happened.
type Act func(tx Tx, m *Match) ([]match.Event, error)

// Change loads the match of r, changes it by act, saves it and schedules what follows. It returns the match after the
// change. With an error, which is ErrNotFound, ErrStale or that of act, it returns the match as it was found.
func Change(ctx context.Context, tx Tx, r Ref, act Act) (Match, error) {
	m, err := tx.Match(ctx, r.ID)
	if err != nil {
		return Match{}, err
	}
	if err := r.check(&m); err != nil {
		return m, err
	}
	found := m.Clone()
	events, err := act(tx, &m)
	if err != nil {
		return found, err
	}
	planned, err := followPlans(ctx, tx, &m, events)
	if err != nil {
		return found, err
	}
	events = append(events, planned...)
	err = tx.SaveMatch(ctx, m.Match, events)
	if err == nil {
		err = count(ctx, tx, &found, &m)
	}
	if err == nil && m.Delivery != found.Delivery {
		err = tx.SaveDelivery(ctx, m.ID, m.Delivery)
	}
	if err != nil {
		return found, err
	}
	told := !m.Practice && (m.Delivery != found.Delivery ||
		slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind.IsNews() }))
	if err := schedule(ctx, tx, &m.Match, told); err != nil {
		return found, err
	}
	after, err := followVacations(ctx, tx, m, events)
	if err == nil && (m.Status != found.Status || m.Clock.Paused != found.Clock.Paused) {
		err = followPauses(ctx, tx, &after)
	}
	if err != nil {
		return found, err
	}
	return after, nil
}

// placeLimit is how long a match that was begun by Start waits for ShowIn at most: its clock runs, and its two do not
// know of it.
const placeLimit = 30 * time.Minute

// Start has a match be played at once that is on terms to which both of its two have agreed. It is shown when ShowIn
// says where.
func Start(ctx context.Context, tx Tx, p match.Proposal, v Venue) error {
	law, events, err := match.Propose(p, tx.Now())
	if err != nil {
		return err
	}
	accepted, err := law.As(p.To).Accept(rules.Red, tx.Now())
	if err != nil {
		return err
	}
	m := Match{Match: law, Delivery: Delivery{Venue: v}}
	events = append(events, accepted...)
	if err := tx.CreateMatch(ctx, m, events); err != nil {
		return err
	}
	if err := schedule(ctx, tx, &m.Match, false); err != nil {
		return err
	}
	if _, err := followVacations(ctx, tx, m, events); err != nil {
		return err
	}
	// Last, since a vacation that goes on is news, which would be told at once and in the wrong place.
	return tx.Schedule(ctx, JobTell, Subject(JobTell, p.ID), m.Created.Add(placeLimit))
}

// ShowIn has a match that was begun by Start be shown in a channel or thread. One that is shown already stays where it
// is.
func ShowIn(ctx context.Context, tx Tx, id match.ID, place string) error {
	d, err := tx.Delivery(ctx, id)
	if err != nil || d.Told > 0 || d.Sending > 0 {
		return err
	}
	if place != d.Venue.Channel {
		d.Venue.Channel, d.Thread = place, place
		err = tx.SaveDelivery(ctx, id, d)
	}
	return cmp.Or(err, tx.Schedule(ctx, JobTell, Subject(JobTell, id), tx.Now()))
}

// ShowInLeague has a match of a league be shown in the channel of that, since the place where it is shown, such as the
// thread of its group, does not take what is under way. False: it has no such channel, or is shown there or
// elsewhere by now.
func ShowInLeague(ctx context.Context, tx Tx, m *Match) (bool, error) {
	pair, err := tx.PairOf(ctx, m.ID)
	if err != nil || pair.Match == "" {
		return false, err
	}
	l, err := tx.League(ctx, pair.Server)
	if err != nil || l.Channel == m.Shown() {
		return false, err
	}
	d, err := tx.Delivery(ctx, m.ID)
	if err != nil || d.Shown() != m.Shown() {
		return false, err
	}
	d.Venue.Channel, d.Thread, d.Closed, d.Sending = l.Channel, l.Channel, false, 0
	return true, tx.SaveDelivery(ctx, m.ID, d)
}

// count has the ratings, the standings and the league follow when m, which was as found, has changed.
func count(ctx context.Context, tx Tx, found, m *Match) error {
	if m.Status != found.Status {
		if err := rated.Rate(ctx, tx, &m.Match, tx.Now()); err != nil {
			return err
		}
		server, err := season.Score(ctx, tx, &m.Match)
		if err := inLeague(ctx, tx, server, err); err != nil {
			return err
		}
	}
	if m.Past.Annulled && !found.Past.Annulled {
		if err := rated.Annul(ctx, tx, &m.Match, tx.Now()); err != nil {
			return err
		}
		server, err := season.Annul(ctx, tx, &m.Match)
		if err := inLeague(ctx, tx, server, err); err != nil {
			return err
		}
	}
	return rated.Recount(ctx, tx, found.standings(), m.standings())
}

// inLeague has the league of a server be shown as it stands now, if there is one and no err.
func inLeague(ctx context.Context, tx Tx, server string, err error) error {
	if err != nil || server == "" {
		return err
	}
	return tx.Schedule(ctx, JobLeague, Subject(JobLeague, server), tx.Now())
}

// change is Change in a unit of work of its own, for an actor. If the match was being played, the actor counts as
// having seen the result. It returns ErrNotFound, never ErrStale, for matches the actor may not see.
func (s uses) change(ctx context.Context, a Actor, r Ref, act Act) (Match, error) {
	var m Match
	var refused error
	if err := s.awake(ctx); err != nil {
		return Match{}, err
	}
	err := s.deps.Store.Do(ctx, func(tx Tx) error {
		begun := false
		m, refused = Change(ctx, tx, r, func(tx Tx, m *Match) ([]match.Event, error) {
			begun = m.Status == match.Playing
			return ifVisible(a, act)(tx, m)
		})
		m.AdvanceClock(tx.Now()) // for showing it
		if refused != nil {
			return refused
		}
		if err := Meet(ctx, tx, a); err != nil || !begun {
			return err
		}
		return look(ctx, tx, a, &m)
	})
	switch {
	case err == nil:
		s.deps.Wake()
		return m, nil
	case refused == nil: // the change of m was rolled back
		return Match{}, err
	case m.ID != "" && !m.visibleTo(a):
		return Match{}, ErrNotFound
	}
	return m, err
}

// ifVisible wraps act so that it fails with ErrNotFound for matches that a may not see.
func ifVisible(a Actor, act Act) Act {
	return func(tx Tx, m *Match) ([]match.Event, error) {
		if !m.visibleTo(a) {
			return nil, ErrNotFound
		}
		return act(tx, m)
	}
}

// Stamp returns t in the precision that stores keep: UTC and whole milliseconds.
func Stamp(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
