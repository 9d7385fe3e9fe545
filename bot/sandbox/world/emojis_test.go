package world_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

func TestEmojisAreLimited(t *testing.T) {
	t.Parallel()
	for others, want := range map[int]*check.Refusal{1999: nil, 2000: check.TooManyEmojis} {
		f := check.NewForm(map[string]any{"name": "ship", "image": "data:image/png;base64,AA=="})
		_, _, err := check.Emoji(f, make([]wire.Emoji, others))
		assert.Equal(t, want, err, "%d others", others)
	}
}
