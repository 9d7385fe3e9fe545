package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// begun is a match of alice (Red) and bob in which alice is to move.
func begun() play.Match {
	return play.Match{Match: match.Match{ID: "m1", Status: match.Playing, Challenger: alice.ID, Opponent: bob.ID,
		Players: rules.BySide[match.PlayerID]{Red: alice.ID, Blue: bob.ID}, Game: rules.NewGame(rules.DefaultOptions())},
		Delivery: play.Delivery{Venue: play.Venue{Guild: "g", Channel: "c"}}}
}

func TestPings(t *testing.T) {
	t.Parallel()
	m := begun()
	event := func(kind match.EventKind, by match.PlayerID) match.Event { return match.Event{Kind: kind, By: by} }
	tests := []struct {
		name string
		news []match.Event
		want []match.PlayerID
	}{
		{"accepted", []match.Event{event(match.Accepted, bob.ID)}, []match.PlayerID{alice.ID}},
		{"declined", []match.Event{event(match.ChallengeDeclined, bob.ID)}, []match.PlayerID{alice.ID}},
		{"withdrawn", []match.Event{event(match.ChallengeWithdrawn, alice.ID)}, nil},
		{"played", []match.Event{event(match.Played, bob.ID)}, []match.PlayerID{alice.ID}},
		{"two turns at once", []match.Event{event(match.Played, alice.ID), event(match.Played, bob.ID)}, []match.PlayerID{alice.ID}},
		{"refused", []match.Event{event(match.StopRefused, bob.ID)}, []match.PlayerID{alice.ID}},
		{"offer withdrawn", []match.Event{event(match.StopWithdrawn, alice.ID)}, nil},
		{"ended", []match.Event{event(match.Ended, alice.ID)}, []match.PlayerID{bob.ID}},
		{"ended as planned", []match.Event{{Kind: match.Planned, By: alice.ID, Ply: 3},
			{Kind: match.Ended, By: alice.ID, Ply: 4}}, []match.PlayerID{alice.ID, bob.ID}},
		{"ended after a plan", []match.Event{{Kind: match.Planned, By: alice.ID, Ply: 3},
			{Kind: match.Ended, By: alice.ID, Ply: 5}}, []match.PlayerID{bob.ID}},
		{"ended after the other's plan", []match.Event{{Kind: match.Planned, By: bob.ID, Ply: 3},
			{Kind: match.Ended, By: alice.ID, Ply: 4}}, []match.PlayerID{bob.ID}},
		{"ended after a turn", []match.Event{{Kind: match.Hinted, By: alice.ID, Ply: 3},
			{Kind: match.Ended, By: alice.ID, Ply: 4}}, []match.PlayerID{bob.ID}},
		{"refused twice", []match.Event{event(match.StopRefused, bob.ID), event(match.TimeRefused, bob.ID)},
			[]match.PlayerID{alice.ID}},
		{"refused and played", []match.Event{event(match.StopRefused, bob.ID), event(match.Played, bob.ID)},
			[]match.PlayerID{alice.ID}},
		{"taken back", []match.Event{event(match.TakenBack, bob.ID)}, []match.PlayerID{alice.ID}},
		{"taken back by whoever is on", []match.Event{event(match.TakenBack, alice.ID)}, nil},
		{"challenged and accepted", []match.Event{event(match.Challenged, alice.ID), event(match.Accepted, bob.ID)},
			[]match.PlayerID{alice.ID}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, play.Pings(&m, test.news))
			stands := m
			stands.Post = play.Post{Channel: "c", Message: "1"}
			assert.Equal(t, test.want, play.Pings(&stands, test.news))
		})
	}
}

// TestPings_Asked: a question notifies as long as it waits for its answer.
func TestPings_Asked(t *testing.T) {
	t.Parallel()
	for kind, k := range map[match.EventKind]match.OfferKind{match.StopOffered: match.ToStop,
		match.TakebackAsked: match.ToTakeBack, match.TimeAsked: match.ForTime, match.PauseOffered: match.ToPause} {
		m, news := begun(), []match.Event{{Kind: kind, By: alice.ID}}
		m.Post = play.Post{Channel: "c", Message: "1"}
		m.Offers[k] = match.Offer{By: rules.Red}
		assert.Equal(t, []match.PlayerID{bob.ID}, play.Pings(&m, news), kind)
		m.Offers[k] = match.Offer{By: rules.Red, Refused: true}
		assert.Empty(t, play.Pings(&m, news), kind)
		m.Offers[k] = match.Offer{Barred: rules.Red}
		assert.Empty(t, play.Pings(&m, news), kind)
	}
	m, news := begun(), []match.Event{{Kind: match.Challenged, By: alice.ID}}
	m.Post = play.Post{Channel: "c", Message: "1"}
	m.Status, m.Players.Red, m.Players.Blue = match.Proposed, "", ""
	assert.Equal(t, []match.PlayerID{bob.ID}, play.Pings(&m, news))
	m.Opponent = ""
	assert.Empty(t, play.Pings(&m, news), "anyone")
	m.Opponent, m.Status = bob.ID, match.Withdrawn
	assert.Empty(t, play.Pings(&m, news))
}

// TestPings_Late: both are notified that time is up, unless it is not any more.
func TestPings_Late(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced() // Alice is on
	m.Post = play.Post{Channel: "c", Message: "1"}
	news := []match.Event{{Kind: match.TimeUp}}
	assert.Empty(t, play.Pings(&m, news))
	_, err := m.Arbiter().RecordTimeUp(m.Deadline())
	require.NoError(t, err)
	assert.Equal(t, []match.PlayerID{alice.ID, bob.ID}, play.Pings(&m, news))
}

// TestPingsNow: who wants direct messages is notified by no post.
func TestPingsNow(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	for direct, want := range map[bool][]match.PlayerID{false: {alice.ID}, true: nil} {
		woken := fx.woken.Load()
		_, err := fx.SetNotices(t.Context(), alice, func(p *play.Player) { p.Settings.Direct = direct })
		require.NoError(t, err)
		assert.Greater(t, fx.woken.Load(), woken)
		got, err := fx.PingsNow(t.Context(), &m, nil)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

// TestPings_Moved: who is to play is notified where the match is shown from now on, whatever the
// news, and others only of those.
func TestPings_Moved(t *testing.T) {
	t.Parallel()
	against := begun()
	against.Terms.Level, against.Opponent, against.Players.Blue = 3, robot, robot
	ended := begun()
	ended.Game.Leave(rules.Resignation, rules.Blue)
	ended.Status, ended.EndedBy = match.Finished, bob.ID
	proposed := begun()
	proposed.Status, proposed.Players.Red, proposed.Players.Blue = match.Proposed, "", ""
	offered, asking := []match.Event{{Kind: match.StopOffered, By: alice.ID}}, begun()
	asking.Offers[match.ToStop].By = rules.Red
	shut := asking
	shut.Closed = true
	played := []match.Event{{Kind: match.Played, By: bob.ID}}
	tests := []struct {
		name string
		m    play.Match
		news []match.Event
		want []match.PlayerID
	}{
		{"nothing new", begun(), nil, []match.PlayerID{alice.ID}},
		{"a turn", begun(), played, []match.PlayerID{alice.ID}},
		{"an offer", asking, offered, []match.PlayerID{bob.ID, alice.ID}},
		{"an offer, where news were refused at first", shut, offered, []match.PlayerID{bob.ID, alice.ID}},
		{"against the bot", against, nil, []match.PlayerID{alice.ID}},
		{"after the end", ended, nil, nil},
		{"news of the end", ended, []match.Event{{Kind: match.Ended, By: bob.ID}}, []match.PlayerID{alice.ID}},
		{"a challenge, told already", proposed, nil, nil},
		{"a challenge", proposed, []match.Event{{Kind: match.Challenged, By: alice.ID}}, []match.PlayerID{bob.ID}},
	}
	for _, test := range tests {
		m := test.m
		m.Post = play.Post{Channel: "5002", Message: "1"}
		assert.Equal(t, test.want, play.Pings(&m, test.news), test.name)
	}
	m := begun()
	m.Post = play.Post{Channel: "c", Message: "1"}
	assert.Equal(t, []match.PlayerID{alice.ID}, play.Pings(&m, nil), "it moved back")

	m = against
	m.Status = match.Finished
	assert.Empty(t, play.Pings(&m, []match.Event{{Kind: match.Ended, By: alice.ID}}), "nor of the end")
	m = against
	require.NoError(t, m.Game.Play(rules.Pass))
	m.Post = play.Post{Channel: "5002", Message: "1"}
	assert.Empty(t, play.Pings(&m, nil), "the bot is not notified")
}

// TestPings_Timed: the end of an absence or of a pause notifies the player whose time then runs.
func TestPings_Timed(t *testing.T) {
	t.Parallel()
	m := begun()
	require.NoError(t, m.Game.Play(rules.Pass))
	require.Equal(t, bob.ID, m.ToMove())
	m.Post = play.Post{Channel: "c", Message: "1"}
	m.Terms.Pace.PerTurn = time.Hour
	now := time.Unix(1_000_000_000, 0)
	running := match.Clock{TurnBegan: now, RunsFrom: now, Left: time.Hour}
	paused, spent, still := running, running, match.Clock{TurnBegan: now}
	paused.Paused, spent.TimeUpAt = true, now.Add(2*time.Hour)
	both, on := []match.PlayerID{alice.ID, bob.ID}, []match.PlayerID{bob.ID}
	for name, test := range map[string]struct {
		kind  match.EventKind
		by    match.PlayerID
		clock match.Clock
		want  []match.PlayerID
	}{
		"returned":               {match.Returned, bob.ID, running, on},
		"returned, waits":        {match.Returned, alice.ID, running, nil},
		"returned, in a pause":   {match.Returned, bob.ID, paused, nil},
		"returned, time is up":   {match.Returned, bob.ID, spent, nil},
		"resumed by the other":   {match.Resumed, bob.ID, running, []match.PlayerID{alice.ID}},
		"resumed by nobody":      {match.Resumed, "", running, on},
		"a pause that is to end": {match.PauseEnding, "", paused, both},
		"a pause that ended":     {match.PauseEnding, "", running, nil},
		"time is up":             {match.TimeUp, "", spent, both},
		"time was up":            {match.TimeUp, "", running, nil},
		"spared":                 {match.AutoAway, bob.ID, running, []match.PlayerID{bob.ID}},
		"summoned, has a clock":  {match.Summoned, alice.ID, running, nil},
		"summoned, has played":   {match.Summoned, alice.ID, still, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := m
			m.Clock = test.clock
			assert.Equal(t, test.want, play.Pings(&m, []match.Event{{Kind: test.kind, By: test.by}}))
		})
	}
}
