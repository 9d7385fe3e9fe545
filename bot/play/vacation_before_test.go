package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestVacation_Before: each vacation of the last KeptDailies days is remembered once, as long as it really was.
func TestVacation_Before(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.do(func(tx play.Tx) error {
		return tx.SavePlayer(fx.Context(), play.Player{ID: bob.ID, Met: fx.now.Add(-999 * day)})
	})
	var want []play.Span
	for range 3 {
		begun := fx.now
		for range 2 {
			_, err := fx.StartVacation(fx.Context(), bob, day)
			require.NoError(t, err)
			fx.now = fx.now.Add(time.Hour)
		}
		_, err := fx.EndVacation(fx.Context(), bob)
		require.NoError(t, err)
		want = append(want, play.Span{From: play.Stamp(begun), Until: play.Stamp(fx.now)})
		fx.now = fx.now.Add(40 * day)
	}
	p, err := fx.Player(fx.Context(), bob.ID)
	require.NoError(t, err)
	assert.Equal(t, want, p.Vacation.Spans())
	p, err = fx.StartVacation(fx.Context(), bob, day)
	require.NoError(t, err)
	assert.Equal(t, want[1:], p.Vacation.Before, "the first one is too old")
}

// TestVacation_BeforeMost: the last 40 vacations are remembered, without those that ended when they began.
func TestVacation_BeforeMost(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var all []play.Span
	for n := range 50 {
		from := play.Stamp(fx.now.Add(time.Duration(n-60) * day))
		all = append(all, play.Span{From: from, Until: from.Add(time.Hour)})
	}
	fx.do(func(tx play.Tx) error {
		return tx.SavePlayer(fx.Context(), play.Player{ID: bob.ID, Met: fx.now.Add(-999 * day),
			Vacation: play.Vacation{Before: all[:49], From: all[49].From, Until: all[49].Until}})
	})
	for range 2 {
		p, err := fx.StartVacation(fx.Context(), bob, day)
		require.NoError(t, err)
		assert.Equal(t, all[10:], p.Vacation.Before)
		_, err = fx.EndVacation(fx.Context(), bob)
		require.NoError(t, err)
	}
}
