package main

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/rules/match"
)

// TestRace lets one person send different turns at the same moment: one is played, the others are answered with the new
// board.
func TestRace(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.do("alice: /challenge opponent:@bob side:red positioning:false")
	s.do("bob clicks Accept")

	turns := []string{"211-c4", "211-c3", "211-b3", "211-d3", "121-a3", "122-b3", "112-d3", "pass"}
	var wait sync.WaitGroup
	for _, turn := range turns {
		wait.Go(func() { s.act("alice: /move turn:" + turn) })
	}
	wait.Wait()
	s.settle()

	answers := slices.DeleteFunc(s.server.Actor("alice").Messages(s.server.Channel("mad")),
		func(m sandbox.Message) bool { return !m.Ephemeral || strings.Contains(m.Text(), "Challenge") })
	require.Len(t, answers, len(turns), "everyone is answered")
	played := 0
	for _, m := range answers {
		if strings.HasPrefix(m.Text(), "Played") {
			played++
		} else if !strings.Contains(m.Text(), "Only a positioning turn") {
			assert.Contains(t, m.Text(), "Blue\u00a0· round 1", "the loser sees the present board: %s", m.Text())
			assert.NotEmpty(t, m.Pictures())
		}
	}
	assert.Equal(t, 1, played)
	m, err := s.app.Load().db.Match(s.ctx, "m1")
	require.NoError(t, err)
	assert.Equal(t, 1, m.Game.Ply())
}

// TestRace_Ends lets two people end a rated challenge or match at the same moment: one of them succeeds, and the other
// reads that it is too late. The match is rated once.
func TestRace_Ends(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before []string
		acts   string
		late   string
		rated  int
	}{
		"accepted and withdrawn": {nil, "bob clicks Accept | alice clicks Withdraw challenge", "This challenge no longer waits", 0},
		"resigned by both": {[]string{"bob clicks Accept", "alice and bob play pass pass 211-c4 211xc4", "alice: /resign",
			"bob: /resign"}, "alice clicks Resign | bob clicks Resign", "This game is over.", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, nil)
			s.do("alice beat bob 3 times")
			s.do("alice: /challenge opponent:@bob side:red rated:true")
			for _, act := range c.before {
				s.do(act)
			}
			seen := s.do("together: " + c.acts)
			assert.Equal(t, 1, strings.Count(seen, c.late), seen)
			assert.Equal(t, 1, strings.Count("\n"+seen, "\n  #mad"), "one post: %s", seen)
			m, err := s.app.Load().db.Match(s.ctx, "m4")
			require.NoError(t, err)
			assert.NotEqual(t, match.Proposed, m.Status)
			changes, err := s.app.Load().db.RatingChanges(s.ctx, m.Players.Red, 2)
			require.NoError(t, err)
			assert.Len(t, changes, c.rated)
		})
	}
}
