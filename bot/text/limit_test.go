package text

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
)

// TestLimits: whichever limit is reached, its answer says how many there can be and what to do.
func TestLimits(t *testing.T) {
	t.Parallel()
	for limit, want := range map[play.Limit]string{
		play.LimitWaiting:     "5 challenges of yours … withdraw one: `/games` shows them.",
		play.LimitWaitingPair: "<@102> has 2 challenges … withdraw one: `/games` shows them.",
		play.LimitRobot:       "You are playing 5 matches … Finish or resign one first: `/games` shows them.",
		play.LimitMade:        "You have started 20 matches … the next one <t:1000:R>.",
		play.LimitMadePair:    "You have challenged <@102> 3 times … again <t:1000:R>.",
		play.LimitMadeChannel: "There have been 30 challenges … or try again <t:1000:R>.",
	} {
		said, ok := Refusal(english(t), &play.LimitError{Limit: limit, To: bob, Free: time.Unix(1000, 0)})
		assert.True(t, ok)
		begin, end, _ := strings.Cut(want, " … ")
		assert.True(t, strings.HasPrefix(said, begin) && strings.HasSuffix(said, end), said)
	}
}
