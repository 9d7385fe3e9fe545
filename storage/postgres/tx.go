package postgres

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/query"
)

// tx is a unit of work: that of storage/query, which locks the names of what it reads or writes before.
type tx struct {
	query query.Tx
	unit  *unit
}

var _ play.Tx = tx{}

// after returns what read returns once names are locked.
func after[T any](read func() (T, error), err error) (T, error) {
	if err != nil {
		var none T
		return none, err
	}
	return read()
}

// Match implements play.Matches.
func (t tx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	return after(func() (play.Match, error) { return t.query.Match(ctx, id) },
		t.unit.lock(ctx, exclusive, matchName(id)))
}

// CreateMatch implements play.Matches.
func (t tx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	if err := t.unit.lock(ctx, exclusive, matchName(m.ID)); err != nil {
		return err
	}
	err := t.unit.lock(ctx, shared, listName(m.Challenger), listName(m.Opponent), channelName(m.Venue.Channel))
	if err != nil {
		return err
	}
	return t.query.CreateMatch(ctx, m, events)
}

// SaveMatch implements play.Matches.
func (t tx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	if err := t.unit.lock(ctx, exclusive, matchName(m.ID)); err != nil {
		return err
	}
	was, err := t.unit.place(ctx, m.ID)
	if err == nil && (was.status != m.Status || was.opponent != m.Opponent) {
		err = t.unit.lock(ctx, shared, listName(m.Challenger), listName(was.opponent), listName(m.Opponent))
	}
	if err != nil {
		return err
	}
	return t.query.SaveMatch(ctx, m, events)
}

// Open implements play.Matches.
func (t tx) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return after(func() ([]play.Summary, error) { return t.query.Open(ctx, p) },
		t.unit.lock(ctx, exclusive, listName(p)))
}

// Made implements play.Matches.
func (t tx) Made(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return after(func() ([]play.Summary, error) { return t.query.Made(ctx, p, since) },
		t.unit.lock(ctx, exclusive, listName(p)))
}

// MadeIn implements play.Matches.
func (t tx) MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error) {
	return after(func() ([]time.Time, error) { return t.query.MadeIn(ctx, channel, since) },
		t.unit.lock(ctx, exclusive, channelName(channel)))
}

// Events implements play.Matches.
func (t tx) Events(ctx context.Context, id match.ID, from, last int) ([]match.Event, error) {
	return after(func() ([]match.Event, error) { return t.query.Events(ctx, id, from, last) },
		t.unit.lock(ctx, exclusive, matchName(id)))
}

// Delivery implements play.Matches.
func (t tx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	return after(func() (play.Delivery, error) { return t.query.Delivery(ctx, id) },
		t.unit.lock(ctx, exclusive, matchName(id)))
}

// SaveDelivery implements play.Matches.
func (t tx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	if err := t.unit.lock(ctx, exclusive, matchName(id)); err != nil {
		return err
	}
	was, err := t.unit.place(ctx, id)
	if err == nil && (was.guild != d.Venue.Guild || was.channel != d.Venue.Channel) {
		err = t.unit.lock(ctx, shared, listName(was.challenger), listName(was.opponent), channelName(was.channel),
			channelName(d.Venue.Channel))
	}
	if err != nil {
		return err
	}
	return t.query.SaveDelivery(ctx, id, d)
}

// Player implements play.Players. Many read what few change.
func (t tx) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return after(func() (play.Player, error) { return t.query.Player(ctx, id) },
		t.unit.lock(ctx, shared, playerName(id)))
}

// SavePlayer implements play.Players.
func (t tx) SavePlayer(ctx context.Context, p play.Player) error {
	if err := t.unit.lock(ctx, exclusive, playerName(p.ID)); err != nil {
		return err
	}
	return t.query.SavePlayer(ctx, p)
}

// Seat implements play.Seats.
func (t tx) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return after(func() (play.Seat, error) { return t.query.Seat(ctx, id, p) },
		t.unit.lock(ctx, exclusive, matchName(id)))
}

// SaveSeat implements play.Seats.
func (t tx) SaveSeat(ctx context.Context, s play.Seat) error {
	if err := t.unit.lock(ctx, exclusive, matchName(s.Match)); err != nil {
		return err
	}
	return t.query.SaveSeat(ctx, s)
}

// Server implements play.Servers, as Player does.
func (t tx) Server(ctx context.Context, id string) (play.Server, error) {
	return after(func() (play.Server, error) { return t.query.Server(ctx, id) },
		t.unit.lock(ctx, shared, serverName(id)))
}

// SaveServer implements play.Servers.
func (t tx) SaveServer(ctx context.Context, s play.Server) error {
	if err := t.unit.lock(ctx, exclusive, serverName(s.ID)); err != nil {
		return err
	}
	return t.query.SaveServer(ctx, s)
}

// SaveAlive implements play.Tx.
func (t tx) SaveAlive(ctx context.Context, at time.Time) error {
	if err := t.unit.lock(ctx, exclusive, aliveName); err != nil {
		return err
	}
	return t.query.SaveAlive(ctx, at)
}

// Part implements play.Tx. What a part that is taken back had locked, PostgreSQL lets go of.
func (t tx) Part(ctx context.Context, f func() error) error {
	return t.unit.part(func() error { return t.query.Part(ctx, f) })
}
