package main

import (
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/analysis"
	"madbot/bot/sandbox"
)

// TestShutdown_DuringHint: a bot that is stopped while a person waits for a deferred answer still sends it, and cuts a
// long search short.
func TestShutdown_DuringHint(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*testing.T, io.Writer, ...func(*parts)) *stage{
		"gateway": newStage, "HTTP": newHTTPStage} {
		for length, takes := range map[string]struct{ search, drain time.Duration }{
			"short": {500 * time.Millisecond, patience}, "long": {patience, 100 * time.Millisecond}} {
			t.Run(name+"/"+length, func(t *testing.T) {
				t.Parallel()
				s := open(t, nil, func(p *parts) {
					p.analysis.Hint = analysis.Budget{Total: takes.search, Search: takes.search} // whatever the depth
					p.Timing.Drain = takes.drain
					p.Timing.Defer = time.Millisecond
				})
				s.do("alice: /challenge opponent:@bob side:red positioning:false")
				s.do("bob clicks Accept")
				s.act("alice clicks Hint…")
				s.await("alice", func(m sandbox.Message) bool { return m.Thinking })
				require.NoError(t, s.restart(s.ctx))
				answered := slices.ContainsFunc(s.server.Actor("alice").Messages(s.place["alice"]),
					func(m sandbox.Message) bool { _, ok := labelled(m, "Play …"); return ok })
				assert.True(t, answered, "before the bot ended")
			})
		}
	}
}

// await waits until somebody sees a wanted message.
func (s *stage) await(name string, wanted func(sandbox.Message) bool) {
	s.t.Helper()
	_, err := s.server.Actor(name).AwaitMessage(s.ctx, s.place[name], wanted)
	require.NoError(s.t, err)
}
