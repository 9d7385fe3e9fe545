package bot

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLinks(t *testing.T) {
	t.Parallel()
	const text = "`/move` plays, `/fly` does not, `211-c4` is a turn, /move is text"
	var none *links
	assert.Equal(t, text, none.in(text))
	known := &links{}
	assert.Equal(t, text, known.in(text))
	known.learn(map[string]string{"move": "17"})
	assert.Equal(t, "</move:17> plays, `/fly` does not, `211-c4` is a turn, /move is text", known.in(text))
}

// TestMessagesNameCommandsThatExist: what is written as a command is one.
func TestMessagesNameCommandsThatExist(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, c := range newTable(t).commands() {
		names[c.Spec.Name] = true
	}
	messages, err := os.ReadFile("text/testdata/messages.golden.yaml")
	require.NoError(t, err)
	named := commandName.FindAllStringSubmatch(string(messages), -1)
	require.NotEmpty(t, named)
	for _, command := range named {
		assert.True(t, names[command[1]], "a message names /%s", command[1])
	}
}
