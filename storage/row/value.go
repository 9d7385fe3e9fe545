package row

import (
	"database/sql"
	"time"
)

// Scanner is a row that was read.
type Scanner interface{ Scan(dest ...any) error }

// Millis is t as it is stored: Unix milliseconds, NULL for the zero time.
func Millis(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// Instant is the time that Millis stored.
func Instant(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}

// ScanInstant reads a row of one time.
func ScanInstant(from Scanner) (time.Time, error) {
	var n sql.NullInt64
	err := from.Scan(&n)
	return Instant(n), err
}

// instant reads what Millis stored.
type instant struct{ to *time.Time }

// Scan implements sql.Scanner.
func (i instant) Scan(v any) error {
	var n sql.NullInt64
	err := n.Scan(v)
	*i.to = Instant(n)
	return err
}

// millis is d as it is stored: whole milliseconds.
func millis(d time.Duration) int64 { return d.Milliseconds() }

// length reads what millis stored.
type length struct{ to *time.Duration }

// Scan implements sql.Scanner.
func (l length) Scan(v any) error {
	var n sql.NullInt64
	err := n.Scan(v)
	*l.to = time.Duration(n.Int64) * time.Millisecond
	return err
}
