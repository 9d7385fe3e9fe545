package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
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
	for _, m := range sourceMessages(t) {
		for _, named := range commandName.FindAllStringSubmatch(m.one+m.other, -1) {
			assert.True(t, names[named[1]], "%s names /%s", m.id, named[1])
		}
	}
}
