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
		told    float64 // as now
		quiet   notice.Quiet
		now     float64 // in hours since the turn began, as is want
		want    float64
	}{
		{"the first", 96, []notice.Reminder{hour, half}, never, notice.Quiet{}, 0, 48},
		{"after the first", 96, []notice.Reminder{half, hour}, 48, notice.Quiet{}, 48, 95},
		{"all were sent", 96, []notice.Reminder{half}, 48, notice.Quiet{}, 48, never},
		{"told within the hour before", 96, []notice.Reminder{half, hour}, 47.5, notice.Quiet{}, 48, 95},
		{"told an hour before", 96, []notice.Reminder{half, hour}, 47, notice.Quiet{}, 48, 48},
		{"told within half a turn before", 1, []notice.Reminder{quarter}, 0.5, notice.Quiet{}, 0.75, never},
		{"told half a turn before", 1, []notice.Reminder{quarter}, 0.25, notice.Quiet{}, 0.75, 0.75},
		{"told since", 96, []notice.Reminder{half, hour}, 50, notice.Quiet{}, 60, 95},
		{"what is late is due now", 96, []notice.Reminder{half}, never, notice.Quiet{}, 50, 48},
		{"as long as the turn", 24, []notice.Reminder{notice.DayBefore}, never, notice.Quiet{}, 0, never},
		{"longer than the turn", 12, []notice.Reminder{notice.DayBefore}, never, notice.Quiet{}, 0, never},
		{"one that is longer than the turn and one that is not", 12, []notice.Reminder{hour, notice.DayBefore}, never,
			notice.Quiet{}, 0, 11},
		{"without a clock", 0, []notice.Reminder{hour}, never, notice.Quiet{}, 0, never},
		{"when time is up", 96, []notice.Reminder{half}, never, notice.Quiet{}, 96, never},
		{"in quiet hours", 96, []notice.Reminder{quarter}, never, notice.Quiet{From: 11 * notice.OClock, To: 14 * notice.OClock}, 0, 74},
		{"in quiet hours until after the deadline", 96, []notice.Reminder{hour}, never, notice.Quiet{From: 10 * notice.OClock, To: 13 * notice.OClock}, 0,
			94 - 1.0/60},
		{"in quiet hours until the deadline", 96, []notice.Reminder{hour}, never, notice.Quiet{From: 10 * notice.OClock, To: 12 * notice.OClock}, 0,
			94 - 1.0/60},
		{"late, in quiet hours", 96, []notice.Reminder{half}, never, notice.Quiet{From: 20 * notice.OClock, To: 23 * notice.OClock}, 57, 59},
		{"late, in quiet hours until after the deadline", 96, []notice.Reminder{half}, never,
			notice.Quiet{From: 10 * notice.OClock, To: 13 * notice.OClock}, 95, never},
		{"quiet hours that began before the turn", 2, []notice.Reminder{hour}, never, notice.Quiet{From: 11 * notice.OClock, To: 15 * notice.OClock}, 0,
			never},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := notice.Wishes{Zone: time.UTC, Quiet: c.quiet, Reminders: c.wants}
			at := func(hours float64) (at time.Time) {
				if hours != never {
					at = after(hours)
				}
				return at
			}
			assert.Equal(t, at(c.want), w.Next(playing(t, c.perTurn), at(c.told), after(c.now)))
		})
	}
}

// TestNext_Away: there are no reminders while a player is away, on their return (of which they are notified), or while
// the clock is stopped.
func TestNext_Away(t *testing.T) {
	t.Parallel()
	m := playing(t, 24)
	w := notice.Wishes{Zone: time.UTC, Reminders: []notice.Reminder{half, hour}}
	_, err := m.As("1").StartAbsence(after(68), after(20))
	require.NoError(t, err)
	assert.Equal(t, after(71), w.Next(m, time.Time{}, after(20)))
	for _, by := range []match.PlayerID{"1", "2"} {
		_, err := m.As(by).MakeOffer(match.ToPause, after(21))
		require.NoError(t, err)
	}
	assert.Zero(t, w.Next(m, time.Time{}, after(22)))
}

// TestNext_Summoned: who is summoned without a clock is reminded as if the week were their turn.
func TestNext_Summoned(t *testing.T) {
	t.Parallel()
	m := playing(t, 0)
	_, err := m.As("2").Summon(after(0), after(720))
	require.NoError(t, err)
	for r, want := range map[notice.Reminder]float64{quarter: 720 + 126, half: 720 + 84, hour: 720 + 167} {
		w := notice.Wishes{Zone: time.UTC, Reminders: []notice.Reminder{r}}
		assert.Equal(t, after(want), w.Next(m, after(720), after(720)), r)
	}
}

// TestNext_Anew: a reminder is for a deadline, so that it comes again for another one.
func TestNext_Anew(t *testing.T) {
	t.Parallel()
	m := playing(t, 24)
	w := notice.Wishes{Zone: time.UTC, Reminders: []notice.Reminder{quarter}}
	assert.Equal(t, after(18), w.Next(m, time.Time{}, after(18)))
	assert.Zero(t, w.Next(m, after(18), after(18)))
	_, err := m.As("2").GiveTime(12*time.Hour, after(25))
	require.NoError(t, err)
	assert.Equal(t, after(31), w.Next(m, after(25), after(25)))
}
