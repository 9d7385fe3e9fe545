package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
)

// suspendFrom suspends the clock since a time.
func suspendFrom(since time.Duration) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.Arbiter().Suspend(match.ServerGone, start().Add(since), now)
	}
}

func endSuspension(m *match.Match, now time.Time) ([]match.Event, error) {
	return m.Arbiter().EndSuspension(time.Time{}, now)
}

// TestSuspension_Deadline: the time of a suspension costs nobody anything, whatever happens in it. A turn has a day,
// the bank two.
func TestSuspension_Deadline(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		done     []deed
		deadline time.Duration
		red      time.Duration // Red's bank
	}{
		{"nothing else", []deed{{hour, suspendFrom(hour)}, {9 * day, endSuspension}}, 11*day + 23*hour, 2 * day},
		{"found out late", []deed{{9 * hour, suspendFrom(hour)}, {9 * day, endSuspension}}, 11*day + 23*hour, 2 * day},
		{"within the bank", []deed{{2 * day, suspendFrom(2 * day)}, {9 * day, endSuspension}}, 10 * day, 2 * day},
		{"little time left", []deed{{3*day - hour, suspendFrom(3*day - hour)}, {9 * day, endSuspension}},
			9*day + 12*hour, hour},
		{"a deadline that passed unnoticed", []deed{{4 * day, suspendFrom(4 * day)}, {9 * day, endSuspension}},
			9*day + 12*hour, 0},
		{"time up before", []deed{{3 * day, runOut}, {4 * day, suspendFrom(4 * day)}, {9 * day, endSuspension}},
			8 * day, 2 * day},
		{"a turn in it", []deed{{day, suspendFrom(day)}, {5 * day, turn}, {9 * day, endSuspension}}, 12 * day, 2 * day},
		{"a turn in it that used the bank", []deed{{2 * day, suspendFrom(2 * day)}, {5 * day, turn}, {6 * day, turn},
			{9 * day, endSuspension}}, 11 * day, day},
		{"a turn before it was found out", []deed{{hour, turn}, {2 * hour, suspendFrom(0)}, {9 * day, endSuspension}},
			12 * day, 2 * day},
		{"paused before", []deed{{hour, pause}, {day, suspendFrom(day)}, {9 * day, endSuspension}, {9 * day, resume(bob)}},
			11*day + 23*hour, 2 * day},
		{"a pause ended in it", []deed{{hour, pause}, {day, suspendFrom(day)}, {2 * day, resume(bob)},
			{9 * day, endSuspension}}, 11*day + 23*hour, 2 * day},
		{"away before", []deed{{0, goAway(alice, 10*day)}, {day, suspendFrom(day)}, {9 * day, endSuspension}},
			13 * day, 2 * day},
		{"away until in it", []deed{{0, goAway(alice, 2*day)}, {day, suspendFrom(day)}, {9 * day, endSuspension}},
			12 * day, 2 * day},
		{"taken back in it", []deed{{12 * hour, turn}, {13 * hour, suspendFrom(12*hour + minute)},
			{12*hour + 9*minute, takeBack(alice, true)}, {9 * day, endSuspension}}, 11*day + 12*hour - minute, 2 * day},
		{"taken back after it", []deed{{12 * hour, turn}, {12*hour + minute, suspendFrom(12*hour + minute)},
			{9 * day, endSuspension}, {9*day + minute, takeBack(alice, true)}}, 11*day + 12*hour - minute, 2 * day},
		{"a turn in it taken back after it", []deed{{12 * hour, suspendFrom(12 * hour)}, {2 * day, turn},
			{9 * day, endSuspension}, {9*day + minute, takeBack(alice, true)}}, 11*day + 12*hour, 2 * day},
		{"twice", []deed{{hour, suspendFrom(hour)}, {day, endSuspension}, {day, suspendFrom(day)}, {9 * day, endSuspension}},
			11*day + 23*hour, 2 * day},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := clocked(t, c.done...)
			assert.Equal(t, c.deadline, m.Deadline().Sub(start()))
			assert.Equal(t, c.red, m.Clock.Reserves.Red.Bank)
			assert.Zero(t, m.Clock.Suspension)
		})
	}
}

// TestSuspension_Stops: while the clock is suspended nobody can act on it, and nothing ends.
func TestSuspension_Stops(t *testing.T) {
	t.Parallel()
	m := clocked(t, append(opening(), deed{3 * day, runOut}, deed{3 * day, goAway(bob, day)},
		deed{4 * day, suspendFrom(4 * day)})...)
	late := start().Add(99 * day)
	for name, do := range map[string]timely{"claim": claim(bob), "give": give(bob, hour), "call off": callOff(bob),
		"lapse": lapse, "time up": runOut, "hold": unreach, "suspend": suspendFrom(0)} {
		before := m.Clone()
		_, err := do(&m, late)
		require.ErrorIs(t, err, match.ErrSuspended, name)
		assert.Equal(t, before, m, name)
	}
	assert.Zero(t, m.Deadline())
	assert.Zero(t, m.LapseAt())
	assert.Zero(t, m.NextReturn())
	assert.False(t, m.Overdue(late))
	_, err := m.As(alice).Play(swap(), late)
	require.NoError(t, err, "turns stay possible")
}

// TestSuspension_Grace: a side whose time was up has the whole grace again.
func TestSuspension_Grace(t *testing.T) {
	t.Parallel()
	m := clocked(t, append(opening(), deed{3 * day, runOut}, deed{4 * day, suspendFrom(4 * day)},
		deed{9 * day, endSuspension})...)
	assert.True(t, m.TimeUpRecorded())
	assert.Equal(t, 9*day+m.Terms.Grace, m.LapseAt().Sub(start()))
	_, err := claim(bob)(&m, start().Add(9*day))
	require.NoError(t, err)
}

// TestSuspension_Pause: the end of a pause waits as long as the suspension lasts.
func TestSuspension_Pause(t *testing.T) {
	t.Parallel()
	m := clocked(t, deed{0, pause}, deed{day, suspendFrom(day)})
	assert.Zero(t, m.PauseDue())
	_, err := endSuspension(&m, start().Add(9*day))
	require.NoError(t, err)
	assert.Equal(t, match.MaxPause+8*day, m.PauseEnd().Sub(start()))
}

// TestSuspension_Summons: without a clock, a summons is suspended, and nobody can summon.
func TestSuspension_Summons(t *testing.T) {
	t.Parallel()
	m := playing(swaps(4))(t)
	begin := m.Clock.TurnBegan
	waited := begin.Add(match.MinWait)
	_, err := m.As(bob).Summon(time.Time{}, waited)
	require.NoError(t, err)
	_, err = m.Arbiter().Suspend(match.ServerBlocked, waited.Add(day), waited.Add(day))
	require.NoError(t, err)
	assert.Zero(t, m.Deadline())
	_, err = m.As(bob).Summon(time.Time{}, waited.Add(2*day))
	require.ErrorIs(t, err, match.ErrSuspended)
	events, err := endSuspension(&m, waited.Add(9*day))
	require.NoError(t, err)
	assert.Equal(t, waited.Add(match.SummonSpan+8*day), m.Deadline())
	assert.Equal(t, 8*day, events[0].Length)
	_, err = endSuspension(&m, waited.Add(9*day))
	require.ErrorIs(t, err, match.ErrNotSuspended)

	m = playing(swaps(4))(t)
	clock := m.Clock
	for _, do := range []timely{suspendFrom(0), endSuspension} {
		_, err := do(&m, start())
		require.NoError(t, err)
	}
	assert.Equal(t, clock, m.Clock, "nothing ran")
}
