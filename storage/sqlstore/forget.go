package sqlstore

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/rules/match"
)

// rename are the statements by which ?3 stands for ?2 in the match ?1.
var rename = []string{
	`UPDATE matches SET challenger = ` + other("challenger") + `, opponent = ` + other("opponent") + `,
		red = ` + other("red") + `, blue = ` + other("blue") + `, ended_by = ` + other("ended_by") + `,
		to_move = ` + other("to_move") + ` WHERE id = ?1`,
	"UPDATE events SET player = ?3 WHERE match = ?1 AND player = ?2",
	"UPDATE reviews SET asker = ?3 WHERE match = ?1 AND asker = ?2",
}

// other is what stands in a column when ?3 stands for ?2.
func other(column string) string {
	return "CASE " + column + " WHEN ?2 THEN ?3 ELSE " + column + " END"
}

// Rename implements play.Matches.
func (t Tx) Rename(ctx context.Context, id match.ID, p, former match.PlayerID) error {
	for _, statement := range rename {
		if _, err := t.conn.ExecContext(ctx, statement, id, p, former); err != nil {
			return fmt.Errorf("rename a player in match %s: %w", id, err)
		}
	}
	for _, table := range []string{"seats", "own_puzzles"} {
		if _, err := t.conn.ExecContext(ctx, "DELETE FROM "+table+" WHERE match = ?1 AND player = ?2", id, p); err != nil {
			return fmt.Errorf("remove a player from %s of match %s: %w", table, id, err)
		}
	}
	return nil
}

// RemoveMatch implements play.Matches.
func (t Tx) RemoveMatch(ctx context.Context, id match.ID) error {
	goes, err := All(ctx, t.conn, "SELECT id FROM matches WHERE id = ?1 AND "+nothing, ScanOne[match.ID], id)
	if err != nil || len(goes) == 0 {
		return err
	}
	for _, table := range []string{"seats", "own_puzzles", "reviews", "deliveries", "taken_back", "turns", "events"} {
		if err == nil {
			_, err = t.conn.ExecContext(ctx, "DELETE FROM "+table+" WHERE match = ?1", id)
		}
	}
	subjects := []any{id}
	for _, k := range play.JobKinds() {
		subjects = append(subjects, play.Subject(k, id))
	}
	if err == nil {
		_, err = t.conn.ExecContext(ctx, "DELETE FROM jobs WHERE subject IN "+places(1, len(subjects)), subjects...)
	}
	if err == nil {
		_, err = t.conn.ExecContext(ctx, "DELETE FROM matches WHERE id = ?1", id)
	}
	if err != nil {
		return fmt.Errorf("remove match %s: %w", id, err)
	}
	return nil
}

// RemovePlayer implements play.Players.
func (t Tx) RemovePlayer(ctx context.Context, p match.PlayerID) error {
	_, err := t.conn.ExecContext(ctx, "DELETE FROM players WHERE id = ?1", p)
	for _, table := range []string{"daily_solvers", "puzzle_tries", "own_puzzles"} {
		if err == nil {
			_, err = t.conn.ExecContext(ctx, "DELETE FROM "+table+" WHERE player = ?1", p)
		}
	}
	for _, k := range []play.JobKind{play.JobDigest, play.JobForget} {
		if err == nil {
			_, err = t.conn.ExecContext(ctx, "DELETE FROM jobs WHERE subject = ?1", play.Subject(k, p))
		}
	}
	if err != nil {
		return fmt.Errorf("remove player %s: %w", p, err)
	}
	return nil
}
