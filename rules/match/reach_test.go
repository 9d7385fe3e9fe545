package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
)

// TestUnreach: if a side cannot be notified of its turn, its time begins when it can, at most a week after the turn
// began, once a turn.
func TestUnreach(t *testing.T) {
	t.Parallel()
	const all = 3 * day // the time for a turn and the bank
	untold := []deed{{hour, unreach}}
	then := func(more ...deed) []deed { return append(untold[:1:1], more...) }
	for _, c := range []struct {
		name string
		done []deed
		want time.Duration // the deadline, or never
	}{
		{"never seen", untold, 7*day + all},
		{"found out late", []deed{{7*day - 1, unreach}}, 7*day + all},
		{"found out when time was up", []deed{{3 * day, runOut}, {4 * day, unreach}}, 7*day + all},
		{"seen", then(deed{2 * day, reach(alice)}), 2*day + all},
		{"seen at once", then(deed{hour, reach(alice)}), hour + all},
		{"seen, and away", then(deed{2 * day, reach(alice)}, deed{2 * day, goAway(alice, day)}), 3*day + all},
		{"away for longer", then(deed{day, goAway(alice, 9*day)}), 10*day + all},
		{"away for longer, and seen", then(deed{day, goAway(alice, 9*day)}, deed{2 * day, reach(alice)}), 10*day + all},
		{"away for less", then(deed{day, goAway(alice, day)}), 7*day + all},
		{"paused", then(deed{day, pause}), never},
		{"paused and seen", then(deed{day, pause}, deed{2 * day, reach(alice)}, deed{3 * day, resume(alice)}), 3*day + all},
		{"paused for less", then(deed{day, pause}, deed{2 * day, resume(bob)}), 7*day + all},
		{"paused for longer", then(deed{day, pause}, deed{9 * day, resume(alice)}), 9*day + all},
		{"lost time", then(deed{2 * day, credit(day)}), 8*day + all},
		{"played", then(deed{2 * day, turn}), 2*day + all},
		{"played and taken back", then(deed{2 * day, turn}, deed{2 * day, takeBack(alice, true)}), 7*day + all},
		{"seen, played and taken back", then(deed{day, reach(alice)}, deed{2 * day, turn},
			deed{2 * day, takeBack(alice, true)}), day + all},
		{"played and given back", then(deed{2 * day, turn}, deed{3 * day, both(alice, match.ToTakeBack)}), 3*day + all},
		{"of the next turn", then(deed{day, turn}, deed{day, unreach}), 8*day + all},
		{"of a turn in place of another", []deed{{0, turn}, {0, unreach}, {0, takeBack(alice, true)},
			{hour, turn}, {hour, unreach}}, hour + 7*day + all},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := clocked(t, c.done...)
			if c.want == never {
				assert.Zero(t, m.Deadline())
				return
			}
			assert.Equal(t, c.want, m.Deadline().Sub(start()))
		})
	}
}

// TestUnreach_Refused: what cannot be, changes nothing.
func TestUnreach_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		done []deed
		last deed
		err  error
	}{
		"twice":                    {[]deed{{0, unreach}}, deed{hour, unreach}, match.ErrHeld},
		"again when seen":          {[]deed{{0, unreach}, {hour, reach(alice)}}, deed{hour, unreach}, match.ErrHeld},
		"again when it was undone": {[]deed{{0, unreach}, {hour, turn}, {2 * hour, both(alice, match.ToTakeBack)}}, deed{2 * hour, unreach}, match.ErrHeld},
		"a week later":             {nil, deed{7 * day, unreach}, match.ErrHeld},
		"in a pause":               {[]deed{{0, pause}}, deed{hour, unreach}, match.ErrPaused},
		"after the end":            {[]deed{{0, resigns}}, deed{hour, unreach}, match.ErrFinished},
		"seen by the other":        {[]deed{{0, unreach}}, deed{hour, reach(bob)}, match.ErrNotHeld},
		"seen by a third":          {[]deed{{0, unreach}}, deed{hour, reach(carol)}, match.ErrNotPlayer},
		"seen twice":               {[]deed{{0, unreach}, {hour, reach(alice)}}, deed{hour, reach(alice)}, match.ErrNotHeld},
		"seen a week later":        {[]deed{{0, unreach}}, deed{7 * day, reach(alice)}, match.ErrNotHeld},
		"seen before":              {nil, deed{hour, reach(alice)}, match.ErrNotHeld},
		"seen after the end":       {[]deed{{0, unreach}, {0, resigns}}, deed{hour, reach(alice)}, match.ErrFinished},
		"claimed meanwhile":        {[]deed{{0, unreach}}, deed{9 * day, claim(bob)}, match.ErrNotOverdue},
		"up meanwhile":             {[]deed{{0, unreach}}, deed{9 * day, runOut}, match.ErrTooEarly},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := clocked(t, c.done...)
			before := m.Clone()
			events, err := c.last.do(&m, start().Add(c.last.after))
			require.ErrorIs(t, err, c.err)
			assert.Empty(t, events)
			assert.Equal(t, before, m)
		})
	}
	var proposed match.Match
	_, err := proposed.Arbiter().HoldTime(start())
	require.ErrorIs(t, err, match.ErrNotPlaying)
}

// TestUnreach_Events: both events are by the side to move, and the first one notifies nobody else.
func TestUnreach_Events(t *testing.T) {
	t.Parallel()
	m := clocked(t, deed{0, turn})
	events, err := m.Arbiter().HoldTime(start().Add(hour))
	require.NoError(t, err)
	assert.Equal(t, []match.Event{{Kind: match.TimeHeld, Seq: m.Seq, By: bob, Ply: 1, At: start().Add(hour)}}, events)
	assert.False(t, match.TimeHeld.IsNews())
	events, err = m.As(bob).ReleaseTime(start().Add(day))
	require.NoError(t, err)
	assert.Equal(t, []match.Event{{Kind: match.TimeReleased, Seq: m.Seq, By: bob, Ply: 1, At: start().Add(day)}}, events)
	assert.True(t, match.TimeReleased.IsNews())
}

// TestUnreach_Counted: until when a turn waits is said while it does.
func TestUnreach_Counted(t *testing.T) {
	t.Parallel()
	for at, waits := range map[time.Duration]bool{hour: true, 7*day - 1: true, 7 * day: false, 8 * day: false} {
		m := clocked(t, deed{0, unreach})
		deadline := m.Deadline()
		m.AdvanceClock(start().Add(at))
		assert.Equal(t, waits, !m.Clock.HeldUntil.IsZero(), at)
		assert.Equal(t, deadline, m.Deadline(), at)
	}
}
