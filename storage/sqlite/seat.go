package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/row"
)

const (
	selectSeat   = "SELECT " + row.SeatColumns + " FROM seats WHERE match = ? AND player = ?"
	selectServer = "SELECT " + row.ServerColumns + " FROM servers WHERE id = ?"
)

// Seat implements play.Seats.
func (t tx) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return seat(id, p, t.queryRow(ctx, selectSeat, id, p))
}

// Seat implements play.Reader.
func (d *DB) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return seat(id, p, d.readers.QueryRowContext(ctx, selectSeat, id, p))
}

// seat reads what p keeps of a match.
func seat(id match.ID, p match.PlayerID, from row.Scanner) (play.Seat, error) {
	s, err := row.ScanSeat(from)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return play.Seat{Match: id, Player: p}, nil
	case err != nil:
		return play.Seat{}, fmt.Errorf("load seat of %s in match %s: %w", p, id, err)
	}
	return s, nil
}

// SaveSeat implements play.Seats.
func (t tx) SaveSeat(ctx context.Context, s play.Seat) error {
	values, err := row.SeatValues(s)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "INSERT OR REPLACE INTO seats ("+row.SeatColumns+") VALUES "+
		places(row.SeatColumns), values...)
	if err != nil {
		return fmt.Errorf("save seat of %s in match %s: %w", s.Player, s.Match, err)
	}
	return nil
}

// Server implements play.Servers.
func (t tx) Server(ctx context.Context, id string) (play.Server, error) {
	return server(id, t.queryRow(ctx, selectServer, id))
}

// Server implements play.Reader.
func (d *DB) Server(ctx context.Context, id string) (play.Server, error) {
	return server(id, d.readers.QueryRowContext(ctx, selectServer, id))
}

// server reads a server.
func server(id string, from row.Scanner) (play.Server, error) {
	s, err := row.ScanServer(from)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return play.Server{ID: id}, nil
	case err != nil:
		return play.Server{}, fmt.Errorf("load server %s: %w", id, err)
	}
	return s, nil
}

// SaveServer implements play.Servers.
func (t tx) SaveServer(ctx context.Context, s play.Server) error {
	values, err := row.ServerValues(s)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "INSERT OR REPLACE INTO servers ("+row.ServerColumns+") VALUES "+
		places(row.ServerColumns), values...)
	if err != nil {
		return fmt.Errorf("save server %s: %w", s.ID, err)
	}
	return nil
}

// Alive implements play.Reader.
func (d *DB) Alive(ctx context.Context) (time.Time, error) {
	at, err := row.ScanInstant(d.readers.QueryRowContext(ctx, "SELECT at FROM alive"))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, fmt.Errorf("load when the bot was there: %w", err)
	}
	return at, nil
}

// SaveAlive implements play.Tx.
func (t tx) SaveAlive(ctx context.Context, at time.Time) error {
	_, err := t.exec(ctx, "INSERT OR REPLACE INTO alive (id, at) VALUES (1, ?)", row.Millis(at))
	if err != nil {
		return fmt.Errorf("save that the bot is there: %w", err)
	}
	return nil
}
