package main

import (
	"context"
	"flag"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// load is how long TestLoad lasts.
var load = flag.Duration("load", 6*time.Second, "how long TestLoad uses the bot")

const (
	loadPeople = 24 // who use the bot at once
	loadParts  = 10 // in which the time is measured
)

// TestLoad has many people use the bot at once for a while, through the gateway and REST: each
// lists their matches, sees what is suggested for a turn and asks for help, again and again. It
// logs how many interactions a second were answered in the first and in the last part of the time,
// and fails when the last is much slower. The long form:
//
//	go test ./cmd/madbot -run TestLoad -v -load 10m
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("a measure of speed says nothing with the race detector")
	}
	s := newStage(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), *load+time.Minute)
	defer cancel()
	s.do("alice: /challenge opponent:@bob side:red positioning:false")
	s.do("bob clicks Accept")
	var answered [loadParts]atomic.Int64
	began := time.Now()
	var people sync.WaitGroup
	for i := range loadPeople {
		people.Go(func() {
			actor := s.server.Actor(cast[i%len(cast)])
			for n := 0; ; n++ {
				part := int(time.Since(began) * loadParts / *load)
				if part >= loadParts || !assert.NoError(t, s.use(ctx, actor, n)) {
					return
				}
				answered[part].Add(1)
			}
		})
	}
	people.Wait()
	second := func(part int) float64 { return float64(answered[part].Load()) * loadParts / load.Seconds() }
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	t.Logf("interactions a second in each tenth of %v, first to last:", *load)
	for part := range loadParts {
		t.Logf("%8.0f", second(part))
	}
	t.Logf("%d MiB in use at the end", memory.HeapAlloc>>20)
	require.Positive(t, second(0))
	assert.Greater(t, second(loadParts-1), second(0)/2, "slower and slower")
}

// use has a person use the bot once, each time otherwise.
func (s *stage) use(ctx context.Context, actor *sandbox.Actor, n int) error {
	place := s.server.Channel("mad")
	switch n % 3 {
	case 0:
		_, err := actor.Command(ctx, place, "games")
		return err
	case 1:
		_, err := actor.Autocomplete(ctx, place, "move", "turn", sandbox.Option{Name: "turn", Value: "2"})
		return err
	}
	_, err := actor.Command(ctx, place, "help")
	return err
}
