package text

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
)

// TestOpenLimits: a limit of the server is described as its own, with the person it applies to.
func TestOpenLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  play.LimitError
		want string
	}{
		{play.LimitError{Limit: play.LimitOpen, Most: 3},
			"This server limits your open games and challenges to 3. `/games` shows yours."},
		{play.LimitError{Limit: play.LimitOpen, Most: 5, Their: true},
			"This server limits the open games and challenges of <@102> to 5. Try again later."},
		{play.LimitError{Limit: play.LimitOpenPair, Most: 1},
			"This server limits the open games and challenges of you and <@102> to 1. `/games` shows yours."},
	} {
		test.err.To = bob
		said, ok := Refusal(i18ntest.English(), &test.err)
		assert.True(t, ok)
		assert.Equal(t, test.want, said)
	}
}

// TestLimits: each refusal says how many there can be and what to do.
func TestLimits(t *testing.T) {
	t.Parallel()
	for limit, want := range map[play.Limit]string{
		play.LimitWaiting:     "5 challenges of yours … Withdraw one: `/games` shows them.",
		play.LimitWaitingPair: "<@102> already has 2 challenges … Withdraw one: `/games` shows them.",
		play.LimitRobot:       "You're playing 5 games … Finish or resign one first: `/games` shows them.",
		play.LimitMade:        "You've started 20 games … the next one <t:1000:R>.",
		play.LimitRefused:     "Your last 2 challenges to <@102> … <t:1000:R>, or once they challenge you.",
		play.LimitNoMore:      "<@102> takes no challenges … from you.",
		play.LimitMadeChannel: "30 challenges … or try again <t:1000:R>.",
	} {
		said, ok := Refusal(i18ntest.English(), &play.LimitError{Limit: limit, To: bob, Free: time.Unix(1000, 0)})
		assert.True(t, ok)
		begin, end, _ := strings.Cut(want, " … ")
		assert.True(t, strings.HasPrefix(said, begin) && strings.HasSuffix(said, end), said)
	}
}
