package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestSpare: at the brink a day begins by itself, once for all matches, for people who did not choose
// otherwise, and where a turn takes days.
func TestSpare(t *testing.T) {
	t.Parallel()
	spare := func(fx *fixture, m play.Match) {
		fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
	}
	fx := newFixture(t)
	one, two, theirs := fx.startPaced(), fx.startPaced(), fx.startPaced()
	fx.played(theirs.ID, "111=222")
	fx.now = one.Deadline().Add(-time.Second)
	spare(fx, one)
	assert.Zero(t, fx.away(one.ID, alice), "there is time left")
	fx.now = two.Deadline()
	p, _ := fx.player(alice.ID)
	before := p.VacationLeft(fx.now)
	for range 2 {
		spare(fx, one)
		spare(fx, two)
	}
	for _, id := range []match.ID{one.ID, two.ID} {
		assert.Equal(t, fx.now.Add(day), fx.away(id, alice))
		m := fx.stored(id)
		assert.False(t, m.Overdue(fx.now))
	}
	p, _ = fx.player(alice.ID)
	assert.Equal(t, before-day, p.VacationLeft(fx.now))
	for id, want := range map[match.ID]match.EventKind{one.ID: match.AutoAway, two.ID: match.WentAway,
		theirs.ID: match.WentAway} {
		kinds := fx.kinds(id)
		assert.Equal(t, want, kinds[len(kinds)-1])
	}
	both := fx.stored(theirs.ID)
	left, err := fx.Spared(t.Context(), &both)
	require.NoError(t, err)
	assert.Equal(t, map[match.PlayerID]time.Duration{alice.ID: before - day}, left, "said in all games")

	fx.now = fx.now.Add(day)
	left, err = fx.Spared(t.Context(), &both)
	require.NoError(t, err)
	assert.Empty(t, left, "it is over")
	_, err = fx.ChangePlayer(fx.Context(), alice, func(p *play.Player) { p.Vacation.Stays = true })
	require.NoError(t, err)
	spare(fx, one)
	assert.Zero(t, fx.away(one.ID, alice), "she chose otherwise")
	_, err = fx.ChangePlayer(fx.Context(), alice, func(p *play.Player) { p.Vacation.Stays = false })
	require.NoError(t, err)
	fx.now = fx.now.Add(2 * day)
	spare(fx, one)
	assert.Zero(t, fx.away(one.ID, alice), "it would be over")
}

// TestSpare_Fast: no automatic vacation starts if turns take less than a day, or if it would be over by now.
func TestSpare_Fast(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		turn, late time.Duration
		want       bool
	}{{10 * time.Minute, 0, false}, {23 * time.Hour, 0, false}, {day, 0, true}, {day, day - time.Millisecond, true},
		{day, day, false}} {
		fx := newFixture(t)
		fast := paced()
		fast.Pace = match.Pace{PerTurn: c.turn}
		m, err := fx.Challenge(fx.Context(), alice, play.Challenge{To: bob.ID, Terms: fast, Venue: venue()})
		require.NoError(t, err)
		m, err = fx.Accept(fx.Context(), bob, m.ID)
		require.NoError(t, err)
		fx.now = m.Deadline().Add(c.late)
		fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
		assert.Equal(t, c.want, !fx.away(m.ID, alice).IsZero(), c)
	}
}

// TestSpare_Again: a day that is over begins again, also when the one before began a moment late, and so ends
// after the deadline that it made.
func TestSpare_Again(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	p, _ := fx.player(alice.ID)
	p.Met = p.Met.Add(-30 * day)
	fx.do(func(tx play.Tx) error { return tx.SavePlayer(fx.Context(), p) })
	before := p.VacationLeft(fx.now)
	for _, late := range []time.Duration{3 * time.Millisecond, time.Millisecond} {
		waiting := fx.stored(m.ID)
		fx.now = waiting.Deadline().Add(late)
		fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
		spared := fx.stored(m.ID)
		assert.False(t, spared.Overdue(fx.now))
		assert.WithinDuration(t, fx.now.Add(day), spared.Deadline(), time.Second)
	}
	p, _ = fx.player(alice.ID)
	assert.InDelta(t, before-2*day, p.VacationLeft(fx.now)-(5*day)/15, float64(time.Minute))
	_, err := fx.ChangePlayer(fx.Context(), alice, func(p *play.Player) { p.Vacation.Stays = true })
	require.NoError(t, err)
	waiting := fx.stored(m.ID)
	fx.now = waiting.Deadline()
	fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
	assert.Equal(t, 1, count(fx.kinds(m.ID), match.AutoAway), "the second one only extends it")
	assert.Equal(t, 1, count(fx.kinds(m.ID), match.WentAway), "she chose otherwise")
}

// TestSpare_Before: a vacation that was over before the match began is none in it.
func TestSpare_Before(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	_, err := fx.StartVacation(t.Context(), alice, time.Hour)
	require.NoError(t, err)
	fx.now = fx.now.Add(2 * time.Hour)
	m := fx.startPaced()
	fx.now = m.Deadline()
	fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
	assert.Equal(t, fx.now.Add(day), fx.away(m.ID, alice))
}

// TestSpare_RanOut: once it is recorded that time is up, no vacation begins by itself, which could not help any more.
func TestSpare_RanOut(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	fx.now = m.Deadline()
	fx.do(func(tx play.Tx) error {
		_, err := play.Change(fx.Context(), tx, anyPly(m.ID),
			func(tx play.Tx, m *play.Match) ([]match.Event, error) { return m.Arbiter().RecordTimeUp(tx.Now()) })
		return err
	})
	was, _ := fx.player(alice.ID)
	fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
	is, _ := fx.player(alice.ID)
	assert.Equal(t, was.Vacation, is.Vacation)
}

// TestClaim_Spared: an automatic vacation starts even if the opponent claims before the worker notices that time is up.
func TestClaim_Spared(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	fx.now = m.Deadline().Add(time.Millisecond)
	_, err := fx.Claim(fx.Context(), bob, anyPly(m.ID))
	require.ErrorIs(t, err, match.ErrNotOverdue)
	_, err = fx.GiveTime(fx.Context(), bob, anyPly(m.ID))
	require.ErrorIs(t, err, match.ErrNotOverdue)
	_, err = fx.CallOff(fx.Context(), bob, anyPly(m.ID))
	require.ErrorIs(t, err, match.ErrNotOverdue)
}

// TestSpared_Own: of a vacation that somebody began, or made longer, themselves nothing is said.
func TestSpared_Own(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	own := func(d time.Duration) {
		_, err := fx.StartVacation(t.Context(), alice, d)
		require.NoError(t, err)
		m := fx.stored(m.ID)
		left, err := fx.Spared(t.Context(), &m)
		require.NoError(t, err)
		assert.Empty(t, left)
		assert.NotZero(t, fx.away(m.ID, alice))
	}
	own(time.Hour)
	fx.now = fx.now.Add(time.Hour)
	waiting := fx.stored(m.ID)
	fx.now = waiting.Deadline()
	fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
	assert.Equal(t, 1, count(fx.kinds(m.ID), match.AutoAway))
	own(day + time.Hour)
}

// TestSpared_TakenBack: an automatic vacation does not become a player's own when it resumes after a takeback.
func TestSpared_TakenBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	fx.now = m.Deadline()
	fx.do(func(tx play.Tx) error { return play.StartAutoVacation(fx.Context(), tx, m.ID) })
	fx.played(m.ID, "111=222")
	fx.takesBack(alice, m.ID)
	p, _ := fx.player(alice.ID)
	assert.True(t, p.Vacation.IsOn(fx.now))
	assert.True(t, p.Vacation.Spared)
	assert.Zero(t, p.Vacation.Quiet)
}

// TestVacation_Kept: a turn ends a vacation against a person and the clock alone; against the bot its player stays
// away.
func TestVacation_Kept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pace  match.Pace
		robot bool
		ends  bool
	}{
		"a person, a clock":  {match.Pace{PerTurn: 3 * day}, false, true},
		"a person, no clock": {match.Pace{}, false, false},
		"the bot, a clock":   {match.Pace{PerTurn: 3 * day}, true, false},
		"the bot, no clock":  {match.Pace{}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			others := fx.startPaced()
			on, to := terms(), bob.ID
			on.Pace = c.pace
			if c.robot {
				on.Level, to = 1, robot
			}
			m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: to, Terms: on, Venue: venue()})
			require.NoError(t, err)
			if !c.robot {
				_, err = fx.Accept(t.Context(), bob, m.ID)
				require.NoError(t, err)
			}
			_, err = fx.StartVacation(t.Context(), alice, day)
			require.NoError(t, err)
			m = fx.played(m.ID, "pass")
			p, _ := fx.player(alice.ID)
			assert.Equal(t, c.ends, !p.Vacation.IsOn(fx.now))
			assert.Equal(t, c.pace.HasClock(), m.WasAway(0))
			assert.Equal(t, c.ends, fx.away(others.ID, alice).IsZero())
			assert.Equal(t, c.pace.HasClock() && !c.ends, !fx.away(m.ID, alice).IsZero())
		})
	}
}
