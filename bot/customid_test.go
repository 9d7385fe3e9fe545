package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/rules/match"
)

func TestCustomID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id   customID
		text string
	}{
		{customID{Verb: "accept", Match: "k3x9", Ply: play.AnyPly}, "accept:k3x9::"},
		{customID{Verb: "hint", Match: "k3x9", Ply: 0}, "hint:k3x9:0:"},
		{customID{Verb: "lose", Match: "k3x9", Ply: 14, Arg: "yes 111=222"}, "lose:k3x9:14:yes 111=222"},
		{customID{Verb: "move", Ply: play.AnyPly, Arg: "a:b"}, "move:::a:b"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.text, test.id.String())
			got, err := parseCustomID(test.text)
			require.NoError(t, err)
			assert.Equal(t, test.id, got)
		})
	}
}

// TestButtonsOfAllVersions: public messages stay for years, so what their buttons ever said is
// understood for ever. Lines are only added here.
func TestButtonsOfAllVersions(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	finished, playing := tb.start(), tb.start()
	tb.turns(finished, "pass", "pass", "211-c4")
	tb.resign(finished, bob)
	for _, text := range []string{
		"accept:m2::", "decline:m2::", "withdraw:m2::", "hint:m2:0:", "resign:m2:0:", "stop:m2:0:yes",
		"stop:m2:0:no", "hint:m1:2:", "resign:m1:3:", "stop:m1:1:yes", "replay:m1:3:",
	} {
		id, err := parseCustomID(text)
		require.NoError(t, err)
		require.Contains(t, []match.ID{finished, playing}, id.Match)
		reply, err := tb.press(alice, id)
		require.NoError(t, err, text)
		assert.NotEmpty(t, reply.Message.Text, text)
	}
}

func TestCustomIDIsCutToWhatDiscordTakes(t *testing.T) {
	t.Parallel()
	text := customID{Verb: "move", Ply: 3, Arg: strings.Repeat("x", 200)}.String()
	assert.Len(t, text, discord.MaxCustomID)
	text = customID{Verb: "move", Ply: 3, Arg: strings.Repeat("→", 60)}.String()
	assert.LessOrEqual(t, len(text), discord.MaxCustomID)
	assert.True(t, utf8.ValidString(text))
}

func TestParseCustomIDRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "move", "move:::", "Move:k::", ":k:1:", "move:K:1:", "move:k:01:",
		"move:k:-1:", "move:k:99999:", "move:k:x:", "move:k:1", strings.Repeat("m", 17) + ":::",
		"move:::" + strings.Repeat("x", 100)} {
		_, err := parseCustomID(text)
		if text == "move:::" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorIs(t, err, errCustomID, "%q", text)
	}
}

func FuzzCustomID(f *testing.F) {
	for _, text := range []string{"accept:k3x9::", "lose:k3x9:14:yes 111=222", "move:::", "a:b:c:d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := parseCustomID(text)
		if err != nil {
			require.Zero(t, id)
			return
		}
		require.Equal(t, text, id.String(), "what is read is written the same")
	})
}
