package sqlite_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/sqlite"
)

// The database testdata/v4.db was written by a program that had schema 4, and v4.json is what it
// read of it; see v4.md.

// former is what the former program read.
type former struct {
	Now     time.Time
	Matches []formerMatch
}

// formerMatch is a match as the former program read it.
type formerMatch struct {
	matchState
	AwaitsRobot bool `json:"awaits_robot"`
	Pending     []formerNotice
	Retired     []play.Post
}

// matchState is what both programs know of a match, in words; times as they are stored.
type matchState struct {
	ID, Status                       string
	Seq                              int
	Challenger, Opponent, Red, Blue  string
	Terms                            stateTerms
	Venue                            stateVenue
	Turns, Position                  string
	Outcome                          struct{ Winner, Reason string }
	Offer                            stateOffer
	Created, Started, Changed, Ended string
	EndedBy                          string `json:"ended_by"`
	Post                             play.Post
}

type stateTerms struct {
	Board, Side string
	Positioning bool
	StallLimit  int `json:"stall_limit"`
	Level       int
}

type stateVenue struct {
	Guild, Channel, Locale string
	Closed                 bool
}

type stateOffer struct {
	By, Barred string
	Refused    bool
}

// formerNotice is an event that was still to be told.
type formerNotice struct {
	Seq, Ply, Attempts int
	Kind, By           string
	At, Due            time.Time
	Sending            bool
}

// readFormer reads what the former program read.
func readFormer(t *testing.T) (f former) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "v4.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &f))
	require.Equal(t, 52, len(f.Matches))
	return f
}

// openFormer opens a copy of the database of the former program for the length of a test.
func openFormer(t *testing.T) *sqlite.DB {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "v4.db"))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "mad.db")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return open(t, path)
}

// state returns m in words.
func state(m *play.Match) matchState {
	s := matchState{ID: string(m.ID), Status: m.Status.String(), Seq: m.Seq,
		Challenger: string(m.Challenger), Opponent: string(m.Opponent), Red: string(m.Red),
		Blue: string(m.Blue), EndedBy: string(m.EndedBy), Post: m.Post,
		Terms: stateTerms{m.Terms.Options.Board.String(), m.Terms.Side.String(),
			m.Terms.Options.Positioning, int(m.Terms.Options.StallLimit), int(m.Terms.Level)},
		Venue:   stateVenue{m.Venue.Guild, m.Venue.Channel, m.Venue.Locale, m.Closed},
		Offer:   stateOffer{m.Offer.By.String(), m.Offer.Barred.String(), m.Offer.Refused},
		Created: stamp(m.Created), Started: stamp(m.Started), Changed: stamp(m.Changed),
		Ended: stamp(m.Ended)}
	o := m.Game.Outcome()
	s.Outcome.Winner, s.Outcome.Reason = o.Winner.String(), o.Reason.String()
	if !m.Started.IsZero() {
		s.Position = m.Game.Position().String()
	}
	for i, turn := range m.Game.Turns() {
		if i > 0 {
			s.Turns += " "
		}
		s.Turns += turn.String()
	}
	return s
}

// stamp returns a time as the former program wrote it.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02T15:04:05.000Z07:00")
}

// sending returns those of the pending events that may have been sent, the first ones.
func (m *formerMatch) sending() []formerNotice {
	n := slices.IndexFunc(m.Pending, func(n formerNotice) bool { return !n.Sending })
	if n < 0 {
		n = len(m.Pending)
	}
	return m.Pending[:n]
}

// seqs returns the numbers of events that are still such; that a match moved is none any more.
func seqs(pending []formerNotice) (all []int) {
	for _, n := range pending {
		if n.Kind != "rehomed" {
			all = append(all, n.Seq)
		}
	}
	return all
}

// last returns the number of the last of the pending events, 0 when there is none.
func last(pending []formerNotice) int {
	if len(pending) == 0 {
		return 0
	}
	return pending[len(pending)-1].Seq
}

// TestMigrate_Schema4: each match is as the former program read it.
func TestMigrate_Schema4(t *testing.T) {
	t.Parallel()
	f, db := readFormer(t), openFormer(t)
	requireSound(t, db)
	for _, want := range f.Matches {
		m, err := db.Match(t.Context(), match.ID(want.ID))
		require.NoError(t, err)
		assert.Equal(t, want.matchState, state(&m))
		assertDelivery(t, &want, m.Delivery)
		assertEvents(t, db, &want)
	}
	for _, p := range []match.PlayerID{"1000000000000000021", "1000000000000000022"} {
		list, err := db.Open(t.Context(), p)
		require.NoError(t, err)
		ended, err := db.Recent(t.Context(), p, 99)
		require.NoError(t, err)
		assert.NotEmpty(t, list)
		assert.NotEmpty(t, ended)
		for _, s := range append(list, ended...) {
			m, err := db.Match(t.Context(), s.ID)
			require.NoError(t, err)
			assert.Equal(t, m.Summary(), s, "whose turn it is is stored now")
		}
	}
}

// assertDelivery checks how much of a match was told, and that the announcement under way has the
// key that the former program gave it, its last event, which no other one will have.
func assertDelivery(t *testing.T, m *formerMatch, d play.Delivery) {
	t.Helper()
	told, under := m.Seq, last(m.sending())
	if len(m.Pending) > 0 {
		told = m.Pending[0].Seq - 1
	}
	assert.Equal(t, told, d.Told, m.ID)
	assert.Equal(t, under, d.Sending, m.ID)
	if under != 0 {
		assert.Equal(t, under, d.Serial, m.ID)
	} else {
		assert.GreaterOrEqual(t, d.Serial, m.Seq, "%s: the next key is a new one", m.ID)
	}
}

// assertEvents checks that what was pending of a match is there, in order, and nothing else.
func assertEvents(t *testing.T, db *sqlite.DB, m *formerMatch) {
	t.Helper()
	var got []formerNotice
	for _, e := range events(t, db, match.ID(m.ID)) {
		got = append(got, formerNotice{Seq: e.Seq, Ply: e.Ply, Kind: e.Kind.String(),
			By: string(e.By), At: e.At})
	}
	var want []formerNotice
	for _, n := range m.Pending {
		if n.Kind != "rehomed" {
			want = append(want, formerNotice{Seq: n.Seq, Ply: n.Ply, Kind: n.Kind, By: n.By, At: n.At})
		}
	}
	assert.Equal(t, want, got, m.ID)
}

// TestMigrate_Schema4_Jobs: what was due is due as it was.
func TestMigrate_Schema4_Jobs(t *testing.T) {
	t.Parallel()
	f, db := readFormer(t), openFormer(t)
	never := f.Now.Add(365 * 24 * time.Hour)
	want := map[play.JobKind][]play.Job{}
	add := func(k play.JobKind, subject string, due time.Time, attempts int) {
		want[k] = append(want[k], play.Job{Kind: k, Subject: subject, Due: due, Attempts: attempts,
			Version: 1})
	}
	for _, m := range f.Matches {
		if m.AwaitsRobot {
			changed, err := time.Parse(time.RFC3339, m.Changed)
			require.NoError(t, err)
			add(play.JobRobot, play.RobotSubject(match.ID(m.ID)), changed, 0)
		}
		for _, p := range m.Retired {
			add(play.JobRetire, p.String(), time.UnixMilli(0).UTC(), 0)
		}
		if len(m.Pending) > 0 {
			due, attempts := m.due()
			add(play.JobTell, m.ID, due, attempts)
		}
	}
	for _, k := range []play.JobKind{play.JobRobot, play.JobRetire, play.JobTell} {
		jobs := claim(t, db, k, never)
		for i, j := range jobs {
			jobs[i].Lease = time.Time{}
			require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error { return tx.Done(t.Context(), j) }))
		}
		assert.ElementsMatch(t, want[k], jobs)
	}
	assert.Len(t, want[play.JobRobot], 3)
	assert.Len(t, want[play.JobRetire], 6)
	assert.Len(t, want[play.JobTell], 21)
	_, ok, err := db.NextJob(t.Context(), allKinds(), never)
	require.NoError(t, err)
	assert.False(t, ok, "nothing else")
	assert.Len(t, claim(t, db, play.JobFlag, never), 5, "what waits for an answer lapses")
}

// due returns when the first of the pending events is due, and how often one of them failed.
func (m *formerMatch) due() (due time.Time, attempts int) {
	due = m.Pending[0].Due
	for _, n := range m.Pending {
		attempts = max(attempts, n.Attempts)
		if n.Due.Before(due) {
			due = n.Due
		}
	}
	return due, attempts
}

// TestMigrate_Schema4_PlaysOn: all open matches are played on, by whoever is on.
func TestMigrate_Schema4_PlaysOn(t *testing.T) {
	t.Parallel()
	f, db := readFormer(t), openFormer(t)
	played := 0
	for _, want := range f.Matches {
		m, err := db.Match(t.Context(), match.ID(want.ID))
		require.NoError(t, err)
		if m.Status != match.Playing {
			continue
		}
		played++
		got := change(t, db, m.ID, anyTurn)
		assert.Equal(t, m.Game.Ply()+1, got.Game.Ply())
		stored, err := db.Match(t.Context(), m.ID)
		require.NoError(t, err)
		assert.Equal(t, got, stored)
		all := events(t, db, m.ID)
		assert.Equal(t, got.Seq, all[len(all)-1].Seq)
	}
	assert.Equal(t, 31, played)
	requireSound(t, db)
}

// anyTurn plays a legal turn for whoever is on.
func anyTurn(m *play.Match, now time.Time) ([]match.Event, error) {
	p := m.Game.Position()
	turns := p.AppendTurns(nil)
	if len(turns) == 0 {
		return nil, fmt.Errorf("no turn in %s", p)
	}
	return m.Play(m.ToMove(), turns[0], now)
}
