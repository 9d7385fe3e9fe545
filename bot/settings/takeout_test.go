package settings_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/bot/settings"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// TestPack_Limit checks that Pack leaves out the oldest matches, and still packs the person if none fit.
func TestPack_Limit(t *testing.T) {
	t.Parallel()
	kept := play.Kept{Player: play.Player{ID: "1"}}
	for n := range 8 {
		m := match.Match{ID: match.ID(fmt.Sprint("m", n)), Game: rules.NewGame(rules.DefaultOptions()), Started: time.Now()}
		kept.Matches = append(kept.Matches, play.KeptMatch{Match: play.Match{Match: m}})
	}
	all, left, err := settings.Pack(kept, 0)
	require.NoError(t, err)
	assert.Zero(t, left)
	for limit, want := range map[int]int{len(all): 0, len(all) - 1: 4, 1: 8} {
		data, left, err := settings.Pack(kept, limit)
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

// read decodes the JSON in a ZIP into out.
func read(t *testing.T, data []byte, out any) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	f, err := z.File[0].Open()
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(f).Decode(out))
}

// TestPack_Puzzles checks that the file has the puzzles the person tried and those from their games.
func TestPack_Puzzles(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	data, _, err := settings.Pack(play.Kept{Tries: []tries.Try{{Puzzle: "aimlf3qn", Right: true, At: at,
		After: rating.Rating{Points: 1200.4}}}, Own: []tries.Own{{Match: "m", Ply: 7, Turn: "112=221"}}}, 0)
	require.NoError(t, err)
	var out struct{ Puzzles, Own []map[string]any }
	read(t, data, &out)
	assert.Equal(t, []map[string]any{{"puzzle": "aimlf3qn", "right": true, "at": "2026-01-02T03:04:05Z", "rating": 1200.0}},
		out.Puzzles)
	assert.Equal(t, []map[string]any{{"match": "m", "after": 7.0, "turn": "112=221"}}, out.Own)
}

// TestPack_Dailies checks that the file says which puzzles of the day the person tried, and with what result.
func TestPack_Dailies(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 29, 7, 0, 0, 0, time.UTC)
	data, _, err := settings.Pack(play.Kept{Player: play.Player{ID: "1", Settings: play.Settings{Named: true}}, Dailies: []play.Solver{
		{Server: "7", Day: 20541, Player: "1", Tries: 2, At: at, Streak: 3}, {Server: "7", Day: 20540, Player: "1", Tries: 1}}}, 1<<20)
	require.NoError(t, err)
	var out struct {
		Settings struct{ Named bool }
		Dailies  []map[string]any
	}
	read(t, data, &out)
	assert.True(t, out.Settings.Named)
	assert.Equal(t, []map[string]any{
		{"server": "7", "day": "2026-03-29", "tries": 2., "at": "2026-03-29T07:00:00Z", "streak": 3.},
		{"server": "7", "day": "2026-03-28", "tries": 1., "streak": 0.}}, out.Dailies)
}

// TestPack_Managed checks that the file says who annulled a match of the person, who excluded them from a ranking, whom
// they excluded, and which league they closed.
func TestPack_Managed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 29, 7, 0, 0, 0, time.UTC)
	m := match.Match{ID: "m", Game: rules.NewGame(rules.DefaultOptions())}
	data, _, err := settings.Pack(play.Kept{Player: play.Player{ID: "1"},
		Excluded: []play.ExcludedOn{{Server: "7", Self: true, Exclusion: play.Exclusion{By: match.Former + "x", At: at}},
			{Server: "8", Exclusion: play.Exclusion{By: "1", At: at}}},
		Managed: []season.League{{Server: "7", Season: 2, State: season.State{Last: true, LastBy: "1", EarlyBy: "2"}}},
		Matches: []play.KeptMatch{{Match: play.Match{Match: m}, Did: []match.Event{{Kind: match.Ended, By: "1", At: at, Ply: 4},
			{Kind: match.Annulled, By: match.Former + "x", At: at, Ply: 4}}}}}, 0)
	require.NoError(t, err)
	var out struct {
		Excluded []map[string]any
		Managed  []map[string]any
		Matches  []struct{ Did []map[string]any }
	}
	read(t, data, &out)
	const when = "2026-03-29T07:00:00Z"
	assert.Equal(t, []map[string]any{{"server": "7", "self": true, "by": "deleted profile", "at": when},
		{"server": "8", "self": false, "by": "1", "at": when}}, out.Excluded)
	assert.Equal(t, []map[string]any{{"server": "7", "season": 2., "closed": true}}, out.Managed)
	assert.Equal(t, []map[string]any{{"what": "ended", "at": when, "turn": 4.},
		{"what": "annulled", "at": when, "turn": 4., "by": "deleted profile"}}, out.Matches[0].Did)
}

// TestPack_Deleted: those who come back are sent when they deleted themselves, as long as that is stored.
func TestPack_Deleted(t *testing.T) {
	t.Parallel()
	var out struct{ Deleted []time.Time }
	at := []time.Time{time.Date(2026, 3, 29, 7, 0, 0, 0, time.UTC), time.Date(2026, 3, 2, 7, 0, 0, 0, time.UTC)}
	data, _, err := settings.Pack(play.Kept{Player: play.Player{ID: "1"}, Deleted: at}, 0)
	require.NoError(t, err)
	read(t, data, &out)
	assert.Equal(t, at, out.Deleted)
}
