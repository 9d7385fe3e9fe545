package notice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/notice"
	"madbot/rules"
	"madbot/rules/match"
)

// begun is when the matches of the tests begin: at noon, so that a turn of four days ends at noon.
func begun() time.Time { return time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC) }

// after returns when so many hours of a match have passed.
func after(hours float64) time.Time { return begun().Add(time.Duration(hours * float64(time.Hour))) }

// playing is a match with so many hours per turn, in which the player 1 is to move; 0: no clock.
func playing(t *testing.T, hours float64) *match.Match {
	t.Helper()
	pace := match.Pace{PerTurn: time.Duration(hours * float64(time.Hour))}
	m, _, err := match.Propose(match.Proposal{ID: "m", By: "1", To: "2",
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Pace: pace}}, begun())
	require.NoError(t, err)
	_, err = m.As("2").Accept(rules.Red, begun())
	require.NoError(t, err)
	return &m
}

func TestReminder_Before(t *testing.T) {
	t.Parallel()
	pace := match.Pace{PerTurn: 8 * time.Hour, Bank: time.Hour}
	for r, hours := range map[notice.Reminder]time.Duration{notice.AtHalf: 4, notice.AtQuarter: 2,
		notice.DayBefore: 24, notice.HalfDayBefore: 12, notice.ThreeHoursAhead: 3, notice.HourBefore: 1} {
		assert.Equal(t, hours*time.Hour, r.Before(pace), r)
	}
}

// TestRead: what is kept is read in the usual order; nothing is the usual reminder.
func TestRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]notice.Reminder{
		"":                           {notice.AtQuarter},
		"none":                       nil,
		"1h half":                    {notice.AtHalf, notice.HourBefore},
		"1h never":                   {notice.HourBefore},
		"half 24h quarter 12h 3h 1h": notice.All(),
	} {
		assert.Equal(t, want, notice.Read(text), text)
	}
	for want, list := range map[string][]notice.Reminder{
		"none":                       nil,
		"half 1h":                    {notice.HourBefore, "never", notice.AtHalf},
		"half 24h quarter 12h 3h 1h": notice.All(),
	} {
		assert.Equal(t, want, notice.Write(list))
	}
}

const (
	half, quarter, hour = notice.AtHalf, notice.AtQuarter, notice.HourBefore
	never               = -1.0
)

// TestNext: when the next reminder of a turn comes.
func TestNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		perTurn float64 // hours
		wants   []notice.Reminder
		sent    []notice.Reminder
		quiet   notice.Quiet
		now     float64 // in hours since the turn began, as is want
		want    float64
	}{
		{"the first", 96, []notice.Reminder{hour, half}, nil, notice.Quiet{}, 0, 48},
		{"after the first", 96, []notice.Reminder{half, hour}, []notice.Reminder{half}, notice.Quiet{}, 48, 95},
		{"all were sent", 96, []notice.Reminder{half}, []notice.Reminder{half}, notice.Quiet{}, 48, never},
		{"what is late is due now", 96, []notice.Reminder{half}, nil, notice.Quiet{}, 50, 48},
		{"as long as the turn", 24, []notice.Reminder{notice.DayBefore}, nil, notice.Quiet{}, 0, never},
		{"longer than the turn", 12, []notice.Reminder{notice.DayBefore}, nil, notice.Quiet{}, 0, never},
		{"one that is longer than the turn and one that is not", 12, []notice.Reminder{hour, notice.DayBefore}, nil,
			notice.Quiet{}, 0, 11},
		{"without a clock", 0, []notice.Reminder{hour}, nil, notice.Quiet{}, 0, never},
		{"when time is up", 96, []notice.Reminder{half}, nil, notice.Quiet{}, 96, never},
		{"in quiet hours", 96, []notice.Reminder{quarter}, nil, notice.Quiet{From: 11, To: 14}, 0, 74},
		{"in quiet hours until after the deadline", 96, []notice.Reminder{hour}, nil, notice.Quiet{From: 10, To: 13}, 0,
			94 - 1.0/60},
		{"in quiet hours until the deadline", 96, []notice.Reminder{hour}, nil, notice.Quiet{From: 10, To: 12}, 0,
			94 - 1.0/60},
		{"late, in quiet hours", 96, []notice.Reminder{half}, nil, notice.Quiet{From: 20, To: 23}, 57, 59},
		{"late, in quiet hours until after the deadline", 96, []notice.Reminder{half}, nil,
			notice.Quiet{From: 10, To: 13}, 95, never},
		{"quiet hours that began before the turn", 2, []notice.Reminder{hour}, nil, notice.Quiet{From: 11, To: 15}, 0,
			never},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := notice.Wishes{Zone: time.UTC, Quiet: c.quiet, Reminders: c.wants}
			var want time.Time
			if c.want != never {
				want = after(c.want)
			}
			assert.Equal(t, want, w.Next(playing(t, c.perTurn), c.sent, after(c.now)))
		})
	}
}

// TestDue: what is due at a time, and since when; what was sent is not.
func TestDue(t *testing.T) {
	t.Parallel()
	w := notice.Wishes{Zone: time.UTC, Reminders: []notice.Reminder{hour, half, quarter}}
	for _, c := range []struct {
		now   float64
		sent  []notice.Reminder
		want  []notice.Reminder
		since float64
	}{
		{47.9, nil, nil, never},
		{48, nil, []notice.Reminder{half}, 48},
		{95, nil, []notice.Reminder{hour, half, quarter}, 48},
		{95, []notice.Reminder{half}, []notice.Reminder{hour, quarter}, 72},
		{96, nil, nil, never},
	} {
		due, since := w.Due(playing(t, 96), c.sent, after(c.now))
		assert.Equal(t, c.want, due, c.now)
		if c.since == never {
			assert.Zero(t, since)
		} else {
			assert.Equal(t, after(c.since), since)
		}
	}
}

// TestNext_Away: nobody is reminded while they are away, but when they are back, nor while the clock stands still.
func TestNext_Away(t *testing.T) {
	t.Parallel()
	m := playing(t, 24)
	w := notice.Wishes{Zone: time.UTC, Reminders: []notice.Reminder{half, hour}}
	_, err := m.As("1").GoAway(after(68), after(20))
	require.NoError(t, err)
	assert.Equal(t, after(68), w.Next(m, nil, after(20)))
	assert.Equal(t, after(71), w.Next(m, []notice.Reminder{half}, after(20)))
	due, _ := w.Due(m, nil, after(67))
	assert.Empty(t, due)
	for _, by := range []match.PlayerID{"1", "2"} {
		_, err := m.As(by).MakeOffer(match.ToPause, after(21))
		require.NoError(t, err)
	}
	assert.Zero(t, w.Next(m, nil, after(22)))
}

// TestGlance_Needless: who has looked since a reminder was due, or within the hour, needs none.
func TestGlance_Needless(t *testing.T) {
	t.Parallel()
	m := playing(t, 96)
	_, err := m.As("1").Play(rules.Pass, after(1))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		moment     int
		looked     float64
		since, now float64
		want       bool
	}{
		"since it was due":           {1, 50, 48, 60, true},
		"when it was due":            {1, 48, 48, 60, true},
		"before it was due":          {1, 47, 48, 60, false},
		"within the hour":            {1, 47.5, 48, 48, true},
		"an hour ago":                {1, 47, 48, 48, false},
		"at the board of a turn ago": {0, 50, 48, 50, false},
	} {
		g := notice.Glance{Moment: c.moment, At: after(c.looked)}
		assert.Equal(t, c.want, g.Needless(m, after(c.since), after(c.now)), name)
	}
	assert.False(t, notice.Glance{Moment: 1}.Needless(m, time.Time{}, after(1)), "never")
}
