package sqlstore

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
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

const formerColumns = "name, account, at"

// former is a row of former_players. account is the result of accountOf for the player.
type former struct {
	rated.Former
	account string
}

var formers = relate("former_players", "name", formerColumns, func(f *former) []any {
	return []any{&f.Name, &f.account, instant{&f.At}}
})

const selectKey = "SELECT key FROM secrets WHERE id = 1"

// accountOf returns a hash of the id of p. Without the store's key, it reveals nothing about p.
func accountOf(ctx context.Context, c Runner, p match.PlayerID) (string, error) {
	key, err := One(ctx, c, selectKey, ScanOne[string])
	if err != nil {
		return "", fmt.Errorf("load the key of deleted profiles: %w", err)
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(p)) // it never fails
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// Formers implements rated.Reader.
func (r Reader) Formers(ctx context.Context, p match.PlayerID, since time.Time) (all []rated.Former, err error) {
	on := r.shared(playerName(p))
	account, err := accountOf(ctx, on, p)
	if err != nil {
		return nil, err
	}
	list, err := formers.list(ctx, on, "WHERE account = ?1 AND at > ?2 ORDER BY at DESC, name",
		account, since.UnixMilli())
	for _, f := range list {
		all = append(all, f.Former)
	}
	return all, err
}

// SaveFormer implements play.Players.
func (t Tx) SaveFormer(ctx context.Context, p match.PlayerID, f rated.Former) error {
	on := t.on(playerName(p))
	account, err := accountOf(ctx, on, p)
	if err != nil {
		return err
	}
	return formers.save(ctx, on, former{f, account})
}

// RemoveFormers implements play.Players. It does not lock the players, because nobody uses such old rows.
func (t Tx) RemoveFormers(ctx context.Context, until time.Time) (names []match.PlayerID, err error) {
	on := t.on(formersName)
	list, err := formers.list(ctx, on, "WHERE at <= ?1 ORDER BY at", until.UnixMilli())
	if err != nil || len(list) == 0 {
		return nil, err
	}
	for _, f := range list {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names, exec(ctx, on, []any{until.UnixMilli()}, "DELETE FROM former_players WHERE at <= ?1")
}

// CopyKey copies the key for hashes from the store from. An export does not contain the key, so the deleted profiles in
// it belong to nobody.
func CopyKey(ctx context.Context, from, to Conn) error {
	key, err := One(ctx, from, selectKey, ScanOne[string])
	if err == nil {
		_, err = to.ExecContext(ctx, "UPDATE secrets SET key = ?1", key)
	}
	return err
}
