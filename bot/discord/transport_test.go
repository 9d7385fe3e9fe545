package discord

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answered returns a response with the given status and headers: name, value, name, value …
func answered(status int, headers ...string) *http.Response {
	w := httptest.NewRecorder()
	for i := 0; i < len(headers); i += 2 {
		w.Header().Set(headers[i], headers[i+1])
	}
	w.WriteHeader(status)
	return w.Result()
}

func send(t *testing.T, rt http.RoundTripper, ctx context.Context, url string) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader("body"))
	require.NoError(t, err)
	return rt.RoundTrip(req)
}

func TestTransportRedirects(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"http://127.0.0.1:8080":       "http://127.0.0.1:8080/api/v9/gateway?x=1",
		"http://127.0.0.1:8080/under": "http://127.0.0.1:8080/under/api/v9/gateway?x=1",
		"":                            "https://discord.com/api/v9/gateway?x=1",
	} {
		tr, err := newTransport(Address{Base: base})
		require.NoError(t, err)
		var got string
		tr.next = roundTrip(func(r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			return answered(200), nil
		})
		_, err = send(t, tr, t.Context(), "https://discord.com/api/v9/gateway?x=1")
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for _, bad := range []string{"localhost:8080", "ftp://x", "http://", "::"} {
		_, err := newTransport(Address{Base: bad})
		assert.Error(t, err, bad)
	}
}

// TestTransportUsesTheProxy: all calls use the proxy, except that only the server itself can tell where its gateway
// is.
func TestTransportUsesTheProxy(t *testing.T) {
	t.Parallel()
	const me = "/api/v9/users/@me"
	for _, c := range []struct{ base, url, want string }{
		{"", api + "/users/@me", "http://proxy/under" + me},
		{"", gatewayURL(), "http://proxy/under/api/v9/gateway/bot"},
		{"http://server", api + "/users/@me", "http://proxy/under" + me},
		{"http://server", gatewayURL(), "http://server/api/v9/gateway/bot"},
	} {
		tr, err := newTransport(Address{Base: c.base, REST: "http://proxy/under"})
		require.NoError(t, err)
		var got string
		tr.next = roundTrip(func(r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			return answered(200), nil
		})
		_, err = send(t, tr, t.Context(), c.url)
		require.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
	_, err := newTransport(Address{REST: "proxy:8080"})
	assert.Error(t, err)
}

func TestTransportObeys429(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var bodies []string
		tr := &transport{next: roundTrip(func(r *http.Request) (*http.Response, error) {
			body, _ := io.ReadAll(r.Body)
			bodies = append(bodies, string(body))
			if len(bodies) == 1 {
				return answered(429, "Retry-After", "1.5", "X-RateLimit-Scope", "shared"), nil
			}
			return answered(200, "X-RateLimit-Remaining", "nonsense"), nil
		})}
		begun := time.Now()
		resp, err := send(t, tr, t.Context(), "http://d/api/v9/channels/1/messages")
		require.NoError(t, err)
		assert.Equal(t, 200, resp.StatusCode)
		assert.Equal(t, 1500*time.Millisecond, time.Since(begun))
		assert.Equal(t, []string{"body", "body"}, bodies, "the body is sent again whole")
	})
}

func TestTransportWaitsNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := &transport{next: roundTrip(func(*http.Request) (*http.Response, error) {
			return answered(429, "Retry-After", "3600"), nil
		})}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		begun := time.Now()
		_, err := send(t, tr, ctx, "http://d/api/v9/channels/1/messages")
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 200*time.Millisecond, time.Since(begun))
		time.Sleep(2 * time.Hour)
	})
}

// TestTransportOldEdits: an edit of an old message waits as long as its context allows, or fails immediately, and
// delays nothing else.
func TestTransportOldEdits(t *testing.T) {
	t.Parallel()
	for after, want := range map[string]int{"3600": 429, "6": 200} {
		synctest.Test(t, func(t *testing.T) {
			sent := 0
			tr := &transport{next: roundTrip(func(*http.Request) (*http.Response, error) {
				if sent++; sent > 1 {
					return answered(200), nil
				}
				resp := answered(429, "Retry-After", after)
				resp.Body = io.NopCloser(strings.NewReader(`{"code":30046}`))
				return resp, nil
			})}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			resp, err := send(t, tr, ctx, "http://d/api/v9/channels/1/messages/2")
			require.NoError(t, err)
			assert.Equal(t, want, resp.StatusCode)
			body, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			assert.Equal(t, want == 429, strings.Contains(string(body), "30046"))
			begun := time.Now()
			_, err = send(t, tr, ctx, "http://d/api/v9/channels/1/messages/3")
			require.NoError(t, err)
			assert.Zero(t, time.Since(begun))
			time.Sleep(2 * time.Hour)
		})
	}
}

func TestTransportHoldsBackAnEmptiedRoute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var sent atomic.Int32
		tr := &transport{next: roundTrip(func(*http.Request) (*http.Response, error) {
			sent.Add(1)
			return answered(200, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "2"), nil
		})}
		begun := time.Now()
		for _, url := range []string{"http://d/api/v9/channels/1/messages",
			"http://d/api/v9/channels/2/messages", "http://d/api/v9/webhooks/1/token",
			"http://d/api/v9/webhooks/1/token"} {
			_, err := send(t, tr, t.Context(), url)
			require.NoError(t, err)
		}
		assert.Zero(t, time.Since(begun), "another channel and the answers do not wait")
		_, err := send(t, tr, t.Context(), "http://d/api/v9/channels/1/messages")
		require.NoError(t, err)
		assert.Equal(t, 2*time.Second, time.Since(begun))
		time.Sleep(time.Minute)
	})
}

func TestTransportGlobalLimitHoldsAllRoutesButAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var sent atomic.Int32
		tr := &transport{next: roundTrip(func(*http.Request) (*http.Response, error) {
			if sent.Add(1) == 1 {
				return answered(429, "Retry-After", "5", "X-RateLimit-Global", "true"), nil
			}
			return answered(200), nil
		})}
		begun := time.Now()
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = send(t, tr, t.Context(), "http://d/api/v9/channels/1/messages")
		}()
		synctest.Wait()
		_, err := send(t, tr, t.Context(), "http://d/api/v9/interactions/1/token/callback")
		require.NoError(t, err)
		assert.Zero(t, time.Since(begun))
		_, err = send(t, tr, t.Context(), "http://d/api/v9/users/7")
		require.NoError(t, err)
		assert.Equal(t, 5*time.Second, time.Since(begun))
		<-done
	})
}

// slow answers after a delay, and refuses more than five requests within five seconds of the first.
type slow struct {
	mu      sync.Mutex
	begun   time.Time
	got     int
	refused int
	most    int // the highest number of concurrent requests
	now     int
}

func (s *slow) RoundTrip(*http.Request) (*http.Response, error) {
	s.mu.Lock()
	if time.Since(s.begun) >= 5*time.Second {
		s.begun, s.got = time.Now(), 0
	}
	s.got++
	s.now++
	s.most = max(s.most, s.now)
	reset := fmt.Sprint((5*time.Second - time.Since(s.begun)).Seconds())
	resp := answered(200, "X-RateLimit-Remaining", fmt.Sprint(5-s.got), "X-RateLimit-Reset-After", reset)
	if s.got > 5 {
		s.refused++
		resp = answered(429, "Retry-After", reset)
	}
	s.mu.Unlock()
	time.Sleep(100 * time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now--
	return resp, nil
}

// kept returns the number of buckets.
func kept(t *transport) int {
	t.limits.mu.Lock()
	defer t.limits.mu.Unlock()
	return len(t.limits.routes)
}

func TestTransportReservesWhatTheHeadersAllow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := &slow{}
		tr := &transport{next: server}
		begun := time.Now()
		var posts sync.WaitGroup
		for range 12 {
			posts.Go(func() {
				_, err := send(t, tr, t.Context(), "http://d/api/v9/channels/1/messages")
				assert.NoError(t, err)
			})
		}
		posts.Wait()
		assert.Zero(t, server.refused)
		assert.Equal(t, 4, server.most, "after the first of a window, the others go at once")
		assert.Less(t, time.Since(begun), 11*time.Second)
		time.Sleep(time.Minute)
		assert.Zero(t, kept(tr), "nothing is")
	})
}

// TestTransportGoesOneByOneWithoutHeaders: without rate limit headers requests go one at a time, also after a
// failure.
func TestTransportGoesOneByOneWithoutHeaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sent := 0
		tr := &transport{next: roundTrip(func(*http.Request) (*http.Response, error) {
			sent++
			time.Sleep(time.Second)
			return nil, io.ErrUnexpectedEOF
		})}
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		var posts sync.WaitGroup
		for range 9 {
			posts.Go(func() { _, _ = send(t, tr, ctx, "http://d/api/v9/channels/1/messages") })
		}
		posts.Wait()
		assert.Equal(t, 3, sent)
		assert.Zero(t, kept(tr))
	})
}

// TestTransportBelievesNoLimit: the wait after a refusal is bounded in both directions, whatever the headers say.
func TestTransportBelievesNoLimit(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"99999999999", "1e300", "Inf", "-Inf", "NaN", "-1", "-99999999999", "0",
		"0.000001", "1e-300", "soon", ""} {
		for _, url := range []string{"http://d/api/v9/channels/1/messages",
			"http://d/api/v9/interactions/1/token/callback"} {
			t.Run(says+" "+routeOf(httptest.NewRequest("POST", url, nil)), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					sent := 0
					tr := &transport{next: roundTrip(func(*http.Request) (*http.Response, error) {
						if sent++; sent > 20 {
							return answered(200), nil // two hours of the shortest pauses would take seconds
						}
						return answered(429, "Retry-After", says, "X-RateLimit-Reset-After", says), nil
					})}
					ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
					defer cancel()
					_, err := send(t, tr, ctx, url)
					assert.ErrorIs(t, err, context.DeadlineExceeded)
					assert.LessOrEqual(t, sent, 16)
					long, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
					defer cancel()
					_, _ = send(t, tr, long, url)
					assert.Greater(t, sent, 1)
					time.Sleep(2 * time.Hour)
				})
			})
		}
	}
}
