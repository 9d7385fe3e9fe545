package notify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

func TestPings(t *testing.T) {
	t.Parallel()
	m := begun()
	event := func(kind match.EventKind, by match.PlayerID) match.Event { return match.Event{Kind: kind, By: by} }
	tests := []struct {
		name string
		news []match.Event
		want []match.PlayerID
	}{
		{"challenged", []match.Event{event(match.Challenged, alice)}, []match.PlayerID{bob}},
		{"accepted", []match.Event{event(match.Accepted, bob)}, []match.PlayerID{alice}},
		{"declined", []match.Event{event(match.ChallengeDeclined, bob)}, []match.PlayerID{alice}},
		{"withdrawn", []match.Event{event(match.ChallengeWithdrawn, alice)}, nil},
		{"played", []match.Event{event(match.Played, bob)}, []match.PlayerID{alice}},
		{"two turns at once", []match.Event{event(match.Played, alice), event(match.Played, bob)}, []match.PlayerID{alice}},
		{"offered", []match.Event{event(match.StopOffered, alice)}, []match.PlayerID{bob}},
		{"refused", []match.Event{event(match.StopRefused, bob)}, []match.PlayerID{alice}},
		{"offer withdrawn", []match.Event{event(match.StopWithdrawn, alice)}, nil},
		{"ended", []match.Event{event(match.Ended, alice)}, []match.PlayerID{bob}},
		{"ended as planned", []match.Event{{Kind: match.Planned, By: alice, Ply: 3},
			{Kind: match.Ended, By: alice, Ply: 4}}, []match.PlayerID{alice, bob}},
		{"ended after a plan", []match.Event{{Kind: match.Planned, By: alice, Ply: 3},
			{Kind: match.Ended, By: alice, Ply: 5}}, []match.PlayerID{bob}},
		{"challenged and accepted", []match.Event{event(match.Challenged, alice), event(match.Accepted, bob)},
			[]match.PlayerID{bob, alice}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, Pings(&m, test.news))
			stands := m
			stands.Post = play.Post{Channel: channelID, Message: "1"}
			assert.Equal(t, test.want, Pings(&stands, test.news))
		})
	}
}

// TestPings_Moved: who is to play is notified where the match is shown from now on, whatever the
// news, and others only of those.
func TestPings_Moved(t *testing.T) {
	t.Parallel()
	against := begun()
	against.Terms.Level, against.Opponent, against.Blue = 3, robot, robot
	ended := begun()
	ended.Game.Leave(rules.Resignation, rules.Blue)
	ended.Status, ended.EndedBy = match.Finished, bob
	proposed := begun()
	proposed.Status, proposed.Red, proposed.Blue = match.Proposed, "", ""
	offered := []match.Event{{Kind: match.StopOffered, By: alice}}
	played := []match.Event{{Kind: match.Played, By: bob}}
	tests := []struct {
		name string
		m    play.Match
		news []match.Event
		want []match.PlayerID
	}{
		{"nothing new", begun(), nil, []match.PlayerID{alice}},
		{"a turn", begun(), played, []match.PlayerID{alice}},
		{"an offer", begun(), offered, []match.PlayerID{bob, alice}},
		{"against the bot", against, nil, []match.PlayerID{alice}},
		{"after the end", ended, nil, nil},
		{"news of the end", ended, []match.Event{{Kind: match.Ended, By: bob}}, []match.PlayerID{alice}},
		{"a challenge, told already", proposed, nil, nil},
		{"a challenge", proposed, []match.Event{{Kind: match.Challenged, By: alice}}, []match.PlayerID{bob}},
	}
	for _, test := range tests {
		m := test.m
		m.Post = play.Post{Channel: "5002", Message: "1"}
		assert.Equal(t, test.want, Pings(&m, test.news), test.name)
	}
	m := begun()
	m.Post = play.Post{Channel: channelID, Message: "1"}
	assert.Equal(t, []match.PlayerID{alice}, Pings(&m, nil), "it moved back")

	m = against
	require.NoError(t, m.Game.Play(rules.Pass))
	m.Post = play.Post{Channel: "5002", Message: "1"}
	assert.Empty(t, Pings(&m, nil), "the bot is not notified")
}
