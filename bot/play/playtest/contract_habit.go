package playtest

import (
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// testHistories: what happened in the matches of somebody against people that began, the one that changed
// last first, up to a limit.
func testHistories(f fixture) {
	level := terms()
	level.Level = 3
	f.create("asked", bob, terms(), 1)
	f.start("first", terms(), 2)
	f.start("second", terms(), 3)
	f.start("third", terms(), 4)
	f.change("first", swapAt(5))
	f.change("third", resignAt(6))
	f.create("robot", robot, level, 7)
	f.change("robot", func(m *match.Match) ([]match.Event, error) { return m.As(robot).Accept(rules.Red, at(8)) })
	for p, want := range map[match.PlayerID][]match.ID{
		alice: {"third", "first", "second"}, bob: {"third", "first", "second"}, carol: nil,
	} {
		for _, limit := range []int{0, 2, 9} {
			got, err := f.Histories(f.Context(), p, limit)
			require.NoError(f, err)
			require.Len(f, got, min(limit, len(want)))
			for i, events := range got {
				assert.Equal(f, f.events(want[i]), events)
			}
		}
	}
}

// testEndings: how the finished matches of somebody against people ended, of all or of one of them.
func testEndings(f fixture) {
	level := terms()
	level.Level = 3
	blue := terms()
	blue.Side = match.PlayBlue
	resigned := func(id match.ID, opponent match.PlayerID, t match.Terms) {
		f.create(id, opponent, t, 1)
		f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(opponent).Accept(rules.Red, at(2)) })
		for i := 0; i < 4 && id != "left"; i++ { // or it would be called off
			f.change(id, swapAt(3))
		}
		f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(m.Red).Resign(at(4)) })
	}
	f.start("open", terms(), 1)
	resigned("red", bob, terms())
	resigned("blue", bob, blue)
	resigned("carol", carol, terms())
	resigned("left", "104", terms())
	resigned("robot", robot, level)
	lost := rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}
	off := rules.Outcome{Reason: rules.Aborted}
	for _, c := range []struct {
		p, other match.PlayerID
		want     []play.Ending
	}{
		{alice, "", []play.Ending{{Outcome: lost, Side: rules.Red}, {Outcome: lost, Side: rules.Blue},
			{Outcome: lost, Side: rules.Red}, {Outcome: off, Side: rules.Red, Left: true}}},
		{"104", alice, []play.Ending{{Outcome: off, Side: rules.Blue}}},
		{alice, bob, []play.Ending{{Outcome: lost, Side: rules.Red}, {Outcome: lost, Side: rules.Blue}}},
		{bob, alice, []play.Ending{{Outcome: lost, Side: rules.Blue}, {Outcome: lost, Side: rules.Red}}},
		{carol, "", []play.Ending{{Outcome: lost, Side: rules.Blue}}},
		{carol, bob, nil},
		{alice, alice, nil},
		{robot, "", nil},
	} {
		got, err := f.Endings(f.Context(), c.p, c.other)
		require.NoError(f, err)
		assert.ElementsMatch(f, c.want, got, "%s and %s", c.p, c.other)
	}
}
