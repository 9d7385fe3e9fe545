package sqlstore

import (
	"context"
	"fmt"
	"iter"

	"madbot/bot/play"
	"madbot/rules/match"
)

// playerColumns are the columns of a player.
const playerColumns = "id, locale, zone, settings, progress, vacation, met"

const selectPlayers = "SELECT " + playerColumns + " FROM players "

var savePlayer = upsert("players", "id", playerColumns)

// playerFields returns what p has in playerColumns.
func playerFields(p *play.Player) []any {
	return []any{&p.ID, &p.Locale, &p.Zone, document{&p.Settings}, document{&p.Progress}, document{&p.Vacation},
		instant{&p.Met}}
}

// scanPlayer reads a row of playerColumns.
func scanPlayer(from Scanner) (p play.Player, err error) {
	if err := from.Scan(playerFields(&p)...); err != nil {
		return play.Player{}, fmt.Errorf("player %s: %w", p.ID, err)
	}
	return p, nil
}

// Player implements play.Reader and play.Players.
func (r Reader) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	p, err := scanPlayer(r.conn.QueryRowContext(ctx, selectPlayers+"WHERE id = ?1", id))
	if err != nil {
		return play.Player{}, fmt.Errorf("load player %s: %w", id, found(err))
	}
	return p, nil
}

// Players are all players, in the order of their ids.
func Players(ctx context.Context, c Conn) iter.Seq2[play.Player, error] {
	return Rows(ctx, c, selectPlayers+"ORDER BY id", scanPlayer)
}

// SavePlayer implements play.Players.
func (t Tx) SavePlayer(ctx context.Context, p play.Player) error {
	if _, err := t.conn.ExecContext(ctx, savePlayer, playerFields(&p)...); err != nil {
		return fmt.Errorf("save player %s: %w", p.ID, err)
	}
	return nil
}
