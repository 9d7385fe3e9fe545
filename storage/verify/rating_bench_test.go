package verify

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
)

// BenchmarkRatings rebuilds the ratings of 10,000 people from 100,000 matches.
func BenchmarkRatings(b *testing.B) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "mad.db"), sqlite.Options{})
	require.NoError(b, err)
	defer func() { require.NoError(b, db.Close()) }()
	terms := match.Terms{Options: rules.DefaultOptions(), Pace: match.Pace{PerTurn: time.Hour}, Hints: match.NoHints,
		NoTakebacks: true, Rated: true}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	require.NoError(b, db.Do(b.Context(), func(tx play.Tx) error {
		for i := range 100_000 {
			now := at.Add(time.Duration(i) * time.Minute)
			m, events, err := match.Propose(match.Proposal{ID: match.ID(fmt.Sprintf("m%06d", i)),
				By: match.PlayerID(fmt.Sprint("1", i%5000)), To: match.PlayerID(fmt.Sprint("2", i*7%5000)), Terms: terms}, now)
			require.NoError(b, err)
			accepted, err := m.As(m.Opponent).Accept(rules.Red, now)
			require.NoError(b, err)
			require.NoError(b, tx.CreateMatch(b.Context(), play.Match{Match: m}, append(events, accepted...)))
			m.Game.End(rules.Resignation, rules.Color(1+i%2))
			require.NoError(b, rated.Rate(b.Context(), tx, &m, now))
		}
		return nil
	}))
	for b.Loop() {
		r := &report{limit: 5}
		require.NoError(b, db.Snapshot(b.Context(), func(c sqlstore.Conn) error { return checkRatings(b.Context(), c, r) }))
		require.Empty(b, r.lines)
	}
}
