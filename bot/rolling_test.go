package bot

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/sandbox"
)

// TestRollingRestart: a new process takes over from one that ends while people use the bot.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(s *sandbox.Server) { s.Resume, s.Limits = time.Minute, true })
	next, err := New(Deps{Token: sandbox.DefaultToken, Address: discord.Address{Base: w.url},
		Process: w.process("second"), Service: w.service, Renderer: &plainRenderer{}, Log: w.bot.log})
	require.NoError(t, err)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- next.Run(ctx) }()
	require.Eventually(t, next.Ready, time.Minute, 10*time.Millisecond, "it stands by")

	asking, enough := context.WithCancel(t.Context())
	var answers, longest atomic.Int64
	var people sync.WaitGroup
	for _, person := range []*sandbox.Actor{w.alice, w.bob, w.carol} {
		people.Go(func() {
			for asking.Err() == nil {
				begun := time.Now()
				_, err := person.Command(t.Context(), w.mad, "help")
				assert.NoError(t, err)
				answers.Add(1)
				longest.Store(max(longest.Load(), time.Since(begun).Milliseconds()))
			}
		})
	}
	goOn := func() {
		before := answers.Load()
		require.Eventually(t, func() bool { return answers.Load() > before+30 }, time.Minute, time.Millisecond)
	}
	goOn()
	come := w.Arrivals()
	w.stop()
	require.NoError(t, <-w.done)
	require.NoError(t, w.AwaitArrivals(w.within(), come+1))
	goOn()
	enough()
	people.Wait()
	t.Logf("%d answers, the longest after %d ms", answers.Load(), longest.Load())
	assert.True(t, next.Ready())
	all, _ := w.TooMany()
	assert.Zero(t, all)
	end()
	require.NoError(t, <-ended)
	assert.NotContains(t, w.log.String(), "came again", "nothing is delivered twice")
	assert.NotContains(t, w.log.String(), "at the end", "nothing comes to one that has ended")
}

// TestCallsGoThroughTheProxy: all of them, and nothing of the gateway.
func TestCallsGoThroughTheProxy(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(s *sandbox.Server) { s.Resume = time.Minute })
	to, err := url.Parse(w.url)
	require.NoError(t, err)
	var mu sync.Mutex
	var seen []string
	forward := httputil.NewSingleHostReverseProxy(to)
	proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen = append(seen, r.Method+" "+r.URL.Path)
		mu.Unlock()
		forward.ServeHTTP(rw, r)
	}))
	t.Cleanup(proxy.Close)
	next, err := New(Deps{Token: sandbox.DefaultToken, Address: discord.Address{Base: w.url, REST: proxy.URL},
		Process: w.process("second"), Service: w.service, Renderer: &plainRenderer{}, Log: w.bot.log})
	require.NoError(t, err)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- next.Run(ctx) }()
	require.Eventually(t, next.Ready, time.Minute, 10*time.Millisecond)
	w.stop()
	require.NoError(t, <-w.done)
	w.command(w.alice, "help")
	end()
	require.NoError(t, <-ended)
	mu.Lock()
	defer mu.Unlock()
	has := func(part string) bool {
		return slices.ContainsFunc(seen, func(call string) bool { return strings.Contains(call, part) })
	}
	assert.True(t, has("PUT /api/v9/applications/"), "%v", seen)
	assert.True(t, has("/callback"), "%v", seen)
	assert.False(t, has("/gateway"), "%v", seen)
}
