package storage

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Notices returns up to limit notices that are due at now, the oldest event first. The turn of a
// notice is NoTurn when its match is corrupt, so that it does not silence the others.
func (d *DB) Notices(ctx context.Context, now time.Time, limit int) ([]match.Notice, error) {
	all, err := d.notices(ctx, now, limit)
	if err != nil {
		return nil, fmt.Errorf("list notices: %w", err)
	}
	games := map[match.ID]rules.Game{}
	for i := range all {
		if all[i].Event.Kind != match.Played {
			continue
		}
		if err := d.addTurn(ctx, &all[i], games); err != nil {
			return nil, fmt.Errorf("list notices: %w", err)
		}
	}
	return all, nil
}

// notices is Notices without the turns.
func (d *DB) notices(ctx context.Context, now time.Time, limit int) ([]match.Notice, error) {
	rows, err := d.readers.QueryContext(ctx, `SELECT id, match, seq, kind, player, ply, at,
		attempts, due, sending FROM outbox WHERE due <= ? ORDER BY id LIMIT ?`, millis(now), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []match.Notice
	for rows.Next() {
		var n match.Notice
		var at, due sql.NullInt64
		err := rows.Scan(&n.ID, &n.Match, &n.Event.Seq, &n.Event.Kind, &n.Event.By, &n.Event.Ply,
			&at, &n.Attempts, &due, &n.Sending)
		if err != nil {
			return nil, err
		}
		n.Event.At, n.Due = instant(at), instant(due)
		all = append(all, n)
	}
	return all, rows.Err()
}

// addTurn sets the turn of n from the game of its match, which it keeps in games.
func (d *DB) addTurn(ctx context.Context, n *match.Notice, games map[match.ID]rules.Game) error {
	g, ok := games[n.Match]
	if !ok {
		m, err := find(ctx, d.readers, n.Match)
		if _, corrupt := errors.AsType[*CorruptError](err); err != nil && !corrupt {
			return err
		}
		g = m.Game
		games[n.Match] = g
	}
	if n.Event.Ply >= 1 && n.Event.Ply <= g.Ply() {
		n.Event.Turn = g.Turns()[n.Event.Ply-1]
	}
	return nil
}

// NextNotice returns when the earliest of the notices that are due after a time is; false when
// there is none.
func (d *DB) NextNotice(ctx context.Context, after time.Time) (time.Time, bool, error) {
	var due sql.NullInt64
	err := d.readers.QueryRowContext(ctx, "SELECT min(due) FROM outbox WHERE due > ?",
		after.UnixMilli()).Scan(&due)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("next notice: %w", err)
	}
	return instant(due), due.Valid, nil
}

// Sending notes of the notices that they are being told, which a crash may leave unknown.
func (d *DB) Sending(ctx context.Context, ids []int64) error {
	err := d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			"UPDATE outbox SET sending = 1 WHERE id IN (SELECT value FROM json_each(?))", array(ids))
		return err
	})
	if err != nil {
		return fmt.Errorf("begin to send notices: %w", err)
	}
	return nil
}

// Postpone counts an attempt on each of the notices and makes them due as s says, together with any
// newer ones of the same match, so that these do not overtake them. They are being sent no more
// unless s is unsure. A match whose venue is the closed channel of s has it closed; one that has
// left that channel meanwhile stays due as it is.
func (d *DB) Postpone(ctx context.Context, ids []int64, s match.Setback) error {
	err := d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE matches SET closed = 1 WHERE channel = ?2 AND ?2 <> ''
			AND id IN (SELECT match FROM outbox WHERE id IN (SELECT value FROM json_each(?1)))`,
			array(ids), s.Closed)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `WITH failed AS (SELECT value FROM json_each(?1))
			UPDATE outbox SET attempts = attempts + (id IN failed),
				sending = sending AND (?3 OR id NOT IN failed),
				due = iif(?4 = '' OR match IN (SELECT id FROM matches WHERE channel = ?4), ?2, due)
			WHERE match IN (SELECT match FROM outbox WHERE id IN failed)`,
			array(ids), millis(s.Until), s.Unsure, s.Closed)
		return err
	})
	if err != nil {
		return fmt.Errorf("postpone notices: %w", err)
	}
	return nil
}

// Told removes the notices and makes p the standing post of its match; another one before it
// becomes a retired one. With an empty p.Message the standing post stays. A post where the match
// has its venue says that it is not closed.
func (d *DB) Told(ctx context.Context, ids []int64, p match.Post) error {
	err := d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			"DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))", array(ids))
		if err != nil || p.Message == "" {
			return err
		}
		_, err = tx.ExecContext(ctx,
			"UPDATE matches SET closed = 0 WHERE id = ? AND channel = ? AND closed = 1",
			p.Match, p.Channel)
		if err != nil {
			return err
		}
		return stand(ctx, tx, p)
	})
	if err != nil {
		return fmt.Errorf("told of match %s: %w", p.Match, err)
	}
	return nil
}

// array is ids as a JSON array, so that a statement takes any number of them.
func array(ids []int64) string {
	text, err := json.Marshal(ids)
	if err != nil || ids == nil {
		return "[]" // numbers always marshal
	}
	return string(text)
}
