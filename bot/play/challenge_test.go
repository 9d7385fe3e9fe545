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
	tb := seat(t)
	tb.challenge(bob.ID)
	tb.challenge(carol.ID)
	m, err := tb.Decline(t.Context(), bob, "m1")
	require.NoError(t, err)
	assert.Equal(t, match.Declined, m.Status)
	assert.Equal(t, tb.stored("m1"), m)
	m, err = tb.Withdraw(t.Context(), alice, "m2")
	require.NoError(t, err)
	assert.Equal(t, match.Withdrawn, m.Status)
	assert.Equal(t, tb.stored("m2"), m)
}

func TestService_ChallengeRefused(t *testing.T) {
	t.Parallel()
	tb := seat(t)
	for want, c := range map[error]play.Challenge{
		match.ErrSelf:  {To: alice.ID, Terms: terms()},
		match.ErrTerms: {To: bob.ID},
	} {
		m, err := tb.Challenge(t.Context(), alice, c)
		require.ErrorIs(t, err, want)
		assert.Zero(t, m)
	}
	_, err := tb.Challenge(t.Context(), play.Actor{}, play.Challenge{Terms: terms()})
	require.ErrorIs(t, err, match.ErrNotPlayer)
	assert.Zero(t, tb.woken.Load())
	_, ok := tb.take(play.JobTell)
	assert.False(t, ok)
	_, ok = tb.player(alice.ID)
	assert.False(t, ok)
}

// TestService_IDTaken: another id is tried, and not for ever.
func TestService_IDTaken(t *testing.T) {
	t.Parallel()
	ids := []match.ID{"a", "a", "a", "b", "a", "b", "a", "c"}
	tb := seat(t, func(d *play.Deps) {
		d.NewID = func() match.ID { id := ids[0]; ids = ids[1:]; return id }
	})
	assert.Equal(t, match.ID("a"), tb.challenge(bob.ID).ID)
	assert.Equal(t, match.ID("b"), tb.challenge(carol.ID).ID)
	_, err := tb.Challenge(t.Context(), alice, play.Challenge{To: dave.ID, Terms: terms()})
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
		tb := seat(t)
		m, err := tb.Challenge(t.Context(), alice, play.Challenge{To: robot, Venue: venue(),
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: side, Level: 4}})
		require.NoError(t, err)
		assert.Equal(t, match.Playing, m.Status)
		assert.Equal(t, red, m.Red, side)
		assert.Equal(t, tb.stored(m.ID), m)
		assert.Equal(t, []match.EventKind{match.Challenged, match.Accepted}, tb.kinds(m.ID))
		_, ok := tb.player(robot)
		assert.False(t, ok, "a robot is nobody to meet")
	}
}

// TestService_Jobs: what was done is told at once or, while the robot is to act, after a while;
// the robot acts at once.
func TestService_Jobs(t *testing.T) {
	t.Parallel()
	tb := seat(t)
	takes := func(k play.JobKind, after time.Duration) {
		t.Helper()
		due, ok := tb.take(k)
		assert.True(t, ok)
		assert.Equal(t, start().Add(after), due)
	}
	never := func(k play.JobKind) {
		t.Helper()
		_, ok := tb.take(k)
		assert.False(t, ok)
	}
	tb.challenge(bob.ID)
	never(play.JobRobot)
	takes(play.JobTell, 0)
	level := terms()
	level.Level = 4
	m, err := tb.Challenge(t.Context(), alice, play.Challenge{To: robot, Terms: level})
	require.NoError(t, err)
	never(play.JobRobot)
	takes(play.JobTell, 0)

	tb.now = tb.now.Add(time.Minute)
	_, err = tb.Play(t.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	takes(play.JobRobot, time.Minute)
	takes(play.JobTell, time.Minute+play.RobotGrace)
	level.Side = match.PlayBlue
	_, err = tb.Challenge(t.Context(), alice, play.Challenge{To: robot, Terms: level})
	require.NoError(t, err)
	takes(play.JobRobot, time.Minute)
	takes(play.JobTell, time.Minute+play.RobotGrace)
}

// TestService_Rehome: a match is shown elsewhere, whatever its status, and told there at once;
// nothing happens in it.
func TestService_Rehome(t *testing.T) {
	t.Parallel()
	tb := seat(t)
	elsewhere := play.Venue{Guild: "g", Channel: "elsewhere", Locale: "de"}
	m := tb.start()
	refused := play.Delivery{Venue: venue(), Closed: true, Told: 2, Serial: 4,
		Post: play.Post{Channel: "c", Message: "1"}}
	tb.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, refused) })
	_, err := tb.Rehome(t.Context(), carol, m.ID, elsewhere)
	require.ErrorIs(t, err, match.ErrNotPlayer)
	_, err = tb.Rehome(t.Context(), play.Actor{Guild: "g"}, tb.challenge("").ID, elsewhere)
	require.ErrorIs(t, err, match.ErrNotPlayer)
	for _, a := range []play.Actor{alice, bob} {
		tb.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, refused) })
		tb.now = tb.now.Add(time.Minute)
		got, err := tb.Rehome(t.Context(), a, m.ID, elsewhere)
		require.NoError(t, err)
		want := refused
		want.Venue, want.Closed = elsewhere, false
		assert.Equal(t, want, got.Delivery)
		assert.Equal(t, m.Match, got.Match)
		assert.Equal(t, tb.stored(m.ID), got)
	}
	_, err = tb.Withdraw(t.Context(), alice, "m2")
	require.NoError(t, err)
	tb.shut("m2")
	got, err := tb.Rehome(t.Context(), alice, "m2", elsewhere)
	require.NoError(t, err)
	assert.Equal(t, elsewhere, got.Venue)
	assert.Equal(t, match.Withdrawn, got.Status)
}

// shut lets the channel of a match refuse its news.
func (tb *table) shut(id match.ID) {
	tb.Helper()
	m := tb.stored(id)
	m.Closed = true
	tb.do(func(tx play.Tx) error { return tx.SaveDelivery(tb.Context(), id, m.Delivery) })
}

// TestService_RehomeShown: a match whose channel takes its news is neither posted again nor moved,
// whoever asks how often.
func TestService_RehomeShown(t *testing.T) {
	t.Parallel()
	tb := seat(t)
	m := tb.start()
	tb.take(play.JobTell)
	elsewhere := play.Venue{Guild: "g", Channel: "elsewhere"}
	for _, v := range []play.Venue{venue(), elsewhere} {
		got, err := tb.Rehome(t.Context(), bob, m.ID, v)
		require.ErrorIs(t, err, play.ErrShown)
		assert.Equal(t, m, got)
		_, err = tb.Rehome(t.Context(), carol, m.ID, v)
		require.ErrorIs(t, err, match.ErrNotPlayer, "that is said first")
	}
	tb.shut(m.ID)
	_, err := tb.Rehome(t.Context(), bob, m.ID, elsewhere)
	require.NoError(t, err)
	_, told := tb.take(play.JobTell)
	assert.True(t, told)
	_, err = tb.Rehome(t.Context(), bob, m.ID, elsewhere)
	require.ErrorIs(t, err, play.ErrShown)
	_, told = tb.take(play.JobTell)
	assert.False(t, told, "once is enough")
}

// TestService_RehomeForeign: a match stays in its guild, whoever asks; one outside goes anywhere,
// and stays there.
func TestService_RehomeForeign(t *testing.T) {
	t.Parallel()
	tb := seat(t)
	m := tb.start()
	woken := tb.woken.Load()
	for _, v := range []play.Venue{{Guild: "h", Channel: "c"}, {Channel: "dm"}} {
		for _, a := range []play.Actor{alice, {ID: bob.ID, Guild: v.Guild}, carol} {
			got, err := tb.Rehome(t.Context(), a, m.ID, v)
			require.ErrorIs(t, err, play.ErrForeign)
			assert.Equal(t, m, got)
		}
	}
	assert.Equal(t, m, tb.stored(m.ID))
	assert.Equal(t, woken, tb.woken.Load())

	m, err := tb.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: terms(),
		Venue: play.Venue{Channel: "dm"}})
	require.NoError(t, err)
	for _, v := range []play.Venue{{Channel: "other"}, {Guild: "h", Channel: "c"}} {
		tb.shut(m.ID)
		got, err := tb.Rehome(t.Context(), bob, m.ID, v)
		require.NoError(t, err)
		assert.Equal(t, v, got.Venue)
	}
	_, err = tb.Rehome(t.Context(), bob, m.ID, venue())
	require.ErrorIs(t, err, play.ErrForeign)
}
