package play_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
)

// alive returns until when the bot was there.
func (fx *fixture) alive() (a play.Alive) {
	fx.Helper()
	fx.do(func(tx play.Tx) (err error) { a, err = tx.Alive(fx.Context()); return err })
	return a
}

// gone lets the bot have been there until now, and then be away for so long.
func (fx *fixture) gone(d time.Duration) {
	fx.Helper()
	fx.do(func(tx play.Tx) error { return tx.SaveAlive(fx.Context(), play.Alive{At: stored(fx.now)}) })
	fx.now = fx.now.Add(d)
}

// stored is a time as stores keep it.
func stored(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// returned is Return without an error.
func (fx *fixture) returned() play.Absence {
	fx.Helper()
	a, err := fx.Return(fx.Context())
	require.NoError(fx, err)
	return a
}

// TestReturn: the time that was lost since the last sign of life is given back, once; a short absence and a
// clock that goes backwards give nothing.
func TestReturn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gap, want time.Duration
	}{
		"a restart":         {time.Minute, 0},
		"almost an absence": {5*time.Minute - time.Millisecond, 0},
		"an absence":        {5 * time.Minute, 5 * time.Minute},
		"days":              {9 * day, 9 * day},
		"backwards":         {-9 * day, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m := fx.startPaced()
			fx.gone(c.gap)
			n := 0
			if c.want > 0 {
				n = 1
			}
			assert.Equal(t, play.Absence{Length: c.want, Matches: n, SetBack: max(0, -c.gap)}, fx.returned())
			assert.Zero(t, fx.returned())
			after := fx.stored(m.ID)
			assert.Equal(t, c.want, after.Deadline().Sub(m.Deadline()))
			require.NoError(t, fx.StayAlive(fx.Context()))
			assert.Equal(t, play.Alive{At: stored(fx.now)}, fx.alive())
		})
	}
}

// TestReturn_First: a bot that was never there was not away.
func TestReturn_First(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	fx.now = fx.now.Add(9 * day)
	assert.Zero(t, fx.returned())
	assert.Equal(t, m, fx.stored(m.ID))
	assert.Equal(t, play.Alive{At: stored(fx.now)}, fx.alive())
}

// TestReturn_Others: every clock that has run gets the time back; the others are left alone.
func TestReturn_Others(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	timeless, running, paused := fx.start().ID, fx.startPaced().ID, fx.startPaced().ID
	for _, a := range []play.Actor{alice, bob} {
		_, err := fx.Offer(t.Context(), a, anyPly(paused), match.ToPause)
		require.NoError(t, err)
	}
	before := []play.Match{fx.stored(timeless), fx.stored(paused)}
	fx.now = fx.now.Add(day)
	fx.gone(5 * time.Hour)
	woken := fx.woken.Load()
	assert.Equal(t, play.Absence{Length: 5 * time.Hour, Matches: 1}, fx.returned())
	assert.Greater(t, fx.woken.Load(), woken)
	m := fx.stored(running)
	assert.Equal(t, start().Add(4*day+5*time.Hour), m.Deadline())
	assert.Equal(t, before, []play.Match{fx.stored(timeless), fx.stored(paused)})
	due, ok := fx.flagDue(running)
	assert.True(t, ok)
	assert.Equal(t, start().Add(4*day+5*time.Hour), due)
}

// many begins more matches than are credited at once, and returns them.
func (fx *fixture) many() (all []play.Match) {
	fx.Helper()
	now := stored(fx.now)
	for n := range 250 {
		m, events, err := match.Propose(match.Proposal{ID: match.ID(fmt.Sprint("m", n)), By: alice.ID, To: bob.ID,
			Terms: paced()}, now)
		require.NoError(fx, err)
		accepted, err := m.As(bob.ID).Accept(rules.Red, now)
		require.NoError(fx, err)
		all = append(all, play.Match{Match: m})
		fx.do(func(tx play.Tx) error { return tx.CreateMatch(fx.Context(), all[n], append(events, accepted...)) })
	}
	return all
}

// TestReturn_Interrupted: whichever call to the store is the last one of a process, the next one gives back what is
// left, for the time until it was there as well: each match has it once. Until then there is no sign of life.
func TestReturn_Interrupted(t *testing.T) {
	t.Parallel()
	cut := errors.New("killed")
	for last := 0; ; last++ {
		fx := newFixture(t)
		all := []play.Match{fx.startPaced(), fx.startPaced()}
		fx.gone(time.Hour)
		calls := 0
		fx.hook = func(c playtest.Call, do func() error) error {
			if calls++; calls > last {
				return cut
			}
			return do()
		}
		_, err := fx.Return(t.Context())
		fx.hook = nil
		if err == nil {
			break
		}
		require.ErrorIs(t, err, cut)
		require.NoError(t, fx.StayAlive(t.Context()))
		if fx.alive().At.Equal(stored(fx.now)) {
			m := fx.stored(all[1].ID)
			assert.NotEqual(t, all[1].Deadline(), m.Deadline(), "after call %d", last)
		}
		fx.now = fx.now.Add(3 * time.Hour)
		fx.returned()
		for _, m := range all {
			after := fx.stored(m.ID)
			assert.Equal(t, 4*time.Hour, after.Deadline().Sub(m.Deadline()), "after call %d", last)
		}
	}
}

// TestReturn_Batches: what a kill between two units of work left undone is done by the next start, and a match that
// was credited is not credited again, nor does it have another event.
func TestReturn_Batches(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	all := fx.many()
	fx.gone(time.Hour)
	ctx, kill := context.WithCancel(t.Context())
	units := 0
	fx.hook = func(c playtest.Call, do func() error) error {
		if c.Name != "Do" {
			return do()
		}
		if units++; units == 3 {
			kill()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return do()
	}
	_, err := fx.Return(ctx)
	require.ErrorIs(t, err, context.Canceled)
	fx.hook = nil
	credited := func() (n int) {
		for _, m := range all {
			after := fx.stored(m.ID)
			n += int(after.Deadline().Sub(m.Deadline()) / time.Hour)
		}
		return n
	}
	assert.Equal(t, 100, credited())
	fx.now = fx.now.Add(time.Second)
	assert.Equal(t, 150, fx.returned().Matches)
	assert.Equal(t, 250, credited())
	for _, m := range all {
		assert.Equal(t, []match.EventKind{match.Challenged, match.Accepted, match.Credited}, fx.kinds(m.ID))
	}
}

// TestReturn_Two: two processes that give the same back give it once, and the one that is later takes back nothing
// that is known since.
func TestReturn_Two(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	fx.gone(time.Hour)
	begun := false
	fx.hook = func(c playtest.Call, do func() error) error {
		if c.Name == "Live" && !begun { // the other one is quicker
			begun = true
			fx.now = fx.now.Add(time.Second)
			fx.returned()
			require.NoError(t, fx.StayAlive(t.Context()))
		}
		return do()
	}
	fx.returned()
	after := fx.stored(m.ID)
	assert.Equal(t, time.Hour, after.Deadline().Sub(m.Deadline()))
	assert.Equal(t, play.Alive{At: stored(fx.now)}, fx.alive())
}

// TestReturn_Unread: a match that cannot be read keeps no other from its time, and is named; one that cannot be
// written leaves all to the next time.
func TestReturn_Unread(t *testing.T) {
	t.Parallel()
	failure := errors.New("damaged")
	for _, name := range []string{"Match", "SaveMatch"} {
		fx := newFixture(t)
		all := []play.Match{fx.startPaced(), fx.startPaced()}
		fx.gone(time.Hour)
		fx.hook = func(c playtest.Call, do func() error) error {
			if c.Name == name {
				fx.hook = nil
				return failure
			}
			return do()
		}
		a, err := fx.Return(t.Context())
		if name == "SaveMatch" {
			require.ErrorIs(t, err, failure)
			assert.Equal(t, play.Absence{Length: time.Hour, Matches: 2}, fx.returned())
			continue
		}
		require.NoError(t, err)
		require.ErrorIs(t, a.Unread, failure)
		assert.Equal(t, 1, a.Matches)
		after := fx.stored(all[1].ID)
		assert.Equal(t, time.Hour, after.Deadline().Sub(all[1].Deadline()))
	}
}

// again is a store that begins each unit of work again, as after a collision.
type again struct{ play.Store }

func (s again) Do(ctx context.Context, f func(play.Tx) error) error {
	collided := errors.New("collided")
	err := s.Store.Do(ctx, func(tx play.Tx) error { return errors.Join(f(tx), collided) })
	if !errors.Is(err, collided) {
		return err
	}
	return s.Store.Do(ctx, f)
}

// TestReturn_Again: a unit of work that collides counts its matches once.
func TestReturn_Again(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(d *play.Deps) { d.Store = again{d.Store} })
	fx.startPaced()
	fx.gone(time.Hour)
	assert.Equal(t, 1, fx.returned().Matches)
}

// TestAwake: who is the first to act after an absence acts in time, though nobody gave a sign of life meanwhile.
func TestAwake(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gap  time.Duration
		away bool
	}{"an absence": {9 * day, true}, "just one": {5 * time.Minute, true}, "less": {5*time.Minute - 1e6, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var credited play.Absence
			fx := newFixture(t, func(d *play.Deps) {
				d.Credited = func(_ context.Context, a play.Absence) { credited.Length += a.Length }
			})
			m := fx.startPaced()
			fx.gone(0)
			fx.returned()
			fx.now = fx.now.Add(c.gap)
			assert.Equal(t, c.away, fx.IsAway())
			_, err := fx.Claim(t.Context(), bob, anyPly(m.ID))
			require.ErrorIs(t, err, match.ErrNotOverdue)
			assert.False(t, fx.IsAway())
			assert.Equal(t, c.away, credited.Length > 0, "for the log")
			after := fx.stored(m.ID)
			assert.Equal(t, c.away, after.Deadline().After(m.Deadline()))
			_, err = fx.StartVacation(t.Context(), alice, time.Hour)
			require.NoError(t, err)
		})
	}
	fx := newFixture(t)
	fx.startPaced()
	assert.False(t, fx.IsAway(), "nobody knows")
}

// TestAwake_Fails: nobody acts as long as what was lost cannot be given back.
func TestAwake_Fails(t *testing.T) {
	t.Parallel()
	failure := errors.New("disk is full")
	fx := newFixture(t)
	m := fx.startPaced()
	fx.gone(0)
	fx.returned()
	fx.now = fx.now.Add(day)
	fx.hook = func(c playtest.Call, do func() error) error {
		if c.Name == "Live" {
			return failure
		}
		return do()
	}
	_, err := fx.Play(t.Context(), alice, anyPly(m.ID), swap())
	require.ErrorIs(t, err, failure)
	_, err = fx.StartVacation(t.Context(), alice, time.Hour)
	require.ErrorIs(t, err, failure)
	fx.hook = nil
	_, err = fx.StartVacation(t.Context(), alice, time.Hour)
	require.NoError(t, err)
	after := fx.stored(m.ID)
	assert.Equal(t, day+time.Hour, after.Deadline().Sub(m.Deadline()))
}

// TestStayAlive: there is no sign of life before what was lost is given back.
func TestStayAlive(t *testing.T) {
	t.Parallel()
	for _, gap := range []time.Duration{0, 5*time.Minute - time.Millisecond, 5 * time.Minute} {
		fx := newFixture(t)
		fx.gone(gap)
		before := fx.alive()
		require.NoError(t, fx.StayAlive(t.Context()))
		if gap < 5*time.Minute {
			before = play.Alive{At: stored(fx.now)}
		}
		assert.Equal(t, before, fx.alive(), gap)
	}
	fx := newFixture(t)
	require.NoError(t, fx.StayAlive(t.Context()))
	assert.Equal(t, play.Alive{At: stored(fx.now)}, fx.alive(), "the first one")
	pending := play.Alive{At: stored(fx.now), Back: stored(fx.now)}
	fx.do(func(tx play.Tx) error { return tx.SaveAlive(t.Context(), pending) })
	require.NoError(t, fx.StayAlive(t.Context()))
	assert.Equal(t, pending, fx.alive())
}
