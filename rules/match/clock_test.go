package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

const (
	day    = 24 * time.Hour
	minute = time.Minute
	hour   = time.Hour
)

// timely is a command that is given at a time.
type timely func(m *match.Match, now time.Time) ([]match.Event, error)

// deed is a command and when it is given, counted from when the match was accepted.
type deed struct {
	after time.Duration
	do    timely
}

// start is when the matches with a clock are accepted.
func start() time.Time { return at(0) }

// clocked is the match with a day per turn and a bank of two days after what was done; Alice is Red.
func clocked(t *testing.T, done ...deed) match.Match {
	t.Helper()
	m := clockedWith(t, match.Pace{PerTurn: day, Bank: 2 * day})
	for _, d := range done {
		_, err := d.do(&m, start().Add(d.after))
		require.NoError(t, err)
	}
	return m
}

// clockedWith is a match that was just accepted, with a pace and no limit of quiet turns.
func clockedWith(t require.TestingT, p match.Pace) match.Match {
	o := rules.DefaultOptions()
	o.StallLimit = 0
	terms := match.Terms{Options: o, Side: match.PlayRed, Pace: p}
	m, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob, Terms: terms}, start())
	require.NoError(t, err)
	_, err = m.As(bob).Accept(rules.Red, start())
	require.NoError(t, err)
	return m
}

// turn plays a turn for the side to move.
func turn(m *match.Match, now time.Time) ([]match.Event, error) {
	return m.As(m.ToMove()).Play(swap(), now)
}

// opening is two turns each at the start, so that the game counts.
func opening() []deed { return []deed{{0, turn}, {0, turn}, {0, turn}, {0, turn}} }

func claim(by match.PlayerID) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).Claim(now) }
}

func callOff(by match.PlayerID) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).CallOff(now) }
}

func give(by match.PlayerID, d time.Duration) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).GiveTime(d, now) }
}

func lapse(m *match.Match, now time.Time) ([]match.Event, error) { return m.Arbiter().Lapse(now) }

func runOut(m *match.Match, now time.Time) ([]match.Event, error) {
	return m.Arbiter().RecordTimeUp(now)
}

func resume(by match.PlayerID) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).Resume(now, now) }
}

// resumeAt is resume, with the time at which the other side can be notified.
func resumeAt(by match.PlayerID, told time.Duration) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.As(by).Resume(start().Add(told), now)
	}
}

func goAway(by match.PlayerID, d time.Duration) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.As(by).StartAbsence(now.Add(d), now)
	}
}

func comeBack(by match.PlayerID) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).EndAbsence(now) }
}

func credit(d time.Duration) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.Arbiter().Credit(d, now) }
}

func ask(by match.PlayerID, k match.OfferKind) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(by).MakeOffer(k, now) }
}

func reply(by match.PlayerID, k match.OfferKind, yes bool) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.As(by).AnswerOffer(k, yes, now)
	}
}

func unask(by match.PlayerID, k match.OfferKind) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.As(by).WithdrawOffer(k, now)
	}
}

func takeBack(by match.PlayerID, unseen bool) timely {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.As(by).TakeBack(match.Takeback{Unseen: unseen}, now)
	}
}

// pause stops the clock, by agreement.
func pause(m *match.Match, now time.Time) ([]match.Event, error) {
	if _, err := m.As(alice).MakeOffer(match.ToPause, now); err != nil {
		return nil, err
	}
	return m.As(bob).MakeOffer(match.ToPause, now)
}

// never is the deadline of a clock that does not run.
const never time.Duration = -1

// TestClock: when the side to move has used its time, and what both have left in their banks.
func TestClock(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name      string
		done      []deed
		deadline  time.Duration
		red, blue time.Duration
	}{
		{"a turn and the bank", nil, 3 * day, 2 * day, 2 * day},
		{"a quick turn leaves the bank", []deed{{hour, turn}}, hour + 3*day, 2 * day, 2 * day},
		{"a turn of just a day too", []deed{{day, turn}}, 4 * day, 2 * day, 2 * day},
		{"what goes beyond is taken", []deed{{day + hour, turn}}, 4*day + hour, 2*day - hour, 2 * day},
		{"from each side's own", []deed{{day + hour, turn}, {3 * day, turn}},
			3*day + 3*day - hour, 2*day - hour, 2*day - 23*hour},
		{"from the next turn too", []deed{{day + hour, turn}, {day + hour, turn}, {3 * day, turn}},
			3*day + 3*day, 2*day - hour - 23*hour, 2 * day},
		{"a turn after the deadline counts", []deed{{9 * day, turn}}, 12 * day, 0, 2 * day},
		{"with an empty bank there is the turn", []deed{{9 * day, turn}, {9 * day, turn}},
			10 * day, 0, 2 * day},

		{"a pause", []deed{{hour, pause}}, never, 2 * day, 2 * day},
		{"a pause that ends", []deed{{hour, pause}, {20 * day, resume(bob)}}, 23*day - hour, 2 * day, 2 * day},
		{"a pause within the bank", []deed{{2 * day, pause}, {20 * day, resume(bob)}, {21 * day, turn}},
			24 * day, 0, 2 * day},
		{"a pause that ends for one who has little left", []deed{{2*day + 20*hour, pause}, {20 * day, resume(bob)}},
			20*day + 12*hour, 4 * hour, 2 * day},
		{"a pause that ends for one who has just half a turn", []deed{{2*day + 12*hour, pause}, {20 * day, resume(bob)}},
			20*day + 12*hour, 2 * day, 2 * day},
		{"a pause that who has little left ends", []deed{{2*day + 20*hour, pause}, {20 * day, resume(alice)}},
			20*day + 4*hour, 2 * day, 2 * day},
		{"a pause that ends at night", []deed{{2 * day, pause}, {20 * day, resumeAt(bob, 20*day+13*hour)}},
			21*day + hour, day, 2 * day},
		{"a pause that ends at night, far from the deadline", []deed{{hour, pause},
			{20 * day, resumeAt(bob, 20*day+13*hour)}}, 23*day - hour, 2 * day, 2 * day},
		{"a pause that ends in a vacation", []deed{{2*day + 20*hour, pause}, {20 * day, goAway(alice, day)},
			{20 * day, resume(bob)}}, 21*day + 12*hour, 4 * hour, 2 * day},
		{"a pause that ends, and what it added used", []deed{{2*day + 20*hour, pause}, {20 * day, resume(bob)},
			{20*day + 9*hour, turn}}, 23*day + 9*hour, 3 * hour, 2 * day},
		{"a pause when time is up that the other ends", []deed{{4 * day, pause}, {9 * day, resume(bob)}}, 8 * day,
			2 * day, 2 * day},
		{"a turn ends a pause", []deed{{hour, pause}, {20 * day, turn}}, 23 * day, 2 * day, 2 * day},
		{"a turn after a pause in the bank", []deed{{2 * day, pause}, {20 * day, turn}},
			23 * day, day, 2 * day},
		{"a pause when time is up", []deed{{4 * day, pause}, {9 * day, resume(alice)}}, 8 * day,
			2 * day, 2 * day},

		{"away on turn", []deed{{hour, goAway(alice, 10*day)}}, 13 * day, 2 * day, 2 * day},
		{"away within the bank", []deed{{2 * day, goAway(alice, 10*day)}}, 13 * day, 2 * day, 2 * day},
		{"back with a turn", []deed{{2 * day, goAway(alice, 10*day)}, {3 * day, turn}},
			6 * day, day, 2 * day},
		{"back late", []deed{{2 * day, goAway(alice, 10*day)}, {13 * day, turn}},
			16 * day, 0, 2 * day},
		{"back early", []deed{{2 * day, goAway(alice, 10*day)}, {4 * day, comeBack(alice)}},
			5 * day, 2 * day, 2 * day},
		{"away before the turn", []deed{{0, goAway(bob, 10*day)}, {day, turn}}, 13 * day, 2 * day, 2 * day},
		{"away, back before the turn", []deed{{0, goAway(bob, 10*day)}, {12 * hour, comeBack(bob)},
			{day, turn}}, 4 * day, 2 * day, 2 * day},
		{"away is over before the turn", []deed{{0, goAway(bob, hour)}, {day, turn}}, 4 * day, 2 * day, 2 * day},
		{"the other side is away", []deed{{0, goAway(bob, 10*day)}}, 3 * day, 2 * day, 2 * day},
		{"away and paused", []deed{{0, goAway(alice, 10*day)}, {day, pause}, {2 * day, resume(bob)}},
			13 * day, 2 * day, 2 * day},
		{"away and paused for longer", []deed{{0, goAway(alice, 10*day)}, {day, pause},
			{20 * day, resume(bob)}}, 23 * day, 2 * day, 2 * day},
		{"away while the other side is", []deed{{0, goAway(alice, 10*day)}, {day, goAway(bob, day)}}, 13 * day,
			2 * day, 2 * day},
		{"away while paused", []deed{{hour, pause}, {2 * hour, goAway(alice, 10*day)},
			{3 * hour, resume(bob)}}, 13*day + 2*hour - hour, 2 * day, 2 * day},

		{"credited", []deed{{2 * day, credit(hour)}}, 3*day + hour, 2 * day, 2 * day},
		{"credited what the turn has lost", []deed{{2 * day, turn}, {2*day + hour, credit(day)}},
			5*day + hour, day, 2 * day},
		{"credited twice", []deed{{2 * day, credit(hour)}, {2 * day, pause}, {3 * day, resume(bob)},
			{3*day + hour, credit(2 * hour)}}, 4*day + 2*hour, 2 * day, 2 * day},
		{"credited, then played", []deed{{2 * day, credit(hour)}, {2 * day, turn}}, 5 * day, day + hour, 2 * day},
		{"credited after the deadline", []deed{{4 * day, credit(2 * day)}}, 5 * day, 2 * day, 2 * day},

		{"credited in a vacation", []deed{{0, goAway(alice, 10*day)}, {2 * day, credit(hour)}}, 13*day + hour, 2 * day, 2 * day},
		{"credited while the other side is away", []deed{{0, goAway(bob, 10*day)}, {2 * day, credit(hour)}, {2 * day, turn}},
			13*day + hour, day + hour, 2 * day},
		{"credited after a vacation", []deed{{0, goAway(alice, day)}, {3 * day, credit(hour)}}, 4*day + hour, 2 * day, 2 * day},
		{"given a day", []deed{{4 * day, give(bob, day)}}, 5 * day, 0, 2 * day},
		{"given a day, played", []deed{{4 * day, give(bob, day)}, {4*day + hour, turn}}, 7*day + hour,
			0, 2 * day},
		{"given a day in two turns", []deed{{4 * day, give(bob, day)}, {5 * day, turn}, {5 * day, turn},
			{9 * day, give(bob, hour)}}, 9*day + hour, 0, 2 * day},
		{"given less than it had", []deed{{3 * day, give(bob, time.Minute)}}, 3*day + time.Minute, 0, 2 * day},

		{"asked for time on turn", []deed{{0, ask(alice, match.ForTime)},
			{hour, reply(bob, match.ForTime, true)}}, 4 * day, 3 * day, 2 * day},
		{"asked for time off turn", []deed{{0, ask(bob, match.ForTime)},
			{hour, reply(alice, match.ForTime, true)}}, 3 * day, 2 * day, 3 * day},
		{"asked for time too late", []deed{{0, ask(alice, match.ForTime)},
			{9 * day, reply(bob, match.ForTime, true)}}, 10 * day, 0, 2 * day},
		{"asked for time when the other is late", []deed{{0, ask(bob, match.ForTime)},
			{9 * day, reply(alice, match.ForTime, true)}}, 3 * day, 2 * day, 3 * day},

		{"taken back, unseen", []deed{{hour, turn}, {hour + 10*minute, takeBack(alice, true)}}, 3 * day, 2 * day, 2 * day},
		{"taken back within the bank", []deed{{day + hour, turn}, {day + hour, takeBack(alice, true)}},
			3 * day, 2 * day, 2 * day},
		{"taken back and played again", []deed{{day + hour, turn}, {day + hour + minute, takeBack(alice, true)},
			{2 * day, turn}}, 5 * day, day, 2 * day},
		{"a pause before what is taken back", []deed{{hour, pause}, {2 * day, turn}, {2 * day, takeBack(alice, true)}},
			never, 2 * day, 2 * day},
		{"away before what is taken back", []deed{{hour, goAway(alice, 9*day)}, {2 * day, turn},
			{2 * day, takeBack(alice, true)}}, 12 * day, 2 * day, 2 * day},
		{"the other away since", []deed{{hour, turn}, {hour, goAway(bob, day)}, {hour, takeBack(alice, true)},
			{2 * hour, turn}}, 4*day + hour, 2 * day, 2 * day},

		{"taken back by agreement", []deed{{day + hour, turn}, {2 * day, ask(alice, match.ToTakeBack)},
			{2 * day, reply(bob, match.ToTakeBack, true)}}, 2*day + 3*day - hour, 2*day - hour, 2 * day},
		{"by agreement, the running turn charged", []deed{{hour, turn}, {hour, ask(alice, match.ToTakeBack)},
			{2*day + hour, reply(bob, match.ToTakeBack, true)}}, 5*day + hour, 2 * day, day},
		{"two taken back", []deed{{hour, turn}, {2 * day, turn}, {2 * day, ask(alice, match.ToTakeBack)},
			{3 * day, reply(bob, match.ToTakeBack, true)}}, 6 * day, 2 * day, 2*day - 23*hour},
		{"two taken back, the bank in use", []deed{{hour, turn}, {hour, turn}, {2 * day, ask(alice, match.ToTakeBack)},
			{2*day + hour, reply(bob, match.ToTakeBack, true)}}, 2*day + hour + day + day, day, 2 * day},
		{"two taken back, overdue", []deed{{hour, turn}, {hour, turn}, {4 * day, ask(alice, match.ToTakeBack)},
			{5 * day, reply(bob, match.ToTakeBack, true)}}, 3*day + hour, 2 * day, 2 * day},
		{"a late turn taken back", []deed{{4 * day, turn}, {4 * day, ask(alice, match.ToTakeBack)},
			{5 * day, reply(bob, match.ToTakeBack, true)}}, 5 * day, 0, 2 * day},
		{"a late turn taken back, and time given", []deed{{4 * day, turn}, {4 * day, ask(alice, match.ForTime)},
			{4 * day, reply(bob, match.ForTime, true)}, {4 * day, ask(alice, match.ToTakeBack)},
			{5 * day, reply(bob, match.ToTakeBack, true)}}, 6 * day, day, 2 * day},
		{"what a pause has added is kept", []deed{{2*day + 20*hour, pause}, {3 * day, resumeAt(bob, 6*day)}, {3 * day, turn},
			{3 * day, ask(alice, match.ToTakeBack)}, {3 * day, reply(bob, match.ToTakeBack, true)}},
			6*day + 12*hour, 4 * hour, 2 * day},
		{"by agreement, paused before", []deed{{hour, pause}, {2 * day, turn}, {3 * day, ask(alice, match.ToTakeBack)},
			{3 * day, reply(bob, match.ToTakeBack, true)}}, never, 2 * day, 2 * day},
		{"by agreement, paused since", []deed{{hour, turn}, {hour, pause}, {3 * day, ask(alice, match.ToTakeBack)},
			{3 * day, reply(bob, match.ToTakeBack, true)}, {4 * day, resume(bob)}}, 7 * day, 2 * day, 2 * day},
		{"by agreement, away before", []deed{{0, goAway(alice, 9*day)}, {hour, turn}, {hour, goAway(bob, 20*day)}, {day, turn},
			{day, ask(alice, match.ToTakeBack)}, {day, reply(bob, match.ToTakeBack, true)}, {2 * day, turn}},
			20*day + hour + 3*day, 2 * day, 2 * day},

		{"the clock of the machine jumps back", []deed{{2 * day, credit(hour)}, {day, pause},
			{day, resume(bob)}}, 3*day + hour, 2 * day, 2 * day},
		{"a turn before the last one", []deed{{2 * day, turn}, {day, turn}}, 3 * day, day, 2 * day},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := clocked(t, c.done...)
			if c.deadline == never {
				assert.Zero(t, m.Deadline())
				assert.False(t, m.Overdue(start().Add(999*day)))
			} else {
				assert.Equal(t, c.deadline, m.Deadline().Sub(start()))
				assert.False(t, m.Overdue(m.Deadline().Add(-1)))
				assert.True(t, m.Overdue(m.Deadline()))
				assert.Equal(t, m.Deadline().Add(2*day), m.LapseAt())
			}
			assert.Equal(t, c.red, m.Clock.Reserves.Of(rules.Red).Bank, "Red's bank")
			assert.Equal(t, c.blue, m.Clock.Reserves.Of(rules.Blue).Bank, "Blue's bank")
		})
	}
}

// TestClock_None: without a clock nobody has a deadline, and nobody can act on one.
func TestClock_None(t *testing.T) {
	t.Parallel()
	m := playing(swaps(4))(t)
	_, err := m.As(carol).Claim(now())
	require.ErrorIs(t, err, match.ErrNotPlayer, "that comes first")
	assert.Equal(t, match.Clock{TurnBegan: now()}, m.Clock)
	assert.Zero(t, m.Deadline())
	assert.Zero(t, m.LapseAt())
	assert.False(t, m.Overdue(now().Add(999*day)))
	for name, do := range map[string]timely{"claim": claim(bob), "give": give(bob, day),
		"call off": callOff(bob), "lapse": lapse, "resume": resume(bob), "go away": goAway(bob, day),
		"come back": comeBack(bob), "time": ask(bob, match.ForTime),
		"pause": ask(bob, match.ToPause)} {
		before := m.Clone()
		events, err := do(&m, now().Add(999*day))
		require.ErrorIs(t, err, match.ErrNoClock, name)
		assert.Empty(t, events)
		assert.Equal(t, before, m, name)
	}
}

// TestClock_Start: the time of Red begins with the match.
func TestClock_Start(t *testing.T) {
	t.Parallel()
	bank := match.Reserve{Bank: 2 * day}
	assert.Equal(t, match.Clock{TurnBegan: start(), RunsFrom: start(), Left: day,
		Reserves: rules.BySide[match.Reserve]{Red: bank, Blue: bank}}, clocked(t).Clock)
}

// TestClock_Of: each side has its own, and nobody none.
func TestClock_Of(t *testing.T) {
	t.Parallel()
	m := clocked(t, deed{0, goAway(bob, day)})
	assert.Equal(t, match.Reserve{Bank: 2 * day}, m.Clock.Reserves.Of(rules.Red))
	assert.Equal(t, match.Reserve{Bank: 2 * day, AwayUntil: start().Add(day)}, m.Clock.Reserves.Of(rules.Blue))
	assert.Zero(t, m.Clock.Reserves.Of(rules.NoColor))
	assert.Zero(t, m.Clock.Deadline(rules.NoColor))
	assert.True(t, m.Clock.Reserves.Blue.IsAway(start().Add(day-1)))
	assert.False(t, m.Clock.Reserves.Blue.IsAway(start().Add(day)))
}
