package storage_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

// ofMatch restricts a statement to the rows of a match m.
const ofMatch = " WHERE match = m.id"

// fault is a statement that damages a sound database, and a part of the finding that Check must return; after ^, a
// pattern.
type fault struct{ plant, found string }

// in changes the first match that meets a condition.
func in(set, where string) string {
	return "UPDATE matches SET " + set + " WHERE id = " + one(where)
}

// one selects the id of the first match that meets a condition.
func one(where string) string {
	return "(SELECT id FROM matches AS m WHERE " + where + " ORDER BY id LIMIT 1)"
}

// rerate changes a field of a player's n-th rating change.
func rerate(field string, n int) string {
	return fmt.Sprintf(`UPDATE rating_changes SET change = json_set(change, '%[1]s', json_extract(change, '%[1]s') + 0.001)
		WHERE n = %[2]d AND player = (SELECT max(player) FROM rating_changes WHERE n = %[2]d)`, field, n)
}

// faults returns at least one fault for everything that Check checks.
func faults() []fault {
	playing, played := "status = 2", "status = 2 AND (SELECT count(*) FROM turns WHERE match = m.id) > 3"
	timed := "status = 2 AND pace_turn > 0 AND NOT paused"
	taken := "EXISTS (SELECT 1 FROM taken_back" + ofMatch + ")"
	first := one(played)
	ghost := "'ghost'"
	return []fault{
		{"INSERT INTO turns VALUES ('ghost', 1, 'pass', 1)", "match ghost: it does not exist but has rows in turns"},
		{"INSERT INTO events VALUES ('ghost', 1, 1, '1', 0, 1, 0)", "it does not exist but has rows in events"},
		{"INSERT INTO seats VALUES ('ghost', '1', 0, '{}')", "it does not exist but has rows in seats"},
		{"INSERT INTO reviews VALUES ('ghost', '1', 0, 0, 0, 0, '1', 'null')", "it does not exist but has rows in reviews"},
		{"INSERT INTO rating_changes VALUES ('1', 1, 'ghost', 1, 'null')", "it does not exist but has rows in rating_changes"},
		{"INSERT INTO league_pairs VALUES ('ghost', '8', 1, 1, 0, 1, 0, 0, 0, NULL)", "it does not exist but has rows in league_pairs"},
		{"DELETE FROM jobs WHERE kind = 'league'", "league 8: its season has no job"},
		{"UPDATE leagues SET state = '[]'", "cannot unmarshal array"},
		{"UPDATE league_entries SET seat = 1 - seat WHERE seat < 2", "its players do not hold its seats in the league"},
		{"UPDATE league_entries SET player = 'ghost' WHERE seat = 0", "its players do not hold its seats in the league"},
		{"UPDATE league_pairs SET result = 5", "its result in the league is not how it ended"},
		{"UPDATE league_pairs SET ended = 1", "the league does not know how it ended"},
		{"DELETE FROM rating_changes WHERE n = 2 AND player = (SELECT max(player) FROM rating_changes WHERE n = 2)",
			"it has the wrong number of rating changes"},
		{in("rated = 0", "rated AND winner <> 0"), "it has the wrong number of rating changes"},
		{rerate("$.before.Points", 1), "it does not follow"},
		{"UPDATE standings SET matches = matches + 1", "-1 matches and 0 half points are missing"},
		{"UPDATE standings SET halves = halves - 1", "0 matches and 1 half points are missing"},
		{"INSERT INTO standings VALUES ('7', '2026-1', 'ghost', 1, 0)", "standing of ghost on server 7 in 2026-1"},
		{"DELETE FROM standings", "are missing"},
		{rerate("$.before.Points", 2), "it does not follow"},
		{rerate("$.after.Points", 1), "it does not follow"},
		{rerate("$.after.Deviation", 1), "it does not follow"},
		{rerate("$.score", 1), "it does not follow"},
		{"UPDATE rating_changes SET n = n + 1 WHERE n = (SELECT max(n) FROM rating_changes)", "it does not follow"},
		{"UPDATE rating_changes SET at = at + 9000000000 WHERE n = 2", "it does not follow"},
		{"UPDATE rating_changes SET change = '[]'", "rating_changes 2"},
		{`UPDATE rating_changes SET change = json_set(change, '$.after.Points', 1234.5) WHERE change ->> 'why' = 'annulled'`,
			"it is not what the results that count give"},
		{"UPDATE rating_changes SET at = at + 9000000000 WHERE change ->> 'why' = 'annulled'",
			"it does not correct the last one"},
		{"UPDATE matches SET suspended = 1 WHERE id = (SELECT min(id) FROM matches)",
			"its clock is suspended since no time, or is not and has one"},
		{in("past = json_remove(past, '$.annulled')", "past ->> 'annulled'"),
			"it is marked as annulled without the event, or the reverse"},
		{in("past = json_remove(past, '$.annulled')", "past ->> 'annulled'"), "it has the wrong number of rating changes"},
		{"DELETE FROM jobs WHERE kind = 'review'", "its review is under way without a job"},
		{"UPDATE deliveries SET match = " + ghost + " WHERE match = " + one(playing), "it does not exist but has rows in deliveries"},
		{"DELETE FROM deliveries WHERE match = " + one(playing), "it has no delivery"},
		{"INSERT INTO taken_back SELECT match, seq, 9, 'pass', 1 FROM events WHERE kind = 2 LIMIT 1",
			"turns were taken back without a takeback event"},
		{in("seq = seq + 1", playing), "its seq is not that of its last event"},
		{in("seq = seq - 1", playing), "its seq is not that of its last event"},
		{"DELETE FROM events WHERE seq = 2 AND match = " + first, "events are missing"},
		{in("changed = changed + 1", playing), "its last change is not at the time of its last event"},
		{"DELETE FROM turns WHERE ply = 2 AND match = " + first, "its turns are not numbered from 1 without gaps"},
		{"DELETE FROM turns WHERE match = " + first + " AND ply = (SELECT max(ply) FROM turns WHERE match = " + first + ")",
			"its turns do not match its events"},
		{"UPDATE taken_back SET ply = ply + 1 WHERE match = " + one(taken),
			"the turns taken back do not continue the remaining ones"},
		{"DELETE FROM taken_back WHERE match = " + one(taken), "the turns taken back do not continue the remaining ones"},
		{in("started = NULL, clock_began = NULL", playing), "its start does not fit its status"},
		{in("ended = 1", playing), "its end does not fit its status"},
		{in("red = blue, blue = red", playing) + "; " + in("red = opponent, blue = opponent", playing),
			"its sides are not its two players"},
		{in("red = 'x'", "status = 1"), "its sides are not its two players"},
		{in("reason = 0, winner = 0", "status = 3"), "its outcome does not fit its status"},
		{in("winner = 1", "status = 4"), "its outcome does not fit its status"},
		{in("ended_by = 'x'", "status = 3"), "it was ended by somebody who is not playing"},
		{in(`past = '{"stopped":true}'`, "ended_by <> ''"), "it was stopped, but has somebody who ended it or a result that counts"},
		{in(`past = '{"stopped":2}', ended_by = '', reason = 4`, "status = 3"),
			"it was stopped, but has somebody who ended it or a result that counts"},
		{in(`past = '{"stopped":true}'`, "status = 3"), "it is marked as stopped without the event, or the reverse"},
		{in("to_move = ''", playing), "to_move is not the player whose turn it is"},
		{in("to_move = red", "status = 3"), "to_move is not the player whose turn it is"},
		{in("calloff_by = 1", "status = 3"), "an offer is open in a match that is not being played"},
		{in("pause_by = 1", "status = 3"), "an offer is open in a match that is not being played"},
		{in("clock_began = NULL", timed), "its clock does not fit its terms"},
		{in("clock_began = 1", "status = 1"), "its clock does not fit its terms"},
		{in("clock_from = NULL", timed), "its clock does not fit its terms"},
		{in("clock_from = 1", "status = 2 AND pace_turn = 0"), "its clock runs, but it has none and nobody was summoned"},
		{in("undone = undone + 1", played), "its takebacks do not match its events"},
		{in("undone = undone - 1", taken+" AND hints <> 0"), "its takebacks do not match its events"},
		{in("red_hints = red_hints + 1", "red_hints > 0"), "the hints of red do not match its events"},
		{in("blue_hints = blue_hints - 1", "blue_hints > 0"), "the hints of blue do not match its events"},
		{in("hints = -1", "red_hints > 0"), "red had more hints than agreed"},
		{in("hints = 1", "blue_hints > 1"), "blue had more hints than agreed"},
		{"UPDATE deliveries SET told = 9999", "more was announced than happened"},
		{"UPDATE deliveries SET sending = 9999", "more was announced than happened"},
		{"UPDATE deliveries SET told = 3, sending = 2", "what is being announced was announced before"},
		{"UPDATE deliveries SET told = 1, serial = 0", "news was announced without a board message"},
		{"DELETE FROM jobs WHERE kind = 'tell'", "its news has no job"},
		{"UPDATE deliveries SET told = (SELECT seq FROM matches WHERE id = match), sending = told; " +
			"DELETE FROM jobs WHERE kind = 'tell'",
			"its news has no job"},
		{"DELETE FROM jobs WHERE kind = 'flag' AND subject = 'flag/' || " + one(timed), "it has no job flag"},
		{"DELETE FROM jobs WHERE kind = 'flag' AND subject = 'flag/' || " + one("status = 1"), "it has no job flag"},
		{"DELETE FROM jobs WHERE kind = 'robot'", "it has no job robot"},
		{"INSERT INTO jobs (kind, subject, due, attempts, version) VALUES ('tell', 'tell/ghost', 1, 0, 1)",
			"job tell of tell/ghost: it belongs to nothing"},
		{"INSERT INTO jobs (kind, subject, due, attempts, version) VALUES ('flag', 'flag/ghost', 1, 0, 1)",
			"of flag/ghost: it belongs"},
		{"UPDATE jobs SET subject = 'ghost' WHERE kind = 'robot' AND subject = (SELECT max(subject) FROM jobs WHERE kind = 'robot')",
			"job robot of ghost: it belongs"},
		{"UPDATE jobs SET kind = 'remind' WHERE kind = 'digest'", "job remind of digest/"},
		{"UPDATE jobs SET kind = 'archive' WHERE kind = 'digest'", "job archive of digest/"},
		{"UPDATE jobs SET subject = 'x' || subject WHERE kind = 'digest'", "job digest of xdigest/"},
		{"UPDATE jobs SET subject = 'x' WHERE kind = 'retire'", "job retire of x: it belongs"},
		{"UPDATE jobs SET kind = 'x' WHERE kind = 'retire'", "job x of retire/c/m: it belongs"},
		{"UPDATE turns SET turn = 'nonsense' WHERE ply = 2 AND match = " + first, "is corrupt at ply 2"},
		{in("reason = 2, winner = 2", "status = 3"), "is corrupt"},
		{in("practice = 1", "status = 2 AND level = 0"), "it is practice, but not against the robot without a clock"},
		{in("board = '7x7'", playing), "is corrupt"},
		{"UPDATE seats SET player = 'x'", "seat of x in match"},
		{`UPDATE seats SET kept = '{"look":{"moment":9999,"at":"2026-01-02T03:04:05Z"}}'`, "it knows a moment that has not come"},
		{`UPDATE seats SET kept = '{"notes":[{"moment":9999,"ply":1,"at":"2026-01-02T03:04:05Z","text":"x"}]}'`, "it knows a moment"},
		{`UPDATE seats SET kept = '{"plans":[{"ply":9999}]}'`, "it knows a moment that has not come"},
		{`UPDATE seats SET kept = '[1]'`, `^seats \S+ 2000000000000000\d+: `},
		{`UPDATE players SET settings = '{"quick":1}'`, "players 2000000000000000000: sql"},
		{`UPDATE players SET progress = '{"former":"former-x"}'`, "deleting them has no job"},
		{`UPDATE servers SET settings = '[]'`, `column index 1, name "settings"`},
	}
}

// checked is a database without triggers, foreign keys and checks, so that faults can be planted.
type checked struct{ *sql.DB }

// newChecked returns a sound database.
func newChecked(t *testing.T) checked {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mad.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, storagetest.Fill(t.Context(), db, 100, 7))
	require.NoError(t, db.Close())
	raw, err := sql.Open("sqlite3", path+"?_foreign_keys=off&_ignore_check_constraints=on")
	require.NoError(t, err)
	raw.SetMaxOpenConns(1)
	t.Cleanup(func() { assert.NoError(t, raw.Close()) })
	for _, trigger := range []string{"turns_follow", "turns_never_change", "turns_never_go", "events_follow",
		"events_never_change", "events_never_go", "taken_back_never_changes", "taken_back_never_goes",
		"rating_changes_never_change", "rating_changes_never_go"} {
		_, err := raw.Exec("DROP TRIGGER " + trigger)
		require.NoError(t, err)
	}
	return checked{raw}
}

// find returns what Check finds after some statements, and rolls them back.
func (c checked) find(t *testing.T, limit int, statements ...string) string {
	t.Helper()
	tx, err := c.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer tx.Rollback()
	for _, statement := range statements {
		result, err := tx.ExecContext(t.Context(), statement)
		require.NoError(t, err)
		n, err := result.RowsAffected()
		require.NoError(t, err)
		require.Positive(t, n, "nothing was planted: %s", statement)
	}
	found, err := sqlstore.Check(t.Context(), tx, limit)
	require.NoError(t, err)
	return strings.Join(found, "\n")
}

// TestCheck: Check finds nothing in a sound database, and finds each planted fault.
func TestCheck(t *testing.T) {
	t.Parallel()
	db := newChecked(t)
	require.Empty(t, db.find(t, 50))
	for _, f := range faults() {
		wanted := regexp.QuoteMeta(f.found)
		if strings.HasPrefix(f.found, "^") {
			wanted = "(?m)" + f.found
		}
		assert.Regexp(t, wanted, db.find(t, 200, f.plant), f.plant)
	}
	many := db.find(t, 50, "UPDATE deliveries SET told = 9999", "DELETE FROM jobs")
	assert.Equal(t, 50, 1+strings.Count(many, "\n"), "no more than were asked for")
	annulled := db.find(t, 50, "UPDATE league_pairs SET result = 5",
		"UPDATE matches SET past = json_set(past, '$.annulled', json('true')) WHERE id IN (SELECT match FROM league_pairs)")
	assert.NotContains(t, annulled, "the league counts", "an annulled match counts for nobody")
}

// TestInvariants: faults covers every invariant.
func TestInvariants(t *testing.T) {
	t.Parallel()
	var found strings.Builder
	for _, f := range faults() {
		found.WriteString(f.found + "\n")
	}
	for _, p := range sqlstore.Invariants() {
		assert.Contains(t, found.String(), p)
	}
}
