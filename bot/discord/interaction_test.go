package discord

import (
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInteraction_Actor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ id, nick string }{
		`{"member": {"nick": "Bobby", "user": {"id": "102"}}}`: {"102", "Bobby"},
		`{"user": {"id": "103"}}`:                              {"103", ""},
		`{"member": {}}`:                                       {},
	} {
		var in Interaction
		require.NoError(t, json.Unmarshal([]byte(text), &in))
		u, nick := in.Actor()
		assert.Equal(t, want.id, u.ID)
		assert.Equal(t, want.nick, nick)
	}
}

func TestOption_Text(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{`"a \"b\""`: `a "b"`, `30`: "30", `true`: "true", ``: ""} {
		assert.Equal(t, want, Option{Value: json.RawMessage(value)}.Text())
	}
}

func TestChannel_IsThread(t *testing.T) {
	t.Parallel()
	for kind, want := range map[int]bool{0: false, 1: false, 5: false, 10: true, 11: true, 12: true, 13: false,
		15: false} {
		assert.Equal(t, want, Channel{Type: discordgo.ChannelType(kind)}.IsThread(), "type %d", kind)
	}
}
