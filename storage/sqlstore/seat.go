package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"madbot/bot/play"
	"madbot/rules/match"
)

// SeatColumns are the columns of a seat.
const SeatColumns = "match, player, kept"

const selectSeat = "SELECT " + SeatColumns + " FROM seats WHERE match = ?1 AND player = ?2"

var saveSeat = upsert("seats", "match, player", SeatColumns)

// seatFields returns what s has in SeatColumns.
func seatFields(s *play.Seat) []any { return []any{&s.Match, &s.Player, document{s}} }

// ScanSeat reads a row of SeatColumns.
func ScanSeat(from Scanner) (s play.Seat, err error) {
	err = from.Scan(seatFields(&s)...)
	return s, err
}

// Seat implements play.Reader and play.Seats.
func (r Reader) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	s, err := ScanSeat(r.conn.QueryRowContext(ctx, selectSeat, id, p))
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
	theirs := 0
	err := t.conn.QueryRowContext(ctx, "SELECT count(*) FROM matches WHERE id = ?1 AND ?2 IN (challenger, opponent)",
		s.Match, s.Player).Scan(&theirs)
	if err != nil {
		return fmt.Errorf("look for the match of a seat: %w", err)
	}
	if theirs == 0 {
		return nil
	}
	if _, err := t.conn.ExecContext(ctx, saveSeat, seatFields(&s)...); err != nil {
		return fmt.Errorf("save seat of %s in match %s: %w", s.Player, s.Match, err)
	}
	return nil
}
