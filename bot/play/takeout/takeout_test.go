package takeout_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/takeout"
	"madbot/rules"
	"madbot/rules/match"
)

// TestPack_Limit: of matches without room the oldest are left out, whoever has none has a file all the same.
func TestPack_Limit(t *testing.T) {
	t.Parallel()
	kept := play.Kept{Player: play.Player{ID: "1"}}
	for n := range 8 {
		m := match.Match{ID: match.ID(fmt.Sprint("m", n)), Game: rules.NewGame(rules.DefaultOptions()), Started: time.Now()}
		kept.Matches = append(kept.Matches, play.KeptMatch{Match: play.Match{Match: m}})
	}
	all, left, err := takeout.Pack(kept, 0)
	require.NoError(t, err)
	assert.Zero(t, left)
	for limit, want := range map[int]int{len(all): 0, len(all) - 1: 4, 1: 8} {
		data, left, err := takeout.Pack(kept, limit)
		require.NoError(t, err)
		assert.Equal(t, want, left)
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		require.NoError(t, err)
		require.Len(t, z.File, 1+8-left)
		if left < 8 {
			assert.Equal(t, "games/m0.txt", z.File[1].Name)
		}
	}
}
