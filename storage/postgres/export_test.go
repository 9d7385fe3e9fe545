package postgres

import (
	"context"
	"embed"
	"io/fs"
)

// Migrations are those of the schema, for tests.
func Migrations() embed.FS { return migrationFiles }

// Migrate migrates as Open does, by other migrations, for tests.
func Migrate(ctx context.Context, address string, files fs.FS) error {
	return migrate(ctx, address, files)
}
