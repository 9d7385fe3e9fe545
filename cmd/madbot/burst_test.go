package main

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

const (
	burst     = 300             // interactions at once
	bursts    = 3               // at most
	firstWord = 3 * time.Second // Discord's limit for a first answer
)

// TestBurst sends more at once than the machine can handle immediately, from several people and from one alone:
// everything is answered, and nobody is sent away. In at least one of several bursts every first answer is in time; the
// machine may be busy during the others. -v shows the slowest answer:
//
//	go test ./cmd/madbot -run TestBurst -v -soak
func TestBurst(t *testing.T) {
	if !*soak {
		t.Skip("whether answers are in time depends on the machine: -soak")
	}
	for name, people := range map[string][]string{"of several": cast, "of one": cast[:1]} {
		t.Run(name, func(t *testing.T) {
			slowest := answersBurst(t, people)
			for try := 1; try < bursts && slowest >= firstWord; try++ {
				slowest = answersBurst(t, people)
			}
			t.Logf("the slowest of %d answers took %v", burst, slowest.Round(time.Millisecond))
			assert.Less(t, slowest, firstWord)
		})
	}
}

// answersBurst lets people use a bot at once, and returns the slowest answer's time.
func answersBurst(t *testing.T, people []string) (slowest time.Duration) {
	t.Helper()
	s := newStage(t, nil)
	s.do("alice: /challenge opponent:@bob side:red positioning:false")
	s.do("bob clicks Accept")
	for _, a := range s.burst(people) {
		require.NoError(t, a.err)
		slowest = max(slowest, a.took)
	}
	s.settle()
	for _, person := range people {
		for _, m := range s.server.Actor(person).Messages(s.place[person]) {
			assert.NotContains(t, m.Text(), "too much to do")
		}
	}
	return slowest
}

// answered is the result of an interaction: the time until its first answer.
type answered struct {
	took time.Duration
	err  error
}

// burst lets people use the bot at once and returns the answers.
func (s *stage) burst(people []string) []answered {
	answers := make([]answered, burst)
	var all sync.WaitGroup
	for i := range answers {
		actor := s.server.Actor(people[i%len(people)])
		all.Go(func() {
			ctx, cancel := context.WithTimeout(s.ctx, patience)
			defer cancel()
			began := time.Now()
			err := s.show(ctx, actor, i)
			answers[i] = answered{time.Since(began), err}
		})
	}
	all.Wait()
	return answers
}

// show lets a person see a board or something else, depending on n.
func (s *stage) show(ctx context.Context, actor *sandbox.Actor, n int) error {
	if n%5 > 1 {
		return s.use(ctx, actor, n)
	}
	answer, err := actor.Command(ctx, s.server.Channel("mad"), "board")
	if err == nil && answer.Message != nil && strings.Contains(answer.Message.Text(), "too much to do") {
		return errors.New("sent away")
	}
	return err
}
