package play_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestTeller_Closed: what a channel would not have is told together when it would, or when the
// match is shown in another one; where there is nothing any more only news are tried.
func TestTeller_Closed(t *testing.T) {
	for refusal, tries := range map[error]int{play.ErrGone: 1, play.ErrClosed: 11} {
		t.Run(refusal.Error(), func(t *testing.T) {
			inOffice(t, func(o *office) {
				o.start(o.T)
				o.open()
				o.crier.announce.set(func(context.Context, match.ID) error {
					return fmt.Errorf("announce: %w", refusal)
				})
				o.playTurn("m1")
				o.pass(time.Hour)
				assert.Len(o, o.crier.calls.get(), 1+tries)
				assert.Equal(o, "m1/1", o.post("m1"), "the message that stands, stands")
				assert.Contains(o, o.log.String(), "match=m1")
				m, err := o.Match(o.Context(), "m1")
				require.NoError(o, err)
				assert.True(o, m.Venue.Closed)
				o.playTurn("m1")
				assert.Len(o, o.crier.calls.get(), 2+tries)

				o.crier.announce.set(nil)
				m, err = o.Rehome(o.Context(), "m1", bob, match.Venue{Channel: "elsewhere"})
				require.NoError(o, err)
				assert.False(o, m.Venue.Closed)
				synctest.Wait()
				calls := o.crier.calls.get()
				assert.Equal(o, []match.EventKind{match.Played, match.Played, match.Rehomed},
					calls[len(calls)-1].kinds)
				assert.Empty(o, o.kinds(o.T))
				assert.Len(o, o.crier.removed.get(), 1)
			})
		})
	}
}

// TestTeller_Moved: what the old channel refuses while the match moves is told in the new one at
// once.
func TestTeller_Moved(t *testing.T) {
	inOffice(t, func(o *office) {
		m := o.start(o.T)
		o.crier.announce.set(func(ctx context.Context, id match.ID) error {
			o.crier.announce.set(nil)
			_, err := o.Rehome(ctx, id, bob, match.Venue{Channel: "elsewhere"})
			return errors.Join(play.ErrGone, err)
		})
		o.open()
		calls := o.crier.calls.get()
		require.Len(o, calls, 2)
		assert.Equal(o, []match.EventKind{match.Challenged, match.Accepted, match.Rehomed},
			calls[1].kinds)
		assert.Equal(o, "m1/2", o.post(m.ID))
	})
}

// TestTeller_Crash: news of which a crash left unknown whether they were told are told again as they
// were, alone, for what came after would make a second message of them.
func TestTeller_Crash(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start(o.T)
		notices, err := o.store.Notices(o.Context(), time.Now().Add(2000*time.Hour), 9)
		require.NoError(o, err)
		require.NoError(o, o.store.Sending(o.Context(), []int64{notices[0].ID}))
		o.open()
		var keys []string
		for _, c := range o.crier.calls.get() {
			keys = append(keys, c.key)
		}
		assert.Equal(o, []string{"m1-1", "m1-2"}, keys)
		assert.Empty(o, o.kinds(o.T))
	})
}

// TestTeller_RecordsFirst: nothing is sent of which it cannot be recorded that it is being sent, and
// soon after it can be it is sent.
func TestTeller_RecordsFirst(t *testing.T) {
	inOffice(t, func(o *office) {
		full := &fullStore{Store: o.store}
		full.full.set(true)
		o.employ(full)
		o.start(o.T)
		o.open()
		o.pass(10 * time.Hour)
		assert.Empty(o, o.crier.calls.get())
		full.full.set(false)
		o.pass(time.Minute)
		assert.Len(o, o.crier.calls.get(), 1)
	})
}

// fullStore is a store on a disk that may be full.
type fullStore struct {
	play.Store
	full shared[bool]
}

func (s *fullStore) Sending(ctx context.Context, ids []int64) error {
	if s.full.get() {
		return errors.New("disk is full")
	}
	return s.Store.Sending(ctx, ids)
}
