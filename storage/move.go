package storage

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/postgres"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/transfer"
)

// ErrSame is returned if a store or file would be written over itself.
var ErrSame = errors.New("it would be written over itself")

// Copy fills the store at the address to, which must be new or empty, with one state of the store at from, and compares
// the two row by row. It returns ErrSame, transfer.ErrNotEmpty or a *transfer.DifferenceError. On an error, nothing is
// copied; the store at to may then exist and be empty.
func Copy(ctx context.Context, from, to string, progress transfer.Progress) (counts transfer.Counts, err error) {
	if isSame(from, to) {
		return nil, fmt.Errorf("copy to %s: %w", to, ErrSame)
	}
	err = snapshot(ctx, from, func(from sqlstore.Conn) error {
		return fill(ctx, to, func(to sqlstore.Conn) error {
			counts, err = transfer.Copy(ctx, from, to, sqlstore.Tables(), progress)
			return cmp.Or(err, sqlstore.CopyKey(ctx, from, to))
		})
	})
	return counts, err
}

// fill opens the store at an address and fills it with f, or leaves it empty on an error.
func fill(ctx context.Context, address string, f func(sqlstore.Conn) error) error {
	s, err := Open(ctx, address, nil)
	if err != nil {
		return err
	}
	return errors.Join(s.Fill(ctx, f), s.Close())
}

// Export writes one state of the store at an address to w; see transfer.Export.
func Export(ctx context.Context, address string, w io.Writer, progress transfer.Progress) (counts transfer.Counts,
	err error) {
	err = snapshot(ctx, address, func(c sqlstore.Conn) error {
		counts, err = transfer.Export(ctx, c, w, progress)
		return err
	})
	return counts, err
}

// ExportFile exports to a new file at path, replacing an existing file once the new one is complete and on the disk. It
// returns ErrSame or ErrServer.
func ExportFile(ctx context.Context, address, path string, progress transfer.Progress) (counts transfer.Counts,
	err error) {
	err = ToFile(address, path, func(w io.Writer) error {
		counts, err = Export(ctx, address, w, progress)
		return err
	})
	return counts, err
}

// ToFile is ExportFile with another function that writes the file.
func ToFile(address, path string, write func(io.Writer) error) error {
	if err := checkFile(address, path); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return sqlite.Replace(path, func(part string) error {
		f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		w := bufio.NewWriterSize(f, 1<<20)
		err = write(w)
		return errors.Join(err, w.Flush(), f.Close())
	})
}

// KeptOf returns what the store at an address contains about a player; see play.KeptOf.
func KeptOf(ctx context.Context, address string, p match.PlayerID) (k play.Kept, err error) {
	err = snapshot(ctx, address, func(c sqlstore.Conn) error {
		k, err = play.KeptOf(ctx, sqlstore.NewReader(c, sqlstore.Dialect{}), p)
		return err
	})
	return k, err
}

// Import fills an empty or new store at an address with what Export wrote, completely or not at all. Its errors are
// those of transfer.Import.
func Import(ctx context.Context, address string, r io.Reader, progress transfer.Progress) (counts transfer.Counts,
	err error) {
	err = fill(ctx, address, func(c sqlstore.Conn) error {
		counts, err = transfer.Import(ctx, c, r, progress)
		return err
	})
	return counts, err
}

// Backup writes one state of the store at an address to a new SQLite file at path, in the store's version of the
// schema, while the bot may be running. It replaces an existing file once the new one is complete, checked and on the
// disk. It returns ErrSame or ErrServer.
func Backup(ctx context.Context, address, path string, progress transfer.Progress) error {
	if err := checkFile(address, path); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return withView(ctx, address, func(v View) error { return program{}.save(ctx, v, path, progress) })
}

// save backs up v in its own version of the schema.
func (p program) save(ctx context.Context, v View, path string, progress transfer.Progress) error {
	if v.Version() == 0 {
		return fmt.Errorf("back up: %w", sqlstore.ErrEmpty)
	}
	if v, ok := v.(*sqlite.View); ok {
		return v.Backup(ctx, path)
	}
	err := sqlite.Replace(path, func(part string) error {
		s, err := sqlite.Open(ctx, part, sqlite.Options{Migrations: p.sqlite, Version: v.Version()})
		if err != nil {
			return err
		}
		return errors.Join(s.Fill(ctx, func(to sqlstore.Conn) error { return download(ctx, v, to, progress) }), s.Close())
	})
	if err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

func download(ctx context.Context, v View, to sqlstore.Conn, progress transfer.Progress) error {
	return v.Snapshot(ctx, func(from sqlstore.Conn) error {
		tables, err := sqlstore.Tables(), error(nil)
		if v.IsOlder() {
			tables, err = postgres.Tables(ctx, from)
		}
		if err == nil {
			_, err = transfer.Copy(ctx, from, to, tables, progress)
		}
		if err == nil && !v.IsOlder() {
			err = sqlstore.CopyKey(ctx, from, to)
		}
		return err
	})
}

// Restore replaces the SQLite store at an address, which no process may have open, with the file at from once that is
// checked. It returns the path to which it moved the old file; "" if there was none. It returns ErrSame, ErrServer,
// ErrNotInPlace or sqlite.ErrLocked; on an error, nothing has changed.
func Restore(ctx context.Context, address, from string) (kept string, err error) {
	if isServer(address) {
		return "", fmt.Errorf("restore: %w", ErrNotInPlace)
	}
	if err := checkFile(address, from); err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	v, err := sqlite.OpenView(ctx, from, sqlite.Options{})
	if err != nil {
		return "", err
	}
	if v.Version() == 0 {
		return "", errors.Join(fmt.Errorf("restore %s: %w", from, sqlstore.ErrEmpty), v.Close())
	}
	kept, err = v.Restore(ctx, address)
	return kept, errors.Join(err, v.Close())
}

// checkFile returns why the store at an address cannot be written to the file at path, or read from it.
func checkFile(address, path string) error {
	if err := cmp.Or(CheckAddress(address), CheckFile(path)); err != nil {
		return err
	}
	if isSame(address, path) {
		return fmt.Errorf("%s: %w", path, ErrSame)
	}
	return nil
}

func isSame(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
