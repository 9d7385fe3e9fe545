package main

import (
	"context"
	"log/slog"

	"madbot/storage"
	"madbot/storage/sqlstore"
)

// logOpened writes the first log lines: which version runs on which store, and what changed since the last start.
func logOpened(ctx context.Context, log *slog.Logger, db storage.Store) error {
	var open int
	err := db.Snapshot(ctx, func(c sqlstore.Conn) error {
		return c.QueryRowContext(ctx, "SELECT count(*) FROM matches WHERE status IN (1, 2)").Scan(&open)
	})
	if err != nil {
		return err
	}
	was := db.About()
	store := slog.Group("store", "kind", was.Kind, "at", was.Where)
	log.InfoContext(ctx, "started", "version", version(), store, "schema", sqlstore.Version, "open", open)
	switch {
	case was.Version == 0:
		log.WarnContext(ctx, "a new database was created", store)
	case was.Version < sqlstore.Version:
		log.WarnContext(ctx, "the database was migrated", "from", was.Version, "to", sqlstore.Version, "backup", was.Backup)
	}
	return nil
}
