package postgres

import (
	"context"
	"embed"
	"io/fs"
	"sync"

	"madbot/storage/sqlstore"
)

// On returns a unit of work on c without locks, for tests.
func On(c sqlstore.Conn) sqlstore.Tx {
	return sqlstore.NewTx(conn{c, new(sync.Map)}, dialect(), nil, nil)
}

// Migrations returns this program's migrations, for tests.
func Migrations() embed.FS { return migrationFiles }

// Migrate migrates as Open does, but with other migrations, for tests.
func Migrate(ctx context.Context, address string, files fs.FS) error {
	return migrate(ctx, address, files)
}
