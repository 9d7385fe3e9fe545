package shardingtest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestAlone holds it to what Leases promise.
func TestAlone(t *testing.T) {
	t.Parallel()
	ctx, l, now := t.Context(), New(), time.Unix(1e9, 0)
	lease := func(name, owner string, at, life time.Duration) (string, bool) {
		kept, ok, err := l.Lease(ctx, name, owner, now.Add(at), now.Add(at+life))
		assert.NoError(t, err)
		return kept, ok
	}
	leased := func(prefix string, at time.Duration) []string {
		names, err := l.Leased(ctx, prefix, now.Add(at))
		assert.NoError(t, err)
		return names
	}
	has := func(want bool, keeps string) func(string, bool) {
		return func(kept string, ok bool) {
			t.Helper()
			assert.Equal(t, want, ok)
			assert.Equal(t, keeps, kept)
		}
	}
	has(true, "")(lease("a/2", "x", 0, 10))
	has(true, "")(lease("a/1", "y", 0, 10))
	has(true, "")(lease("b", "y", 0, 10))
	has(false, "")(lease("a/2", "y", 9, 10))
	assert.Equal(t, []string{"a/1", "a/2"}, leased("a/", 9))
	assert.Empty(t, leased("a/", 10), "the end of a lease is not of it")
	has(true, "")(lease("a/2", "x", 9, 10)) // prolongs
	has(false, "")(lease("a/2", "y", 18, 10))
	has(true, "")(lease("a/2", "y", 19, 10)) // it ran out
	assert.NoError(t, l.Release(ctx, "a/2", "x", "lost"))
	has(false, "")(lease("a/2", "x", 20, 10))
	assert.NoError(t, l.Release(ctx, "a/2", "y", "left"))
	assert.False(t, slices.Contains(leased("a/", 20), "a/2"))
	has(true, "left")(lease("a/2", "x", 21, 10))
	has(true, "left")(lease("a/2", "x", 22, 10))
	has(true, "left")(lease("a/2", "x", 35, 4)) // its own, if late
	has(true, "")(lease("a/2", "z", 40, 10))    // x left nothing
	gone, cancel := context.WithCancel(ctx)
	cancel()
	_, ok, err := l.Lease(gone, "c", "x", now, now.Add(1))
	assert.False(t, ok)
	assert.ErrorIs(t, err, context.Canceled)
	assert.ErrorIs(t, l.Release(gone, "a/2", "z", ""), context.Canceled)
	has(false, "")(lease("a/2", "x", 41, 10))
}
