package query

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/row"
)

// selectMatches reads whole matches in one statement, and so each in one state.
const selectMatches = "SELECT " + row.MatchColumns + ", " + row.DeliveryColumns + `,
	(SELECT coalesce(string_agg(turn, ' ' ORDER BY ply), '') FROM turns WHERE turns.match = id)
	FROM matches JOIN deliveries ON deliveries.match = id `

const (
	selectDelivery = "SELECT " + row.DeliveryColumns + " FROM deliveries WHERE match = ?1"
	selectEvents   = "SELECT " + row.EventColumns +
		" FROM events WHERE match = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq"
)

var (
	insertMatch  = insert("matches", row.MatchColumns) + " ON CONFLICT (id) DO NOTHING"
	updateMatch  = "UPDATE matches SET (" + row.MatchColumns + ") = " + places(row.MatchColumns) + " WHERE id = ?1"
	saveDelivery = upsert("deliveries", "match", "match, "+row.DeliveryColumns)
	insertEvent  = insert("events", "match, "+row.EventColumns)
	insertTurn   = insert("turns", "match, ply, turn, played")
)

// found returns m as it was loaded; no row is play.ErrNotFound.
func found[T any](id match.ID, m T, err error) (T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		err = play.ErrNotFound
	}
	if err != nil {
		var none T
		return none, fmt.Errorf("load match %s: %w", id, err)
	}
	return m, nil
}

// Match returns a match, play.ErrNotFound, or a *row.CorruptError.
func (r Reader) Match(ctx context.Context, id match.ID) (play.Match, error) {
	m, err := row.ScanMatch(r.conn.QueryRowContext(ctx, selectMatches+"WHERE id = ?1", id))
	return found(id, m, err)
}

// Matches are all matches, in the order of their ids. Of one that does not replay there is a *row.CorruptError, and
// the others follow.
func Matches(ctx context.Context, c Conn) iter.Seq2[play.Match, error] {
	return Rows(ctx, c, selectMatches+"ORDER BY id", row.ScanMatch)
}

// CreateMatch implements play.Matches.
func (t Tx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	result, err := t.conn.ExecContext(ctx, insertMatch, row.MatchValues(&m.Match)...)
	if err != nil {
		return fmt.Errorf("create match %s: %w", m.ID, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return fmt.Errorf("create match %s: %w", m.ID, errors.Join(err, play.ErrExists))
	}
	if err := t.SaveDelivery(ctx, m.ID, m.Delivery); err != nil {
		return err
	}
	return t.record(ctx, &m.Match, events)
}

// SaveMatch implements play.Matches.
func (t Tx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	if _, err := t.conn.ExecContext(ctx, updateMatch, row.MatchValues(&m)...); err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	return t.record(ctx, &m, events)
}

// record appends events, moves the turns away that they take back, and appends the turns of m that are
// not stored yet.
func (t Tx) record(ctx context.Context, m *match.Match, events []match.Event) error {
	for _, e := range events {
		_, err := t.conn.ExecContext(ctx, insertEvent, append([]any{m.ID}, row.EventValues(e)...)...)
		if err != nil {
			return fmt.Errorf("save event %d of match %s: %w", e.Seq, m.ID, err)
		}
		if e.Kind != match.TakenBack {
			continue
		}
		if err := t.takeBack(ctx, m.ID, e); err != nil {
			return fmt.Errorf("take turns of match %s back: %w", m.ID, err)
		}
	}
	return t.appendTurns(ctx, m)
}

// takeBack moves the turns after those that e has left, the last one first.
func (t Tx) takeBack(ctx context.Context, id match.ID, e match.Event) error {
	_, err := t.conn.ExecContext(ctx, `INSERT INTO taken_back (match, seq, ply, turn, played)
		SELECT match, ?1, ply, turn, played FROM turns WHERE match = ?2 AND ply > ?3`, e.Seq, id, e.Ply)
	for n := int64(1); err == nil && n > 0; {
		var result sql.Result
		result, err = t.conn.ExecContext(ctx, `DELETE FROM turns WHERE match = ?1 AND ply > ?2
			AND ply = (SELECT max(ply) FROM turns WHERE match = ?1)`, id, e.Ply)
		if err == nil {
			n, err = result.RowsAffected()
		}
	}
	return err
}

// appendTurns appends the turns of m that are not stored yet.
func (t Tx) appendTurns(ctx context.Context, m *match.Match) error {
	var ply int
	err := t.conn.QueryRowContext(ctx, "SELECT coalesce(max(ply), 0) FROM turns WHERE match = ?1", m.ID).
		Scan(&ply)
	if err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	for turns := m.Game.Turns(); ply < len(turns); ply++ {
		_, err := t.conn.ExecContext(ctx, insertTurn, m.ID, ply+1, turns[ply].String(), row.Millis(m.Changed))
		if err != nil {
			return fmt.Errorf("save turn %d of match %s: %w", ply+1, m.ID, err)
		}
	}
	return nil
}

// Events implements play.Matches.
func (t Tx) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	rows, err := t.conn.QueryContext(ctx, selectEvents, id, after, last)
	events, err := collect(rows, err, row.ScanEvent)
	if err != nil {
		return nil, fmt.Errorf("events of match %s: %w", id, err)
	}
	return events, nil
}

// Delivery implements play.Matches.
func (t Tx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	d, err := row.ScanDelivery(t.conn.QueryRowContext(ctx, selectDelivery, id))
	return found(id, d, err)
}

// SaveDelivery implements play.Matches.
func (t Tx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	_, err := t.conn.ExecContext(ctx, saveDelivery, append([]any{id}, row.DeliveryValues(d)...)...)
	if err != nil {
		return fmt.Errorf("save delivery of match %s: %w", id, err)
	}
	return nil
}
