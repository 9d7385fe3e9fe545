package main

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/sandbox"
)

// TestBurst_Daily has a puzzle of the day opened three hundred times at once, right after it was posted, and then
// solved by all people at once: each answer comes within three seconds, at least in one of some bursts, and each solved
// it at once. With -v it shows the slowest:
//
//	go test ./cmd/madbot -run TestBurst_Daily -v -soak
func TestBurst_Daily(t *testing.T) {
	if !*soak {
		t.Skip("whether answers are in time depends on the machine: -soak")
	}
	slowest := solvesBurst(t)
	for try := 1; try < bursts && slowest >= firstWord; try++ {
		slowest = solvesBurst(t)
	}
	assert.Less(t, slowest, firstWord)
}

// solvesBurst has people solve a puzzle all at once, and returns how long the slowest answer took.
func solvesBurst(t *testing.T) (slowest time.Duration) {
	t.Helper()
	s := prepareStage(t, nil)
	s.server.People = sandbox.MaxPeople
	s.open()
	var people []string
	for _, p := range s.server.Everybody() {
		people = append(people, strings.ToLower(p.Name()))
		s.place[people[len(people)-1]] = s.server.Channel("mad")
	}
	for _, act := range []string{"time passes until 09:30", "alice: /server", "alice clicks Puzzle of the day",
		"alice picks #mad from Puzzle channel; none means off"} {
		s.do(act)
	}
	path := []string{"Solve", "blue_222", "b3", "Confirm", "blue_222", "a2", "Confirm"}
	opened := s.all(people, burst/len(people), path[:1])
	solved := s.all(people, 1, path)
	t.Logf("opened %d times, the slowest took %v; solved by %d people in %d steps each, the slowest took %v", burst,
		opened.Round(time.Millisecond), len(people), len(path), solved.Round(time.Millisecond))
	s.settle()
	server, err := s.app.Load().db.Dailies(s.ctx, sandbox.GuildID.String())
	require.NoError(t, err)
	require.Len(t, server, 1)
	solvers, err := s.app.Load().db.Solvers(s.ctx, server[0].Server, server[0].Day)
	require.NoError(t, err)
	assert.Len(t, solvers, len(people))
	for _, one := range solvers {
		assert.Equal(t, play.Solver{Server: one.Server, Day: one.Day, Player: one.Player, Tries: 1, At: one.At,
			Streak: 1}, one)
		assert.True(t, one.HasSolved())
	}
	return max(opened, solved)
}

// all has people click what is on a path, so many times each, all at once, and returns how long the slowest answer
// took.
func (s *stage) all(people []string, times int, path []string) (slowest time.Duration) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for i := range times * len(people) {
		all.Go(func() {
			for _, label := range path {
				began := time.Now()
				assert.NoError(s.t, s.click(people[i%len(people)], label), label)
				mu.Lock()
				slowest = max(slowest, time.Since(began))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return slowest
}
