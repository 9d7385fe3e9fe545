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

// ledger follows a match from outside, by its events alone: how much time each side was given, and
// how much it has used.
type ledger struct {
	*rapid.T
	m      match.Match
	now    time.Time
	given  [3]time.Duration // by colour, the banks included
	used   [3]time.Duration // while it was to move, present, and the clock ran
	late   [3]time.Duration // of that, after the deadline
	turn   stretch          // the running one
	played []stretch        // those before it
	away   [3]time.Time
	paused bool
	ends   int
}

// stretch is what one turn has used.
type stretch struct {
	began      time.Time
	used, late time.Duration
}

// TestAnyTimes lets anybody do anything at any time in a match with a clock, and holds what must
// always be true of time against it.
func TestAnyTimes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pace := match.Pace{PerTurn: time.Duration(rapid.IntRange(1, 72).Draw(t, "per turn")) * time.Hour,
			Bank: time.Duration(rapid.IntRange(0, 72).Draw(t, "bank")) * time.Hour}
		l := &ledger{T: t, m: clockedWith(t, pace), now: start()}
		l.turn = stretch{began: l.now}
		l.given[rules.Red], l.given[rules.Blue] = pace.Bank+pace.PerTurn, pace.Bank
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			l.wait(time.Duration(rapid.IntRange(0, 100).Draw(t, "minutes")) *
				rapid.SampledFrom([]time.Duration{0, time.Minute, time.Hour}).Draw(t, "unit"))
			l.step()
		}
		assert.LessOrEqual(t, l.ends, 1)
		assert.Equal(t, l.ends == 1, l.m.Status == match.Finished)
	})
}

// side is whose time it is.
func (l *ledger) side() rules.Color {
	p := l.m.Game.Position()
	return p.Side()
}

// wait lets time pass.
func (l *ledger) wait(d time.Duration) {
	before, side := l.now, l.side()
	l.now = l.now.Add(d)
	if l.paused || l.m.Status != match.Playing {
		return
	}
	deadline := l.m.Deadline()
	require.False(l, deadline.IsZero())
	if l.away[side].After(before) {
		before = l.away[side]
	}
	used := max(0, l.now.Sub(before))
	if deadline.After(before) {
		before = deadline
	}
	late := max(0, l.now.Sub(before))
	l.used[side], l.late[side] = l.used[side]+used, l.late[side]+late
	l.turn.used, l.turn.late = l.turn.used+used, l.turn.late+late
}

// step does one thing, mostly such that the match goes on.
func (l *ledger) step() {
	by := rapid.SampledFrom([]match.PlayerID{alice, bob, carol}).Draw(l.T, "by")
	d := time.Duration(rapid.IntRange(-1, 80).Draw(l.T, "hours")) * time.Hour
	kind := rapid.SampledFrom([]match.OfferKind{match.ToStop, match.ToTakeBack, match.ForTime,
		match.ForTime, match.ToPause, match.ToPause, match.ToTakeBack}).Draw(l.T, "kind")
	yes := kind != match.ToStop || rapid.IntRange(0, 9).Draw(l.T, "yes") == 0
	commands := map[string]timely{
		"turn": turn, "claim": claim(by), "call off": callOff(by), "give": give(by, d), "lapse": lapse, "run out": runOut,
		"resume": resume(by), "away": goAway(by, d), "back": comeBack(by), "credit": credit(d),
		"ask": ask(by, kind), "reply": reply(by, kind, yes), "unask": unask(by, kind),
		"unseen": takeBack(by, true),
	}
	name := rapid.SampledFrom([]string{"turn", "turn", "turn", "turn", "turn", "turn", "claim", "call off",
		"give", "give", "lapse", "run out", "run out", "resume", "resume", "away", "away", "back", "credit", "credit", "ask", "ask",
		"ask", "ask", "reply", "reply", "reply", "reply", "unask", "unseen", "unseen"}).Draw(l.T, "command")
	before := l.m.Clone()
	events, err := commands[name](&l.m, l.now)
	if err != nil {
		require.Empty(l, events)
		require.Equal(l, before, l.m, "unchanged on error")
		return
	}
	require.NotEmpty(l, events)
	require.Equal(l, before.Seq+len(events), l.m.Seq)
	require.Equal(l, match.Playing, before.Status, "something happened after the end")
	for _, e := range events {
		l.note(&before, name, e)
	}
	l.check(&before, events)
	moved := before.Game.Ply() != l.m.Game.Ply()
	assert.Equal(l, moved, before.Moment() < l.m.Moment(), "a position has one moment")
}

// begin begins a turn.
func (l *ledger) begin() { l.played, l.turn = append(l.played, l.turn), stretch{began: l.now} }

// undo returns the turn that is taken back.
func (l *ledger) undo() stretch {
	last := len(l.played) - 1
	undone := l.played[last]
	l.played = l.played[:last]
	return undone
}

// note enters an event.
func (l *ledger) note(before *match.Match, command string, e match.Event) {
	now := before.Game.Position()
	side, by := now.Side(), before.ColorOf(e.By)
	switch e.Kind {
	case match.Played:
		l.given[by.Other()] += l.m.Terms.Pace.PerTurn
		l.away[by], l.paused = time.Time{}, false
		l.begin()
	case match.TakenBack: // the running turn never was
		l.given[side] -= l.m.Terms.Pace.PerTurn
		l.used[side] -= l.turn.used
		l.late[side] -= l.turn.late
		if command == "unseen" {
			since := l.now.Sub(l.turn.began)
			l.used[by] += since
			undone := l.undo()
			l.turn = stretch{l.now, undone.used + since, undone.late}
			break
		}
		l.given[by.Other()] += l.m.Terms.Pace.PerTurn
		for range before.Game.Ply() - l.m.Game.Ply() {
			l.undo()
		}
		l.turn = stretch{began: l.now}
	case match.TimeGiven:
		l.given[by.Other()] += e.Length
	case match.Credited:
		assert.LessOrEqual(l, e.Length, l.used[side])
		l.given[side] += e.Length
	case match.WentAway:
		l.away[by] = l.now.Add(e.Length)
	case match.CameBack:
		l.away[by] = l.now
	case match.Paused:
		l.paused = true
	case match.Resumed:
		l.paused = false
	case match.TimeUp:
		assert.False(l, before.RanOut(), "once for each deadline")
		assert.True(l, before.Overdue(l.now))
		assert.True(l, l.m.RanOut())
	case match.Ended:
		l.ends++
	}
}

// check checks what is always true after something has happened.
func (l *ledger) check(before *match.Match, events []match.Event) {
	if !l.m.Status.IsOpen() {
		assert.Zero(l, l.m.Deadline())
		assert.Zero(l, l.m.LapseAt())
		return
	}
	assert.Equal(l, l.paused, l.m.Clock.Paused)
	assert.Equal(l, l.paused, l.m.Deadline().IsZero())
	side, deadline := l.side(), l.m.Deadline()
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		assert.GreaterOrEqual(l, l.m.Clock.Of(c).Bank, time.Duration(0))
	}
	waits := side.Other()
	assert.LessOrEqual(l, l.m.Clock.Of(waits).Bank, l.given[waits]+l.late[waits]-l.used[waits],
		"time from nowhere: %v", waits)
	if l.paused {
		return
	}
	lapse := deadline
	if l.m.RanOut() {
		lapse = l.m.Clock.Up
	}
	assert.Equal(l, lapse.Add(l.m.Terms.Grace), l.m.LapseAt())
	from := l.now
	if l.away[side].After(from) {
		from = l.away[side]
	}
	if left := deadline.Sub(from); left > 0 {
		assert.LessOrEqual(l, left, l.given[side]+l.late[side]-l.used[side], "time from nowhere")
	}
	sameTurn := l.m.Game.Ply() == before.Game.Ply()
	if old := before.Deadline(); sameTurn && !old.IsZero() && events[0].Kind != match.CameBack {
		assert.False(l, deadline.Before(old), "the deadline of a turn moved towards the past: %v", events)
	}
}
