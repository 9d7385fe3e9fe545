package sqlite

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// schema4 makes a database of schema 4 with running matches of seven events and statements.
func schema4(t *testing.T, ids []string, statements ...string) *DB {
	t.Helper()
	var all []string
	for _, id := range ids {
		all = append(all, fmt.Sprintf(`INSERT INTO matches (id, status, seq, challenger, opponent,
			red, blue, board, positioning, stall_limit, side, guild, channel, locale, winner, reason,
			offer_by, offer_ply, offer_refused, offer_barred, created, started, changed)
			VALUES ('%s',2,7,'1','2','2','1','5x5',1,30,2,'g','c','de',0,0,0,0,0,0,5,6,9)`, id))
	}
	return openPath(t, oldSchema(t, 4, append(all, statements...)...))
}

// pending is a statement that makes an event pending.
func pending(id string, seq, kind, sending, attempts, due int) string {
	return fmt.Sprintf(`INSERT INTO outbox (match, seq, kind, player, ply, at, attempts, due, sending)
		VALUES ('%s',%d,%d,'2',0,9,%d,%d,%d)`, id, seq, kind, attempts, due, sending)
}

// rehomed is the kind of an event that no longer exists.
const rehomed = 9

// TestMigrate_Announcements: an announcement that may have been sent is repeated as it was, with its
// key; any other one gets a key that no announcement had.
func TestMigrate_Announcements(t *testing.T) {
	t.Parallel()
	played := int(match.Played)
	cases := []struct {
		name    string
		pending [][]int // seq, kind, sending
		want    play.Delivery
		events  []int
	}{
		{"nothing", nil, play.Delivery{Told: 7, Serial: 7}, nil},
		{"new", [][]int{{6, played, 0}, {7, played, 0}}, play.Delivery{Told: 5, Serial: 7},
			[]int{6, 7}},
		{"all sent", [][]int{{6, played, 1}, {7, played, 1}},
			play.Delivery{Told: 5, Sending: 7, Serial: 7}, []int{6, 7}},
		{"some sent", [][]int{{4, played, 1}, {5, played, 1}, {6, played, 0}, {7, played, 0}},
			play.Delivery{Told: 3, Sending: 5, Serial: 5}, []int{4, 5, 6, 7}},
		{"moved", [][]int{{7, rehomed, 0}}, play.Delivery{Told: 6, Serial: 7}, nil},
		{"move sent", [][]int{{7, rehomed, 1}}, play.Delivery{Told: 6, Sending: 7, Serial: 7}, nil},
		{"sent, then moved", [][]int{{6, played, 1}, {7, rehomed, 0}},
			play.Delivery{Told: 5, Sending: 6, Serial: 6}, []int{6}},
		{"moved, then played", [][]int{{6, rehomed, 0}, {7, played, 0}},
			play.Delivery{Told: 5, Serial: 7}, []int{7}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var statements []string
			for _, p := range c.pending {
				statements = append(statements, pending("m", p[0], p[1], p[2], 0, 9))
			}
			db := schema4(t, []string{"m"}, statements...)
			m, err := db.Match(t.Context(), "m")
			require.NoError(t, err)
			c.want.Venue = play.Venue{Guild: "g", Channel: "c", Locale: "de"}
			assert.Equal(t, c.want, m.Delivery)
			assert.Equal(t, c.events, eventSeqs(t, db, "m"))
			_, due, err := db.NextJob(t.Context(), []play.JobKind{play.JobTell}, time.UnixMilli(9))
			require.NoError(t, err)
			assert.Equal(t, len(c.pending) > 0, due)
		})
	}
}

// eventSeqs returns the numbers of the events of a match.
func eventSeqs(t *testing.T, db *DB, id match.ID) (seqs []int) {
	t.Helper()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		all, err := tx.Events(t.Context(), id, 0, 99)
		for _, e := range all {
			seqs = append(seqs, e.Seq)
		}
		return err
	}))
	return seqs
}

// TestMigrate_Due: news of a match are due with the first of them, as often failed as any of them,
// and each post is removed once, whichever matches it is of.
func TestMigrate_Due(t *testing.T) {
	t.Parallel()
	db := schema4(t, []string{"m", "other"},
		pending("m", 5, int(match.Played), 0, 2, 30), pending("m", 6, int(match.Played), 0, 3, 20),
		pending("m", 7, rehomed, 0, 0, 40),
		"INSERT INTO retired (match, channel, message) VALUES ('m','c','1'), ('m','c','1')",
		"INSERT INTO retired (match, channel, message) VALUES ('other','c','1'), ('other','d','1')",
		"INSERT INTO posts VALUES ('other','c','9')",
		"UPDATE matches SET awaits_robot = 1, level = 3 WHERE id = 'other'")
	at := func(n int64) time.Time { return time.UnixMilli(n).UTC() }
	for kind, want := range map[play.JobKind][]play.Job{
		play.JobTell:   {{Subject: "m", Due: at(20), Attempts: 3}},
		play.JobRetire: {{Subject: "c/1", Due: at(0)}, {Subject: "d/1", Due: at(0)}},
		play.JobRobot:  {{Subject: play.RobotSubject("other"), Due: at(9)}},
	} {
		for i := range want {
			want[i].Kind, want[i].Lease, want[i].Version = kind, at(99), 1
		}
		require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
			jobs, err := tx.Claim(t.Context(), play.Claim{Kind: kind, Now: at(50), Until: at(99),
				Limit: 9})
			assert.Equal(t, want, jobs)
			return err
		}))
	}
	m, err := db.Match(t.Context(), "other")
	require.NoError(t, err)
	assert.Equal(t, play.Post{Channel: "c", Message: "9"}, m.Post)
}

// TestMigrate_Remind: in matches that are being played with a clock it is due at once to look when their players are
// reminded.
func TestMigrate_Remind(t *testing.T) {
	t.Parallel()
	row := func(id string, status, pace int) string {
		return fmt.Sprintf(`INSERT INTO matches (id, status, seq, challenger, opponent, red, blue,
			board, positioning, stall_limit, side, winner, reason, offer_by, offer_refused, offer_barred,
			created, started, changed, pace_turn, clock_began, clock_from, clock_left)
			VALUES ('%s',%d,7,'1','2','2','1','5x5',1,30,2,0,0,0,0,0,5,6,9,%d,6,6,%[3]d)`, id, status, pace)
	}
	db := openPath(t, oldSchema(t, 8, row("timed", 2, 60000), row("untimed", 2, 0), row("over", 4, 60000)))
	at := time.UnixMilli(99).UTC()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		jobs, err := tx.Claim(t.Context(), play.Claim{Kind: play.JobRemind, Now: at, Until: at, Limit: 9})
		assert.Equal(t, []play.Job{{Kind: play.JobRemind, Subject: "remind/timed", Due: time.UnixMilli(0).UTC(),
			Lease: at, Version: 1}}, jobs)
		return err
	}))
}
