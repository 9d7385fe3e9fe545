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

// Act changes a match within a unit of work: its state under the rules or how it is shown. It returns the events.
type Act func(tx Tx, m *Match) ([]match.Event, error)

// Change loads the match of r, changes it by act, saves it and schedules what follows. It returns the changed match.
// On an error, which is ErrNotFound, ErrStale or act's, it returns the match as it was before.
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
	events, err = addConsequences(ctx, tx, &m, events)
	if err != nil {
		return found, err
	}
	err = tx.SaveMatch(ctx, m.Match, events)
	if err == nil {
		err = updateStandings(ctx, tx, &found, &m)
	}
	if err == nil && m.Delivery != found.Delivery {
		err = tx.SaveDelivery(ctx, m.ID, m.Delivery)
	}
	if err != nil {
		return found, err
	}
	announce := !m.Practice && (m.Delivery != found.Delivery ||
		slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind.IsNews() }))
	if err := schedule(ctx, tx, &m.Match, announce); err != nil {
		return found, err
	}
	after, err := updateVacations(ctx, tx, m, events)
	if err == nil && (m.Status != found.Status || m.Clock.IsStopped() != found.Clock.IsStopped()) {
		err = trackPauses(ctx, tx, &after)
	}
	if err != nil {
		return found, err
	}
	return after, nil
}

// addConsequences applies what events in m cause immediately, and returns events with the new ones: a match that starts
// on a server where matches are suspended is suspended, and planned answers are played. It schedules that an open
// challenge is made again if its taker has left.
func addConsequences(ctx context.Context, tx Tx, m *Match, events []match.Event) ([]match.Event, error) {
	if slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.Accepted }) {
		suspended, err := suspendNew(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		events = append(events, suspended...)
	}
	if m.Status == match.Finished && m.IsUntaken(m.Players.Of(m.Past.LeftBy)) {
		if err := scheduleReopening(ctx, tx, m.ID); err != nil {
			return nil, err
		}
	}
	planned, err := followPlans(ctx, tx, m, events)
	return append(events, planned...), err
}

// placeLimit is how long a match created by Start waits for ShowIn. Its clock is already running and its players do not
// know of it yet, so after this time it is posted in its venue.
const placeLimit = 30 * time.Minute

// Start creates a match that is already accepted, for example a league pairing. It is not posted until ShowIn sets
// its channel.
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
	seat, err := tx.Seat(ctx, m.ID, m.ToMove())
	if err != nil {
		return err
	}
	seat.Notices.recordTurnNotice(&m, tx.Now())
	if err := tx.SaveSeat(ctx, seat); err != nil {
		return err
	}
	if err := schedule(ctx, tx, &m.Match, false); err != nil {
		return err
	}
	server, err := serverOf(ctx, tx, v)
	if err == nil {
		err = MarkServerPresent(ctx, tx, v, &server)
	}
	if err != nil {
		return err
	}
	if _, err := updateVacations(ctx, tx, m, events); err != nil {
		return err
	}
	// Last, because updateVacations may schedule the post immediately, and in the wrong channel.
	return tx.Schedule(ctx, JobTell, Subject(JobTell, p.ID), m.Created.Add(placeLimit))
}

// ShowIn sets the channel or thread of a match created by Start, and schedules its post. A match that was already
// posted stays in its channel.
func ShowIn(ctx context.Context, tx Tx, id match.ID, place string) error {
	d, err := tx.Delivery(ctx, id)
	if err != nil || d.Told > 0 || d.Sending > 0 {
		return err
	}
	if place != d.Venue.Channel {
		d.Venue.Channel, d.Venue.Forum, d.Thread = place, false, place
		err = tx.SaveDelivery(ctx, id, d)
	}
	return cmp.Or(err, tx.Schedule(ctx, JobTell, Subject(JobTell, id), tx.Now()))
}

// ShowLater leaves a match created by Start without a board until something happens in it.
func ShowLater(ctx context.Context, tx Tx, id match.ID) error {
	d, err := tx.Delivery(ctx, id)
	if err != nil || d.Told > 0 || d.Sending > 0 {
		return err
	}
	const never = 365 * 24 * time.Hour // each change of the match makes the job due at once
	return tx.Schedule(ctx, JobTell, Subject(JobTell, id), tx.Now().Add(never))
}

// MoveToLeagueChannel moves a league match to the league's channel after its channel, such as the thread of its group,
// rejected a post. It returns false if m is in no league, is already in the league's channel, or was moved meanwhile.
func MoveToLeagueChannel(ctx context.Context, tx Tx, m *Match) (bool, error) {
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
	d.Venue.Channel, d.Venue.Forum, d.Thread = l.Channel, false, l.Channel
	d.Closed, d.Sending = false, 0
	return true, tx.SaveDelivery(ctx, m.ID, d)
}

// updateStandings updates ratings, rankings and the league table after m changed from before to m.
func updateStandings(ctx context.Context, tx Tx, before, m *Match) error {
	if m.Status != before.Status {
		if err := rated.Rate(ctx, tx, &m.Match, tx.Now()); err != nil {
			return err
		}
		server, err := season.Score(ctx, tx, &m.Match)
		if err := scheduleLeaguePost(ctx, tx, server, err); err != nil {
			return err
		}
	}
	if m.Past.Annulled != before.Past.Annulled {
		if err := rated.Correct(ctx, tx, &m.Match, tx.Now()); err != nil {
			return err
		}
		recount := season.Annul
		if m.Past.Reinstated {
			recount = season.Reinstate
		}
		server, err := recount(ctx, tx, &m.Match)
		if err := scheduleLeaguePost(ctx, tx, server, err); err != nil {
			return err
		}
	}
	return rated.Recount(ctx, tx, before.standings(), m.standings())
}

// scheduleLeaguePost schedules a refresh of the server's league post. It does nothing if err is not nil, which it
// returns, or if server is empty.
func scheduleLeaguePost(ctx context.Context, tx Tx, server string, err error) error {
	if err != nil || server == "" {
		return err
	}
	return tx.Schedule(ctx, JobLeague, Subject(JobLeague, server), tx.Now())
}

// change runs Change in its own unit of work, for an actor. If the match was being played, the actor counts as having
// seen the result. It returns ErrNotFound, never ErrStale, for matches the actor may not see.
func (s uses) change(ctx context.Context, a Actor, r Ref, act Act) (Match, error) {
	var m Match
	var refused error
	if err := s.creditOutage(ctx); err != nil {
		return Match{}, err
	}
	err := s.deps.Store.Do(ctx, func(tx Tx) error {
		wasPlaying := false
		m, refused = Change(ctx, tx, r, func(tx Tx, m *Match) ([]match.Event, error) {
			wasPlaying = m.Status == match.Playing
			return ifVisible(a, act)(tx, m)
		})
		m.AdvanceClock(tx.Now()) // because the caller shows it
		if refused != nil {
			return refused
		}
		if err := Meet(ctx, tx, a); err != nil || !wasPlaying {
			return err
		}
		return recordLook(ctx, tx, a, &m)
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
