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
