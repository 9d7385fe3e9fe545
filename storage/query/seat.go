package query

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/row"
)

const selectSeat = "SELECT " + row.SeatColumns + " FROM seats WHERE match = ?1 AND player = ?2"

// saveSeat keeps a seat.
var saveSeat = upsert("seats", "match, player", row.SeatColumns)

// Seat implements play.Reader and play.Seats.
func (r Reader) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	s, err := row.ScanSeat(r.conn.QueryRowContext(ctx, selectSeat, id, p))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return play.Seat{Match: id, Player: p}, nil
	case err != nil:
		return play.Seat{}, fmt.Errorf("load seat of %s in match %s: %w", p, id, err)
	}
	return s, nil
}

// SaveSeat implements play.Seats.
func (t Tx) SaveSeat(ctx context.Context, s play.Seat) error {
	values, err := row.SeatValues(s)
	if err != nil {
		return err
	}
	if _, err := t.conn.ExecContext(ctx, saveSeat, values...); err != nil {
		return fmt.Errorf("save seat of %s in match %s: %w", s.Player, s.Match, err)
	}
	return nil
}
