package discord

import (
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestModal(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(Response{discordgo.InteractionResponseModal, Modal{CustomID: "id", Title: "Your turn", Label: "Turn",
		Note: "as in 211-c4", MaxLength: 60, Value: "pass", Placeholder: "211-c4"}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"type":9,"data":{"custom_id":"id","title":"Your turn","components":[
		{"type":18,"label":"Turn","description":"as in 211-c4","component":{"type":4,"custom_id":"text","style":1,
			"max_length":60,"required":true,"value":"pass","placeholder":"211-c4"}}]}}`, string(raw))
	raw, err = json.Marshal(Modal{CustomID: "id", Title: "t", Label: "l", MaxLength: 9, Long: true, Optional: true})
	require.NoError(t, err)
	assert.Contains(t, string(raw), `"style":2,"max_length":9,"required":false`)
}

// TestInput: the text is found at the top level, in a row, and in a label.
func TestInput(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`{"components":[{"type":18,"id":1,"component":{"type":4,"custom_id":"text","value":"211-c4"}}]}`: "211-c4",
		`{"components":[{"type":1,"components":[{"type":4,"custom_id":"text","value":"pass"}]}]}`:        "pass",
		`{"components":[{"type":10,"content":"?"},{"type":4,"custom_id":"text","value":"x"}]}`:           "x",
		`{"components":[{"type":18,"component":{"type":4,"custom_id":"other","value":"211-c4"}}]}`:       "",
		`{"components":[]}`: "", `{}`: "",
	} {
		var d InteractionData
		require.NoError(t, json.Unmarshal([]byte(sent), &d), sent)
		assert.Equal(t, want, d.Input(), sent)
	}
}

func TestIsInstalled(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]bool{
		`{}`:            true,
		`{"context":2}`: false,
		`{"context":0,"authorizing_integration_owners":{"0":"5"}}`:         true,
		`{"context":0,"authorizing_integration_owners":{"1":"9"}}`:         false,
		`{"context":0,"authorizing_integration_owners":{"0":"5","1":"9"}}`: true,
		`{"context":1,"authorizing_integration_owners":{"0":"0","1":"9"}}`: true,
		`{"context":2,"authorizing_integration_owners":{"1":"9"}}`:         false,
	} {
		var in Interaction
		require.NoError(t, json.Unmarshal([]byte(sent), &in), sent)
		assert.Equal(t, want, in.IsInstalled(), sent)
	}
}
