package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// blocks makes the operator block people. Their matches do not end, as if that had not been done yet.
func (fx *fixture) blocks(people ...match.PlayerID) {
	fx.Helper()
	o := play.Orders{People: map[match.PlayerID]string{}}
	for _, p := range people {
		o.People[p] = "why"
	}
	fx.do(func(tx play.Tx) error { return tx.SaveOrders(fx.Context(), o) })
}

// digest returns the digest of a that is due, or when the next one is.
func (fx *fixture) digest(a play.Actor) (d *play.Digest, next time.Time) {
	fx.Helper()
	fx.do(func(tx play.Tx) error {
		p, err := tx.Player(fx.Context(), a.ID)
		require.NoError(fx, err)
		d, next, err = play.NextDigest(fx.Context(), tx, &p)
		return err
	})
	return d, next
}

// TestNextDigest_Blocked: people whom the operator has blocked get no digest, but the next one stays scheduled.
func TestNextDigest_Blocked(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.settle(alice, "", play.Settings{Digest: true})
	p, _ := fx.player(alice.ID)
	d, next := fx.digest(alice)
	require.NotNil(t, d)
	assert.Zero(t, next)
	fx.blocks(alice.ID)
	d, next = fx.digest(alice)
	assert.Nil(t, d)
	assert.Equal(t, p.DigestDue(play.Stamp(fx.now)), next)
}

// TestNextDigest_BlockedOnReturn: what a vacation held back from people who are blocked by its end is dropped.
func TestNextDigest_BlockedOnReturn(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.awayFrom(2)
	d, _ := fx.digest(alice)
	require.NotNil(t, d)
	require.Len(t, d.Back, 2)
	fx.blocks(alice.ID)
	d, next := fx.digest(alice)
	assert.Nil(t, d)
	assert.Zero(t, next)
	p, _ := fx.player(alice.ID)
	assert.Zero(t, p.Vacation.Quiet)
}

// awayFrom starts n matches with news for alice that her vacation, now over, held back. The matches know that she is
// back, and their boards show it.
func (fx *fixture) awayFrom(n int) (ids []match.ID) {
	fx.Helper()
	for range n {
		ids = append(ids, fx.startPaced().ID)
	}
	_, err := fx.StartVacation(fx.Context(), alice, day)
	require.NoError(fx, err)
	for _, id := range ids {
		fx.do(func(tx play.Tx) error {
			seat, err := tx.Seat(fx.Context(), id, alice.ID)
			require.NoError(fx, err)
			seat.Notices.Held = play.Stamp(fx.now)
			return tx.SaveSeat(fx.Context(), seat)
		})
	}
	fx.now = fx.now.Add(day + time.Minute)
	for _, id := range ids {
		fx.returns(id)
	}
	return ids
}

// returns ends the absences of a match that are over, and says that its board shows that.
func (fx *fixture) returns(id match.ID) {
	fx.Helper()
	fx.do(func(tx play.Tx) error {
		_, err := play.Change(fx.Context(), tx, anyPly(id), func(tx play.Tx, m *play.Match) ([]match.Event, error) {
			return m.Arbiter().EndAbsences(tx.Now())
		})
		require.NoError(fx, err)
		m, err := tx.Match(fx.Context(), id)
		require.NoError(fx, err)
		m.Told = m.Seq
		return tx.SaveDelivery(fx.Context(), id, m.Delivery)
	})
}

// TestNextDigest_Return: the digest after a vacation waits until all matches have recorded the return and their boards
// show it, but not for a board that cannot be posted, and not for a match whose clock is stopped.
func TestNextDigest_Return(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ids := fx.awayFrom(2)
	d, _ := fx.digest(alice)
	require.NotNil(t, d)
	untold := func(wait time.Duration, ready bool) {
		fx.do(func(tx play.Tx) error {
			m, err := tx.Match(t.Context(), ids[0])
			require.NoError(t, err)
			m.Told = m.Seq - 1
			return tx.SaveDelivery(t.Context(), m.ID, m.Delivery)
		})
		fx.now = fx.now.Add(wait)
		d, next := fx.digest(alice)
		assert.Equal(t, ready, d != nil)
		assert.Equal(t, ready, next.IsZero())
	}
	untold(0, false)
	untold(9*time.Second, false)
	untold(time.Second, true)
}

// TestNextDigest_ReturnUnrecorded: a match that has not recorded the return is waited for, unless its clock is stopped.
func TestNextDigest_ReturnUnrecorded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		away      time.Duration // until when the match takes alice to be away; 0: it does not
		suspended bool
		ready     bool
	}{
		"recorded":   {0, false, true},
		"unrecorded": {-time.Hour, false, false},
		"away again": {time.Hour, false, true},
		"suspended":  {-time.Hour, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			ids := fx.awayFrom(3)
			fx.do(func(tx play.Tx) error {
				m, err := tx.Match(t.Context(), ids[2])
				require.NoError(t, err)
				if c.away != 0 {
					m.Clock.Reserves.At(m.ColorOf(alice.ID)).AwayUntil = play.Stamp(fx.now.Add(c.away))
				}
				if c.suspended {
					m.Clock.Suspension = match.Suspension{Reason: match.ServerGone, Since: play.Stamp(fx.now)}
				}
				return tx.SaveMatch(t.Context(), m.Match, nil)
			})
			d, next := fx.digest(alice)
			assert.Equal(t, c.ready, d != nil)
			assert.Equal(t, c.ready, next.IsZero())
		})
	}
}

// TestNextNotice_Blocked: people whom the operator has blocked are not notified; the other player is.
func TestNextNotice_Blocked(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.held()
	fx.now = fx.now.Add(time.Minute)
	n, _ := fx.next()
	require.NotNil(t, n)
	require.Equal(t, alice.ID, n.To.ID)
	fx.blocks(alice.ID)
	n, at := fx.next()
	assert.Nil(t, n)
	assert.Zero(t, at)
}
