package match_test

import (
	"slices"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/match"
)

// latest returns the latest of some times.
func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }

func unreach(m *match.Match, now time.Time) ([]match.Event, error) { return m.Arbiter().HoldTime(now) }

func reach(by match.PlayerID) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).ReleaseTime(now) }
}

// use enters what side has used in the running turn, late or not.
func (l *ledger) use(side rules.Color, used, late time.Duration) {
	l.used[side], l.late[side] = l.used[side]+used, l.late[side]+late
	l.turn.used, l.turn.late = l.turn.used+used, l.turn.late+late
}

// unreached has the turn of side, which began at a time, begin when it is reached, a week later at most, once a turn.
func (l *ledger) unreached(side rules.Color, began time.Time) {
	assert.False(l, l.turn.waited, "waited twice")
	assert.True(l, l.now.Before(began.Add(7*day)), "too late")
	l.turn.waited, l.await = true, began.Add(7*day)
	l.use(side, -l.turn.used, -l.turn.late)
}

// reached has the turn of by, who could not be reached, begin.
func (l *ledger) reached(by rules.Color) {
	assert.Equal(l, l.side(), by)
	assert.True(l, l.await.After(l.now), "nothing waited")
	l.await = time.Time{}
}

// resumed checks that side has half a turn from when it could be told that the other side let its time run again, and
// no more than that takes.
func (l *ledger) resumed(side, by rules.Color, more time.Duration) {
	half, from := l.m.Terms.Pace.PerTurn/2, latest(l.now.Add(max(0, l.told)), l.away[side], l.await)
	if by != side && !l.m.Overdue(l.now) {
		assert.False(l, l.m.Deadline().Before(from.Add(half)), "no time to learn of it")
	}
	if more > 0 {
		assert.NotEqual(l, side, by)
		assert.Equal(l, from.Add(half), l.m.Deadline())
		l.given[side] += more
		l.turn.given = max(l.turn.given, l.turn.used-l.turn.late) + more
	}
}

// lost has time that was lost until now, since when nothing happened, never have run.
func (l *ledger) lost(side rules.Color, deadline time.Time, d time.Duration) {
	if from := latest(l.now.Add(-d), l.away[side], l.await); !l.paused {
		l.use(side, -max(0, l.now.Sub(from)), -max(0, l.now.Sub(latest(from, deadline))))
	}
	l.still = l.still.Add(d)
	shift := func(times ...*time.Time) {
		for _, at := range times {
			if !at.IsZero() {
				*at = at.Add(d)
			}
		}
	}
	shift(&l.await, &l.away[rules.Red], &l.away[rules.Blue])
	for i := range l.played {
		one := &l.played[i]
		one.ended, one.still = one.ended.Add(d), one.still.Add(d)
		shift(&one.away, &one.await)
	}
}
