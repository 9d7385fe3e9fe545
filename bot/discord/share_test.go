package discord

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// TestSharesAreAWhole: up to 33 processes together never make more than 50 calls in a second.
func TestSharesAreAWhole(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 30; n++ {
		limit, burst := shareOf(n)
		all := float64(n) * (float64(limit) + float64(burst))
		assert.LessOrEqual(t, all, 46.01, "%d processes", n)
		assert.Greater(t, all, 40.0, "%d processes", n)
	}
	for n, fit := range map[int]bool{33: true, 34: false} {
		limit, burst := shareOf(n)
		assert.Equal(t, fit, float64(n)*(float64(limit)+float64(burst)) <= 50, "%d processes", n)
	}
	limit, burst := shareOf(1000)
	assert.Positive(t, limit)
	assert.Equal(t, 1, burst)
	assert.Equal(t, fmt.Sprint(shareOf(1)), fmt.Sprint(shareOf(0)))
}

func TestShare(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, ctx := &share{}, t.Context()
		in := func(route string, calls int) time.Duration {
			begun := time.Now()
			for range calls {
				require.NoError(t, s.wait(ctx, route))
			}
			return time.Since(begun)
		}
		assert.Zero(t, in("GET /x", 1000), "there is none yet")
		s.divide(1)
		assert.InDelta(t, 10, in("GET /x", 42*10+4).Seconds(), 0.1)
		assert.Zero(t, in("", 1000), "answers to interactions are not limited")
		s.divide(23)
		assert.InDelta(t, 10, in("GET /x", 10).Seconds(), 1)

		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
		assert.ErrorIs(t, s.wait(short, "GET /x"), context.DeadlineExceeded)

		begun := time.Now()
		time.AfterFunc(100*time.Millisecond, func() { s.divide(1) })
		assert.NoError(t, s.wait(ctx, "GET /x"))
		assert.InDelta(t, 0.12, time.Since(begun).Seconds(), 0.03, "a new share holds for those that wait, too")
	})
}

// TestProxyHasNoShare: with a proxy, calls do not wait for a share.
func TestProxyHasNoShare(t *testing.T) {
	t.Parallel()
	c, err := NewClient(testToken, Address{REST: "http://127.0.0.1:1"})
	require.NoError(t, err)
	c.Share(100)
	assert.Nil(t, c.transport.share.limiter)
}

// TestStartTyping_Busy: the typing indicator is not sent while other calls are waiting.
func TestStartTyping_Busy(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(web.Close)
	c, err := NewClient(testToken, Address{Base: web.URL})
	require.NoError(t, err)
	require.NoError(t, c.StartTyping(t.Context(), "1"), "there is no share")
	c.Share(1)
	require.NoError(t, c.StartTyping(t.Context(), "1"))
	c.transport.share.limiter.ReserveN(time.Now(), sharedBurst)
	assert.ErrorIs(t, c.StartTyping(t.Context(), "1"), ErrBusy)
	assert.EqualValues(t, 2, calls.Load())
}

// recorder records requests and responses.
type recorder struct {
	next http.RoundTripper

	mu       sync.Mutex
	sent     []time.Time
	until    map[string]time.Time // when the limit of a route ends, as told to the client
	refused  int
	foretold []string // refusals that the client could have avoided
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	route := routeOf(req)
	r.mu.Lock()
	now := time.Now()
	r.sent = append(r.sent, now)
	known := now.Before(r.until[route]) || now.Before(r.until[globalRoute])
	r.mu.Unlock()
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return resp, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	seconds, _ := strconv.ParseFloat(resp.Header.Get("X-RateLimit-Reset-After"), 64)
	if resp.Header.Get("X-RateLimit-Remaining") == "0" {
		if isGlobal(resp.Header) {
			route = globalRoute
		}
		r.until[route] = time.Now().Add(time.Duration(seconds * float64(time.Second)))
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		r.refused++
		if known {
			r.foretold = append(r.foretold, route)
		}
	}
	return resp, nil
}

// TestThreeProcesses: three busy processes never exceed the global limit or a limit they know of, and each gets its
// share.
func TestThreeProcesses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const span = 4 * time.Second
		discord := &sandbox.Server{Limits: true}
		ctx, cancel := context.WithTimeout(t.Context(), span)
		defer cancel()
		var all []*recorder
		var calling sync.WaitGroup
		for n := range 3 {
			c, err := NewClient(sandbox.DefaultToken, Address{})
			require.NoError(t, err)
			r := &recorder{next: within(discord), until: map[string]time.Time{}}
			all, c.transport.next = append(all, r), r
			c.Share(3)
			for k := range 20 {
				calling.Go(func() {
					for i := 0; ctx.Err() == nil; i++ {
						_, _ = c.User(ctx, fmt.Sprint(n, k, i)) // there is no such user
					}
				})
			}
			calling.Go(func() {
				for ctx.Err() == nil { // all three post in one channel, which allows five messages in five seconds
					_, _ = c.CreateMessage(ctx, sandbox.MadID.String(), Message{Content: "x"})
				}
			})
		}
		calling.Wait()
		_, global := discord.TooMany()
		assert.Zero(t, global)
		var sent []time.Time
		for n, r := range all {
			assert.Empty(t, r.foretold)
			assert.Greater(t, len(r.sent), int(40*span.Seconds()/3*0.8), "process %d starves", n)
			sent = append(sent, r.sent...)
		}
		slices.SortFunc(sent, time.Time.Compare)
		for i := range len(sent) - 50 {
			assert.Greater(t, sent[i+50].Sub(sent[i]), time.Second, "51 calls in a second")
		}
		t.Logf("calls: %d; refused on a route: %d %d %d", len(sent), all[0].refused, all[1].refused, all[2].refused)
		require.NoError(t, discord.Close())
	})
}

// within passes requests to a handler without a network.
func within(h http.Handler) roundTrip {
	return func(req *http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		return w.Result(), nil
	}
}
