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
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/sandbox"
)

// TestCallsGoThroughTheProxy: all calls use the proxy, and the gateway does not.
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
		Service: w.service, Renderer: &plainRenderer{}, Log: w.bot.log})
	require.NoError(t, err)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- next.Run(ctx) }()
	require.Eventually(t, func() bool { return next.Ready() == nil }, patience, 10*time.Millisecond)
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
