package sqlstore

import (
	"context"

	"madbot/rules/match"
)

// eventColumns are the columns of an event, after the id of its match.
const eventColumns = "seq, kind, player, ply, at, length"

// undoneTurns is what an event took back.
const undoneTurns = `(SELECT coalesce(string_agg(turn, ' ' ORDER BY ply), '') FROM taken_back
	WHERE taken_back.match = events.match AND taken_back.seq = events.seq)`

const selectEvents = "SELECT " + eventColumns + ", " + undoneTurns +
	" FROM events WHERE match = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq"

var insertEvent = insert("events", "match, "+eventColumns, 1)

// eventFields returns what e has in eventColumns.
func eventFields(e *match.Event) []any {
	return []any{&e.Seq, &e.Kind, &e.By, &e.Ply, instant{&e.At}, length{&e.Length}}
}

// scanEvent reads a row of eventColumns and undoneTurns.
func scanEvent(from Scanner) (e match.Event, err error) {
	err = from.Scan(append(eventFields(&e), &e.Undone)...)
	return e, err
}

// Events implements play.Reader and play.Matches.
func (r Reader) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	return All(ctx, r.conn, selectEvents, scanEvent, id, after, last)
}

// addEvent keeps an event.
func (t Tx) addEvent(ctx context.Context, id match.ID, e match.Event) error {
	return exec(ctx, t.conn, append([]any{id}, eventFields(&e)...), insertEvent)
}
