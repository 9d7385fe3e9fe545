package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestExclude: who is in no ranking is told by whom first, and so is who wants all that is kept of them, as is whoever
// did it; once they are in it again, nothing is left of that.
func TestExclude(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	first := play.Exclusion{By: carol.ID, At: start()}
	for _, by := range []play.Actor{carol, alice} {
		require.NoError(t, fx.Exclude(t.Context(), by, bob.ID, true))
		s, err := fx.Server(t.Context(), "g")
		require.NoError(t, err)
		e, out := s.Settings.Excludes(bob.ID)
		assert.True(t, out)
		assert.Equal(t, first, e, "who does it again changes nothing")
		fx.now = fx.now.Add(time.Hour)
	}
	require.NoError(t, fx.Exclude(t.Context(), carol, alice.ID, true))
	excluded := func(a play.Actor) []play.ExcludedOn {
		k, err := play.KeptOf(t.Context(), fx.store, a.ID)
		require.NoError(t, err)
		return k.Excluded
	}
	later := play.ExcludedOn{Server: "g", Exclusion: play.Exclusion{By: carol.ID, At: start().Add(2 * time.Hour)}}
	assert.Equal(t, []play.ExcludedOn{{Server: "g", Exclusion: first}}, excluded(bob))
	assert.Equal(t, []play.ExcludedOn{later, {Server: "g", Exclusion: first}}, excluded(carol))
	for range 2 {
		require.NoError(t, fx.Exclude(t.Context(), alice, bob.ID, false))
		assert.Empty(t, excluded(bob))
	}
	assert.Equal(t, []play.ExcludedOn{later}, excluded(alice))
}
