package query

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"madbot/bot/play"
	"madbot/storage/row"
)

const selectServer = "SELECT " + row.ServerColumns + " FROM servers WHERE id = ?1"

var (
	saveServer = upsert("servers", "id", row.ServerColumns)
	saveAlive  = upsert("alive", "id", "id, at")
)

// Server implements play.Reader and play.Servers.
func (r Reader) Server(ctx context.Context, id string) (play.Server, error) {
	s, err := row.ScanServer(r.conn.QueryRowContext(ctx, selectServer, id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return play.Server{ID: id}, nil
	case err != nil:
		return play.Server{}, fmt.Errorf("load server %s: %w", id, err)
	}
	return s, nil
}

// SaveServer implements play.Servers.
func (t Tx) SaveServer(ctx context.Context, s play.Server) error {
	values, err := row.ServerValues(s)
	if err != nil {
		return err
	}
	if _, err := t.conn.ExecContext(ctx, saveServer, values...); err != nil {
		return fmt.Errorf("save server %s: %w", s.ID, err)
	}
	return nil
}

// Alive implements play.Reader.
func (r Reader) Alive(ctx context.Context) (time.Time, error) {
	at, err := row.ScanInstant(r.conn.QueryRowContext(ctx, "SELECT at FROM alive WHERE id = 1"))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, fmt.Errorf("load when the bot was there: %w", err)
	}
	return at, nil
}

// SaveAlive implements play.Tx.
func (t Tx) SaveAlive(ctx context.Context, at time.Time) error {
	if _, err := t.conn.ExecContext(ctx, saveAlive, 1, row.Millis(at)); err != nil {
		return fmt.Errorf("save that the bot is there: %w", err)
	}
	return nil
}
