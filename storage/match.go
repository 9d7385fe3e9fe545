package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"madbot/rules/match"
)

// Create stores a new match and puts its events in the outbox; match.ErrExists when the id is
// taken.
func (d *DB) Create(ctx context.Context, m match.Match, events []match.Event) error {
	err := d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "INSERT INTO matches ("+columns+") VALUES ("+places+
			") ON CONFLICT (id) DO NOTHING", values(&m)...)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, match.ErrExists)
		}
		return record(ctx, tx, &m, 0, events)
	})
	if err != nil {
		return fmt.Errorf("create match %s: %w", m.ID, err)
	}
	return nil
}

// Update changes a match in one transaction, which also puts the events in the outbox, due as
// match.Match.TellAt says; postponed notices of the match become due with them. When change
// returns an error, nothing changes, and the match as stored is returned beside the error.
// match.ErrNotFound when there is none. change must not call the DB.
func (d *DB) Update(ctx context.Context, id match.ID,
	change func(*match.Match) ([]match.Event, error)) (match.Match, error) {
	var before, after match.Match
	err := d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var err error
		if before, err = find(ctx, tx, id); err != nil {
			return err
		}
		after = before.Clone()
		events, err := change(&after)
		if err != nil {
			return err
		}
		return save(ctx, tx, &after, before.Game.Ply(), events)
	})
	if err != nil {
		return before, fmt.Errorf("update match %s: %w", id, err)
	}
	return after, nil
}

// save stores what changed in m since it had ply turns.
func save(ctx context.Context, tx *sql.Tx, m *match.Match, ply int, events []match.Event) error {
	_, err := tx.ExecContext(ctx, "UPDATE matches SET ("+columns+") = ("+places+") WHERE id = ?",
		append(values(m), m.ID)...)
	if err != nil {
		return err
	}
	return record(ctx, tx, m, ply, events)
}

// record appends the turns of m after the first ply ones, and the events to the outbox.
func record(ctx context.Context, tx *sql.Tx, m *match.Match, ply int, events []match.Event) error {
	for i, t := range m.Game.Turns()[ply:] {
		_, err := tx.ExecContext(ctx, "INSERT INTO turns (match, ply, turn, played) VALUES (?,?,?,?)",
			m.ID, ply+i+1, t.String(), millis(m.Changed))
		if err != nil {
			return err
		}
	}
	for _, e := range events {
		_, err := tx.ExecContext(ctx, `INSERT INTO outbox (match, seq, kind, player, ply, at, due)
			VALUES (?,?,?,?,?,?,?)`,
			m.ID, e.Seq, e.Kind, e.By, e.Ply, millis(e.At), millis(m.TellAt(e.At)))
		if err != nil {
			return err
		}
	}
	if len(events) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, "UPDATE outbox SET due = ? WHERE match = ?",
		millis(m.TellAt(events[0].At)), m.ID)
	return err
}

// Match returns a match, or match.ErrNotFound, or a *CorruptError.
func (d *DB) Match(ctx context.Context, id match.ID) (match.Match, error) {
	m, err := find(ctx, d.readers, id)
	if err != nil {
		return match.Match{}, fmt.Errorf("load match %s: %w", id, err)
	}
	return m, nil
}

// Open returns the proposed and playing matches of a player, those proposed to them included,
// the newest change first.
func (d *DB) Open(ctx context.Context, p match.PlayerID) ([]match.Match, error) {
	return d.list(ctx, `WHERE status IN (1, 2) AND (challenger = ?1 OR opponent = ?1)
		ORDER BY changed DESC, id`, p)
}

// Recent returns up to limit finished matches of a player, the newest end first.
func (d *DB) Recent(ctx context.Context, p match.PlayerID, limit int) ([]match.Match, error) {
	return d.list(ctx, `WHERE id IN (SELECT id FROM matches
			WHERE status = 3 AND (challenger = ?1 OR opponent = ?1)
			ORDER BY ended DESC, id LIMIT ?2)
		ORDER BY ended DESC, id`, p, limit)
}

// AwaitingRobot returns up to limit matches in which the robot is to act, those that have waited
// longest first. They are not read, so that a corrupt one does not keep it from the others.
func (d *DB) AwaitingRobot(ctx context.Context, limit int) ([]match.ID, error) {
	rows, err := d.readers.QueryContext(ctx,
		"SELECT id FROM matches WHERE awaits_robot = 1 ORDER BY changed, id LIMIT ?", limit)
	if err != nil {
		return nil, fmt.Errorf("list matches of the robot: %w", err)
	}
	defer rows.Close()
	var all []match.ID
	for rows.Next() {
		var id match.ID
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("list matches of the robot: %w", err)
		}
		all = append(all, id)
	}
	return all, rows.Err()
}

// list returns the matches of selectMatches with what follows it.
func (d *DB) list(ctx context.Context, where string, args ...any) ([]match.Match, error) {
	rows, err := d.readers.QueryContext(ctx, selectMatches+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list matches: %w", err)
	}
	defer rows.Close()
	var all []match.Match
	for rows.Next() {
		m, err := scanMatch(rows)
		if err != nil {
			return nil, fmt.Errorf("list matches: %w", err)
		}
		all = append(all, m)
	}
	return all, rows.Err()
}

// find loads a match; match.ErrNotFound when there is none.
func find(ctx context.Context, q querier, id match.ID) (match.Match, error) {
	m, err := scanMatch(q.QueryRowContext(ctx, selectMatches+"WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return match.Match{}, match.ErrNotFound
	}
	return m, err
}

// querier is a pool or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
