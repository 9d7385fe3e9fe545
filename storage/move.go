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

// ErrSame is returned when what is to be written is what is to be read.
var ErrSame = errors.New("it would be written over itself")

// Copy fills the store at the address to, which is new or empty, with what the one at from has in one state, and
// keeps it when the two are the same, row by row. It returns ErrSame, transfer.ErrNotEmpty and a
// *transfer.DifferenceError. Beside an error nothing is kept in the store at to, which may be new and empty then.
func Copy(ctx context.Context, from, to string, told transfer.Progress) (counts transfer.Counts, err error) {
	if isSame(from, to) {
		return nil, fmt.Errorf("copy to %s: %w", to, ErrSame)
	}
	err = snapshot(ctx, from, func(from sqlstore.Conn) error {
		return fill(ctx, to, func(to sqlstore.Conn) error {
			counts, err = transfer.Copy(ctx, from, to, sqlstore.Tables(), told)
			return err
		})
	})
	return counts, err
}

// fill opens the store at an address and fills it by f, whole or not at all.
func fill(ctx context.Context, address string, f func(sqlstore.Conn) error) error {
	s, err := Open(ctx, address, nil)
	if err != nil {
		return err
	}
	return errors.Join(s.Fill(ctx, f), s.Close())
}

// Export writes what the store at an address has in one state to w; see transfer.Export.
func Export(ctx context.Context, address string, w io.Writer, told transfer.Progress) (counts transfer.Counts,
	err error) {
	err = snapshot(ctx, address, func(c sqlstore.Conn) error {
		counts, err = transfer.Export(ctx, c, w, told)
		return err
	})
	return counts, err
}

// ExportFile is Export to a new file at path, in place of one that was there, when it is whole and on the disk. It
// returns ErrSame or ErrServer.
func ExportFile(ctx context.Context, address, path string, told transfer.Progress) (counts transfer.Counts,
	err error) {
	err = ToFile(address, path, func(w io.Writer) error {
		counts, err = Export(ctx, address, w, told)
		return err
	})
	return counts, err
}

// ToFile has a new file at path written as ExportFile does, of what a store at an address has; errors as that.
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

// KeptOf returns what the store at an address has of a player; see play.KeptOf.
func KeptOf(ctx context.Context, address string, p match.PlayerID) (k play.Kept, err error) {
	err = snapshot(ctx, address, func(c sqlstore.Conn) error {
		k, err = play.KeptOf(ctx, sqlstore.NewReader(c, sqlstore.Dialect{}), p)
		return err
	})
	return k, err
}

// Import fills the store at an address, which is new or empty, with what Export wrote, whole or not at all, as Copy
// does; errors as transfer.Import.
func Import(ctx context.Context, address string, r io.Reader, told transfer.Progress) (counts transfer.Counts,
	err error) {
	err = fill(ctx, address, func(c sqlstore.Conn) error {
		counts, err = transfer.Import(ctx, c, r, told)
		return err
	})
	return counts, err
}

// Backup writes what the store at an address has in one state to a new SQLite file at path, in place of one that
// was there, when it is whole, checked and on the disk; its version is that of the store. Play goes on meanwhile. It
// returns ErrSame or ErrServer.
func Backup(ctx context.Context, address, path string, told transfer.Progress) error {
	if err := checkFile(address, path); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return withView(ctx, address, func(v View) error { return program{}.save(ctx, v, path, told) })
}

// save backs v up, in the version that it has.
func (p program) save(ctx context.Context, v View, path string, told transfer.Progress) error {
	if v, ok := v.(*sqlite.View); ok {
		return v.Backup(ctx, path)
	}
	if v.Version() == 0 {
		return fmt.Errorf("back up: %w", sqlstore.ErrEmpty)
	}
	err := sqlite.Replace(path, func(part string) error {
		s, err := sqlite.Open(ctx, part, sqlite.Options{Migrations: p.sqlite, Version: v.Version()})
		if err != nil {
			return err
		}
		return errors.Join(s.Fill(ctx, func(to sqlstore.Conn) error { return download(ctx, v, to, told) }), s.Close())
	})
	if err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// download fills a file with what a database has.
func download(ctx context.Context, v View, to sqlstore.Conn, told transfer.Progress) error {
	return v.Snapshot(ctx, func(from sqlstore.Conn) error {
		tables, err := sqlstore.Tables(), error(nil)
		if v.IsOlder() {
			tables, err = postgres.Tables(ctx, from)
		}
		if err == nil {
			_, err = transfer.Copy(ctx, from, to, tables, told)
		}
		return err
	})
}

// Restore puts the SQLite file at from, checked, in place of the one at an address, of which nobody may have it open,
// and returns where what was there is kept; "": there was nothing. It returns ErrSame, ErrServer, ErrNotInPlace or
// sqlite.ErrLocked; beside an error nothing has changed.
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
	kept, err = v.Restore(ctx, address)
	return kept, errors.Join(err, v.Close())
}

// checkFile returns why the store at an address cannot be written to the file at path, nor the other way round.
func checkFile(address, path string) error {
	if err := cmp.Or(CheckAddress(address), CheckFile(path)); err != nil {
		return err
	}
	if isSame(address, path) {
		return fmt.Errorf("%s: %w", path, ErrSame)
	}
	return nil
}

// isSame reports whether two addresses are of one SQLite file.
func isSame(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
