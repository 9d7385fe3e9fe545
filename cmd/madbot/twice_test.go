package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTwice sends each signed request to both processes at the same time, two times to one of them: each interaction is
// handled and answered once.
func TestTwice(t *testing.T) {
	t.Parallel()
	const turns = 4
	c := newCluster(t, 2, overBalance, patience)
	c.balancer.twice.Store(true)
	pairings := c.pair(1)
	c.persevereFor(pairings[0], turns)
	c.check(pairings)
	assert.Zero(t, c.failed.Load(), "turns without an answer")
	assert.GreaterOrEqual(t, c.acknowledged(pairings), turns)
	answers := c.requests.read().answers
	assert.GreaterOrEqual(t, len(answers), turns)
	for interaction, n := range answers {
		assert.Equal(t, 1, n, interaction)
	}
}
