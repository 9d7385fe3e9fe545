package match_test

import (
	"flag"
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
	hinted map[rules.Position]bool
	away   [3]time.Time
	await  time.Time // until when the running turn waits for its side
	paused bool
	still  time.Time     // since when, if it is paused
	ending time.Time     // when the last notice of a pause's end was recorded
	told   time.Duration // from now until the side to move can be told
	ends   int
}

// stretch is what one turn was given for itself and has used, and what stood as it was played.
type stretch struct {
	given, used, late time.Duration
	ended, away       time.Time
	still, await      time.Time
	paused, overdue   bool
	gift              bool // time was given in it
	waited            bool // its time waited
}

// left is what is left of what s was given, and lost when it ends.
func (s stretch) left() time.Duration { return max(0, s.given-s.used+s.late) }

var soak = flag.Bool("soak", false, "play 100,000 sequences on a clock, not 2,000")

// TestAnyTimes lets anybody do anything at any time in a match, and holds what must always be true of time against
// it: with a clock no side has more than its turns, gifts and pauses sum to, and without one a match only ends by
// itself when the side to move was summoned.
func TestAnyTimes(t *testing.T) {
	t.Parallel()
	rounds := 20 // of 100 sequences
	if *soak {
		rounds = 1000
	}
	for range rounds {
		rapid.Check(t, anySequence)
		rapid.Check(t, anySummons)
	}
}

func anySequence(t *rapid.T) {
	pace := match.Pace{PerTurn: time.Duration(rapid.IntRange(1, 72).Draw(t, "per turn")) * time.Hour,
		Bank: time.Duration(rapid.IntRange(0, 72).Draw(t, "bank")) * time.Hour}
	l := &ledger{T: t, m: clockedWith(t, pace), now: start(), hinted: map[rules.Position]bool{}}
	l.turn = stretch{given: pace.PerTurn}
	l.given[rules.Red], l.given[rules.Blue] = pace.Bank+pace.PerTurn, pace.Bank
	for range rapid.IntRange(1, 60).Draw(t, "commands") {
		l.wait(time.Duration(rapid.IntRange(0, 100).Draw(t, "minutes")) *
			rapid.SampledFrom([]time.Duration{0, time.Minute, time.Hour}).Draw(t, "unit"))
		l.step()
	}
	assert.LessOrEqual(t, l.ends, 1)
	assert.Equal(t, l.ends == 1, l.m.Status == match.Finished)
}

// side is whose time it is.
func (l *ledger) side() rules.Color {
	p := l.m.Game.Position()
	return p.Side()
}

// wait lets time pass.
func (l *ledger) wait(d time.Duration) {
	before, side := l.now, l.side()
	if l.paused {
		d += time.Duration(rapid.IntRange(0, 31).Draw(l.T, "days of the pause")) * day
	}
	l.now = l.now.Add(d)
	if l.paused || l.m.Status != match.Playing {
		return
	}
	deadline := l.m.Deadline()
	require.False(l, deadline.IsZero())
	before = latest(before, l.away[side], l.await)
	l.use(side, max(0, l.now.Sub(before)), max(0, l.now.Sub(latest(before, deadline))))
}

// step does one thing, usually one that does not end the match.
func (l *ledger) step() {
	by := rapid.SampledFrom([]match.PlayerID{alice, bob, carol}).Draw(l.T, "by")
	d := time.Duration(rapid.IntRange(-1, 80).Draw(l.T, "hours")) * time.Hour
	kind := rapid.SampledFrom([]match.OfferKind{match.ToStop, match.ToTakeBack, match.ForTime,
		match.ForTime, match.ToPause, match.ToPause, match.ToTakeBack}).Draw(l.T, "kind")
	yes := kind != match.ToStop || rapid.IntRange(0, 9).Draw(l.T, "yes") == 0
	commands := map[string]timely{
		"turn": turn, "claim": claim(by), "call off": callOff(by), "give": give(by, min(d, l.m.Terms.Pace.Gift())),
		"lapse": lapse, "run out": runOut, "return": comesBack, "pause ends": l.endPause,
		"resume": l.resume(by), "unreach": unreach, "reach": reach(by), "away": goAway(by, d), "back": comeBack(by), "credit": credit(d),
		"ask": ask(by, kind), "reply": reply(by, kind, yes),
		"unask":  unask(by, kind),
		"unseen": takeBack(by, true), "hint": l.hint, "agreed": both(by, match.ToTakeBack), "pause": both(by, match.ToPause),
	}
	name := rapid.SampledFrom([]string{"turn", "turn", "turn", "turn", "turn", "turn", "claim", "call off",
		"give", "give", "lapse", "run out", "run out", "resume", "resume", "away", "away", "back", "return", "return",
		"pause ends", "pause ends", "pause ends", "unreach", "unreach", "reach", "reach",
		"credit", "credit", "ask", "ask", "ask", "ask", "reply", "reply", "reply", "reply", "unask", "unseen", "unseen", "unseen", "hint", "agreed", "agreed", "agreed", "pause"}).Draw(l.T, "command")
	before := l.m.Clone()
	events, err := commands[name](&l.m, l.now)
	if err != nil {
		require.Empty(l, events)
		require.Equal(l, before, l.m, "unchanged on error")
		return
	}
	if name == "hint" {
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

// resume lets by end a pause; the other side is notified immediately or hours later.
func (l *ledger) resume(by match.PlayerID) timely {
	l.told = time.Duration(rapid.IntRange(-20, 20).Draw(l.T, "told")) * time.Hour
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.As(by).Resume(now.Add(l.told), now)
	}
}

// endPause ends a pause automatically; the side to move is notified immediately or hours later.
func (l *ledger) endPause(m *match.Match, now time.Time) ([]match.Event, error) {
	return m.Arbiter().EndPause(now.Add(l.told), now)
}

// hint has the side to move read a hint, which is paid once for each position.
func (l *ledger) hint(m *match.Match, now time.Time) ([]match.Event, error) {
	at, used := m.Game.Position(), m.HintsUsed.Red+m.HintsUsed.Blue
	events, err := m.As(m.ToMove()).UseHint(now)
	if err == nil {
		l.hinted[at] = true
		assert.Len(l, l.hinted, m.HintsUsed.Red+m.HintsUsed.Blue)
		assert.Equal(l, used+len(events), m.HintsUsed.Red+m.HintsUsed.Blue)
	}
	return events, err
}

// end ends the running turn of a side, which loses what is left of its time.
func (l *ledger) end(side rules.Color) {
	l.given[side] -= l.turn.left()
	l.turn.ended, l.turn.away, l.turn.paused, l.turn.still = l.now, l.away[side], l.paused, l.still
	l.turn.await, l.await = l.await, time.Time{}
	l.played = append(l.played, l.turn)
	if n := len(l.played) - 5; n >= 0 { // what stood so long ago is forgotten
		l.played[n] = stretch{}
	}
}

// both makes an offer and has the other side agree.
func both(by match.PlayerID, k match.OfferKind) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		try := m.Clone()
		asked, err := try.As(by).MakeOffer(k, now)
		if err != nil || len(asked) == 0 {
			return nil, err
		}
		agreed, err := try.As(m.Players.Of(m.ColorOf(by).Other())).AnswerOffer(k, true, now)
		if err != nil {
			return nil, err
		}
		*m = try
		return append(asked, agreed...), nil
	}
}

// begin begins a turn of a side with so much time.
func (l *ledger) begin(side rules.Color, d time.Duration) {
	l.given[side] += d
	l.turn = stretch{given: d}
}

// undoFree continues by's turn as if it had not been played; the other side's turn never began.
func (l *ledger) undoFree(by rules.Color) {
	other, last := by.Other(), len(l.played)-1
	l.given[other] -= l.turn.given
	l.use(other, -l.turn.used, -l.turn.late)
	l.turn, l.played = l.played[last], l.played[:last]
	l.given[by] += l.turn.left()
	l.paused, l.still, l.away[by], l.await = l.turn.paused, l.turn.still, l.turn.away, l.turn.await
	if !l.paused {
		l.use(by, max(0, l.now.Sub(latest(l.turn.ended, l.turn.away, l.turn.await))), 0)
	}
}

// undoAgreed gives asker a turn again: the running one is charged, and nothing comes back.
func (l *ledger) undoAgreed(before *match.Match, asker rules.Color) {
	now := before.Game.Position()
	undone := l.played[l.m.Game.Ply():]
	l.played = l.played[:l.m.Game.Ply()]
	defer func() { l.turn.gift, l.turn.waited = undone[0].gift, undone[0].waited }()
	if asker == now.Side() && before.Overdue(l.now) {
		return
	}
	l.given[now.Side()] -= l.turn.left()
	l.await = time.Time{}
	for i, s := range undone {
		mover := asker
		if i > 0 {
			mover = asker.Other()
		}
		if s.away.After(l.now) && s.away.After(l.away[mover]) {
			l.away[mover] = s.away
		}
	}
	if l.paused = l.paused || undone[0].paused; l.paused {
		l.still = l.now
	}
	if undone[0].overdue {
		l.begin(asker, 0)
	} else {
		l.begin(asker, max(l.m.Terms.Pace.PerTurn, undone[0].left()))
	}
}

// note enters an event.
func (l *ledger) note(before *match.Match, command string, e match.Event) {
	now := before.Game.Position()
	side, by := now.Side(), before.ColorOf(e.By)
	switch e.Kind {
	case match.Played:
		l.turn.overdue = before.Overdue(l.now)
		l.end(by)
		l.away[by], l.paused = time.Time{}, false
		l.begin(by.Other(), l.m.Terms.Pace.PerTurn)
	case match.TakenBack:
		if command == "unseen" {
			l.undoFree(by)
			break
		}
		l.undoAgreed(before, by.Other())
	case match.TimeGiven:
		assert.False(l, l.turn.gift, "a second gift")
		assert.LessOrEqual(l, e.Length, min(l.m.Terms.Pace.PerTurn, day))
		l.turn.gift = true
		l.given[by.Other()] += e.Length
		if side != by && before.Overdue(l.now) {
			l.turn.given += e.Length
		}
	case match.Credited:
		l.lost(side, before.Deadline(), e.Length)
	case match.TimeHeld:
		l.unreached(side, before.Clock.TurnBegan)
	case match.TimeReleased:
		l.reached(by)
	case match.WentAway:
		assert.GreaterOrEqual(l, l.m.Terms.Pace.PerTurn, day)
		l.away[by] = l.now.Add(e.Length)
	case match.CameBack:
		l.away[by] = time.Time{}
	case match.Returned:
		assert.False(l, l.away[by].IsZero() || l.away[by].After(l.now), "not away, or not yet back")
		assert.Equal(l, before.Deadline(), l.m.Deadline())
		l.away[by] = time.Time{}
	case match.Paused:
		l.paused, l.still = true, l.now
	case match.PauseEnding:
		assert.True(l, l.paused)
		assert.GreaterOrEqual(l, l.now.Sub(l.still), 29*day)
		assert.False(l, l.ending.After(l.still), "once")
		l.ending = l.now
	case match.Resumed:
		if e.By == "" {
			assert.GreaterOrEqual(l, l.now.Sub(l.still), 30*day)
			assert.GreaterOrEqual(l, l.now.Sub(l.ending), day)
			assert.True(l, l.ending.After(l.still), "not told before")
		}
		l.paused = false
		l.resumed(side, by, e.Length)
	case match.TimeUp:
		assert.False(l, before.TimeUpRecorded(), "once for each deadline")
		assert.True(l, before.Overdue(l.now))
		assert.True(l, l.m.TimeUpRecorded())
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
	assert.Equal(l, l.paused, !l.m.PauseEnd().IsZero())
	if l.paused {
		end := l.still.Add(30 * day)
		if told := l.ending.Add(day); told.After(end) {
			end = told
		}
		assert.False(l, l.m.PauseEnd().After(end), "a longer pause")
	}
	side, deadline := l.side(), l.m.Deadline()
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		assert.GreaterOrEqual(l, l.m.Clock.Reserves.Of(c).Bank, time.Duration(0))
	}
	waits := side.Other()
	assert.LessOrEqual(l, l.m.Clock.Reserves.Of(waits).Bank, l.given[waits]+l.late[waits]-l.used[waits],
		"time from nowhere: %v", waits)
	if l.paused {
		return
	}
	lapse := deadline
	if l.m.TimeUpRecorded() {
		lapse = l.m.Clock.TimeUpAt
	}
	assert.Equal(l, lapse.Add(l.m.Terms.Grace), l.m.LapseAt())
	from := latest(l.now, l.away[side], l.await)
	if left := deadline.Sub(from); left > 0 {
		assert.LessOrEqual(l, left, l.given[side]+l.late[side]-l.used[side], "time from nowhere")
	}
	sameTurn := l.m.Game.Ply() == before.Game.Ply()
	sooner := events[0].Kind == match.CameBack || events[0].Kind == match.TimeReleased
	if old := before.Deadline(); sameTurn && !old.IsZero() && !sooner {
		assert.False(l, deadline.Before(old), "the deadline of a turn moved towards the past: %v", events)
	}
}
