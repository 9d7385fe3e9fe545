package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n"
	"madbot/bot/play"
)

// TestOutlookOn: the two sides hear the same of one position.
func TestOutlookOn(t *testing.T) {
	t.Parallel()
	opposite := map[string]i18n.Message{msgFarAhead.ID: msgFarBehind, msgAhead.ID: msgBehind,
		msgBitAhead.ID: msgBitBehind, msgEven.ID: msgEven}
	heard := map[string]bool{}
	for w := play.Worth(0.5); w <= 1; w += 0.01 {
		mine := outlookOn(w)
		assert.Equal(t, opposite[mine.ID], outlookOn(1-w), "%.2f", w)
		heard[mine.ID] = true
	}
	assert.Len(t, heard, len(opposite))
}

func TestCompared(t *testing.T) {
	t.Parallel()
	for w, want := range map[play.Worth]i18n.Message{
		0.6: msgAsGood, 0.58: msgAsGood, 0.55: msgWeaker, 0.4: msgMuch,
	} {
		assert.Equal(t, want, compared(0.6, w), "%.2f", w)
	}
}
