package match_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// timeRuling is one line of the tables: what was done, what somebody does when, and the error or
// event that follows.
type timeRuling struct {
	name string
	done []deed
	last deed
	err  error
	want match.Event // its Seq and At are filled in
}

// runTimed runs a table. After an error the match must be as it was.
func runTimed(t *testing.T, cases []timeRuling) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := clocked(t, c.done...)
			before := m.Clone()
			events, err := c.last.do(&m, start().Add(c.last.after))
			if c.err != nil {
				require.ErrorIs(t, err, c.err)
				assert.Empty(t, events)
				assert.Equal(t, before, m, "unchanged on error")
				return
			}
			require.NoError(t, err)
			c.want.Seq, c.want.At = before.Seq+1, start().Add(c.last.after)
			assert.Equal(t, []match.Event{c.want}, events)
			assert.Equal(t, before.Seq+1, m.Seq)
		})
	}
}

// resigns ends a match.
func resigns(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(alice).Resign(now) }

// TestOverdue: what the waiting side may do at zero, and nobody else, and not before.
func TestOverdue(t *testing.T) {
	t.Parallel()
	one := []deed{{0, turn}}
	ended := func(by match.PlayerID) match.Event { return match.Event{Kind: match.Ended, By: by} }
	var cases []timeRuling
	for name, act := range map[string]func(by match.PlayerID) timely{"claim": claim, "call off": callOff,
		"give": func(by match.PlayerID) timely { return give(by, day) }} {
		cases = append(cases, []timeRuling{
			{name + " before zero", nil, deed{3*day - 1, act(bob)}, match.ErrNotOverdue, match.Event{}},
			{name + " for oneself", nil, deed{3 * day, act(alice)}, match.ErrOwnClock, match.Event{}},
			{name + " by carol", nil, deed{3 * day, act(carol)}, match.ErrNotPlayer, match.Event{}},
			{name + " on the other's turn", one, deed{4 * day, act(bob)}, match.ErrOwnClock, match.Event{}},
			{name + " after the end", []deed{{0, resigns}}, deed{4 * day, act(bob)}, match.ErrFinished,
				match.Event{}},
			{name + " while it stands still", []deed{{4 * day, pause}}, deed{9 * day, act(bob)},
				match.ErrNotOverdue, match.Event{}},
			{name + " while away", []deed{{hour, goAway(alice, 10*day)}}, deed{12 * day, act(bob)},
				match.ErrNotOverdue, match.Event{}},
		}...)
	}
	runTimed(t, append(cases, []timeRuling{
		{"claim at zero", nil, deed{3 * day, claim(bob)}, nil, ended(bob)},
		{"call off at zero", nil, deed{3 * day, callOff(bob)}, nil, ended(bob)},
		{"give at zero", nil, deed{3 * day, give(bob, day)}, nil,
			match.Event{Kind: match.TimeGiven, By: bob, Length: day}},
		{"give nothing", nil, deed{3 * day, give(bob, 0)}, match.ErrDuration, match.Event{}},
		{"give next to nothing", nil, deed{3 * day, give(bob, time.Second-1)}, match.ErrDuration, match.Event{}},
		{"give most", nil, deed{3 * day, give(bob, match.MaxGift)}, nil,
			match.Event{Kind: match.TimeGiven, By: bob, Length: match.MaxGift}},
		{"give whole seconds", nil, deed{3 * day, give(bob, day+1)}, nil,
			match.Event{Kind: match.TimeGiven, By: bob, Length: day}},
		{"give twice in a turn", []deed{{3 * day, give(bob, hour)}}, deed{4 * day, give(bob, hour)}, match.ErrGiftUsed,
			match.Event{}},
		{"ask for what was given", []deed{{3 * day, give(bob, hour)}}, deed{3 * day, ask(alice, match.ForTime)},
			match.ErrGiftUsed, match.Event{}},
		{"ask again in a turn that was taken back", []deed{{0, ask(alice, match.ForTime)},
			{0, reply(bob, match.ForTime, true)}, {0, turn}, {0, ask(bob, match.ForTime)},
			{0, reply(alice, match.ForTime, true)}, {0, takeBack(alice, true)}},
			deed{0, ask(alice, match.ForTime)}, match.ErrGiftUsed, match.Event{}},
		{"answer an offer by giving", []deed{{0, ask(alice, match.ForTime)}, {3 * day, give(bob, hour)}},
			deed{3 * day, reply(bob, match.ForTime, true)}, match.ErrNoOffer, match.Event{}},
		{"give too much", nil, deed{3 * day, give(bob, match.MaxGift+time.Second)}, match.ErrDuration,
			match.Event{}},
		{"claim after giving", []deed{{3 * day, give(bob, day)}}, deed{4*day - 1, claim(bob)},
			match.ErrNotOverdue, match.Event{}},
		{"claim when that is over", []deed{{3 * day, give(bob, day)}}, deed{4 * day, claim(bob)}, nil,
			ended(bob)},

		{"run out before zero", nil, deed{3*day - 1, runOut}, match.ErrTooEarly, match.Event{}},
		{"run out at zero", nil, deed{3 * day, runOut}, nil, match.Event{Kind: match.TimeUp}},
		{"run out twice", []deed{{3 * day, runOut}}, deed{4 * day, runOut}, match.ErrTimeUp, match.Event{}},
		{"run out while it stands still", []deed{{hour, pause}}, deed{9 * day, runOut}, match.ErrPaused,
			match.Event{}},
		{"run out after the end", []deed{{0, resigns}}, deed{9 * day, runOut}, match.ErrFinished, match.Event{}},
		{"run out on the next turn", []deed{{3 * day, runOut}, {4 * day, turn}}, deed{8 * day, runOut}, nil,
			match.Event{Kind: match.TimeUp, Ply: 1}},
		{"run out of what was given", []deed{{3 * day, runOut}, {3 * day, give(bob, day)}},
			deed{4 * day, runOut}, nil, match.Event{Kind: match.TimeUp}},
		{"a turn after zero", []deed{{3 * day, runOut}}, deed{4 * day, turn}, nil,
			match.Event{Kind: match.Played, By: alice, Ply: 1}},
		{"lapse before the grace is over", nil, deed{5*day - 1, lapse}, match.ErrTooEarly, match.Event{}},
		{"lapse", nil, deed{5 * day, lapse}, nil, ended(none)},
		{"lapse while it stands still", []deed{{hour, pause}}, deed{99 * day, lapse}, match.ErrPaused,
			match.Event{}},
		{"lapse after it was found late", []deed{{9 * day, runOut}}, deed{11*day - 1, lapse}, match.ErrTooEarly,
			match.Event{}},
		{"lapse when that grace is over", []deed{{9 * day, runOut}}, deed{11 * day, lapse}, nil, ended(none)},
		{"lapse after the end", []deed{{0, resigns}}, deed{9 * day, lapse}, match.ErrFinished, match.Event{}},
		{"lapse after a late turn", []deed{{4 * day, turn}}, deed{5 * day, lapse}, match.ErrTooEarly,
			match.Event{}},
	}...))
}

// TestOverdue_Outcome: who has used up their time loses, unless they have not played their second
// turn, which is a game that doesn't count (rules 5.5), as does one that is called off.
func TestOverdue_Outcome(t *testing.T) {
	t.Parallel()
	aborted := rules.Outcome{Reason: rules.Aborted}
	blue := rules.Outcome{Winner: rules.Blue, Reason: rules.TimeLoss}
	red := rules.Outcome{Winner: rules.Red, Reason: rules.TimeLoss}
	for _, c := range []struct {
		turns int
		want  rules.Outcome
	}{{0, aborted}, {1, aborted}, {2, aborted}, {3, aborted}, {4, blue}, {5, red}, {6, blue}} {
		done := slices.Repeat([]deed{{0, turn}}, c.turns)
		for name, how := range map[string]struct {
			do   timely
			by   match.PlayerID
			want rules.Outcome
		}{
			"claim":    {claim([]match.PlayerID{bob, alice}[c.turns%2]), []match.PlayerID{bob, alice}[c.turns%2], c.want},
			"lapse":    {lapse, none, c.want},
			"call off": {callOff([]match.PlayerID{bob, alice}[c.turns%2]), []match.PlayerID{bob, alice}[c.turns%2], aborted},
		} {
			m := clocked(t, append(done, deed{5 * day, how.do})...)
			assert.Equal(t, match.Finished, m.Status)
			assert.Equal(t, how.want, m.Game.Outcome(), "%s after %d", name, c.turns)
			assert.Equal(t, how.by, m.EndedBy)
			assert.Equal(t, start().Add(5*day), m.Ended)
			assert.Zero(t, m.Deadline())
			assert.Zero(t, m.LapseAt())
		}
	}
}

// TestTimeAborts: a game counts once both sides have played twice, and nothing is lost on time without a clock.
func TestTimeAborts(t *testing.T) {
	t.Parallel()
	for turns, want := range []bool{true, true, true, true, false, false} {
		m := clocked(t, slices.Repeat([]deed{{0, turn}}, turns)...)
		before := m.Clone()
		assert.Equal(t, want, m.TimeAborts(), "after %d turns", turns)
		assert.Equal(t, before, m)
	}
	over, unclocked, waits := clocked(t, deed{0, resigns}), playing()(t), proposed(bob, match.PlayRed)(t)
	waits.Terms.Pace.PerTurn = day
	for _, m := range []match.Match{over, unclocked, waits} {
		assert.False(t, m.TimeAborts())
	}
}

// TestCanCallOff: a rated game in which both sides have played twice is decided on time, which no friend can prevent.
func TestCanCallOff(t *testing.T) {
	t.Parallel()
	for turns := range 6 {
		for _, rated := range []bool{false, true} {
			m := clocked(t, slices.Repeat([]deed{{0, turn}}, turns)...)
			m.Terms.Rated = rated
			want := !rated || turns < 4
			assert.Equal(t, want, m.CanCallOff(), "rated %t, after %d turns", rated, turns)
			waits := m.Players.Of(m.ColorOf(m.ToMove()).Other())
			_, err := m.As(waits).CallOff(m.Deadline())
			if want {
				require.NoError(t, err)
				assert.Equal(t, rules.Aborted, m.Game.Outcome().Reason)
			} else {
				require.ErrorIs(t, err, match.ErrBinding)
			}
		}
	}
}

// TestRanOut: what is recorded is true of the deadline as it was: a turn, a gift or a pause ends it.
func TestRanOut(t *testing.T) {
	t.Parallel()
	up := deed{3 * day, runOut}
	for name, c := range map[string]struct {
		done []deed
		want bool
	}{
		"not recorded": {nil, false}, "recorded": {[]deed{up}, true},
		"a turn": {[]deed{up, {4 * day, turn}}, false}, "a gift": {[]deed{up, {4 * day, give(bob, day)}}, false},
		"a pause": {[]deed{up, {4 * day, pause}}, false}, "the end": {[]deed{up, {4 * day, claim(bob)}}, false},
	} {
		m := clocked(t, c.done...)
		assert.Equal(t, c.want, m.TimeUpRecorded(), name)
	}
	for name, c := range map[string]struct {
		done []deed
		want bool
	}{
		"a turn": {[]deed{{day, turn}}, false}, "a late turn": {[]deed{up, {4 * day, turn}}, true},
		"a turn after a gift":  {[]deed{up, {4 * day, give(bob, day)}, {4 * day, turn}}, false},
		"a gift":               {[]deed{up, {4 * day, give(bob, day)}}, false},
		"a turn after a pause": {[]deed{up, {4 * day, pause}, {4 * day, turn}}, false},
		"a credit":             {[]deed{{day, credit(hour)}}, false},
		"the answer":           {[]deed{up, {4 * day, turn}, {4 * day, turn}}, false},
		"taken back":           {[]deed{up, {4 * day, turn}, {4 * day, ask(alice, match.ToTakeBack)}, {4 * day, reply(bob, match.ToTakeBack, true)}}, false},
	} {
		m := clocked(t, c.done...)
		assert.Equal(t, c.want, m.PlayedLate(), name)
	}
	m := clocked(t)
	m.Status = match.Proposed
	_, err := m.Arbiter().RecordTimeUp(at(0))
	require.ErrorIs(t, err, match.ErrNotPlaying)
	m = clockedWith(t, match.Pace{})
	_, err = m.Arbiter().RecordTimeUp(at(0))
	require.ErrorIs(t, err, match.ErrNoClock)
	assert.False(t, m.TimeUpRecorded())
}

// TestCount: what is left is counted, and nothing else changes.
func TestCount(t *testing.T) {
	t.Parallel()
	m := clocked(t)
	deadline := m.Deadline()
	m.AdvanceClock(start().Add(30 * hour))
	assert.Equal(t, -6*hour, m.Clock.Left)
	assert.Equal(t, deadline, m.Deadline())
	m.AdvanceClock(start().Add(hour))
	assert.Equal(t, -6*hour, m.Clock.Left, "no time comes back")
	for _, still := range []match.Match{clocked(t, deed{0, pause}), playing(swaps(1))(t), {}} {
		before := still
		still.AdvanceClock(start().Add(day))
		assert.Equal(t, before, still)
	}
}

// TestLapse_Challenge: what nobody answers expires, as nobody's act; what was answered does not.
func TestLapse_Challenge(t *testing.T) {
	t.Parallel()
	for _, to := range []match.PlayerID{bob, none} {
		m := proposed(to, match.RandomSide)(t)
		before := m.Clone()
		assert.Equal(t, at(0).Add(7*day), m.LapseAt())
		_, err := m.Arbiter().Lapse(at(0).Add(7*day - 1))
		require.ErrorIs(t, err, match.ErrTooEarly)
		assert.Equal(t, before, m)
		events, err := m.Arbiter().Lapse(at(0).Add(8 * day))
		require.NoError(t, err)
		assert.Equal(t, []match.Event{{Kind: match.ChallengeExpired, Seq: 2, At: at(0).Add(8 * day)}}, events)
		assert.Equal(t, match.Expired, m.Status)
		assert.Equal(t, at(0).Add(8*day), m.Ended)
		assert.Empty(t, m.EndedBy)
		assert.Zero(t, m.LapseAt())
		_, err = m.Arbiter().Lapse(at(0).Add(9 * day))
		require.ErrorIs(t, err, match.ErrNotPlaying)
		_, err = m.As(bob).Accept(rules.Red, at(0).Add(9*day))
		require.ErrorIs(t, err, match.ErrNotProposed)
	}
}

// TestAway: an absence has a length, only grows, and is no escape from a claim.
func TestAway(t *testing.T) {
	t.Parallel()
	went := func(by match.PlayerID, d time.Duration) match.Event {
		return match.Event{Kind: match.WentAway, By: by, Length: d}
	}
	away := []deed{{0, goAway(alice, day)}}
	runTimed(t, []timeRuling{
		{"on turn", nil, deed{hour, goAway(alice, day)}, nil, went(alice, day)},
		{"off turn", nil, deed{hour, goAway(bob, day)}, nil, went(bob, day)},
		{"both", away, deed{hour, goAway(bob, day)}, nil, went(bob, day)},
		{"carol", nil, deed{hour, goAway(carol, day)}, match.ErrNotPlayer, match.Event{}},
		{"the longest", nil, deed{hour, goAway(alice, match.MaxAway)}, nil, went(alice, match.MaxAway)},
		{"too long", nil, deed{hour, goAway(alice, match.MaxAway+time.Millisecond)}, match.ErrDuration,
			match.Event{}},
		{"not at all", nil, deed{hour, goAway(alice, 0)}, match.ErrDuration, match.Event{}},
		{"in the past", nil, deed{hour, goAway(alice, -day)}, match.ErrDuration, match.Event{}},
		{"when time is just up", nil, deed{3 * day, goAway(alice, day)}, nil, went(alice, day)},
		{"when it is recorded that time is up", []deed{{3 * day, runOut}}, deed{3 * day, goAway(alice, day)},
			match.ErrTimeUp, match.Event{}},
		{"in a pause after time is up", []deed{{3 * day, pause}}, deed{4 * day, goAway(alice, day)}, match.ErrTimeUp,
			match.Event{}},
		{"in a pause just before", []deed{{3*day - 1, pause}}, deed{4 * day, goAway(alice, day)}, nil, went(alice, day)},
		{"in a pause of the other's", []deed{{3 * day, pause}}, deed{4 * day, goAway(bob, day)}, nil, went(bob, day)},
		{"off turn when the other's time is up", []deed{{3 * day, runOut}}, deed{3 * day, goAway(bob, day)}, nil,
			went(bob, day)},
		{"longer", away, deed{hour, goAway(alice, 2*day)}, nil, went(alice, 2*day)},
		{"as long", away, deed{hour, goAway(alice, 23*hour)}, match.ErrAway, match.Event{}},
		{"shorter", away, deed{hour, goAway(alice, hour)}, match.ErrAway, match.Event{}},
		{"again when it is over", away, deed{2 * day, goAway(alice, day)}, nil, went(alice, day)},
		{"again when back", []deed{{0, goAway(alice, day)}, {hour, comeBack(alice)}},
			deed{2 * hour, goAway(alice, day)}, nil, went(alice, day)},
		{"again after a turn", []deed{{0, goAway(alice, day)}, {hour, turn}},
			deed{2 * hour, goAway(alice, day)}, nil, match.Event{Kind: match.WentAway, By: alice, Ply: 1, Length: day}},
		{"after the other's turn", []deed{{0, goAway(bob, 9*day)}, {hour, turn}},
			deed{2 * hour, goAway(bob, day)}, match.ErrAway, match.Event{}},
		{"longer after the other's turn", []deed{{0, goAway(bob, day)}, {hour, turn}}, deed{2 * hour, goAway(bob, day)},
			nil, match.Event{Kind: match.WentAway, By: bob, Ply: 1, Length: day}},

		{"back", away, deed{hour, comeBack(alice)}, nil, match.Event{Kind: match.CameBack, By: alice}},
		{"back when it is over", away, deed{day, comeBack(alice)}, match.ErrNotAway, match.Event{}},
		{"back twice", []deed{{0, goAway(alice, day)}, {hour, comeBack(alice)}}, deed{2 * hour, comeBack(alice)},
			match.ErrNotAway, match.Event{}},
		{"back from nowhere", nil, deed{hour, comeBack(alice)}, match.ErrNotAway, match.Event{}},
		{"the other is back", away, deed{hour, comeBack(bob)}, match.ErrNotAway, match.Event{}},
		{"carol is back", away, deed{hour, comeBack(carol)}, match.ErrNotPlayer, match.Event{}},
		{"after the end", []deed{{0, resigns}}, deed{hour, goAway(bob, day)}, match.ErrFinished, match.Event{}},

		{"resume", []deed{{0, pause}}, deed{hour, resume(alice)}, nil,
			match.Event{Kind: match.Resumed, By: alice}},
		{"resume by the other", []deed{{0, pause}}, deed{hour, resume(bob)}, nil,
			match.Event{Kind: match.Resumed, By: bob}},
		{"resume by carol", []deed{{0, pause}}, deed{hour, resume(carol)}, match.ErrNotPlayer, match.Event{}},
		{"resume what runs", nil, deed{hour, resume(alice)}, match.ErrNotPaused, match.Event{}},
		{"resume what a turn has resumed", []deed{{0, pause}, {hour, turn}}, deed{hour, resume(alice)},
			match.ErrNotPaused, match.Event{}},
		{"resume after the end", []deed{{0, pause}, {0, resigns}}, deed{hour, resume(bob)}, match.ErrFinished,
			match.Event{}},
	})
}

// TestCredit_WhenTimeIsUp: what was lost after time was up makes the grace longer, and takes nothing back.
func TestCredit_WhenTimeIsUp(t *testing.T) {
	t.Parallel()
	m := clocked(t, append(opening(), deed{3 * day, runOut}, deed{4 * day, credit(hour)})...)
	assert.True(t, m.TimeUpRecorded())
	assert.Equal(t, start().Add(3*day+hour), m.Deadline())
	assert.Equal(t, start().Add(5*day+hour), m.LapseAt())
	_, err := m.As(alice).StartAbsence(start().Add(9*day), start().Add(4*day))
	require.ErrorIs(t, err, match.ErrTimeUp)
	_, err = m.As(bob).Claim(start().Add(4 * day))
	require.NoError(t, err)
}

// TestSpare: the side to move is away by itself as by GoAway, and is not where it cannot.
func TestSpare(t *testing.T) {
	t.Parallel()
	m := clocked(t)
	at := m.Deadline()
	events, err := m.Arbiter().StartAbsence(at.Add(day), at)
	require.NoError(t, err)
	assert.Equal(t, []match.Event{{Kind: match.AutoAway, Seq: m.Seq, By: alice, Ply: m.Game.Ply(), At: at, Length: day}},
		events)
	assert.False(t, m.Overdue(at))
	_, err = m.Arbiter().StartAbsence(at.Add(day), at)
	require.ErrorIs(t, err, match.ErrAway)
}

// TestResume_WhenTimeIsUp: a pause brings no new grace.
func TestResume_WhenTimeIsUp(t *testing.T) {
	t.Parallel()
	m := clocked(t, append(opening(), deed{3 * day, runOut}, deed{4 * day, pause}, deed{9 * day, resume(bob)})...)
	assert.True(t, m.TimeUpRecorded())
	assert.Equal(t, start().Add(10*day), m.LapseAt())
}
