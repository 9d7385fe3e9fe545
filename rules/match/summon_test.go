package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/match"
)

// summon has the other side play within a week from now on.
func summon(by match.PlayerID) timely { return summonBack(by, 0) }

// summonBack is summon of somebody who is back after a while.
func summonBack(by match.PlayerID, back time.Duration) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).Summon(now.Add(back), now) }
}

// timeless is the match without a clock after what was done; Alice is Red.
func timeless(t *testing.T, done ...deed) match.Match {
	t.Helper()
	m := clockedWith(t, match.Pace{})
	for _, d := range done {
		_, err := d.do(&m, start().Add(d.after))
		require.NoError(t, err)
	}
	return m
}

// TestSummon: who waits for 30 days can have the other side play within a week, which only a turn or an agreed takeback
// calls off.
func TestSummon(t *testing.T) {
	t.Parallel()
	summoned := append(opening(), deed{30 * day, summon(bob)})
	then := func(more ...deed) []deed { return append(summoned[:5:5], more...) }
	for _, c := range []struct {
		name string
		done []deed
		want time.Duration // when the game ends, or never
	}{
		{"nobody asked", opening(), never},
		{"asked", summoned, 37 * day},
		{"asked later", append(opening(), deed{99 * day, summon(bob)}), 106 * day},
		{"in the first turn", []deed{{30 * day, summon(bob)}}, 37 * day},
		{"away", append(opening(), deed{30 * day, summonBack(bob, 5*day)}), 42 * day},
		{"back already", append(opening(), deed{30 * day, summonBack(bob, -5*day)}), 37 * day},
		{"lost time", then(deed{32 * day, credit(day)}), 38 * day},
		{"lost time while away", append(opening(), deed{30 * day, summonBack(bob, 5*day)}, deed{32 * day, credit(day)}), 43 * day},
		{"refused an offer", then(deed{31 * day, ask(bob, match.ToStop)}, deed{32 * day, reply(alice, match.ToStop, false)}), 37 * day},
		{"played", then(deed{36 * day, turn}), never},
		{"played late", then(deed{38 * day, turn}), never},
		{"played and taken back", then(deed{36 * day, turn}, deed{36*day + minute, takeBack(alice, true)}), 37 * day},
		{"played, lost time, taken back", then(deed{36 * day, turn}, deed{36*day + minute, credit(minute)},
			deed{36*day + minute, takeBack(alice, true)}), 37*day + minute},
		{"played and given back", then(deed{36 * day, turn}, deed{36 * day, both(alice, match.ToTakeBack)}), never},
		{"given back", then(deed{36 * day, both(bob, match.ToTakeBack)}), never},
		{"given back to the side that was summoned", then(deed{36 * day, both(alice, match.ToTakeBack)}), never},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := timeless(t, c.done...)
			assert.Equal(t, c.want != never, m.IsSummoned())
			assert.False(t, m.TimeUpRecorded())
			if c.want == never {
				assert.Zero(t, m.Deadline())
				assert.Zero(t, m.LapseAt())
				_, err := m.Arbiter().Lapse(start().Add(999 * day))
				require.ErrorIs(t, err, match.ErrNoClock)
				return
			}
			assert.Equal(t, c.want, m.Deadline().Sub(start()))
			assert.Equal(t, m.Deadline(), m.LapseAt())
		})
	}
}

// TestSummon_Refused: what cannot be, changes nothing.
func TestSummon_Refused(t *testing.T) {
	t.Parallel()
	again := append(opening(), deed{30 * day, summon(bob)})
	for name, c := range map[string]struct {
		done []deed
		last deed
		err  error
	}{
		"too early":             {opening(), deed{30*day - 1, summon(bob)}, match.ErrNotOverdue},
		"too early in a turn":   {[]deed{{0, turn}, {9 * day, turn}}, deed{30 * day, summon(bob)}, match.ErrNotOverdue},
		"taken back since":      {[]deed{{0, turn}, {9 * day, both(alice, match.ToTakeBack)}}, deed{30 * day, summon(bob)}, match.ErrNotOverdue},
		"by the side to move":   {opening(), deed{30 * day, summon(alice)}, match.ErrOwnClock},
		"by a third":            {opening(), deed{30 * day, summon(carol)}, match.ErrNotPlayer},
		"twice":                 {again, deed{31 * day, summon(bob)}, match.ErrOfferedAlready},
		"after the end":         {append(opening(), deed{0, resigns}), deed{30 * day, summon(bob)}, match.ErrFinished},
		"the end, too early":    {again, deed{37*day - 1, lapse}, match.ErrTooEarly},
		"a claim":               {again, deed{38 * day, claim(bob)}, match.ErrNoClock},
		"a gift":                {again, deed{38 * day, give(bob, day)}, match.ErrNoClock},
		"a call off":            {again, deed{38 * day, callOff(bob)}, match.ErrNoClock},
		"a pause":               {again, deed{31 * day, ask(alice, match.ToPause)}, match.ErrNoClock},
		"a vacation":            {again, deed{31 * day, goAway(alice, day)}, match.ErrNoClock},
		"a wait":                {again, deed{31 * day, unreach}, match.ErrNoClock},
		"that time is up":       {again, deed{38 * day, runOut}, match.ErrNoClock},
		"a free takeback after": {append(again[:5:5], deed{37*day - minute, turn}), deed{37 * day, takeBack(alice, true)}, match.ErrTimeUp},
		"lost without a wait":   {opening(), deed{2 * day, credit(day)}, match.ErrNothingLost},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := timeless(t, c.done...)
			before := m.Clone()
			events, err := c.last.do(&m, start().Add(c.last.after))
			require.ErrorIs(t, err, c.err)
			assert.Empty(t, events)
			assert.Equal(t, before, m)
		})
	}
	timed, bot, proposed := clocked(t, opening()...), timeless(t, opening()...), match.Match{}
	bot.Terms.Level = 1
	for _, m := range []match.Match{timed, bot} {
		_, err := m.As(bob).Summon(start(), start().Add(99*day))
		require.ErrorIs(t, err, match.ErrNotOverdue)
	}
	_, err := proposed.As(bob).Summon(start(), start())
	require.ErrorIs(t, err, match.ErrNotPlaying)
}

// TestSummon_Ends: the summons is an event, and ends the game without a result, by nobody; a side that leaves before
// its second turn is remembered.
func TestSummon_Ends(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		done []deed
		left rules.Color
	}{{opening(), rules.NoColor}, {opening()[:2], rules.Red}} {
		m := timeless(t, c.done...)
		require.Error(t, m.As(bob).CanSummon(start().Add(30*day-1)))
		require.NoError(t, m.As(bob).CanSummon(start().Add(30*day)))
		events, err := m.As(bob).Summon(start().Add(32*day), start().Add(30*day))
		require.NoError(t, err)
		assert.Equal(t, []match.Event{{Kind: match.Summoned, Seq: m.Seq, By: bob, Ply: len(c.done),
			At: start().Add(30 * day), Length: 9 * day}}, events)
		assert.True(t, match.Summoned.IsNews())
		events, err = m.Arbiter().Lapse(start().Add(39 * day))
		require.NoError(t, err)
		assert.Equal(t, []match.Event{{Kind: match.Ended, Seq: m.Seq, Ply: len(c.done), At: start().Add(39 * day)}}, events)
		assert.Equal(t, match.Finished, m.Status)
		assert.Equal(t, rules.Outcome{Reason: rules.Aborted}, m.Game.Outcome())
		assert.Empty(t, m.EndedBy)
		assert.Equal(t, c.left, m.Past.LeftBy)
		assert.False(t, m.IsSummoned())
	}
}

// calendar follows a match without a clock from outside, by its events alone.
type calendar struct {
	*rapid.T
	m    match.Match
	now  time.Time
	lap  lap
	laps []lap         // of the turns that stand
	back time.Duration // until the side to move is back
}

// lap is when a turn began, and until when its side was to play it; zero: it was not summoned.
type lap struct{ began, until time.Time }

func anySummons(t *rapid.T) {
	l := &calendar{T: t, m: clockedWith(t, match.Pace{}), now: start(), lap: lap{began: start()}}
	for range rapid.IntRange(1, 60).Draw(t, "commands") {
		l.now = l.now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "time")) *
			rapid.SampledFrom([]time.Duration{0, minute, hour, day}).Draw(t, "unit"))
		l.step()
	}
}

// step does one thing, and checks that it was possible and what followed.
func (l *calendar) step() {
	by := rapid.SampledFrom([]match.PlayerID{alice, bob, carol}).Draw(l.T, "by")
	l.back = time.Duration(rapid.IntRange(-5, 10).Draw(l.T, "back")) * day
	commands := map[string]timely{"turn": turn, "summon": summonBack(by, l.back), "lapse": lapse,
		"credit": credit(time.Duration(rapid.IntRange(0, 9).Draw(l.T, "lost")) * hour), "unseen": takeBack(by, true),
		"agreed": both(by, match.ToTakeBack), "run out": runOut, "call off": callOff(by)}
	name := rapid.SampledFrom([]string{"turn", "turn", "turn", "summon", "summon", "summon", "lapse", "credit", "unseen",
		"unseen", "agreed", "run out", "call off"}).Draw(l.T, "command")
	before := l.m.Clone()
	waits := before.ToMove() != "" && (by == alice || by == bob) && by != before.ToMove()
	events, err := commands[name](&l.m, l.now)
	ended := !l.lap.until.IsZero() && !l.now.Before(l.lap.until)
	switch name {
	case "summon":
		assert.Equal(l, waits && l.lap.until.IsZero() && l.now.Sub(l.lap.began) >= 30*day, err == nil)
	case "lapse":
		assert.Equal(l, ended && before.Status == match.Playing, err == nil)
	case "run out", "call off":
		assert.Error(l, err)
	}
	if err != nil {
		assert.Equal(l, before, l.m, "unchanged on error")
	}
	for _, e := range events {
		l.note(name, e)
	}
	if l.m.Status == match.Playing {
		assert.Equal(l, l.lap.until, l.m.Deadline())
		assert.Equal(l, l.lap.until, l.m.LapseAt())
	}
}

// note enters an event.
func (l *calendar) note(command string, e match.Event) {
	switch e.Kind {
	case match.Played:
		l.laps, l.lap = append(l.laps, l.lap), lap{began: l.now}
	case match.TakenBack:
		l.lap, l.laps = l.laps[e.Ply], l.laps[:e.Ply]
		if command == "agreed" {
			l.lap = lap{began: l.now}
		}
		assert.True(l, l.lap.until.IsZero() || l.now.Before(l.lap.until), "it would be over")
	case match.Summoned:
		assert.Equal(l, 7*day+max(0, l.back), e.Length)
		l.lap.until = l.now.Add(e.Length)
	case match.Credited:
		for i := range l.laps {
			l.laps[i].credit(e.Length)
		}
		l.lap.credit(e.Length)
	case match.Ended:
		assert.Empty(l, e.By)
		assert.Equal(l, rules.Aborted, l.m.Game.Outcome().Reason)
	}
}

// credit has time that was lost not count.
func (l *lap) credit(d time.Duration) {
	if !l.until.IsZero() {
		l.until = l.until.Add(d)
	}
}
