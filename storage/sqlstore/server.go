package sqlstore

import (
	"context"

	"madbot/bot/play"
	"madbot/rules/match"
)

// The columns of a server, and of the tables with one row: the orders, and when the bot was running.
const (
	serverColumns = "id, settings"
	ordersColumns = "id, orders"
	aliveColumns  = "id, at, back"
)

var servers = relate("servers", "id", serverColumns, func(s *play.Server) []any {
	return []any{&s.ID, document{&s.Settings}}
})

var orders = relate("orders", "id", ordersColumns, func(o *play.Orders) []any { return []any{onlyRow(), document{o}} })

var alive = relate("alive", "id", aliveColumns, func(a *play.Alive) []any {
	return []any{onlyRow(), instant{&a.At}, instant{&a.Back}}
})

func onlyRow() *int { return new(1) }

// Server implements play.Lookup.
func (r Reader) Server(ctx context.Context, id string) (play.Server, error) {
	return servers.one(ctx, r.shared(serverName(id)), play.Server{ID: id}, "WHERE id = ?1", id)
}

// Excluding implements play.Lookup. Excluding a player locks that player.
func (r Reader) Excluding(ctx context.Context, p match.PlayerID) ([]play.Server, error) {
	return servers.list(ctx, r.on(playerName(p)), `WHERE settings ->> 'unranked' IS NOT NULL
		AND settings ->> 'unranked' LIKE '%"' || ?1 || '"%'`, p)
}

// SaveServer implements play.Servers.
func (t Tx) SaveServer(ctx context.Context, s play.Server) error {
	return servers.save(ctx, t.on(serverName(s.ID)), s)
}

// RemoveServer implements play.Servers.
func (t Tx) RemoveServer(ctx context.Context, id string) error {
	err := exec(ctx, t.on(serverName(id), SubjectName(id), dailyName(id), leagueName(id)), []any{id}, "DELETE FROM servers WHERE id = ?1",
		"DELETE FROM daily_solvers WHERE server = ?1", "DELETE FROM dailies WHERE server = ?1",
		"DELETE FROM league_pairs WHERE server = ?1", "DELETE FROM league_entries WHERE server = ?1",
		"DELETE FROM leagues WHERE server = ?1",
		"UPDATE own_puzzles SET guild = '' WHERE guild = ?1")
	if err != nil {
		return err
	}
	return t.removeJobs(ctx, play.SubjectsAbout(play.AboutServer, id))
}

// Orders implements play.Lookup.
func (r Reader) Orders(ctx context.Context) (play.Orders, error) {
	return orders.one(ctx, r.on(ordersName), play.Orders{}, "")
}

// SaveOrders implements play.Tx.
func (t Tx) SaveOrders(ctx context.Context, o play.Orders) error {
	return orders.save(ctx, t.on(ordersName), o)
}

// Alive implements play.Tx.
func (t Tx) Alive(ctx context.Context) (play.Alive, error) {
	return alive.one(ctx, t.on(aliveName), play.Alive{}, "WHERE id = 1")
}

// SaveAlive implements play.Tx.
func (t Tx) SaveAlive(ctx context.Context, a play.Alive) error {
	return alive.save(ctx, t.on(aliveName), a)
}
