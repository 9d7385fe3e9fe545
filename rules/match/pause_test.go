package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
)

func endPause(m *match.Match, now time.Time) ([]match.Event, error) {
	return m.Arbiter().EndPause(now, now)
}

// TestEndPause: a pause ends by itself after 30 days, which is recorded a day before.
func TestEndPause(t *testing.T) {
	t.Parallel()
	told := []deed{{hour, pause}, {hour + 29*day, endPause}}
	over := append(told[:2:2], deed{hour + 30*day, endPause})
	free := []deed{{hour, pause}, {2 * day, turn}, {2 * day, takeBack(alice, true)}}
	for _, c := range []struct {
		name string
		done []deed
		at   time.Duration
		kind match.EventKind
		err  error
	}{
		{"too early", told[:1], hour + 29*day - 1, 0, match.ErrTooEarly},
		{"a day before", told[:1], hour + 29*day, match.PauseEnding, nil},
		{"late", told[:1], 40 * day, match.PauseEnding, nil},
		{"told, too early", told, hour + 30*day - 1, 0, match.ErrTooEarly},
		{"told", told, hour + 30*day, match.Resumed, nil},
		{"told late, too early", []deed{{hour, pause}, {40 * day, endPause}}, 41*day - 1, 0, match.ErrTooEarly},
		{"told late", []deed{{hour, pause}, {40 * day, endPause}}, 41 * day, match.Resumed, nil},
		{"over", over, 40 * day, 0, match.ErrNotPaused},
		{"another one", append(over[:3:3], deed{40 * day, pause}), 69*day - 1, 0, match.ErrTooEarly},
		{"another one, a day before", append(over[:3:3], deed{40 * day, pause}), 69 * day, match.PauseEnding, nil},
		{"as it was before a turn", free, hour + 29*day, match.PauseEnding, nil},
		{"no pause", nil, 40 * day, 0, match.ErrNotPaused},
		{"after the end", []deed{{hour, pause}, {hour, resigns}}, 40 * day, 0, match.ErrFinished},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := clocked(t, c.done...)
			if due := m.PauseDue(); c.err == nil {
				assert.False(t, due.After(start().Add(c.at)))
			} else {
				assert.True(t, due.IsZero() || due.After(start().Add(c.at)))
			}
			events, err := endPause(&m, start().Add(c.at))
			require.ErrorIs(t, err, c.err)
			if c.err == nil {
				assert.Equal(t, []match.Event{{Kind: c.kind, Seq: m.Seq, Ply: m.Game.Ply(), At: start().Add(c.at),
					Length: events[0].Length}}, events)
			}
		})
	}
	var proposed match.Match
	_, err := endPause(&proposed, start())
	require.ErrorIs(t, err, match.ErrNotPlaying)
}

// TestEndPause_Told: the side to move has at least half a turn from when it can be notified, or what it had left if
// that is more; a late side stays late.
func TestEndPause_Told(t *testing.T) {
	t.Parallel()
	for paused, want := range map[time.Duration]time.Duration{
		3*day - hour: 8*hour + 12*hour, day: 2 * day, 3 * day: 0} {
		m := clocked(t, deed{paused, pause}, deed{paused + 29*day, endPause})
		end := start().Add(paused + 30*day)
		_, err := m.Arbiter().EndPause(end.Add(8*hour), end)
		require.NoError(t, err)
		assert.Equal(t, want, m.Deadline().Sub(end), paused)
	}
}
