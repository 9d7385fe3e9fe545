package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

const aDay = 24 * time.Hour

// paced returns a match with a clock that began at 1000 seconds, after the given passes.
func paced(t *testing.T, turns ...string) *match.Match {
	t.Helper()
	m := playing(t, turns...)
	m.Terms.Pace = match.Pace{PerTurn: 3 * aDay, Bank: aDay}
	m.Terms.Grace = 2 * aDay
	bank := match.Reserve{Bank: aDay}
	m.Clock = match.Clock{TurnBegan: time.Unix(1000, 0), RunsFrom: time.Unix(1000, 0), Left: 3 * aDay,
		Reserves: rules.BySide[match.Reserve]{Red: bank, Blue: bank}}
	return m
}

// TestClock: the deadline of the side to move, and how much of it is the bank.
func TestClock(t *testing.T) {
	t.Parallel()
	full := "Deadline <t:346600:R>"
	for _, c := range []struct {
		name   string
		change func(*match.Match)
		want   string
		line   string
	}{
		{"full", func(*match.Match) {}, full, "deadline <t:346600:R>"},
		{"the other's bank", func(m *match.Match) { m.Clock.Reserves.Blue.Bank = 0 }, full, "deadline <t:346600:R>"},
		{"a part of the bank", func(m *match.Match) { m.Clock.Reserves.Red.Bank = 90 * time.Minute },
			"Deadline <t:265600:R>", "deadline <t:265600:R>"},
		{"a bank in use", func(m *match.Match) { m.Clock.Left = -20 * time.Hour },
			"Deadline <t:15400:R>", "deadline <t:15400:R>"},
		{"no bank", func(m *match.Match) { m.Clock.Reserves.Red.Bank = 0 },
			"Deadline <t:260200:R>, the bank is empty", "deadline <t:260200:R>"},
		{"time is up", func(m *match.Match) { m.Clock.Left, m.Clock.TimeUpAt = -aDay, time.Unix(1000, 0) },
			"", "time is up"},
		{"paused", func(m *match.Match) { m.Clock.Paused = true },
			"The clock is paused until a turn is played, either side resumes it or the pause ends <t:2593000:R>.", "the clock is paused"},
		{"no clock", func(m *match.Match) { m.Terms.Pace, m.Clock = match.Pace{}, match.Clock{} }, "", ""},
		{"over", func(m *match.Match) { m.Status = match.Finished }, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := paced(t, "pass", "pass")
			c.change(m)
			assert.Equal(t, c.want, Clock(i18ntest.English(), m))
			assert.Equal(t, c.line, due(i18ntest.English(), summary(m, play.Delivery{})))
			if m.Status == match.Playing {
				assert.Contains(t, Match(i18ntest.English(), m, alice), c.want)
				assert.Contains(t, Line(i18ntest.English(), summary(m, play.Delivery{}), bob, nil), c.line)
			}
		})
	}
}

// TestPace: whole days and hours are written as such.
func TestPace(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]match.Pace{
		"3 days per turn, bank 3 days":         {PerTurn: 3 * aDay, Bank: 3 * aDay},
		"1 day per turn, bank 1 day":           {PerTurn: aDay, Bank: aDay},
		"1 hour per turn, bank 36 hours":       {PerTurn: time.Hour, Bank: 36 * time.Hour},
		"10 minutes per turn, bank 30 minutes": {PerTurn: 10 * time.Minute, Bank: 30 * time.Minute},
		"1 minute per turn, no bank":           {PerTurn: time.Minute},
		"no clock":                             {},
	} {
		assert.Equal(t, want, paceWords(i18ntest.English(), p))
	}
}

// TestOverdue: after the deadline, each reader learns what happens automatically.
func TestOverdue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		turns  []string
		reader match.PlayerID
		robot  bool
		want   string
	}{
		{four, "", false, "**<@101>'s time is up.** Unless they play, <@102> wins <t:519400:R>."},
		{four, alice, false, "**Your time is up.** Unless you play, <@102> wins <t:519400:R>."},
		{four, bob, false, "**<@101>'s time is up.** Unless they play, <@102> wins <t:519400:R>."},
		{four, "", true, "**<@101>'s time is up.** Unless they play, <@102> (level 3) wins <t:519400:R>."},
		{nil, alice, false, "**Your time is up.** Unless you play, the game ends <t:519400:R> and doesn't count."},
		{nil, bob, false, "**<@101>'s time is up.** Without a turn, the game ends <t:519400:R> and doesn't count."},
	} {
		m := paced(t, c.turns...)
		if c.robot {
			m.Terms.Level = 3
		}
		assert.Empty(t, Overdue(i18ntest.English(), m, c.reader))
		m.Clock.TimeUpAt = m.Deadline()
		assert.Equal(t, c.want, Overdue(i18ntest.English(), m, c.reader))
		assert.Contains(t, Match(i18ntest.English(), m, c.reader), c.want)
	}
}

// TestOverdue_Summoned: the deadline of a summoned side without a clock is shown to everybody, in lists too.
func TestOverdue_Summoned(t *testing.T) {
	t.Parallel()
	m := playing(t, four...)
	assert.NotContains(t, Line(i18ntest.English(), summary(m, play.Delivery{}), bob, nil), "ends")
	_, err := m.As(bob).Summon(time.Unix(1, 0), time.Unix(0, 0).Add(match.MinWait))
	require.NoError(t, err)
	for reader, late := range map[match.PlayerID]string{"": "<@101> has", alice: "You have", bob: "<@101> has"} {
		assert.Contains(t, Match(i18ntest.English(), m, reader), "**"+late+" until <t:3196800:f> for a turn.** Without "+
			"one, the game ends and doesn't count.\n**")
	}
	assert.Contains(t, Line(i18ntest.English(), summary(m, play.Delivery{}), bob, nil), " · ends <t:3196800:R> without a turn")
	late := m.Clone()
	_, err = late.As(bob).Resign(late.Deadline())
	require.NoError(t, err)
	assert.Contains(t, Match(i18ntest.English(), &late, ""), "<@102> resigned")
	_, err = m.Arbiter().Lapse(m.LapseAt())
	require.NoError(t, err)
	assert.Contains(t, Match(i18ntest.English(), m, ""), "**The game was called off: <@101> had stopped playing.** It doesn't "+
		"count.\n")
}

var four = []string{"pass", "pass", "211-c4", "112-d4"}

// TestResult_Time: the result after time ran out, for each way to end the match.
func TestResult_Time(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		by    match.PlayerID
		turns []string
		want  string
	}{
		{bob, four, "**<@102> wins: <@101> ran out of time.**\n"},
		{"", four, "**<@102> wins: <@101> ran out of time** and didn't play in the 2 days after that either, so the " +
			"game ended automatically.\n"},
		{bob, nil, "**<@102> called the game off: <@101> ran out of time.** It doesn't count.\n"},
		{"", nil, "**The game was called off: <@101> ran out of time** before both had played a second turn. "},
		{alice, nil, "**<@101> called the game off** before playing a second turn."},
	} {
		m := paced(t, c.turns...)
		at := m.LapseAt()
		var err error
		switch c.by {
		case bob:
			_, err = m.As(bob).Claim(at)
		case alice:
			_, err = m.As(alice).Resign(at)
		default:
			_, err = m.Arbiter().Lapse(at)
		}
		require.NoError(t, err)
		assert.Contains(t, Match(i18ntest.English(), m, ""), c.want)
	}
}
