package sharding

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestAllAgree: of processes that start at once one asks how many shards there are.
func TestAllAgree(t *testing.T) {
	within(t, 6, func(t *testing.T, p *place) {
		p.slow = 3 * time.Second
		all := []*actor{p.start(auto), p.start(auto), p.start(auto)}
		p.after(2 * time.Second)
		assert.False(t, all[0].Ready() || all[1].Ready() || all[2].Ready())
		p.after(20 * time.Second)
		assert.EqualValues(t, 1, p.asked.Load())
		for _, a := range all {
			assert.Len(t, p.has(a), 2)
			a.end()
		}
		p.after(0)
	})
}

// TestOneIsFaster: a process that comes too late to say how many shards there are learns it from the other.
func TestOneIsFaster(t *testing.T) {
	within(t, 6, func(t *testing.T, p *place) {
		process, slow := p.process()
		slow.slow = 2 * time.Second
		b := p.run(process, slow, auto)
		p.after(time.Second)
		a := p.start(auto)
		p.after(3 * time.Second)
		assert.EqualValues(t, 1, p.asked.Load())
		p.after(3 * time.Second)
		assert.Equal(t, [][]int{{0, 1, 2}, {3, 4, 5}}, [][]int{p.has(a), p.has(b)})
		p.stop(a, b)
	})
}

// TestSharedBesideFixed: those that share the shards share what is left of the same number.
func TestSharedBesideFixed(t *testing.T) {
	within(t, 9, func(t *testing.T, p *place) {
		fixed := p.begin(Shards{0, 0, 8})
		a, b := p.start(auto), p.start(auto)
		p.after(time.Minute)
		assert.Equal(t, []int{0}, p.has(fixed))
		assert.Len(t, append(p.has(a), p.has(b)...), 7)
		assert.Zero(t, p.asked.Load())
		for _, one := range []*actor{fixed, a, b} {
			one.end()
		}
		p.after(0)
	})
}

// TestOtherTotals: a process that is to have shards of another number than others have ends, and they go on.
func TestOtherTotals(t *testing.T) {
	within(t, 4, func(t *testing.T, p *place) {
		for _, first := range []Shards{auto, {0, 3, 4}} {
			a := p.start(first)
			p.after(time.Second)
			err := <-p.start(Shards{4, 7, 8}).done
			assert.ErrorIs(t, err, ErrTotals)
			assert.ErrorContains(t, err, "4 there, 8 here")
			p.after(time.Minute)
			assert.Equal(t, []int{0, 1, 2, 3}, p.has(a))
			a.end()
			p.after(0)
		}
	})
}

// TestOutgrown: when Discord refuses the number of shards, all processes give them away and hold as many as it
// recommends by then.
func TestOutgrown(t *testing.T) {
	within(t, 2, func(t *testing.T, p *place) {
		a, b := p.start(auto), p.start(auto)
		p.after(5 * time.Second)
		p.grows(4)
		p.after(time.Hour)
		assert.Equal(t, 2, p.total(p.begun), "sessions that are there go on")
		b.kill()
		p.after(time.Minute) // a takes over, and its session is refused
		assert.Equal(t, []int{0, 1, 2, 3}, p.has(a))
		assert.True(t, a.Ready())
		assert.Equal(t, 2+1+4, p.total(p.begun), "one was refused")
		c := p.start(auto)
		p.after(time.Minute)
		assert.Len(t, p.has(a), 2)
		assert.Len(t, p.has(c), 2)
		p.grows(6)
		a.kill()
		p.after(time.Minute)
		assert.Equal(t, []int{0, 1, 2, 3, 4, 5}, p.has(c))
		p.stop(c)
	})
}

// TestOutgrown_Recommended: Discord is not asked for ever for what it refuses.
func TestOutgrown_Recommended(t *testing.T) {
	within(t, 2, func(t *testing.T, p *place) {
		p.least = 3
		assert.ErrorIs(t, <-p.start(auto).done, ErrOutgrown)
	})
}
