package postgres

import (
	"context"
	"embed"
	"io/fs"
	"sync"

	"madbot/storage/sqlstore"
)

// On returns what units of work ask of c, for tests.
func On(c sqlstore.Conn) sqlstore.Tx {
	return sqlstore.NewTx(conn{c, new(sync.Map)}, dialect(), nil, nil)
}

// Migrations are those of the schema, for tests.
func Migrations() embed.FS { return migrationFiles }

// Migrate migrates as Open does, by other migrations, for tests.
func Migrate(ctx context.Context, address string, files fs.FS) error {
	return migrate(ctx, address, files)
}
