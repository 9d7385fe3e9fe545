package storage_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
	"madbot/storage/storagetest"
)

// BenchmarkRatings measures, for 10,000 people with 100,000 matches on both stores, a check, the ranking of their
// server and the profile of one of them:
//
//	go test ./storage -run - -bench Ratings -benchtime 1x -timeout 60m
func BenchmarkRatings(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "mad.db"), sqlite.Options{})
		require.NoError(b, err)
		defer func() { require.NoError(b, db.Close()) }()
		benchRatings(b, db)
	})
	b.Run("postgres", func(b *testing.B) { benchRatings(b, postgrestest.Open(b)) })
}

func benchRatings(b *testing.B, db database) {
	const matches, people = 100_000, 10_000
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	require.NoError(b, storagetest.FillRated(b.Context(), db, matches, people, begin))
	for b.Loop() {
		require.Empty(b, storagetest.Faults(b, db))
	}
	service := play.New(play.Deps{Store: db, Now: func() time.Time { return begin.Add(matches * time.Minute) }})
	b.ReportMetric(p95(b, func(i int) error {
		k := play.RankingKind{All: i%2 == 0, Rating: i%4 < 2}
		rows, _, err := service.Ranked(b.Context(), "7", k)
		require.Len(b, rows, people)
		for _, p := range rated.Ranking(rows, k.Rating)[people/2:][:10] {
			if k.Rating && err == nil {
				_, _, err = service.Rating(b.Context(), "1", p.Player)
			}
		}
		return err
	}), "ms/ranking")
	b.ReportMetric(p95(b, func(i int) error {
		p := storagetest.RatedPlayer(i * 97 % people * min(i%10, 1)) // every tenth time, the one who played most
		_, err := service.Profile(b.Context(), play.Actor{ID: "1", Guild: "7"}, p)
		return err
	}), "ms/profile")
}

// p95 returns the 95th percentile of a call's duration, in milliseconds.
func p95(b *testing.B, call func(i int) error) float64 {
	const calls = 100
	var took []time.Duration
	for i := range calls {
		begun := time.Now()
		require.NoError(b, call(i))
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	return float64(took[calls*95/100].Microseconds()) / 1000
}
