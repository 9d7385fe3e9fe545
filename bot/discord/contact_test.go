package discord

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// watched is a Client with a running Watch, and the Discord that answers it.
type watched struct {
	*Client
	posts, asks atomic.Int64           // status codes to answer with; 0: fail without an answer
	asked       atomic.Int64           // number of probes
	meanwhile   atomic.Pointer[func()] // called during a probe; nil: nothing
	end         error                  // result of Watch
}

// watch runs f in a synctest bubble with a watched Client.
func watch(t *testing.T, f func(t *testing.T, w *watched)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &watched{end: errors.New("it runs")}
		w.posts.Store(204)
		w.asks.Store(200)
		tr, err := newTransport(Address{})
		require.NoError(t, err)
		tr.next = roundTrip(func(r *http.Request) (*http.Response, error) {
			status := w.posts.Load()
			if strings.HasSuffix(r.URL.Path, "/@me") {
				w.asked.Add(1)
				if f := w.meanwhile.Load(); f != nil {
					(*f)()
				}
				status = w.asks.Load()
			}
			if status == 0 {
				return nil, errors.New("connection refused")
			}
			return answered(int(status)), nil
		})
		w.Client = newClient(testToken, tr)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { w.end = w.Watch(ctx) }()
		f(t, w)
		cancel()
		synctest.Wait()
		if w.end != nil {
			assert.ErrorIs(t, w.end, ErrToken)
		}
	})
}

// call makes a call and waits for its consequences.
func (w *watched) call(ctx context.Context) {
	_ = w.DeleteMessage(ctx, "1", "2")
	time.Sleep(2 * time.Second) // three tries
	synctest.Wait()
}

// TestWatch_Revoked: a revoked token is noticed within a minute by an idle bot, whenever its last call was.
func TestWatch_Revoked(t *testing.T) {
	watch(t, func(t *testing.T, w *watched) {
		time.Sleep(time.Second)
		w.call(t.Context())
		w.asks.Store(http.StatusUnauthorized)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.ErrorIs(t, w.end, ErrToken)
	})
}

// TestWatch: after a failed call, the client probes until a call succeeds.
func TestWatch(t *testing.T) {
	for name, status := range map[string]int64{"no connection": 0, "500": 500, "a proxy's 408": 408} {
		t.Run(name, func(t *testing.T) {
			watch(t, func(t *testing.T, w *watched) {
				w.call(t.Context())
				require.NoError(t, w.Reachable())
				assert.Zero(t, w.asked.Load())
				w.posts.Store(status)
				w.asks.Store(status)
				w.call(t.Context())
				require.ErrorContains(t, w.Reachable(), "discord takes no calls: ask who I am: ")
				w.posts.Store(204)
				w.call(t.Context())
				require.NoError(t, w.Reachable(), "a call is as good an answer")
				w.posts.Store(status)
				time.Sleep(probePause)
				w.call(t.Context())
				require.Error(t, w.Reachable())
				w.asks.Store(200)
				time.Sleep(probePause)
				synctest.Wait()
				require.NoError(t, w.Reachable())
			})
		})
	}
}

// TestWatch_Doubt: refused and canceled calls cause no probe, and a failed probe does not count after a successful
// call.
func TestWatch_Doubt(t *testing.T) {
	watch(t, func(t *testing.T, w *watched) {
		for _, status := range []int64{400, 403, 404} {
			w.posts.Store(status)
			w.call(t.Context())
		}
		given, up := context.WithCancel(t.Context())
		up()
		w.call(given)
		assert.Zero(t, w.asked.Load())
		w.posts.Store(500)
		w.asks.Store(500)
		taken := func() { w.availability.record(t.Context(), nil) }
		w.meanwhile.Store(&taken)
		w.call(t.Context())
		assert.EqualValues(t, 1, w.asked.Load())
		require.NoError(t, w.Reachable())
		w.asks.Store(200)
		time.Sleep(2 * probePause)
		asked := w.asked.Load()
		late, cancel := context.WithDeadline(t.Context(), time.Now())
		defer cancel()
		w.call(late)
		assert.Equal(t, asked+1, w.asked.Load(), "an answer that is too late")
	})
}

// TestWatch_Token: an unauthorized call causes a probe, because calls may use other tokens than the bot's.
func TestWatch_Token(t *testing.T) {
	watch(t, func(t *testing.T, w *watched) {
		w.posts.Store(401)
		w.call(t.Context())
		require.NoError(t, w.Reachable())
		assert.EqualValues(t, 1, w.asked.Load())
		time.Sleep(probePause)
		w.asks.Store(401)
		w.call(t.Context())
		require.ErrorIs(t, w.end, ErrToken)
	})
}

// TestWatch_Quiet: a bot that makes no calls still notices that its token was reset.
func TestWatch_Quiet(t *testing.T) {
	watch(t, func(t *testing.T, w *watched) {
		time.Sleep(quietTime - 3*time.Second)
		w.call(t.Context())
		time.Sleep(quietTime - 3*time.Second)
		assert.Zero(t, w.asked.Load())
		time.Sleep(quietTime)
		synctest.Wait()
		assert.EqualValues(t, 1, w.asked.Load())
		w.asks.Store(401)
		time.Sleep(quietTime + probePause)
		synctest.Wait()
		require.ErrorIs(t, w.end, ErrToken)
	})
}
