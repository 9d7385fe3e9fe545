package storage_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage"
	"madbot/storage/storagetest"
)

// TestMeasure: both stores measure the size of matches and how many a year brings, unless there are too few.
func TestMeasure(t *testing.T) {
	t.Parallel()
	for name, open := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			measured := func(matches int, now time.Time) storage.Growth {
				address := open(t)
				db, err := storage.Open(t.Context(), address, time.Now)
				require.NoError(t, err)
				if matches > 0 {
					require.NoError(t, storagetest.Fill(t.Context(), db, matches, 7))
				}
				require.NoError(t, db.Close())
				g, err := storage.Measure(t.Context(), address, now)
				require.NoError(t, err)
				return g
			}
			empty := measured(0, at(0))
			assert.Zero(t, empty.PerThousand())
			assert.Less(t, empty.Bytes, int64(260_000))
			assert.Zero(t, measured(20, at(0)).PerThousand(), "too few")
			g := measured(120, at(0))
			assert.EqualValues(t, 120, g.Matches)
			assert.Greater(t, g.PerThousand(), int64(1e6))
			assert.Less(t, g.PerThousand(), int64(100e6)) // PostgreSQL keeps dead rows for a while
			assert.Positive(t, g.Year)
		})
	}
}
