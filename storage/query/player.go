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

// selectPlayer reads one.
const selectPlayer = "SELECT " + row.PlayerColumns + " FROM players WHERE id = ?1"

// savePlayer keeps one.
var savePlayer = upsert("players", "id", row.PlayerColumns)

// Player implements play.Reader and play.Players.
func (r Reader) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	p, err := row.ScanPlayer(r.conn.QueryRowContext(ctx, selectPlayer, id))
	if errors.Is(err, sql.ErrNoRows) {
		err = play.ErrNotFound
	}
	if err != nil {
		return play.Player{}, fmt.Errorf("load player %s: %w", id, err)
	}
	return p, nil
}

// SavePlayer implements play.Players.
func (t Tx) SavePlayer(ctx context.Context, p play.Player) error {
	values, err := row.PlayerValues(p)
	if err != nil {
		return err
	}
	if _, err := t.conn.ExecContext(ctx, savePlayer, values...); err != nil {
		return fmt.Errorf("save player %s: %w", p.ID, err)
	}
	return nil
}
