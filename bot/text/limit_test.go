package text

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
)

// TestOpenLimits: a limit of the server is said as its own, with whom there is no room for.
func TestOpenLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  play.LimitError
		want string
	}{
		{play.LimitError{Limit: play.LimitOpen, Most: 3}, "3 games and challenges open at a time, and you have no room for another."},
		{play.LimitError{Limit: play.LimitOpen, Most: 1}, "1 game or challenge open at a time, and you have no room for another."},
		{play.LimitError{Limit: play.LimitOpen, Most: 5, Their: true}, "5 games and challenges open at a time, and <@102> has no room"},
		{play.LimitError{Limit: play.LimitOpen, Most: 1, Their: true}, "1 game or challenge open at a time, and <@102> has no room for another."},
		{play.LimitError{Limit: play.LimitOpenPair, Most: 2}, "2 games and challenges open between them, and you and <@102> have no room"},
		{play.LimitError{Limit: play.LimitOpenPair, Most: 1}, "open between them, and you and <@102> have no room for another."},
	} {
		test.err.To = bob
		said, ok := Refusal(i18ntest.English(), &test.err)
		assert.True(t, ok)
		assert.Contains(t, said, test.want)
	}
}

// TestLimits: whichever limit is reached, its answer says how many there can be and what to do.
func TestLimits(t *testing.T) {
	t.Parallel()
	for limit, want := range map[play.Limit]string{
		play.LimitWaiting:     "5 challenges of yours … withdraw one: `/games` shows them.",
		play.LimitWaitingPair: "<@102> already has 2 challenges … withdraw one: `/games` shows them.",
		play.LimitRobot:       "You're playing 5 games … Finish or resign one first: `/games` shows them.",
		play.LimitMade:        "You've started 20 games … the next one <t:1000:R>.",
		play.LimitRefused:     "2 challenges of yours to <@102> in a row … <t:1000:R>, or as soon as they challenge you.",
		play.LimitNoMore:      "<@102> takes no challenges … from you.",
		play.LimitMadeChannel: "There have been 30 challenges … or try again <t:1000:R>.",
	} {
		said, ok := Refusal(i18ntest.English(), &play.LimitError{Limit: limit, To: bob, Free: time.Unix(1000, 0)})
		assert.True(t, ok)
		begin, end, _ := strings.Cut(want, " … ")
		assert.True(t, strings.HasPrefix(said, begin) && strings.HasSuffix(said, end), said)
	}
}
