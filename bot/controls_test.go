package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/ui"
	"madbot/rules/match"
)

// labels returns the labels of all buttons of m.
func labels(m ui.Message) (all []string) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.ID.Verb != ui.OpenPanel || len(b.ID.Arg) != len("111") {
				all = append(all, b.Label)
			}
		}
	}
	return all
}

// TestButtonsOfAllVersions: public messages stay for years, so every custom id that their buttons ever had is still
// understood. Lines are only added here.
func TestButtonsOfAllVersions(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	finished, playing := tb.start(), tb.start()
	tb.turns(finished, "pass", "pass", "211-c4")
	tb.resign(finished, bob)
	for _, text := range []string{
		"accept:m2::", "decline:m2::", "withdraw:m2::", "hint:m2:0:", "resign:m2:0:", "stop:m2:0:yes",
		"stop:m2:0:no", "hint:m1:2:", "resign:m1:3:", "stop:m1:1:yes", "replay:m1:3:",
		"panel:m2:0:", "more:m2:0:", "panel:m1:2:", "more:m1:3:",
	} {
		id, err := ui.ParseID(text)
		require.NoError(t, err)
		require.Contains(t, []match.ID{finished, playing}, id.Match)
		reply, err := tb.press(alice, id)
		require.NoError(t, err, text)
		assert.NotEmpty(t, reply.Message.Text, text)
	}
}
