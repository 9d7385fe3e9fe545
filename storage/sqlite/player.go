package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/row"
)

// Player implements play.Players.
func (t tx) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	p, err := row.ScanPlayer(t.queryRow(ctx,
		"SELECT "+row.PlayerColumns+" FROM players WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		err = play.ErrNotFound
	}
	if err != nil {
		return play.Player{}, fmt.Errorf("load player %s: %w", id, err)
	}
	return p, nil
}

// SavePlayer implements play.Players.
func (t tx) SavePlayer(ctx context.Context, p play.Player) error {
	values, err := row.PlayerValues(p)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "INSERT OR REPLACE INTO players ("+row.PlayerColumns+") VALUES "+
		places(row.PlayerColumns), values...)
	if err != nil {
		return fmt.Errorf("save player %s: %w", p.ID, err)
	}
	return nil
}
