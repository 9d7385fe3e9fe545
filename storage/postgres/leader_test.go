package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/storage/postgres"
)

// TestLease: a process that hung leads again only after an answer of the database; an outage of the database alone
// changes nothing.
func TestLease(t *testing.T) {
	t.Parallel()
	now := time.Unix(9, 0)
	l := postgres.NewLease(10*time.Second, func() time.Time { return now })
	assert.False(t, l.Holds(), "never taken")
	l.Attempted(true)
	for range 20 { // an outage of the database
		now = now.Add(5 * time.Second)
		assert.True(t, l.Holds())
		l.Attempted(false)
	}
	now = now.Add(20 * time.Second) // it hangs
	assert.False(t, l.Holds())
	l.Attempted(false)
	assert.False(t, l.Holds(), "its connection is gone, and nobody knows who leads")
	l.Attempted(true)
	assert.True(t, l.Holds())
}
