package row

import (
	"encoding/json"
	"fmt"

	"madbot/bot/play"
)

// SeatColumns are the columns of a seat.
const SeatColumns = "match, player, kept"

// SeatValues returns what s has in SeatColumns.
func SeatValues(s play.Seat) ([]any, error) {
	kept, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("seat of %s in match %s: %w", s.Player, s.Match, err)
	}
	return []any{s.Match, s.Player, string(kept)}, nil
}

// ScanSeat reads a row of SeatColumns.
func ScanSeat(from Scanner) (s play.Seat, err error) {
	err = from.Scan(&s.Match, &s.Player, value{&s})
	return s, err
}

// ServerColumns are the columns of a server.
const ServerColumns = "id, settings"

// ServerValues returns what s has in ServerColumns.
func ServerValues(s play.Server) ([]any, error) {
	settings, err := json.Marshal(s.Settings)
	if err != nil {
		return nil, fmt.Errorf("settings of server %s: %w", s.ID, err)
	}
	return []any{s.ID, string(settings)}, nil
}

// ScanServer reads a row of ServerColumns.
func ScanServer(from Scanner) (s play.Server, err error) {
	err = from.Scan(&s.ID, value{&s.Settings})
	return s, err
}
