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
	l, now := postgres.NewLease(10*time.Second), time.Unix(9, 0)
	assert.False(t, l.Holds(now), "never taken")
	l.Attempted(now, true)
	for range 20 { // an outage of the database
		now = now.Add(5 * time.Second)
		assert.True(t, l.Holds(now))
		l.Attempted(now, false)
	}
	now = now.Add(20 * time.Second) // it hangs
	assert.False(t, l.Holds(now))
	l.Attempted(now, false)
	assert.False(t, l.Holds(now), "its connection is gone, and nobody knows who leads")
	l.Attempted(now, true)
	assert.True(t, l.Holds(now))
}
