package play

import (
	"context"
	"errors"
	"slices"
	"time"

	"madbot/rules/match"
)

// Notices is what a player was told of a match, beside its boards, and what they are still to be told. The
// zero value is that of who was told nothing.
type Notices struct {
	Moment int       `json:"moment,omitempty"` // the match.Match.Moment that Turn and Sent are about
	Turn   bool      `json:"turn,omitempty"`   // they were notified that it is their turn
	Sent   string    `json:"sent,omitempty"`   // the reminders that were due in this turn, a space between two
	Held   time.Time `json:"held,omitzero"`    // since when news wait for them; zero: none do
}

// at returns n as it is at a moment: what was told of an earlier turn says nothing of this one.
func (n Notices) at(moment int) Notices {
	if n.Moment != moment {
		n.Moment, n.Turn, n.Sent = moment, false, ""
	}
	return n
}

// Address returns who is notified by the announcement of news of m at now. Of their turn a player is
// notified once. Who has quiet hours, or wants direct messages, is told by a notice of their own, for
// which it schedules JobRemind.
func Address(ctx context.Context, tx Tx, m *Match, news []match.Event, now time.Time) ([]match.PlayerID, error) {
	told := concerned(m, news)
	turn := newlyOnTurn(m, news)
	var ping []match.PlayerID
	for _, id := range Pings(m, news) {
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return nil, err
		}
		if id == turn && seat.Notices.at(m.Moment()).Turn && !slices.Contains(told, id) {
			continue
		}
		p, err := playerOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		due := p.holdsUntil(m, now)
		if due.IsZero() {
			ping = append(ping, id)
			continue
		}
		if err := hold(ctx, tx, seat, due, now); err != nil {
			return nil, err
		}
	}
	return ping, nil
}

// holdsUntil returns when p is told of news of m in a notice of their own; zero: they are notified with
// the announcement.
func (p *Player) holdsUntil(m *Match, now time.Time) time.Time {
	switch until := p.QuietUntil(now); {
	case !until.IsZero():
		return until
	case p.Settings.Direct && (m.Venue.Guild != "" || m.Venue.Away):
		return now
	}
	return time.Time{}
}

// hold keeps that news wait for the player of a seat until due.
func hold(ctx context.Context, tx Tx, s Seat, due, now time.Time) error {
	if s.Notices.Held.IsZero() {
		s.Notices.Held = stamp(now)
		if err := tx.SaveSeat(ctx, s); err != nil {
			return err
		}
	}
	return tx.Schedule(ctx, JobRemind, RemindSubject(s.Match), due)
}

// Addressed keeps that the announcement of m has notified people.
func Addressed(ctx context.Context, tx Tx, m *Match, ping []match.PlayerID) error {
	for _, id := range ping {
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return err
		}
		seat.Notices.Held = time.Time{}
		if id == m.ToMove() {
			seat.Notices = seat.Notices.at(m.Moment())
			seat.Notices.Turn = true
		}
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return err
		}
	}
	return nil
}

// playerOf returns a player as they are in a unit of work, with the defaults when they never acted.
func playerOf(ctx context.Context, tx Tx, id match.PlayerID) (Player, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id}, nil
	}
	return p, err
}
