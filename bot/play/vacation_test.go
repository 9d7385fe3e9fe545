package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

func TestPlayer_VacationLeft(t *testing.T) {
	t.Parallel()
	at := start()
	for name, c := range map[string]struct {
		p    play.Player
		want time.Duration
	}{
		"never met":                   {play.Player{}, 2 * day},
		"a newcomer":                  {play.Player{Met: at}, 2 * day},
		"a month later":               {play.Player{Met: at.Add(-30 * day)}, 4 * day},
		"years later":                 {play.Player{Met: at.Add(-999 * day)}, 14 * day},
		"met later by another clock":  {play.Player{Met: at.Add(day)}, 2 * day},
		"none left":                   {play.Player{Met: at.Add(-99 * day), Vacation: play.Vacation{At: at}}, 0},
		"a day later":                 {play.Player{Vacation: play.Vacation{At: at.Add(-15 * day)}}, day},
		"never more than a fortnight": {play.Player{Vacation: play.Vacation{Left: 13 * day, At: at.Add(-60 * day)}}, 14 * day},
	} {
		assert.Equal(t, c.want, c.p.VacationLeft(at), name)
	}
}

// away returns until when a is away in a match; zero: not at all.
func (fx *fixture) away(id match.ID, a play.Actor) time.Time {
	m := fx.stored(id)
	if r := m.Clock.Reserves.Of(m.ColorOf(a.ID)); r.IsAway(fx.now) {
		return r.AwayUntil
	}
	return time.Time{}
}

// TestStartVacation_Twice: two can be started a day, whatever became of them; to stay longer is no start.
func TestStartVacation_Twice(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx, begun := fx.Context(), fx.now
	for range play.MaxStarts {
		for _, d := range []time.Duration{day, 36 * time.Hour} {
			_, err := fx.StartVacation(ctx, bob, d)
			require.NoError(t, err)
		}
		_, err := fx.EndVacation(ctx, bob)
		require.NoError(t, err)
		fx.now = fx.now.Add(time.Hour)
	}
	p, err := fx.StartVacation(ctx, bob, day)
	require.ErrorIs(t, err, play.ErrStarts)
	assert.WithinDuration(t, begun.Add(day), p.Vacation.NextStart(), time.Millisecond)
	assert.False(t, p.Vacation.IsOn(fx.now))
	fx.now = p.Vacation.NextStart()
	p, err = fx.StartVacation(ctx, bob, day/2)
	require.NoError(t, err)
	assert.WithinDuration(t, begun.Add(time.Hour+day), p.Vacation.NextStart(), time.Millisecond)
}

// TestVacation: it counts in all matches with a clock, those that begin meanwhile too, and ends with a turn
// played in any; what is left of it is there again.
func TestVacation(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	one, two, without := fx.startPaced(), fx.startPaced(), fx.start()
	left := func() time.Duration {
		p, _ := fx.player(bob.ID)
		return p.VacationLeft(fx.now.Truncate(time.Millisecond))
	}
	before := left()

	for _, d := range []time.Duration{3 * day, 0} {
		_, err := fx.StartVacation(ctx, bob, d)
		assert.ErrorIs(t, err, play.ErrVacation)
	}
	assert.Equal(t, before, left())
	woken := fx.woken.Load()
	p, err := fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	assert.Greater(t, fx.woken.Load(), woken)
	until := p.Vacation.Until
	ends, err := fx.Vacations(ctx, bob.ID, alice.ID)
	require.NoError(t, err)
	assert.Equal(t, map[match.PlayerID]time.Time{bob.ID: until}, ends)
	for _, id := range []match.ID{one.ID, two.ID} {
		assert.Equal(t, until, fx.away(id, bob))
		assert.Zero(t, fx.away(id, alice))
	}
	assert.Zero(t, fx.away(without.ID, bob))
	assert.InDelta(t, before-day, left(), float64(time.Minute))
	seq := fx.stored(one.ID).Seq
	_, err = fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	assert.Equal(t, seq, fx.stored(one.ID).Seq, "a second tap does nothing")
	assert.InDelta(t, before-day, left(), float64(time.Minute))

	meanwhile := fx.startPacedBy(bob, alice)
	assert.Equal(t, until, fx.away(meanwhile.ID, bob))

	_, err = fx.Play(ctx, alice, anyPly(one.ID), swap())
	require.NoError(t, err)
	assert.Equal(t, until, fx.away(one.ID, bob), "the other side's turn ends nothing")
	_, err = fx.Play(ctx, bob, anyPly(one.ID), swap())
	require.NoError(t, err)
	for _, id := range []match.ID{one.ID, two.ID, meanwhile.ID} {
		assert.Zero(t, fx.away(id, bob), id)
	}
	assert.InDelta(t, before, left(), float64(time.Minute))
	assert.Contains(t, fx.kinds(two.ID), match.CameBack)
}

// startPacedBy begins a match with a clock between two people.
func (fx *fixture) startPacedBy(by, to play.Actor) play.Match {
	fx.Helper()
	m, err := fx.Challenge(fx.Context(), by, play.Challenge{To: to.ID, Terms: paced(), Venue: venue()})
	require.NoError(fx, err)
	m, err = fx.Accept(fx.Context(), to, m.ID)
	require.NoError(fx, err)
	return m
}

// TestVacation_Longer: a vacation in progress can be extended, which costs the difference, but not shortened.
func TestVacation_Longer(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	m := fx.startPaced()
	first, err := fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	longer, err := fx.StartVacation(ctx, bob, day+time.Minute)
	require.NoError(t, err)
	assert.Equal(t, first.Vacation.Until.Add(time.Minute), longer.Vacation.Until)
	longer, err = fx.StartVacation(ctx, bob, 2*day-time.Hour)
	require.NoError(t, err)
	assert.Greater(t, longer.Vacation.Until, first.Vacation.Until)
	assert.Equal(t, longer.Vacation.Until, fx.away(m.ID, bob))
	assert.InDelta(t, time.Hour, fx.VacationLeft(longer), float64(time.Minute))
	same, err := fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	assert.Equal(t, longer.Vacation, same.Vacation)
	_, err = fx.StartVacation(ctx, bob, 5*day)
	assert.ErrorIs(t, err, play.ErrVacation)
}

// TestVacation_End: it ends when they say so, once, and who has none ends nothing.
func TestVacation_End(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	m := fx.startPaced()
	for range 2 {
		_, err := fx.EndVacation(ctx, bob)
		require.NoError(t, err)
	}
	assert.NotContains(t, fx.kinds(m.ID), match.CameBack)
	for range 9 { // no time comes from nowhere
		_, err := fx.StartVacation(ctx, bob, day)
		require.NoError(t, err)
		_, err = fx.EndVacation(ctx, bob)
		require.NoError(t, err)
		_, err = fx.ChangePlayer(ctx, bob, func(p *play.Player) { p.Vacation.Starts = [play.MaxStarts]time.Time{} })
		require.NoError(t, err)
	}
	p, _ := fx.player(bob.ID)
	assert.InDelta(t, 2*day, fx.VacationLeft(p), float64(time.Minute))
	assert.Zero(t, p.Vacation.Taken)
	p, err := fx.StartVacation(ctx, bob, fx.VacationLeft(p))
	require.NoError(t, err, "all of it")
	assert.Zero(t, fx.VacationLeft(p))
	_, err = fx.EndVacation(ctx, bob)
	require.NoError(t, err)
	ends, err := fx.Vacations(ctx, bob.ID, alice.ID)
	require.NoError(t, err)
	assert.Empty(t, ends)
	assert.Zero(t, fx.away(m.ID, bob))
}

// TestVacation_Planned: a turn that was planned does not end it.
func TestVacation_Planned(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	m := fx.startPaced() // Alice is on
	position := m.Game.Position()
	turn, err := position.ParseTurn(swap().Text)
	require.NoError(t, err)
	_, _, err = fx.SetPlan(ctx, bob, anyPly(m.ID), func(m *match.Match, p match.Plan) (match.Plan, error) {
		return p.Add(&m.Game, m.ColorOf(bob.ID), match.Line{turn, turn})
	})
	require.NoError(t, err)
	p, err := fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	after, err := fx.Play(ctx, alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	assert.Equal(t, m.Game.Ply()+2, after.Game.Ply())
	assert.Equal(t, p.Vacation.Until, fx.away(m.ID, bob))
	assert.Equal(t, after, fx.stored(m.ID))
}

// count returns how many of kinds are k.
func count(kinds []match.EventKind, k match.EventKind) (n int) {
	for _, one := range kinds {
		if one == k {
			n++
		}
	}
	return n
}

// TestVacation_Setback: when the clock goes back, an end gives back no more than the vacation took.
func TestVacation_Setback(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	p, err := fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	left := fx.VacationLeft(p)
	fx.now = fx.now.Add(-10 * day)
	p, err = fx.EndVacation(ctx, bob)
	require.NoError(t, err)
	assert.Equal(t, left+day, fx.VacationLeft(p))
	_, err = fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	p, err = fx.EndVacation(ctx, bob)
	require.NoError(t, err)
	assert.Equal(t, left+day, fx.VacationLeft(p))
	fx.now = fx.now.Add(10 * day)
	assert.Equal(t, left+day, fx.VacationLeft(p), "no time counts twice")
}

// TestVacation_TakenBack: a vacation that ended with a turn resumes in all matches when that turn is taken back, and
// does not get longer; if that is impossible, the player is back.
func TestVacation_TakenBack(t *testing.T) {
	t.Parallel()
	for _, asked := range []bool{false, true} {
		fx := newFixture(t)
		ctx := fx.Context()
		one, two := fx.startPacedBy(alice, bob), fx.startPacedBy(alice, bob)
		before, _ := fx.player(alice.ID)
		p, err := fx.StartVacation(ctx, alice, 2*day)
		require.NoError(t, err)
		fx.played(one.ID, "111=222")
		if asked {
			fx.played(one.ID, "111=222")
		}
		require.Zero(t, fx.away(two.ID, alice))
		fx.takesBack(alice, one.ID)
		for _, id := range []match.ID{one.ID, two.ID} {
			assert.Equal(t, p.Vacation.Until, fx.away(id, alice), asked)
			assert.Zero(t, fx.away(id, bob))
		}
		after, _ := fx.player(alice.ID)
		assert.Equal(t, p.Vacation.Until, after.Vacation.Until)
		assert.Equal(t, p.Vacation.Until, after.Vacation.Quiet)
		assert.InDelta(t, before.VacationLeft(fx.now)-2*day, after.VacationLeft(fx.now), float64(time.Minute))

		fx.played(one.ID, "111=222")
		fx.do(func(tx play.Tx) error {
			p, err := tx.Player(ctx, alice.ID)
			require.NoError(t, err)
			p.Vacation.Left = 0
			return tx.SavePlayer(ctx, p)
		})
		fx.takesBack(alice, one.ID)
		assert.Zero(t, fx.away(one.ID, alice), "none is left")
		kinds := fx.kinds(one.ID)
		assert.Equal(t, []match.EventKind{match.TakenBack, match.CameBack}, kinds[len(kinds)-2:])
	}
}

// TestVacationState_Late: the matches in which their own time is up are those that a vacation does not help, also
// where it was not recorded yet.
func TestVacationState_Late(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	one := fx.startPaced()
	fx.startPaced()
	fx.start()
	late := func(a play.Actor) []match.PlayerID {
		p, _ := fx.player(a.ID)
		v, err := fx.VacationState(t.Context(), p)
		require.NoError(t, err)
		return v.Late
	}
	fx.now = one.Deadline().Add(-time.Second)
	assert.Empty(t, late(alice))
	fx.now = one.Deadline()
	assert.Equal(t, []match.PlayerID{bob.ID}, late(alice), "once")
	assert.Empty(t, late(bob), "it's not his turn")
}

// TestVacation_Paused: it is not used up while all matches that it is for are paused, and no time comes from nowhere.
func TestVacation_Paused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	one, two := fx.startPacedBy(alice, bob), fx.startPacedBy(alice, bob)
	fx.start()
	quick := paced()
	_, err := fx.Challenge(ctx, alice, play.Challenge{To: bob.ID, Terms: quick, Venue: venue()})
	require.NoError(t, err)
	quick.Pace.PerTurn = time.Hour
	m, err := fx.Challenge(ctx, alice, play.Challenge{To: bob.ID, Terms: quick, Venue: venue()})
	require.NoError(t, err)
	_, err = fx.Accept(ctx, bob, m.ID)
	require.NoError(t, err)
	pause := func(id match.ID) {
		_, err := fx.Offer(ctx, alice, anyPly(id), match.ToPause)
		require.NoError(t, err)
		_, err = fx.AnswerOffer(ctx, bob, anyPly(id), match.ToPause, true)
		require.NoError(t, err)
	}
	resume := func(id match.ID) {
		_, err := fx.Resume(ctx, bob, anyPly(id))
		require.NoError(t, err)
	}
	p, err := fx.StartVacation(ctx, bob, 2*day)
	require.NoError(t, err)
	begun := fx.now
	left := func(after, want time.Duration, why string) {
		fx.now = begun.Add(after)
		p, _ = fx.player(bob.ID)
		assert.InDelta(t, want, p.VacationLeft(fx.now)-after/15, float64(time.Minute), why)
	}
	pause(one.ID)
	left(6*time.Hour, 0, "one goes on")
	pause(two.ID)
	left(12*time.Hour, 6*time.Hour, "both are paused")
	_, err = fx.StartVacation(ctx, bob, day) // shorter than it is: nothing
	require.NoError(t, err)
	left(18*time.Hour, 12*time.Hour, "both are still paused")
	resume(one.ID)
	left(24*time.Hour, 12*time.Hour, "one goes on again")
	_, err = fx.Resign(ctx, alice, anyPly(one.ID))
	require.NoError(t, err)
	left(30*time.Hour, 18*time.Hour, "the other one is paused")
	_, err = fx.EndVacation(ctx, bob)
	require.NoError(t, err)
	left(30*time.Hour, 36*time.Hour, "it ended")
	_, err = fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	left(36*time.Hour, 18*time.Hour, "paused from the start")
	resume(two.ID)
	left(42*time.Hour, 18*time.Hour, "for six hours")
	pause(two.ID)
	left(60*time.Hour, 30*time.Hour, "over, after twelve")
	_, err = fx.Resign(ctx, alice, anyPly(two.ID))
	require.NoError(t, err)
	left(90*time.Hour, 30*time.Hour, "once")
	_, err = fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	left(100*time.Hour, 6*time.Hour, "no match is paused")
	other, _ := fx.player(alice.ID)
	assert.Zero(t, other.Vacation, "who is on none")
	_, err = fx.EndVacation(ctx, bob)
	require.NoError(t, err)
	p, _ = fx.player(bob.ID)
	assert.Zero(t, p.Vacation.Still)
	assert.Zero(t, p.Vacation.Taken)
}

// TestVacation_PausedAway: what a pause saves does not grow while the bot is away, as the vacation ends later.
func TestVacation_PausedAway(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	m := fx.startPacedBy(alice, bob)
	_, err := fx.Offer(ctx, alice, anyPly(m.ID), match.ToPause)
	require.NoError(t, err)
	_, err = fx.AnswerOffer(ctx, bob, anyPly(m.ID), match.ToPause, true)
	require.NoError(t, err)
	before, err := fx.StartVacation(ctx, bob, day)
	require.NoError(t, err)
	fx.now = fx.now.Add(time.Hour)
	fx.gone(10 * time.Hour)
	fx.returned()
	p, _ := fx.player(bob.ID)
	assert.Equal(t, before.Vacation.Until.Add(10*time.Hour), p.Vacation.Until)
	assert.Equal(t, p.Vacation.Until, p.Vacation.Quiet)
	assert.InDelta(t, day+time.Hour+11*time.Hour/15, p.VacationLeft(fx.now), float64(time.Minute))
}
