package row

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"madbot/bot/play"
)

// PlayerColumns are the columns of a player.
const PlayerColumns = "id, locale, zone, settings, progress, met"

// PlayerValues returns what p has in PlayerColumns.
func PlayerValues(p play.Player) ([]any, error) {
	settings, err := json.Marshal(p.Settings)
	if err != nil {
		return nil, fmt.Errorf("settings of player %s: %w", p.ID, err)
	}
	progress, err := json.Marshal(p.Progress)
	if err != nil {
		return nil, fmt.Errorf("progress of player %s: %w", p.ID, err)
	}
	return []any{p.ID, p.Locale, p.Zone, string(settings), string(progress), Millis(p.Met)}, nil
}

// ScanPlayer reads a row of PlayerColumns.
func ScanPlayer(from Scanner) (p play.Player, err error) {
	var settings, progress string
	var met sql.NullInt64
	if err := from.Scan(&p.ID, &p.Locale, &p.Zone, &settings, &progress, &met); err != nil {
		return play.Player{}, err
	}
	if err := json.Unmarshal([]byte(settings), &p.Settings); err != nil {
		return play.Player{}, fmt.Errorf("settings of player %s: %w", p.ID, err)
	}
	if err := json.Unmarshal([]byte(progress), &p.Progress); err != nil {
		return play.Player{}, fmt.Errorf("progress of player %s: %w", p.ID, err)
	}
	p.Met = Instant(met)
	return p, nil
}
