package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

func TestService_DeclineAndWithdraw(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.challenge(bob.ID)
	fx.challenge(carol.ID)
	m, err := fx.Decline(t.Context(), bob, "m1")
	require.NoError(t, err)
	assert.Equal(t, match.Declined, m.Status)
	assert.Equal(t, fx.stored("m1"), m)
	m, err = fx.Withdraw(t.Context(), alice, "m2")
	require.NoError(t, err)
	assert.Equal(t, match.Withdrawn, m.Status)
	assert.Equal(t, fx.stored("m2"), m)
}

func TestService_ChallengeRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for want, c := range map[error]play.Challenge{
		match.ErrSelf:  {To: alice.ID, Terms: terms()},
		match.ErrTerms: {To: bob.ID},
	} {
		m, err := fx.Challenge(t.Context(), alice, c)
		require.ErrorIs(t, err, want)
		assert.Zero(t, m)
	}
	_, err := fx.Challenge(t.Context(), play.Actor{}, play.Challenge{Terms: terms()})
	require.ErrorIs(t, err, match.ErrNotPlayer)
	assert.Zero(t, fx.woken.Load())
	_, ok := fx.take(play.JobTell)
	assert.False(t, ok)
	_, ok = fx.player(alice.ID)
	assert.False(t, ok)
}

// TestService_IDTaken: another id is tried, and not for ever.
func TestService_IDTaken(t *testing.T) {
	t.Parallel()
	ids := []match.ID{"a", "a", "a", "b", "a", "b", "a", "c"}
	fx := newFixture(t, func(d *play.Deps) {
		d.NewID = func() match.ID { id := ids[0]; ids = ids[1:]; return id }
	})
	assert.Equal(t, match.ID("a"), fx.challenge(bob.ID).ID)
	assert.Equal(t, match.ID("b"), fx.challenge(carol.ID).ID)
	_, err := fx.Challenge(t.Context(), alice, play.Challenge{To: dave.ID, Terms: terms()})
	require.ErrorIs(t, err, play.ErrExists)
	assert.Equal(t, []match.ID{"c"}, ids)
}

// TestService_ChallengeRobot: the match starts at once; who begins is tossed for unless the terms
// say.
func TestService_ChallengeRobot(t *testing.T) {
	t.Parallel()
	for side, red := range map[match.SidePick]match.PlayerID{
		match.PlayRed: alice.ID, match.PlayBlue: robot, match.RandomSide: robot,
	} {
		fx := newFixture(t)
		m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: robot, Venue: venue(),
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: side, Level: 4}})
		require.NoError(t, err)
		assert.Equal(t, match.Playing, m.Status)
		assert.Equal(t, red, m.Players.Red, side)
		assert.Equal(t, fx.stored(m.ID), m)
		assert.Equal(t, []match.EventKind{match.Challenged, match.Accepted}, fx.kinds(m.ID))
		_, ok := fx.player(robot)
		assert.False(t, ok, "a robot is nobody to meet")
	}
}

// TestService_Jobs: events are announced immediately or, while the robot must act, a little later; the robot acts
// immediately.
func TestService_Jobs(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	takes := func(k play.JobKind, after time.Duration) {
		t.Helper()
		due, ok := fx.take(k)
		assert.True(t, ok)
		assert.Equal(t, start().Add(after), due)
	}
	never := func(k play.JobKind) {
		t.Helper()
		_, ok := fx.take(k)
		assert.False(t, ok)
	}
	fx.challenge(bob.ID)
	never(play.JobRobot)
	takes(play.JobTell, 0)
	level := terms()
	level.Level = 4
	m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: robot, Terms: level})
	require.NoError(t, err)
	never(play.JobRobot)
	takes(play.JobTell, 0)

	fx.now = fx.now.Add(time.Minute)
	_, err = fx.Play(t.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	takes(play.JobRobot, time.Minute)
	takes(play.JobTell, time.Minute+play.RobotGrace)
	level.Side = match.PlayBlue
	_, err = fx.Challenge(t.Context(), alice, play.Challenge{To: robot, Terms: level})
	require.NoError(t, err)
	takes(play.JobRobot, time.Minute)
	takes(play.JobTell, time.Minute+play.RobotGrace)
}

// TestService_MoveHere: a match is shown elsewhere, whatever its status, and told there at once;
// nothing happens in it.
func TestService_MoveHere(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	elsewhere := play.Venue{Guild: "g", Channel: "elsewhere", Locale: "de"}
	m := fx.start()
	refused := play.Delivery{Venue: venue(), Closed: true, Told: 2, Serial: 4,
		Post: play.Post{Channel: "c", Message: "1"}}
	fx.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, refused) })
	_, err := fx.MoveHere(t.Context(), carol, m.ID, elsewhere)
	require.ErrorIs(t, err, match.ErrNotPlayer)
	_, err = fx.MoveHere(t.Context(), play.Actor{Guild: "g"}, fx.challenge("").ID, elsewhere)
	require.ErrorIs(t, err, match.ErrNotPlayer)
	for _, a := range []play.Actor{alice, bob} {
		fx.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, refused) })
		fx.now = fx.now.Add(time.Minute)
		got, err := fx.MoveHere(t.Context(), a, m.ID, elsewhere)
		require.NoError(t, err)
		want := refused
		want.Venue, want.Closed = elsewhere, false
		assert.Equal(t, want, got.Delivery)
		assert.Equal(t, m.Match, got.Match)
		assert.Equal(t, fx.stored(m.ID), got)
	}
	_, err = fx.Withdraw(t.Context(), alice, "m2")
	require.NoError(t, err)
	fx.shut("m2")
	got, err := fx.MoveHere(t.Context(), alice, "m2", elsewhere)
	require.NoError(t, err)
	assert.Equal(t, elsewhere, got.Venue)
	assert.Equal(t, match.Withdrawn, got.Status)
}

// shut lets the channel of a match refuse its news.
func (fx *fixture) shut(id match.ID) {
	fx.Helper()
	m := fx.stored(id)
	m.Closed = true
	fx.do(func(tx play.Tx) error { return tx.SaveDelivery(fx.Context(), id, m.Delivery) })
}

// TestService_MoveHereShown: a match whose channel accepts its news is neither posted again nor moved, however often
// somebody asks.
func TestService_MoveHereShown(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	fx.take(play.JobTell)
	elsewhere := play.Venue{Guild: "g", Channel: "elsewhere"}
	for _, v := range []play.Venue{venue(), elsewhere} {
		got, err := fx.MoveHere(t.Context(), bob, m.ID, v)
		require.ErrorIs(t, err, play.ErrShown)
		assert.Equal(t, m, got)
		_, err = fx.MoveHere(t.Context(), carol, m.ID, v)
		require.ErrorIs(t, err, match.ErrNotPlayer, "that is said first")
	}
	fx.shut(m.ID)
	_, err := fx.MoveHere(t.Context(), bob, m.ID, elsewhere)
	require.NoError(t, err)
	_, told := fx.take(play.JobTell)
	assert.True(t, told)
	_, err = fx.MoveHere(t.Context(), bob, m.ID, elsewhere)
	require.ErrorIs(t, err, play.ErrShown)
	_, told = fx.take(play.JobTell)
	assert.False(t, told, "once is enough")
}

// TestService_MoveHereForeign: nobody can move a match out of its guild; a match outside guilds can move anywhere, and
// then stays there.
func TestService_MoveHereForeign(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	woken := fx.woken.Load()
	for _, v := range []play.Venue{{Guild: "h", Channel: "c"}, {Channel: "dm"}} {
		for _, a := range []play.Actor{alice, {ID: bob.ID, Guild: v.Guild}, carol} {
			got, err := fx.MoveHere(t.Context(), a, m.ID, v)
			require.ErrorIs(t, err, play.ErrForeign)
			assert.Equal(t, m, got)
		}
	}
	assert.Equal(t, m, fx.stored(m.ID))
	assert.Equal(t, woken, fx.woken.Load())

	m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: terms(),
		Venue: play.Venue{Channel: "dm"}})
	require.NoError(t, err)
	for _, v := range []play.Venue{{Channel: "other"}, {Guild: "h", Channel: "c"}} {
		fx.shut(m.ID)
		got, err := fx.MoveHere(t.Context(), bob, m.ID, v)
		require.NoError(t, err)
		assert.Equal(t, v, got.Venue)
	}
	_, err = fx.MoveHere(t.Context(), bob, m.ID, venue())
	require.ErrorIs(t, err, play.ErrForeign)
}

// TestService_FirstGame: one first game is played at a time, however often it is begun, and the player
// knows which one it is; a new one can begin when it has ended.
func TestService_FirstGame(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	first := play.Challenge{To: robot, Venue: venue(), First: true,
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Level: 1}}
	known := func() match.ID {
		p, ok := fx.player(alice.ID)
		require.True(t, ok)
		return p.Progress.Game
	}
	m, err := fx.Challenge(t.Context(), alice, first)
	require.NoError(t, err)
	assert.Equal(t, match.Playing, m.Status)
	assert.Equal(t, m.ID, known())

	again, err := fx.Challenge(t.Context(), alice, first)
	require.ErrorIs(t, err, play.ErrSame)
	assert.Equal(t, m, again)
	assert.Equal(t, m.ID, known())
	other := first
	other.First = false
	for range play.MaxRobot - 1 {
		_, err = fx.Challenge(t.Context(), alice, other)
		require.NoError(t, err, "another game against the robot is no first game")
	}
	assert.Equal(t, m.ID, known())
	_, err = fx.Challenge(t.Context(), alice, first)
	require.ErrorIs(t, err, play.ErrSame, "and leaves no room for more, but it is there")

	_, err = fx.Resign(t.Context(), alice, anyPly(m.ID))
	require.NoError(t, err)
	next, err := fx.Challenge(t.Context(), alice, first)
	require.NoError(t, err)
	assert.Equal(t, next.ID, known())

	mine, err := fx.Challenge(t.Context(), bob, first)
	require.NoError(t, err)
	assert.NotEqual(t, next.ID, mine.ID)
}
