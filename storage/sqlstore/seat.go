package sqlstore

import (
	"context"

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

// Seat implements play.Lookup.
func (r Reader) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return seats.one(ctx, r.on(matchName(id)), play.Seat{Match: id, Player: p}, "WHERE match = ?1 AND player = ?2", id, p)
}

// SaveSeat implements play.Matches.
func (t Tx) SaveSeat(ctx context.Context, s play.Seat) error {
	theirs, err := All(ctx, t.on(matchName(s.Match)),
		"SELECT id FROM matches WHERE id = ?1 AND ?2 IN (challenger, opponent)", ScanOne[match.ID], s.Match, s.Player)
	if err != nil || len(theirs) == 0 {
		return err
	}
	return seats.save(ctx, t.conn, s)
}
