package sharding

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord/gateway"
)

// TestStandbyWithoutAStore: a process that cannot take over is not well.
func TestStandbyWithoutAStore(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		a := p.begin(auto)
		b := p.begin(auto)
		assert.True(t, b.Ready())
		b.line.cut.Store(true)
		p.after(2 * time.Second)
		assert.False(t, b.Ready())
		b.line.cut.Store(false)
		p.after(2 * time.Second)
		assert.True(t, b.Ready())
		p.stop(b)
		assert.False(t, b.Ready())
		p.stop(a)
	})
}

// TestNotConnected: holding a shard is not enough to be well.
func TestNotConnected(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		p.deaf = func(gateway.Shard) bool { return true }
		a := p.begin(auto)
		assert.Equal(t, []int{0}, p.has(a))
		assert.False(t, a.Ready())
		p.stop(a)
	})
}

// TestOneNotConnected: a shard may be without a connection for a while, in which the others start theirs.
func TestOneNotConnected(t *testing.T) {
	within(t, 3, func(t *testing.T, p *place) {
		var deaf atomic.Bool
		deaf.Store(true)
		p.deaf = func(s gateway.Shard) bool { return s.ID == 1 && deaf.Load() }
		a := p.start(auto)
		wait := patience + 3*patienceForShard
		p.after(wait)
		assert.True(t, a.Ready())
		p.after(2 * time.Second)
		assert.False(t, a.Ready())
		deaf.Store(false)
		assert.True(t, a.Ready())
		p.after(time.Hour)
		deaf.Store(true)
		p.after(wait)
		assert.True(t, a.Ready(), "it was connected until then")
		p.after(2 * time.Second)
		assert.False(t, a.Ready())
		p.stop(a)
	})
}
