package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/discord/endpoint"
)

// TestKill_HTTP kills a bot behind a load balancer while people play: acknowledged turns are stored, and each match is
// shown once. TestKill does this more thoroughly.
func TestKill_HTTP(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a kill does is seen in TestKill and TestTakeover: -soak")
	}
	if testing.Short() {
		t.Skip("with the race detector each start takes long")
	}
	const rounds = 2
	v := newSubprocess(t)
	v.behind(newBalancer(t))
	v.start()
	pairings := v.pairings()
	for range rounds {
		v.round(pairings)
	}
	v.check(pairings)
	v.stop()
	require.Empty(t, v.server.Unhandled())
}

// behind makes interactions reach the bot over HTTP, through b.
func (v *subprocess) behind(b *balancer) {
	v.t.Helper()
	addr, err := freeAddr()
	require.NoError(v.t, err)
	b.use(addr)
	v.server.Endpoint = b.url + endpoint.Path
	text, err := os.ReadFile(v.config)
	require.NoError(v.t, err)
	text = bytes.Replace(text, []byte("discord: {"),
		fmt.Appendf(nil, "discord: {public_key: %q, interactions: %q, ", v.server.PublicKey(), addr), 1)
	require.NoError(v.t, os.WriteFile(v.config, text, 0o600))
}
