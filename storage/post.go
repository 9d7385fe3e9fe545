package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"madbot/rules/match"
)

// stand makes p the standing post of its match and retires another one before it.
func stand(ctx context.Context, tx *sql.Tx, p match.Post) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO retired (match, channel, message)
		SELECT match, channel, message FROM posts
		WHERE match = ? AND (channel, message) <> (?, ?)`, p.Match, p.Channel, p.Message)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO posts (match, channel, message) VALUES (?,?,?)
		ON CONFLICT (match) DO UPDATE SET channel = excluded.channel, message = excluded.message`,
		p.Match, p.Channel, p.Message)
	return err
}

// Post returns the standing post of a match; false when there is none.
func (d *DB) Post(ctx context.Context, id match.ID) (match.Post, bool, error) {
	p := match.Post{Match: id}
	err := d.readers.QueryRowContext(ctx, "SELECT channel, message FROM posts WHERE match = ?", id).
		Scan(&p.Channel, &p.Message)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return match.Post{}, false, nil
	case err != nil:
		return match.Post{}, false, fmt.Errorf("post of match %s: %w", id, err)
	}
	return p, true, nil
}

// Retired returns up to limit posts still to be removed from their channel, oldest first.
func (d *DB) Retired(ctx context.Context, limit int) ([]match.Post, error) {
	rows, err := d.readers.QueryContext(ctx,
		"SELECT match, channel, message FROM retired ORDER BY id LIMIT ?", limit)
	if err != nil {
		return nil, fmt.Errorf("list retired posts: %w", err)
	}
	defer rows.Close()
	var all []match.Post
	for rows.Next() {
		var p match.Post
		if err := rows.Scan(&p.Match, &p.Channel, &p.Message); err != nil {
			return nil, fmt.Errorf("list retired posts: %w", err)
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// Forget drops a retired post, which was removed.
func (d *DB) Forget(ctx context.Context, p match.Post) error {
	err := d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			"DELETE FROM retired WHERE match = ? AND channel = ? AND message = ?",
			p.Match, p.Channel, p.Message)
		return err
	})
	if err != nil {
		return fmt.Errorf("forget post of match %s: %w", p.Match, err)
	}
	return nil
}
