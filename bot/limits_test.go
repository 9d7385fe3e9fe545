package bot

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/rules"
	"madbot/rules/match"
)

// TestSuggest_Limit: suggestions that take too long are given up, and none are shown.
func TestSuggest_Limit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newProbe(t, nil, false)
		c := p.commands["probe"]
		c.Complete = map[string]Completer{"turn": func(ctx context.Context, _ *Call) ([]Choice, error) {
			<-ctx.Done()
			return []Choice{{Name: "late"}}, ctx.Err()
		}}
		p.commands["probe"] = c
		in := &discord.Interaction{ID: "1", Type: discord.AutocompleteInteraction}
		in.Data.Name = "probe"
		in.Data.Options = []discord.Option{{Name: "turn", Value: json.RawMessage(`""`), Focused: true}}
		began := time.Now()
		p.receive(t.Context(), in)
		assert.Equal(t, typeLimit, time.Since(began))
		assert.Len(t, p.out.said(), 1)
	})
}

// TestReplayable_Limit: a match of which a replay would be too large has none.
func TestReplayable_Limit(t *testing.T) {
	t.Parallel()
	m := match.Match{Status: match.Finished, Game: rules.NewGame(rules.Options{Board: rules.Board6x4})}
	for range maxReplayed {
		assert.True(t, m.Game.Ply() == 0 || replayable(&m), m.Game.Ply())
		require.NoError(t, m.Game.Play(rules.ShiftTurn(rules.Swap111x222)))
	}
	assert.True(t, replayable(&m))
	require.NoError(t, m.Game.Play(rules.ShiftTurn(rules.Swap111x222)))
	assert.False(t, replayable(&m))
}
