package playtest

import (
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// robot is a player that is the bot.
const robot match.PlayerID = "100000000000000009"

// testRobot: matches against the robot are read back equal, found when it is to act, and told of
// when it has, or is late.
func testRobot(f fixture) {
	f.start("people", terms(), 0)
	level := terms()
	level.Level = 7
	m := f.startRobot("m1", level, 1)
	assert.Equal(f, match.Level(7), m.Terms.Level)
	f.startRobot("m2", level, 2)
	assert.Empty(f, f.awaiting(9), "Alice begins")

	f.update("m2", swapAt(3))
	f.update("m1", swapAt(4))
	f.update("people", swapAt(5))
	assert.Equal(f, []match.ID{"m2", "m1"}, f.awaiting(9))
	assert.Equal(f, []match.ID{"m2"}, f.awaiting(1))
	assert.Equal(f, at(4).Add(match.RobotGrace), f.due("m1"))

	f.update("m1", swapAt(5))
	assert.Equal(f, []match.ID{"m2"}, f.awaiting(9))
	assert.Equal(f, at(5), f.due("m1"), "told of both turns at once")
	f.update("m1", func(m *match.Match) ([]match.Event, error) { return m.OfferStop(alice, at(6)) })
	assert.Equal(f, []match.ID{"m2", "m1"}, f.awaiting(9))
	f.resign("m1", 7)
	f.resign("m2", 8)
	assert.Empty(f, f.awaiting(9))
	assert.Equal(f, at(8), f.due("m2"))
}

// startRobot stores a match of Alice and the robot, challenged and accepted in one.
func (f fixture) startRobot(id match.ID, t match.Terms, n int) match.Match {
	f.Helper()
	m, events, err := match.Propose(match.Proposal{ID: id, By: alice, To: robot, Terms: t}, at(n))
	require.NoError(f, err)
	accepted, err := m.Accept(robot, rules.Red, at(n))
	require.NoError(f, err)
	require.NoError(f, f.Create(f.Context(), m, append(events, accepted...)))
	require.Equal(f, m, f.match(id))
	return m
}

// awaiting returns the matches in which the robot is to act.
func (f fixture) awaiting(limit int) []match.ID {
	f.Helper()
	list, err := f.AwaitingRobot(f.Context(), limit)
	require.NoError(f, err)
	return list
}

// due returns when the news of a match are due, which is one time for all of them.
func (f fixture) due(id match.ID) (due time.Time) {
	f.Helper()
	for _, n := range f.notices() {
		if n.Match != id {
			continue
		}
		assert.True(f, due.IsZero() || due.Equal(n.Due), "at once")
		due = n.Due
	}
	return due
}

// swapAt plays a turn that is always legal for whoever is on.
func swapAt(n int) func(*match.Match) ([]match.Event, error) {
	return func(m *match.Match) ([]match.Event, error) {
		return m.Play(m.ToMove(), rules.ShiftTurn(rules.Swap111x222), at(n))
	}
}
