package ui

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
)

func TestCustomID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id   ID
		text string
	}{
		{ID{Verb: "accept", Match: "k3x9", Ply: play.AnyPly}, "accept:k3x9::"},
		{ID{Verb: "hint", Match: "k3x9", Ply: 0}, "hint:k3x9:0:"},
		{ID{Verb: "lose", Match: "k3x9", Ply: 14, Arg: "yes 111=222"}, "lose:k3x9:14:yes 111=222"},
		{ID{Verb: "move", Ply: play.AnyPly, Arg: "a:b"}, "move:::a:b"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.text, test.id.String())
			got, err := ParseID(test.text)
			require.NoError(t, err)
			assert.Equal(t, test.id, got)
		})
	}
}

func TestCustomIDIsCutToWhatDiscordTakes(t *testing.T) {
	t.Parallel()
	text := ID{Verb: "move", Ply: 3, Arg: strings.Repeat("x", 200)}.String()
	assert.Len(t, text, discord.MaxCustomID)
	text = ID{Verb: "move", Ply: 3, Arg: strings.Repeat("→", 60)}.String()
	assert.LessOrEqual(t, len(text), discord.MaxCustomID)
	assert.True(t, utf8.ValidString(text))
}

func TestParseCustomIDRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "move", "move:::", "Move:k::", ":k:1:", "move:K:1:", "move:k:01:",
		"move:k:-1:", "move:k:99999:", "move:k:x:", "move:k:1", strings.Repeat("m", 17) + ":::",
		"move:::" + strings.Repeat("x", 100)} {
		_, err := ParseID(text)
		if text == "move:::" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorIs(t, err, ErrID, "%q", text)
	}
}

func FuzzCustomID(f *testing.F) {
	for _, text := range []string{"accept:k3x9::", "lose:k3x9:14:yes 111=222", "move:::", "a:b:c:d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := ParseID(text)
		if err != nil {
			require.Zero(t, id)
			return
		}
		require.Equal(t, text, id.String(), "what is read is written the same")
	})
}
