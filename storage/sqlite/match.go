package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/row"
)

// selectMatches reads whole matches in one statement, and so each in one state.
const selectMatches = "SELECT " + row.MatchColumns + ", " + row.DeliveryColumns + `,
	(SELECT coalesce(group_concat(turn, ' ' ORDER BY ply), '') FROM turns WHERE turns.match = id)
	FROM matches JOIN deliveries ON deliveries.match = id `

// selectSummaries reads matches without their turns.
const selectSummaries = "SELECT " + row.MatchColumns + ", " + row.DeliveryColumns + `,
	(SELECT count(*) FROM turns WHERE turns.match = id)
	FROM matches JOIN deliveries ON deliveries.match = id `

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
func (d *DB) Match(ctx context.Context, id match.ID) (play.Match, error) {
	m, err := row.ScanMatch(d.readers.QueryRowContext(ctx, selectMatches+"WHERE id = ?", id))
	return found(id, m, err)
}

// whereOpen are the open matches of a player.
const whereOpen = `WHERE status IN (1, 2) AND (challenger = ?1 OR opponent = ?1)
	ORDER BY changed DESC, id`

// Open implements play.Reader.
func (d *DB) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return d.list(ctx, whereOpen, p)
}

// Recent implements play.Reader.
func (d *DB) Recent(ctx context.Context, p match.PlayerID, limit int) ([]play.Summary, error) {
	return d.list(ctx, `WHERE id IN (SELECT id FROM matches
			WHERE status = 3 AND (challenger = ?1 OR opponent = ?1)
			ORDER BY ended DESC, id LIMIT ?2)
		ORDER BY ended DESC, id`, p, limit)
}

// list returns the matches of selectSummaries with what follows it.
func (d *DB) list(ctx context.Context, where string, args ...any) ([]play.Summary, error) {
	rows, err := d.readers.QueryContext(ctx, selectSummaries+where, args...)
	list, err := collect(rows, err, row.ScanSummary)
	if err != nil {
		return nil, fmt.Errorf("list matches: %w", err)
	}
	return list, nil
}

// collect reads all rows by scan, and closes them.
func collect[T any](rows *sql.Rows, err error, scan func(row.Scanner) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// Match implements play.Matches.
func (t tx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	m, err := row.ScanMatch(t.queryRow(ctx, selectMatches+"WHERE id = ?", id))
	return found(id, m, err)
}

// CreateMatch implements play.Matches.
func (t tx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	result, err := t.exec(ctx, "INSERT INTO matches ("+row.MatchColumns+") VALUES "+
		places(row.MatchColumns)+" ON CONFLICT (id) DO NOTHING", row.MatchValues(&m.Match)...)
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
func (t tx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	_, err := t.exec(ctx, "UPDATE matches SET ("+row.MatchColumns+") = "+places(row.MatchColumns)+
		" WHERE id = ?", append(row.MatchValues(&m), m.ID)...)
	if err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	return t.record(ctx, &m, events)
}

// record appends events, moves the turns away that they take back, and appends the turns of m that are
// not stored yet.
func (t tx) record(ctx context.Context, m *match.Match, events []match.Event) error {
	for _, e := range events {
		_, err := t.exec(ctx, "INSERT INTO events (match, "+row.EventColumns+") VALUES "+
			places("match, "+row.EventColumns), append([]any{m.ID}, row.EventValues(e)...)...)
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
func (t tx) takeBack(ctx context.Context, id match.ID, e match.Event) error {
	_, err := t.exec(ctx, `INSERT INTO taken_back (match, seq, ply, turn, played)
		SELECT match, ?, ply, turn, played FROM turns WHERE match = ? AND ply > ?`, e.Seq, id, e.Ply)
	for n := int64(1); err == nil && n > 0; {
		var result sql.Result
		result, err = t.exec(ctx, `DELETE FROM turns WHERE match = ?1 AND ply > ?2
			AND ply = (SELECT max(ply) FROM turns WHERE match = ?1)`, id, e.Ply)
		if err == nil {
			n, err = result.RowsAffected()
		}
	}
	return err
}

// appendTurns appends the turns of m that are not stored yet.
func (t tx) appendTurns(ctx context.Context, m *match.Match) error {
	var ply int
	err := t.queryRow(ctx, "SELECT coalesce(max(ply), 0) FROM turns WHERE match = ?", m.ID).Scan(&ply)
	if err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	for turns := m.Game.Turns(); ply < len(turns); ply++ {
		_, err := t.exec(ctx, "INSERT INTO turns (match, ply, turn, played) VALUES (?,?,?,?)",
			m.ID, ply+1, turns[ply].String(), row.Millis(m.Changed))
		if err != nil {
			return fmt.Errorf("save turn %d of match %s: %w", ply+1, m.ID, err)
		}
	}
	return nil
}

// Timed implements play.Reader.
func (d *DB) Timed(ctx context.Context) ([]match.ID, error) {
	rows, err := d.readers.QueryContext(ctx,
		"SELECT id FROM matches WHERE status = 2 AND pace_turn > 0 ORDER BY id")
	ids, err := collect(rows, err, func(from row.Scanner) (id match.ID, err error) {
		err = from.Scan(&id)
		return id, err
	})
	if err != nil {
		return nil, fmt.Errorf("matches with a clock: %w", err)
	}
	return ids, nil
}

// Open implements play.Matches.
func (t tx) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	rows, err := t.query(ctx, selectSummaries+whereOpen, p)
	list, err := collect(rows, err, row.ScanSummary)
	if err != nil {
		return nil, fmt.Errorf("open matches of %s: %w", p, err)
	}
	return list, nil
}

// made are the matches that somebody proposed and that are open or of late.
const made = selectSummaries + `WHERE challenger = ?1 AND (status IN (1, 2) OR created >= ?2)
	ORDER BY created DESC, id`

// Made implements play.Matches.
func (t tx) Made(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	rows, err := t.query(ctx, made, p, row.Millis(since))
	list, err := collect(rows, err, row.ScanSummary)
	if err != nil {
		return nil, fmt.Errorf("challenges by %s: %w", p, err)
	}
	return list, nil
}

// madeIn are the times of the matches of late in a channel.
const madeIn = `SELECT created FROM matches JOIN deliveries ON deliveries.match = id
	WHERE created >= ?2 AND channel = ?1 ORDER BY created DESC`

// MadeIn implements play.Matches.
func (t tx) MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error) {
	rows, err := t.query(ctx, madeIn, channel, row.Millis(since))
	list, err := collect(rows, err, row.ScanInstant)
	if err != nil {
		return nil, fmt.Errorf("challenges in channel %s: %w", channel, err)
	}
	return list, nil
}

// Events implements play.Matches.
func (t tx) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	rows, err := t.query(ctx, "SELECT "+row.EventColumns+
		" FROM events WHERE match = ? AND seq > ? AND seq <= ? ORDER BY seq", id, after, last)
	events, err := collect(rows, err, row.ScanEvent)
	if err != nil {
		return nil, fmt.Errorf("events of match %s: %w", id, err)
	}
	return events, nil
}

// Delivery implements play.Matches.
func (t tx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	d, err := row.ScanDelivery(t.queryRow(ctx,
		"SELECT "+row.DeliveryColumns+" FROM deliveries WHERE match = ?", id))
	return found(id, d, err)
}

// SaveDelivery implements play.Matches.
func (t tx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	_, err := t.exec(ctx, "INSERT OR REPLACE INTO deliveries (match, "+row.DeliveryColumns+
		") VALUES "+places("match, "+row.DeliveryColumns),
		append([]any{id}, row.DeliveryValues(d)...)...)
	if err != nil {
		return fmt.Errorf("save delivery of match %s: %w", id, err)
	}
	return nil
}

// places returns a place for the value of each column.
func places(columns string) string {
	return "(?" + strings.Repeat(",?", strings.Count(columns, ",")) + ")"
}
