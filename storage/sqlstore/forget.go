package sqlstore

import (
	"context"

	"madbot/bot/play"
	"madbot/rules/match"
)

// replacePlayer are the statements that replace player ?2 with ?3 in the match ?1.
var replacePlayer = []string{
	`UPDATE matches SET challenger = ` + replaced("challenger") + `, opponent = ` + replaced("opponent") + `,
		red = ` + replaced("red") + `, blue = ` + replaced("blue") + `, ended_by = ` + replaced("ended_by") + `,
		to_move = ` + replaced("to_move") + ` WHERE id = ?1`,
	"UPDATE events SET player = ?3 WHERE match = ?1 AND player = ?2",
	"UPDATE reviews SET asker = ?3 WHERE match = ?1 AND asker = ?2",
}

// replaced is an expression: the value of column, with ?2 replaced by ?3.
func replaced(column string) string {
	return "CASE " + column + " WHEN ?2 THEN ?3 ELSE " + column + " END"
}

// Rename implements play.Matches.
func (t Tx) Rename(ctx context.Context, id match.ID, p, former match.PlayerID) error {
	on := t.on(matchName(id)).andShared(listName(p), listName(former))
	if err := exec(ctx, on, []any{id, p, former}, replacePlayer...); err != nil {
		return err
	}
	return exec(ctx, t.conn, []any{id, p}, "DELETE FROM seats WHERE match = ?1 AND player = ?2",
		"DELETE FROM own_puzzles WHERE match = ?1 AND player = ?2")
}

// RemoveMatch implements play.Matches.
func (t Tx) RemoveMatch(ctx context.Context, id match.ID) error {
	if err := t.leavePlace(ctx, id, func(place) bool { return true }); err != nil {
		return err
	}
	goes, err := All(ctx, t.on(matchName(id)), "SELECT id FROM matches WHERE id = ?1 AND "+cameToNothing, ScanOne[match.ID], id)
	if err != nil || len(goes) == 0 {
		return err
	}
	if err := t.removeJobs(ctx, play.SubjectsAbout(play.AboutMatch, id)); err != nil {
		return err
	}
	return exec(ctx, t.conn, []any{id}, "DELETE FROM seats WHERE match = ?1", "DELETE FROM own_puzzles WHERE match = ?1",
		"DELETE FROM reviews WHERE match = ?1", "DELETE FROM deliveries WHERE match = ?1",
		"DELETE FROM taken_back WHERE match = ?1", "DELETE FROM turns WHERE match = ?1",
		"DELETE FROM events WHERE match = ?1", "DELETE FROM matches WHERE id = ?1")
}

func (t Tx) removeJobs(ctx context.Context, subjects []string) error {
	for _, subject := range subjects {
		if err := exec(ctx, t.conn, []any{subject}, "DELETE FROM jobs WHERE subject = ?1"); err != nil {
			return err
		}
	}
	return nil
}

// RemovePlayer implements play.Players.
func (t Tx) RemovePlayer(ctx context.Context, p match.PlayerID) error {
	on := t.on(playerName(p), SubjectName(string(p)), solvedName(p))
	err := exec(ctx, on, []any{p}, "DELETE FROM players WHERE id = ?1", "DELETE FROM daily_solvers WHERE player = ?1",
		"DELETE FROM puzzle_tries WHERE player = ?1", "DELETE FROM own_puzzles WHERE player = ?1")
	if err != nil {
		return err
	}
	return t.removeJobs(ctx, play.SubjectsAbout(play.AboutPlayer, p))
}
