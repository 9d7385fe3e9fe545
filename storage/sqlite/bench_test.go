package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
)

// benchmarkMatch stores a match with n turns.
func benchmarkMatch(b *testing.B, n int) *storage.DB {
	b.Helper()
	db, err := storage.Open(b.Context(), filepath.Join(b.TempDir(), "mad.db"), storage.Options{})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, db.Close()) })
	o := rules.DefaultOptions()
	o.StallLimit = 0
	m, events, err := match.Propose(match.Proposal{ID: "m", By: "1", To: "2",
		Terms: match.Terms{Options: o}}, now())
	require.NoError(b, err)
	require.NoError(b, db.Create(b.Context(), m, events))
	_, err = db.Update(b.Context(), "m", func(m *match.Match) ([]match.Event, error) {
		events, err := m.Accept("2", rules.Red, now())
		for i := 0; i < n && err == nil; i++ {
			_, err = swap(m)
		}
		return events, err
	})
	require.NoError(b, err)
	return db
}

// BenchmarkMatch loads a match of sixty turns.
func BenchmarkMatch(b *testing.B) {
	db := benchmarkMatch(b, 60)
	for b.Loop() {
		_, err := db.Match(b.Context(), "m")
		require.NoError(b, err)
	}
}

// BenchmarkUpdateAndTold stores an event of a match of sixty turns and then that it was told: two
// transactions, safely on the disk.
func BenchmarkUpdateAndTold(b *testing.B) {
	db := benchmarkMatch(b, 60)
	for id := int64(3); b.Loop(); id++ {
		_, err := db.Update(b.Context(), "m", func(m *match.Match) ([]match.Event, error) {
			m.Seq++
			return []match.Event{{Kind: match.StopOffered, Seq: m.Seq, At: now()}}, nil
		})
		require.NoError(b, err)
		require.NoError(b, db.Told(b.Context(), []int64{id}, match.Post{Match: "m"}))
	}
}
