package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"

	"madbot/storage/sqlstore"
)

// The settings of connections. Without FULL, the driver would not sync each commit. secure_delete overwrites deleted
// data, which takes a tenth of a turn's time.
const (
	writerSettings = "_journal_mode=WAL&_synchronous=FULL&_secure_delete=on&_foreign_keys=on&_busy_timeout=5000"
	// unsyncedSettings syncs nothing until a checkpoint: a commit survives the end of the process, but not of the machine.
	unsyncedSettings = "_journal_mode=WAL&_synchronous=NORMAL&_secure_delete=on&_foreign_keys=on&_busy_timeout=5000"
	readerSettings   = "mode=ro&_foreign_keys=on&_busy_timeout=5000"
	viewSettings     = "mode=rw&_query_only=on&_busy_timeout=5000" // not mode=ro, in which SQLite would check less
	bareSettings     = "mode=ro&immutable=1"                       // for a file nobody writes

	// headReader is an in-memory database for attaching a file whose newest pages may be only in its log.
	headReader = "file::memory:?_writable_schema=on"
)

// dsn returns the data source name for the file at an absolute path, which may contain any characters.
func dsn(path, settings string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	return "file:" + u.EscapedPath() + "?" + settings
}

// connect returns a pool of up to n connections, which stay open.
func connect(dsn string, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// requireWAL checks that the file system supports the write-ahead log; SQLite would silently do without it.
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
