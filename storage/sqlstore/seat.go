package sqlstore

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/rules/match"
)

// SeatColumns are the columns of a seat.
const SeatColumns = "match, player, kept"

var seats = relate("seats", "match, player", SeatColumns, func(s *play.Seat) []any {
	return []any{&s.Match, &s.Player, document{s}}
})

// ScanSeat reads a row of SeatColumns.
func ScanSeat(from Scanner) (play.Seat, error) { return seats.scan(from) }

// Seat implements play.Reader and play.Seats.
func (r Reader) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return seats.one(ctx, r.conn, play.Seat{Match: id, Player: p}, "WHERE match = ?1 AND player = ?2", id, p)
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
	return seats.save(ctx, t.conn, s)
}
