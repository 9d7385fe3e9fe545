package engine_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/engine"
)

// Four of five robots suffice, no more are asked than necessary, and an error is returned.
func TestRobots(t *testing.T) {
	t.Parallel()
	r, err := engine.NewRobots(nil)
	require.NoError(t, err)
	for does, want := range map[string]struct {
		agree bool
		asked int
	}{"yyyy": {true, 4}, "nyyyy": {true, 5}, "yyyny": {true, 5}, "nn": {false, 2}, "yyynn": {false, 5}} {
		seen := map[*engine.Engine]bool{}
		got, err := r.Agree(func(e *engine.Engine) (bool, error) {
			seen[e] = true
			return does[len(seen)-1] == 'y', nil
		})
		require.NoError(t, err)
		assert.Equal(t, want.agree, got, does)
		assert.Len(t, seen, want.asked, does)
	}
	broken := errors.New("broken")
	_, err = r.Agree(func(*engine.Engine) (bool, error) { return true, broken })
	require.ErrorIs(t, err, broken)
}
