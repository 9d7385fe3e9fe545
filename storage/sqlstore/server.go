package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"madbot/bot/play"
)

// serverColumns are the columns of a server.
const serverColumns = "id, settings"

const selectServers = "SELECT " + serverColumns + " FROM servers "

var (
	saveServer = upsert("servers", "id", serverColumns)
	saveOrders = upsert("orders", "id", ordersColumns)
	saveAlive  = upsert("alive", "id", aliveColumns)
)

// ordersColumns are the columns of the one row of orders.
const ordersColumns = "id, orders"

// serverFields returns what s has in serverColumns.
func serverFields(s *play.Server) []any { return []any{&s.ID, document{&s.Settings}} }

// scanServer reads a row of serverColumns.
func scanServer(from Scanner) (s play.Server, err error) {
	err = from.Scan(serverFields(&s)...)
	return s, err
}

// Server implements play.Reader and play.Servers.
func (r Reader) Server(ctx context.Context, id string) (play.Server, error) {
	s, err := scanServer(r.conn.QueryRowContext(ctx, selectServers+"WHERE id = ?1", id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return play.Server{ID: id}, nil
	case err != nil:
		return play.Server{}, fmt.Errorf("load server %s: %w", id, err)
	}
	return s, nil
}

// Servers are all servers, in the order of their ids.
func Servers(ctx context.Context, c Conn) iter.Seq2[play.Server, error] {
	return Rows(ctx, c, selectServers+"ORDER BY id", scanServer)
}

// SaveServer implements play.Servers.
func (t Tx) SaveServer(ctx context.Context, s play.Server) error {
	if _, err := t.conn.ExecContext(ctx, saveServer, serverFields(&s)...); err != nil {
		return fmt.Errorf("save server %s: %w", s.ID, err)
	}
	return nil
}

// RemoveServer implements play.Servers.
func (t Tx) RemoveServer(ctx context.Context, id string) error {
	var err error
	for _, statement := range []string{"DELETE FROM servers WHERE id = ?1",
		"DELETE FROM daily_solvers WHERE server = ?1", "DELETE FROM dailies WHERE server = ?1",
		"DELETE FROM league_pairs WHERE server = ?1", "DELETE FROM league_entries WHERE server = ?1",
		"DELETE FROM leagues WHERE server = ?1",
		"UPDATE own_puzzles SET guild = '' WHERE guild = ?1"} {
		if err == nil {
			_, err = t.conn.ExecContext(ctx, statement, id)
		}
	}
	for _, k := range []play.JobKind{play.JobDaily, play.JobServer, play.JobLeague} {
		if err == nil {
			_, err = t.conn.ExecContext(ctx, "DELETE FROM jobs WHERE subject = ?1", play.Subject(k, id))
		}
	}
	if err != nil {
		return fmt.Errorf("remove server %s: %w", id, err)
	}
	return nil
}

// selectOrders reads the operator's orders.
const selectOrders = "SELECT orders FROM orders"

// scanOrders reads a row of selectOrders.
func scanOrders(from Scanner) (o play.Orders, err error) {
	err = from.Scan(document{&o})
	return o, err
}

// Orders are the operator's orders, if there are any.
func Orders(ctx context.Context, c Conn) iter.Seq2[play.Orders, error] {
	return Rows(ctx, c, selectOrders, scanOrders)
}

// Orders implements play.Reader and play.Tx.
func (r Reader) Orders(ctx context.Context) (play.Orders, error) {
	o, err := scanOrders(r.conn.QueryRowContext(ctx, selectOrders))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return play.Orders{}, fmt.Errorf("load the operator's orders: %w", err)
	}
	return o, nil
}

// SaveOrders implements play.Tx.
func (t Tx) SaveOrders(ctx context.Context, o play.Orders) error {
	if _, err := t.conn.ExecContext(ctx, saveOrders, 1, document{&o}); err != nil {
		return fmt.Errorf("save the operator's orders: %w", err)
	}
	return nil
}

// Alive implements play.Tx.
func (t Tx) Alive(ctx context.Context) (a play.Alive, err error) {
	err = t.conn.QueryRowContext(ctx, "SELECT at, back FROM alive WHERE id = 1").Scan(instant{&a.At}, instant{&a.Back})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return play.Alive{}, fmt.Errorf("load when the bot was there: %w", err)
	}
	return a, nil
}

// SaveAlive implements play.Tx.
func (t Tx) SaveAlive(ctx context.Context, a play.Alive) error {
	if _, err := t.conn.ExecContext(ctx, saveAlive, 1, instant{&a.At}, instant{&a.Back}); err != nil {
		return fmt.Errorf("save that the bot is there: %w", err)
	}
	return nil
}
