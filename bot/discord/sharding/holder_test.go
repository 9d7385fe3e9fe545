package sharding

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestAnswerIsLost: a shard that was given, unheard by who asked, is neither blocked nor begun anew.
func TestAnswerIsLost(t *testing.T) {
	within(t, 2, func(t *testing.T, p *place) {
		a := p.begin(auto)
		a.end()
		p.after(time.Second)
		process, l := p.process()
		l.deaf.Store(true)
		b := p.run(process, l, auto)
		p.after(5 * time.Second)
		assert.Empty(t, p.has(b))
		l.deaf.Store(false)
		p.after(2 * time.Second)
		assert.Equal(t, []int{0, 1}, p.has(b))
		assert.Equal(t, 2, p.total(p.resumed))
		p.stop(b)
	})
}

// TestAnswerIsLate: a lease lasts from when it was asked for, however late the answer was.
func TestAnswerIsLate(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		process, l := p.process()
		l.lag = 2900 * time.Millisecond
		a := p.run(process, l, Shards{Count: 1})
		p.after(l.lag)
		assert.Equal(t, []int{0}, p.has(a))
		l.cut.Store(true)
		p.after(24*time.Second - l.lag)
		assert.Equal(t, []int{0}, p.has(a))
		p.after(2 * time.Second)
		assert.Empty(t, p.has(a))
		a.end()
		p.after(time.Minute)
	})
}

// TestReleaseIsTriedAgain: a store that is away for a moment does not cost the session of a process that ends.
func TestReleaseIsTriedAgain(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		a := p.begin(auto)
		a.line.cut.Store(true)
		a.end()
		p.after(2500 * time.Millisecond)
		a.line.cut.Store(false)
		assert.NoError(t, <-a.done)
		b := p.begin(auto)
		assert.Equal(t, 1, p.total(p.resumed))
		p.stop(b)
	})
}

// TestOldBookmark: a process that went on where another one stopped, and lost the shard, does not go on there again.
func TestOldBookmark(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		first := p.begin(auto)
		first.end()
		p.after(time.Second)
		a := p.begin(auto)
		assert.Equal(t, 1, p.total(p.resumed))
		a.line.cut.Store(true)
		p.after(time.Minute)
		assert.Empty(t, p.has(a))
		a.line.cut.Store(false)
		p.after(3 * time.Second)
		assert.Equal(t, []int{0}, p.has(a))
		assert.Equal(t, 1, p.total(p.resumed))
		assert.Equal(t, 2, p.total(p.begun))
		p.stop(a)
	})
}

// TestLeaseIsLost: a process that learns that somebody else has its shard ends its session at once.
func TestLeaseIsLost(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		a := p.begin(auto)
		late := time.Now().Add(50 * time.Second) // by a clock that is wrong
		_, ok, err := p.leases.Lease(t.Context(), "shard/0/1", "another", late, late.Add(1))
		assert.True(t, ok)
		assert.NoError(t, err)
		p.after(10 * time.Second)
		assert.Empty(t, p.has(a))
		p.after(50 * time.Second)
		assert.Equal(t, []int{0}, p.has(a), "it was free again")
		assert.Equal(t, 2, p.total(p.begun))
		p.stop(a)
	})
}

// TestShardPanics: a defect in a shard is logged, and the shard is tried again while the others go on.
func TestShardPanics(t *testing.T) {
	within(t, 2, func(t *testing.T, p *place) {
		p.panics.Store(2)
		process, l := p.process()
		var log bytes.Buffer
		process.Log = slog.New(slog.NewTextHandler(&log, nil))
		a := p.run(process, l, auto)
		p.after(5 * time.Second)
		assert.Equal(t, []int{0, 1}, p.has(a))
		assert.Equal(t, 4, p.total(p.begun), "one of the other shard")
		a.end()
		assert.NoError(t, <-a.done)
		assert.Equal(t, 2, strings.Count(log.String(), "on fire"))
	})
}
