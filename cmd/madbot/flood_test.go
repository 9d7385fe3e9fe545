package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestFlood lets one person send thirty challenges, with -soak a hundred, each with other terms. Notifications and
// posts stay within the limits, and each challenge gets a reply.
func TestFlood(t *testing.T) {
	t.Parallel()
	many := 30
	if *soak {
		many = 100
	}
	for name, flood := range map[string]struct {
		lines        []string // taken in turn
		posts, pings int      // pings are Bob's
	}{
		"one":     {[]string{"opponent:@bob"}, play.MaxWaitingPair, play.MaxWaitingPair},
		"several": {[]string{"opponent:@bob", "opponent:@carol", ""}, play.MaxWaiting, play.MaxWaitingPair},
		"the bot": {[]string{"level:1 side:red"}, play.MaxRobot, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, nil)
			for n := range many {
				line, round := "/challenge "+flood.lines[n%len(flood.lines)], n/len(flood.lines)
				line += []string{"", " board:5x5"}[round%2] + []string{"", " positioning:false"}[round/2%2]
				require.NoError(t, s.command("alice", line))
			}
			s.settle()
			answers, posts := 0, 0
			for _, m := range s.server.Actor("alice").Messages(s.server.Channel("mad")) {
				if m.Ephemeral {
					answers++
				} else {
					posts++
				}
			}
			assert.Equal(t, many, answers)
			assert.Equal(t, flood.posts, posts)
			for _, p := range []string{"bob", "carol"} {
				_, pings := s.server.Actor(p).Unread(s.server.Channel("mad"))
				assert.LessOrEqual(t, pings, flood.pings, p)
			}
			_, pings := s.server.Actor("bob").Unread(s.server.Channel("mad"))
			assert.Equal(t, flood.pings, pings)
		})
	}
}
