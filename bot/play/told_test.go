package play_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestService_Told: how the news of a change got on is known as soon as they are announced or
// refused; before, what was known is returned when there is no more time.
func TestService_Told(t *testing.T) {
	t.Parallel()
	begin := func(m *play.Match) { m.Delivery.Begin(m.Seq) }
	announce := func(m *play.Match) { m.Announced(play.Post{Channel: "c", Message: "2"}) }
	refuse := func(m *play.Match) { m.Refused("c") }
	tests := []struct {
		name   string
		before []func(*play.Match) // the change
		after  []func(*play.Match) // one a second
		closed bool
		took   time.Duration
	}{
		{"announced", nil, []func(*play.Match){begin, announce}, false, 2 * time.Second},
		{"refused", nil, []func(*play.Match){begin, refuse}, true, 2 * time.Second},
		{"refused again", []func(*play.Match){begin, refuse}, []func(*play.Match){begin, refuse}, true, 2 * time.Second},
		{"announced again", []func(*play.Match){begin, refuse}, []func(*play.Match){begin, announce}, false,
			2 * time.Second},
		{"after what was under way", []func(*play.Match){begin},
			[]func(*play.Match){refuse, begin, announce}, false, 3 * time.Second},
		{"nobody knows", nil, []func(*play.Match){begin}, false, 9 * time.Second},
		{"never", nil, nil, false, 9 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				fx := newFixture(t)
				m := fx.start()
				deliver := func(change func(*play.Match)) {
					m := fx.stored(m.ID)
					change(&m)
					fx.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, m.Delivery) })
				}
				for _, change := range test.before {
					deliver(change)
				}
				m, err := fx.Play(t.Context(), alice, anyPly(m.ID), swap())
				require.NoError(t, err)
				go func() {
					for _, change := range test.after {
						time.Sleep(time.Second)
						deliver(change)
					}
				}()
				ctx, cancel := context.WithTimeout(t.Context(), 9*time.Second)
				defer cancel()
				began := time.Now()
				told := fx.AwaitDelivery(ctx, m)
				assert.Equal(t, test.closed, told.Closed)
				assert.Equal(t, m.Match, told.Match)
				assert.InDelta(t, test.took.Seconds(), time.Since(began).Seconds(), 0.1)
			})
		})
	}
}
