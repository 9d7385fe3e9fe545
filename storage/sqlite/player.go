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

// selectPlayer reads one.
const selectPlayer = "SELECT " + row.PlayerColumns + " FROM players WHERE id = ?"

// Player implements play.Players.
func (t tx) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return player(id, t.queryRow(ctx, selectPlayer, id))
}

// Player implements play.Reader.
func (d *DB) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return player(id, d.readers.QueryRowContext(ctx, selectPlayer, id))
}

// player reads the player with an id.
func player(id match.PlayerID, from row.Scanner) (play.Player, error) {
	p, err := row.ScanPlayer(from)
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
