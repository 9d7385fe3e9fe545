package sqlstore

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/rules/match"
)

const playerColumns = "id, locale, zone, settings, progress, vacation, met"

var players = relate("players", "id", playerColumns, func(p *play.Player) []any {
	return []any{&p.ID, &p.Locale, &p.Zone, document{&p.Settings}, document{&p.Progress}, document{&p.Vacation},
		instant{&p.Met}}
})

// Player implements play.Lookup.
func (r Reader) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	p, err := One(ctx, r.shared(playerName(id)), players.from+"WHERE id = ?1", players.scan, id)
	if err != nil {
		return play.Player{}, fmt.Errorf("load player %s: %w", id, found(err))
	}
	return p, nil
}

// SavePlayer implements play.Players.
func (t Tx) SavePlayer(ctx context.Context, p play.Player) error {
	return players.save(ctx, t.on(playerName(p.ID)), p)
}

const seatColumns = "match, player, helped, kept"

var seats = relate("seats", "match, player", seatColumns, func(s *play.Seat) []any {
	return []any{&s.Match, &s.Player, &s.Helped, document{s}}
})

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

// CountHelp implements play.Matches.
func (t Tx) CountHelp(ctx context.Context, p match.PlayerID, running []match.ID) error {
	if len(running) == 0 {
		return nil
	}
	values, locks := []any{p}, make([]Name, len(running))
	for i, id := range running {
		values, locks[i] = append(values, id), matchName(id)
	}
	return exec(ctx, t.on(locks...), values, `INSERT INTO seats (`+seatColumns+`) SELECT id, ?1, 1, '{}' FROM matches
		WHERE ?1 IN (challenger, opponent) AND id IN `+places(2, len(running))+`
		ON CONFLICT (match, player) DO UPDATE SET helped = seats.helped + 1`)
}
