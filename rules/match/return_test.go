package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
)

func comesBack(m *match.Match, now time.Time) ([]match.Event, error) {
	return m.Arbiter().EndAbsences(now)
}

// TestReturn: absences end at their time, each once, and that moves no deadline.
func TestReturn(t *testing.T) {
	t.Parallel()
	both := []deed{{0, goAway(alice, 2*day)}, {hour, goAway(bob, day)}}
	for _, c := range []struct {
		name string
		done []deed
		at   time.Duration
		by   []match.PlayerID
		err  error
		next time.Duration // the result of BackAt afterwards; 0: none
	}{
		{"on turn", []deed{{0, goAway(alice, day)}}, day, []match.PlayerID{alice}, nil, 0},
		{"not yet", []deed{{0, goAway(alice, day)}}, day - 1, nil, match.ErrTooEarly, day},
		{"off turn", []deed{{0, goAway(bob, day)}}, day, []match.PlayerID{bob}, nil, 0},
		{"the first of two", both, day + hour, []match.PlayerID{bob}, nil, 2 * day},
		{"both, late", both, 3 * day, []match.PlayerID{alice, bob}, nil, 0},
		{"twice", append(both[:2:2], deed{3 * day, comesBack}), 4 * day, nil, match.ErrNotAway, 0},
		{"nobody was away", nil, day, nil, match.ErrNotAway, 0},
		{"back before", []deed{{0, goAway(alice, day)}, {hour, comeBack(alice)}}, day, nil, match.ErrNotAway, 0},
		{"off turn, back before", []deed{{0, goAway(bob, day)}, {hour, comeBack(bob)}}, day, nil, match.ErrNotAway, 0},
		{"with a turn", []deed{{0, goAway(alice, day)}, {hour, turn}}, day, nil, match.ErrNotAway, 0},
		{"in a pause", []deed{{0, goAway(alice, day)}, {hour, pause}}, day, []match.PlayerID{alice}, nil, 0},
		{"after the end", []deed{{0, goAway(alice, day)}, {hour, resigns}}, day, nil, match.ErrFinished, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := clocked(t, c.done...)
			deadline := m.Deadline()
			events, err := m.Arbiter().EndAbsences(start().Add(c.at))
			require.ErrorIs(t, err, c.err)
			var by []match.PlayerID
			for _, e := range events {
				assert.Equal(t, match.Returned, e.Kind)
				by = append(by, e.By)
			}
			assert.Equal(t, c.by, by)
			assert.Equal(t, deadline, m.Deadline())
			if c.next == 0 {
				assert.Zero(t, m.NextReturn())
			} else {
				assert.Equal(t, start().Add(c.next), m.NextReturn())
			}
		})
	}
	var proposed match.Match
	_, err := proposed.Arbiter().EndAbsences(start())
	require.ErrorIs(t, err, match.ErrNotPlaying)
}

// TestReturn_Took: a takeback does not restore an absence that is over by then, and restores one that is not.
func TestReturn_Took(t *testing.T) {
	t.Parallel()
	for length, want := range map[time.Duration]time.Duration{day: 0, 9 * day: 9 * day} {
		m := clocked(t, deed{0, goAway(alice, length)}, deed{hour, turn}, deed{2 * day, ask(alice, match.ToTakeBack)},
			deed{2 * day, reply(bob, match.ToTakeBack, true)})
		if want == 0 {
			assert.Zero(t, m.NextReturn())
		} else {
			assert.Equal(t, start().Add(want), m.NextReturn())
		}
	}
}

// TestCount_Away: the record of an absence ends with it.
func TestCount_Away(t *testing.T) {
	t.Parallel()
	for _, by := range []match.PlayerID{alice, bob} {
		m := clocked(t, deed{0, goAway(by, day)})
		deadline := m.Deadline()
		m.AdvanceClock(start().Add(day - 1))
		assert.NotZero(t, m.NextReturn())
		m.AdvanceClock(start().Add(day))
		assert.Zero(t, m.NextReturn(), by)
		assert.Equal(t, deadline, m.Deadline())
	}
}

// TestAway_Late: who goes away when their time is up has none left when they are back, and half a turn where the other
// side has let the clock go on.
func TestAway_Late(t *testing.T) {
	t.Parallel()
	late := []deed{{4 * day, goAway(alice, 3*day)}}
	m := clocked(t, late...)
	assert.Equal(t, start().Add(7*day), m.Deadline())
	m = clocked(t, append(late, deed{5 * day, pause}, deed{5*day + 12*hour, resume(bob)})...)
	assert.Equal(t, start().Add(7*day+12*hour), m.Deadline())
}
