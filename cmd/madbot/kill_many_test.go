package main

import (
	"context"
	"sync"
	"testing"
	"time"
)

const (
	killEvery   = 2 * time.Second
	killPlayers = 9 // matches at once
)

// TestKillMany kills one of three processes on one database every two seconds, and starts it again, while people
// play on. Every turn that the bot said was played is stored; at the end one message shows each match, as it is;
// and no announcement made two messages.
func TestKillMany(t *testing.T) {
	t.Parallel()
	rounds := *kills
	if testing.Short() {
		rounds = min(rounds, 2)
	}
	c := newCluster(t, 3, time.Duration(rounds)*patience/6)
	began := time.Now()
	pairings := c.playWhile(killPlayers, func() {
		for range rounds {
			time.Sleep(killEvery) // to be killed at any stage of a turn
			c.killOne()
		}
	})
	played := time.Since(began)
	c.check(pairings)
	sent := c.sent()
	t.Logf("%d kills in %v, %d turns acknowledged, %d without an answer, %d announcements in %d posts", rounds,
		played.Round(time.Second), c.acknowledged(pairings), c.failed.Load(), len(sent.keys), sent.posts)
}

// playWhile lets n pairings play until do returns, and returns them.
func (c *cluster) playWhile(n int, do func()) []*pairing {
	c.t.Helper()
	pairings := c.pair(n)
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	var playing sync.WaitGroup
	for _, p := range pairings {
		playing.Go(func() { c.persevere(ctx, p) })
	}
	do()
	stop()
	playing.Wait()
	return pairings
}
