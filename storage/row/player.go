package row

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"madbot/bot/play"
)

// PlayerColumns are the columns of a player.
const PlayerColumns = "id, locale, zone, settings, progress, vacation, met"

// PlayerValues returns what p has in PlayerColumns.
func PlayerValues(p play.Player) ([]any, error) {
	var texts [3]string
	for i, v := range []any{p.Settings, p.Progress, p.Vacation} {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", p.ID, err)
		}
		texts[i] = string(text)
	}
	return []any{p.ID, p.Locale, p.Zone, texts[0], texts[1], texts[2], Millis(p.Met)}, nil
}

// ScanPlayer reads a row of PlayerColumns.
func ScanPlayer(from Scanner) (p play.Player, err error) {
	err = from.Scan(&p.ID, &p.Locale, &p.Zone, value{&p.Settings}, value{&p.Progress},
		value{&p.Vacation}, instant{&p.Met})
	if err != nil {
		return play.Player{}, fmt.Errorf("player %s: %w", p.ID, err)
	}
	return p, nil
}

// value reads JSON.
type value struct{ to any }

// Scan implements sql.Scanner.
func (v value) Scan(from any) error {
	var text sql.NullString
	if err := text.Scan(from); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text.String), v.to)
}
