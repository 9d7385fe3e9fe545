package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"

	"madbot/storage/sqlstore"
)

// The settings of connections. The driver would make commits lazy unless told FULL, and leave what was deleted legible
// in the file; to overwrite it takes a tenth of the time of a turn.
const (
	writerSettings = "_journal_mode=WAL&_synchronous=FULL&_secure_delete=on&_foreign_keys=on&_busy_timeout=5000"
	readerSettings = "mode=ro&_foreign_keys=on&_busy_timeout=5000"
	viewSettings   = "mode=rw&_query_only=on&_busy_timeout=5000" // where it could not write, SQLite would check less
	bareSettings   = "mode=ro&immutable=1"                       // a file nobody writes

	// headReader is to attach a file to, pages of which may still be in its log alone.
	headReader = "file::memory:?_writable_schema=on"
)

// dsn names the file at an absolute path, whatever characters it has, with settings.
func dsn(path, settings string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	return "file:" + u.EscapedPath() + "?" + settings
}

// connect returns a pool of up to n connections that stay open.
func connect(dsn string, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// requireWAL makes sure that the file system can have the write-ahead log, which it silently
// would not.
func requireWAL(ctx context.Context, c sqlstore.Conn) error {
	var mode string
	if err := c.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("no write-ahead log here: journal mode %q", mode)
	}
	return nil
}
