package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord/gateway"
)

// TestProbe: a bot is alive from its start to its end, and ready while nothing is wrong.
func TestProbe(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	get := func(path string) (int, string) {
		res, err := http.Get("http://" + addr + path)
		require.NoError(t, err)
		defer res.Body.Close()
		said, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(said)
	}
	p, failed := newProbe(), errors.New("it broke")
	ctx, end := context.WithCancel(t.Context())
	assert.Equal(t, failed, p.during(ctx, addr, func(context.Context) error {
		expect := func(ready int, said string) {
			code, got := get(readyPath)
			assert.Equal(t, ready, code)
			assert.Equal(t, said+"\n", got)
			code, _ = get(alivePath)
			assert.Equal(t, http.StatusOK, code)
		}
		expect(http.StatusServiceUnavailable, "starting")
		for _, c := range []struct {
			err  error
			code int
			said string
		}{
			{nil, http.StatusOK, "ok"},
			{gateway.ErrStandby, http.StatusOK, "stands by: another process receives the interactions"},
			{errors.Join(errors.New("disk full"), errors.New("no session")), http.StatusServiceUnavailable,
				"disk full; no session"},
		} {
			p.ask(func(context.Context) error { return c.err })
			expect(c.code, c.said)
		}
		end()
		assert.Eventually(t, func() bool { _, said := get(readyPath); return said == "shutting down\n" }, patience, 1)
		expect(http.StatusServiceUnavailable, "shutting down")
		return failed
	}))
	assert.ErrorContains(t, askHealth(t.Context(), "http://"+addr+alivePath), "no bot answers")
	ran := false
	require.NoError(t, p.during(t.Context(), "", func(context.Context) error { ran = true; return nil }))
	assert.True(t, ran)
}
