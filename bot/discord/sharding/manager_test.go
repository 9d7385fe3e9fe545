package sharding

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
)

// auto shares all shards.
var auto = Shards{}

func TestOneProcessHoldsAll(t *testing.T) {
	within(t, 4, func(t *testing.T, p *place) {
		a := p.start(auto)
		assert.False(t, a.Ready())
		p.after(0)
		assert.Equal(t, []int{0, 1, 2, 3}, p.has(a))
		assert.True(t, a.Ready())
		p.after(time.Hour)
		assert.Equal(t, 4, p.total(p.begun), "nothing is started again")
		assert.EqualValues(t, 1, p.asked.Load())
		a.end()
		assert.NoError(t, <-a.done)
		assert.Empty(t, p.has(a))
		assert.False(t, a.Ready())
	})
}

// TestProcessJoins: shards move to it with their sessions.
func TestProcessJoins(t *testing.T) {
	within(t, 4, func(t *testing.T, p *place) {
		a := p.start(auto)
		p.after(time.Minute)
		b := p.start(auto)
		p.after(3 * time.Second)
		assert.Equal(t, []int{0, 1}, p.has(a))
		assert.Equal(t, []int{2, 3}, p.has(b))
		c := p.start(auto)
		p.after(3 * time.Second)
		assert.Equal(t, []int{0, 1}, p.has(a))
		assert.Equal(t, []int{2}, p.has(b))
		assert.Equal(t, []int{3}, p.has(c))
		p.after(time.Minute)
		assert.Equal(t, 4, p.total(p.begun))
		assert.Equal(t, 3, p.total(p.resumed), "none moves without need")
		assert.EqualValues(t, 1, p.asked.Load())
		a.end()
		b.end()
		p.after(2 * time.Second)
		assert.Equal(t, []int{0, 1, 2, 3}, p.has(c))
		assert.Equal(t, 4, p.total(p.begun))
		p.stop(c)
	})
}

// TestMoreProcessesThanShards: who gets none stands by.
func TestMoreProcessesThanShards(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		a := p.begin(auto)
		b := p.start(auto)
		p.after(time.Minute)
		assert.Equal(t, []int{0}, p.has(a))
		assert.True(t, b.Ready())
		a.end()
		p.after(2 * time.Second)
		assert.Equal(t, []int{0}, p.has(b))
		assert.Equal(t, 1, p.total(p.begun))
		p.stop(b)
	})
}

// TestFairShare: all things are shared out, and none has two more than another.
func TestFairShare(t *testing.T) {
	t.Parallel()
	for things := range 40 {
		for processes := 1; processes < 20; processes++ {
			sum := 0
			for place := range processes {
				n := rank{place, processes}.share(things)
				assert.LessOrEqual(t, things/processes, n)
				assert.GreaterOrEqual(t, things/processes+1, n)
				sum += n
			}
			assert.Equal(t, things, sum)
		}
	}
}

// TestProcessDies: its shards are taken over within the time of a lease, with other sessions.
func TestProcessDies(t *testing.T) {
	within(t, 4, func(t *testing.T, p *place) {
		a := p.start(auto)
		b := p.start(auto)
		p.after(time.Minute)
		assert.Len(t, p.has(a), 2)
		a.kill()
		p.after(20 * time.Second)
		assert.Len(t, p.has(b), 2, "it may still be alive")
		p.after(20 * time.Second)
		assert.Len(t, p.has(b), 4)
		assert.Equal(t, 6, p.total(p.begun), "an interaction might be handled twice in a session that goes on")
		p.stop(b)
	})
}

// TestLastProcessDies: the next one asks anew how many shards there are, and resumes nothing.
func TestLastProcessDies(t *testing.T) {
	within(t, 1, func(t *testing.T, p *place) {
		p.stillborn()
		p.shards = 2
		a := p.start(auto)
		p.after(time.Minute)
		assert.Equal(t, []int{0, 1}, p.has(a))
		a.end()
		p.after(time.Hour)
		p.stillborn()
		assert.Equal(t, 0, p.total(p.resumed), "that one never held a shard")
		b := p.start(auto)
		p.after(time.Minute)
		assert.Equal(t, 2, p.total(p.resumed), "what was left is gone on with, however late")
		p.stop(b)
	})
}

// TestStoreIsAway: a process that cannot renew its leases ends its sessions before somebody else may begin.
func TestStoreIsAway(t *testing.T) {
	within(t, 2, func(t *testing.T, p *place) {
		a := p.start(auto)
		p.after(15 * time.Second)
		a.line.cut.Store(true)
		p.after(10 * time.Second)
		assert.Len(t, p.has(a), 2, "that may pass")
		b := p.start(auto)
		p.after(30 * time.Second) // session asserts that no two have one
		assert.Empty(t, p.has(a))
		assert.False(t, a.Ready())
		assert.Len(t, p.has(b), 2)
		a.line.cut.Store(false)
		p.after(3 * time.Second)
		assert.Len(t, p.has(a), 1)
		p.stop(a, b)
	})
}

// TestFixedShards: each process has those that it is given, whoever else is there, and no two have the same.
func TestFixedShards(t *testing.T) {
	within(t, 9, func(t *testing.T, p *place) {
		low, high := p.start(Shards{0, 1, 4}), p.start(Shards{2, 3, 4})
		p.after(time.Second)
		assert.Equal(t, []int{0, 1}, p.has(low))
		assert.Equal(t, []int{2, 3}, p.has(high))
		again := p.start(Shards{0, 1, 4})
		p.after(time.Minute)
		assert.Empty(t, p.has(again))
		assert.True(t, again.Ready())
		low.end()
		p.after(2 * time.Second)
		assert.Equal(t, []int{0, 1}, p.has(again))
		assert.Zero(t, p.asked.Load())
		assert.Equal(t, 2, p.total(p.resumed))
		again.end()
		high.end()
		p.after(0)
	})
}

// TestNothingHelps: an error that stays ends all.
func TestNothingHelps(t *testing.T) {
	within(t, 2, func(t *testing.T, p *place) {
		p.fail = discord.ErrToken
		assert.ErrorIs(t, <-p.start(auto).done, discord.ErrToken, "asked for the number of shards")
		p.fail = gateway.ErrShards
		a := p.start(Shards{0, 1, 2})
		assert.ErrorIs(t, <-a.done, gateway.ErrShards)
		names, err := p.leases.Leased(t.Context(), "", time.Now())
		assert.NoError(t, err)
		assert.Empty(t, names, "everything is free again")
	})
}

// TestEndIsQuick: all is free when Run returns, and that at once.
func TestEndIsQuick(t *testing.T) {
	within(t, 16, func(t *testing.T, p *place) {
		a := p.begin(auto)
		begun := time.Now()
		a.end()
		assert.NoError(t, <-a.done)
		assert.Less(t, time.Since(begun), time.Second)
		names, err := p.leases.Leased(t.Context(), "", time.Now())
		assert.NoError(t, err)
		assert.Empty(t, names)
	})
}

func TestParseShards(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Shards{"auto": {}, "0-3/16": {0, 3, 16}, "0/1": {0, 0, 1}, "15/16": {15, 15, 16}} {
		got, ok := ParseShards(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "Auto", "4", "/", "1/1", "3-2/4", "0-4/4", "-1/4", "0-1", "a/b", "0--1/4",
		"0/99999999", " 0/1", "0-1-2/4", "0/4/4"} {
		_, ok := ParseShards(text)
		assert.False(t, ok, text)
	}
}
