package main

import (
	"context"
	"flag"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

var load = flag.Duration("load", 6*time.Second, "how long TestLoad uses the bot")

const (
	loadPeople = 24 // people at once
	loadParts  = 10 // parts in which the time is measured
)

// TestLoad lets many people use the bot at once for a while, over the gateway and REST: each lists their matches, types
// a turn with suggestions and asks for help, again and again. It logs the interactions answered per second in each part
// of the time, and the processor time of one, which depends less on other load. It fails if that grows much towards the
// end. The long form:
//
//	go test ./cmd/madbot -run TestLoad -v -soak -load 10m
func TestLoad(t *testing.T) {
	if !*soak {
		t.Skip("a measure of speed: it needs -soak")
	}
	s := newStage(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), *load+time.Minute)
	defer cancel()
	s.do("alice: /challenge opponent:@bob side:red positioning:false")
	s.do("bob clicks Accept")
	var answered [loadParts]atomic.Int64
	var used [loadParts + 1]time.Duration // of the processor, at the beginning of each part
	began := time.Now()
	clock := time.NewTicker(*load / loadParts)
	defer clock.Stop()
	var people sync.WaitGroup
	people.Go(func() {
		for part := range loadParts {
			used[part] = processorTime(t)
			<-clock.C
		}
		used[loadParts] = processorTime(t)
	})
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
	each := func(part int) time.Duration {
		return (used[part+1] - used[part]) / time.Duration(max(1, answered[part].Load()))
	}
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	t.Logf("interactions a second, and what each took, in each part of %v:", *load)
	for part := range loadParts {
		t.Logf("%8.0f %8v", float64(answered[part].Load())*loadParts/load.Seconds(), each(part))
	}
	t.Logf("%d MiB in use at the end", memory.HeapAlloc>>20)
	require.Positive(t, answered[0].Load())
	assert.Less(t, each(loadParts-1), 2*each(0), "dearer and dearer")
}

// processorTime returns the CPU time of this process.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	assert.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// use lets a person use the bot once, in one of three ways.
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
