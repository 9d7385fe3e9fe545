package ui

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

func TestMenusOnTheWire(t *testing.T) {
	t.Parallel()
	id := ID{Verb: "set", Ply: play.AnyPly}
	items := []Item{{Label: "A", Value: "a", Picked: true}, {Label: "B", Value: "b"}}
	const options = `"options":[{"label":"A","value":"a","default":true},{"label":"B","value":"b"}]}`
	for name, test := range map[string]struct {
		row  Row
		want string
	}{
		"of one pick":       {Row{Menu: &Menu{ID: id, Items: items}}, `{"type":3,"custom_id":"set:::",` + options},
		"of several":        {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Least: 1, Most: 2}}}, several(1, options)},
		"of any number":     {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Most: 2}}}, several(0, options)},
		"of more than are":  {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Most: 25}}}, several(0, options)},
		"that asks for all": {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Least: 9, Most: 9}}}, several(2, options)},
		"of channels": {Row{Channels: &ChannelMenu{ID: id, Prompt: "Where?", Picked: []string{"5001"},
			Count: Count{Most: 25}}}, `{"type":8,"custom_id":"set:::","placeholder":"Where?","channel_types":[0,5],
			"default_values":[{"id":"5001","type":"channel"}],"min_values":0,"max_values":25}`},
		"of one channel": {Row{Channels: &ChannelMenu{ID: id}},
			`{"type":8,"custom_id":"set:::","channel_types":[0,5]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, err := Message{Rows: []Row{test.row}}.Wire(nil)
			require.NoError(t, err)
			sent, err := json.Marshal(m.Components)
			require.NoError(t, err)
			assert.JSONEq(t, `[{"type":1,"components":[`+test.want+`]}]`, string(sent))
		})
	}
}

// several is a menu of which two may be picked.
func several(least int, options string) string {
	return `{"type":3,"custom_id":"set:::","min_values":` + string(rune('0'+least)) + `,"max_values":2,` + options
}
