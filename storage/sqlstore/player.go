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

var players = relate("players", "id", playerColumns, func(p *play.Player) []any {
	return []any{&p.ID, &p.Locale, &p.Zone, document{&p.Settings}, document{&p.Progress}, document{&p.Vacation},
		instant{&p.Met}}
})

// Player implements play.Lookup.
func (r Reader) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	p, err := One(ctx, r.beside(playerName(id)), players.from+"WHERE id = ?1", players.scan, id)
	if err != nil {
		return play.Player{}, fmt.Errorf("load player %s: %w", id, found(err))
	}
	return p, nil
}

// Players are all players, in the order of their ids.
func Players(ctx context.Context, c Conn) iter.Seq2[play.Player, error] {
	return players.all(ctx, c, "ORDER BY id")
}

// SavePlayer implements play.Players.
func (t Tx) SavePlayer(ctx context.Context, p play.Player) error {
	return players.save(ctx, t.on(playerName(p.ID)), p)
}
