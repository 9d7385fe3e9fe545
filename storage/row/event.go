package row

import (
	"database/sql"

	"madbot/rules/match"
)

// EventColumns are the columns of an event, after the id of its match.
const EventColumns = "seq, kind, player, ply, at, length"

// EventValues returns what e has in EventColumns.
func EventValues(e match.Event) []any {
	return []any{e.Seq, e.Kind, e.By, e.Ply, Millis(e.At), millis(e.Length)}
}

// ScanEvent reads a row of EventColumns.
func ScanEvent(from Scanner) (e match.Event, err error) {
	var at sql.NullInt64
	err = from.Scan(&e.Seq, &e.Kind, &e.By, &e.Ply, &at, length{&e.Length})
	e.At = Instant(at)
	return e, err
}

// ScanMatchEvent reads a row of the id of a match and EventColumns.
func ScanMatchEvent(from Scanner) (id match.ID, e match.Event, err error) {
	e, err = ScanEvent(after{from, &id})
	return id, e, err
}

// after is a row of which a column before the others is read to first.
type after struct {
	Scanner
	first any
}

// Scan implements Scanner.
func (a after) Scan(dest ...any) error { return a.Scanner.Scan(append([]any{a.first}, dest...)...) }
