package dispatch

import (
	"context"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// crowd is people who use a probe at once, in a bubble of synctest. It remembers when each
// interaction was first answered, and how it was in the end.
type crowd struct {
	probe
	t     *testing.T
	in    *discord.Interaction
	typed *discord.Interaction
	calls int
	began time.Time

	mu    sync.Mutex
	first map[string]time.Duration // by interaction
	last  map[string]string        // what it says
}

// newCrowd returns a crowd for which the handler of the probe works so long.
func newCrowd(t *testing.T, in, typed *discord.Interaction, work time.Duration) *crowd {
	c := &crowd{t: t, in: in, typed: typed, began: time.Now(), first: map[string]time.Duration{},
		last: map[string]string{}}
	c.probe = newProbe(t, func(ctx context.Context, _ *Call) (Reply, error) {
		select {
		case <-time.After(work):
			return InPrivate("served"), nil
		case <-ctx.Done():
			return Reply{}, ctx.Err()
		}
	}, false)
	c.Dispatcher.deps.Out = c
	return c
}

func (c *crowd) note(in *discord.Interaction, said string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, answered := c.first[in.ID]; !answered {
		c.first[in.ID] = time.Since(c.began)
	}
	c.last[in.ID] = said
	return nil
}

func (c *crowd) CreateResponse(_ context.Context, in *discord.Interaction, a discord.Response) error {
	switch data := a.Data.(type) {
	case discord.Message:
		return c.note(in, data.Content)
	case discord.Choices:
		var names []string
		for _, choice := range data {
			names = append(names, choice.Name)
		}
		return c.note(in, "choices: "+strings.Join(names, ", "))
	}
	return c.note(in, "deferred")
}

func (c *crowd) EditResponse(_ context.Context, in *discord.Interaction, m discord.Message) error {
	return c.note(in, m.Content)
}

func (c *crowd) DeleteResponse(context.Context, *discord.Interaction) error { return nil }

func (c *crowd) CreateFollowup(context.Context, *discord.Interaction, discord.Message) error {
	return nil
}

// ask has somebody use the command so often at once, and returns the ids of the interactions.
func (c *crowd) ask(ctx context.Context, who match.PlayerID, times int) []string {
	return c.send(ctx, c.in, who, times)
}

// send has like delivered as often as somebody's.
func (c *crowd) send(ctx context.Context, like *discord.Interaction, who match.PlayerID, times int) []string {
	var ids []string
	for range times {
		c.calls++
		in := *like
		in.ID = strconv.Itoa(c.calls)
		in.Member, in.User = nil, &discord.User{ID: string(who)}
		ids = append(ids, in.ID)
		c.Start(ctx, &in)
	}
	synctest.Wait()
	return ids
}

// counts returns how many of the interactions were answered with each text.
func (c *crowd) counts(ids []string) map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := map[string]int{}
	for _, id := range ids {
		n[c.last[id]]++
	}
	return n
}

// slowest returns when the last of the interactions was first answered.
func (c *crowd) slowest(ids []string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	var slowest time.Duration
	for _, id := range ids {
		assert.Contains(c.t, c.first, id, "no answer at all")
		slowest = max(slowest, c.first[id])
	}
	return slowest
}

// inCrowd runs test in a bubble with a crowd for which the handler works so long.
func inCrowd(t *testing.T, work time.Duration, test func(*testing.T, *crowd)) {
	t.Helper()
	in, typed := fixture(t, aCommand), fixture(t, "autocomplete_dm")
	synctest.Test(t, func(t *testing.T) { test(t, newCrowd(t, in, typed, work)) })
}

// busy is what a bot says that has too much to do.
func (p probe) busy() string {
	said, _ := text.Refusal(p.deps.Catalog.Printer("en"), text.ErrBusy)
	return said
}

// TestBurstOfOne: a burst of interactions of one person is handled completely, each first answer in time.
func TestBurstOfOne(t *testing.T) {
	t.Parallel()
	inCrowd(t, 200*time.Millisecond, func(t *testing.T, c *crowd) {
		assert.True(t, c.Idle())
		ids := c.ask(t.Context(), alice, 300)
		assert.False(t, c.Idle())
		c.running.Wait()
		assert.True(t, c.Idle())
		assert.Equal(t, map[string]int{"served": 300}, c.counts(ids))
		assert.LessOrEqual(t, c.slowest(ids), deferAfter)
	})
}

// TestNobodyWaitsBehindABurst: a person who comes after somebody's burst is served immediately, without a deferral,
// however long the requests of the burst take.
func TestNobodyWaitsBehindABurst(t *testing.T) {
	t.Parallel()
	for _, work := range []time.Duration{200 * time.Millisecond, callLimit / 2} {
		inCrowd(t, work, func(t *testing.T, c *crowd) {
			c.ask(t.Context(), alice, 300)
			ids := c.ask(t.Context(), bob, 1)
			time.Sleep(work + time.Millisecond)
			synctest.Wait()
			assert.Equal(t, map[string]int{"served": 1}, c.counts(ids))
			c.running.Wait()
		})
	}
}

// TestSlowCallsMakeRoom: many people who wait for something slow keep nobody else waiting.
func TestSlowCallsMakeRoom(t *testing.T) {
	t.Parallel()
	inCrowd(t, 20*time.Second, func(t *testing.T, c *crowd) {
		for i := range queueLimits().Places {
			c.ask(t.Context(), match.PlayerID("slow"+strconv.Itoa(i)), 1)
		}
		began := time.Now()
		p, err := c.queue.Enter(t.Context(), string(bob))
		require.NoError(t, err)
		assert.Equal(t, queueLimits().Hold, time.Since(began))
		p.Leave()
		c.running.Wait()
	})
}

// TestMoreThanCanBeDone: a person with too many waiting calls gets a refusal immediately, each time; other people do
// not.
func TestMoreThanCanBeDone(t *testing.T) {
	t.Parallel()
	inCrowd(t, 20*time.Second, func(t *testing.T, c *crowd) {
		room := queueLimits().Each + queueLimits().Waiting
		ids := c.ask(t.Context(), alice, room+50)
		assert.Equal(t, map[string]int{c.busy(): 50, "": room}, c.counts(ids))
		others := c.ask(t.Context(), bob, 3)
		typed := c.send(t.Context(), c.typed, carol, 2*queueLimits().Each)
		assert.Equal(t, map[string]int{"choices: ": 2 * queueLimits().Each}, c.counts(typed))
		c.running.Wait()
		assert.Equal(t, map[string]int{"served": 3}, c.counts(others))
		got := c.counts(ids)
		assert.Equal(t, len(ids), got[c.busy()]+got["served"], "all are answered")
		assert.Equal(t, 2*queueLimits().Each, got["served"], "in half a minute")
		assert.LessOrEqual(t, c.slowest(ids), deferAfter)
	})
}

// TestSuggestionsThatWait: suggestions cannot be deferred, so there are none when their turn does not
// come in time.
func TestSuggestionsThatWait(t *testing.T) {
	t.Parallel()
	inCrowd(t, 20*time.Second, func(t *testing.T, c *crowd) {
		c.ask(t.Context(), alice, 300)
		typed := c.send(t.Context(), c.typed, alice, 1)
		time.Sleep(typeLimit)
		synctest.Wait()
		assert.Equal(t, map[string]int{"choices: ": 1}, c.counts(typed))
		assert.NotContains(t, c.log.String(), "incident")
		c.running.Wait()
	})
}

// TestMoreThanCanBeAnswered: there is a bound to what is answered at once, and the log tells.
func TestMoreThanCanBeAnswered(t *testing.T) {
	t.Parallel()
	inCrowd(t, 20*time.Second, func(t *testing.T, c *crowd) {
		for range maxCalls {
			c.Dispatcher.calls <- struct{}{}
		}
		ids := c.ask(t.Context(), alice, 1)
		assert.Equal(t, map[string]int{"": 1}, c.counts(ids))
		assert.Contains(t, c.log.String(), "interaction dropped")
	})
}

// TestDrain_Burst: a burst just before the end is answered completely: running calls with what they have, waiting ones
// with a refusal.
func TestDrain_Burst(t *testing.T) {
	t.Parallel()
	inCrowd(t, 20*time.Second, func(t *testing.T, c *crowd) {
		ctx, abandon := context.WithCancel(t.Context())
		ids := c.ask(ctx, alice, 300)
		assert.False(t, c.Drain(4*time.Second))
		late := c.ask(ctx, bob, 1)
		abandon()
		assert.True(t, c.Drain(2*time.Second))
		got := c.counts(ids)
		slow := got[text.TooSlow(c.deps.Catalog.Printer("en"))]
		assert.Equal(t, 300, got[c.busy()]+slow)
		assert.GreaterOrEqual(t, slow, queueLimits().Each, "and whoever took a place that became free at the end")
		assert.Equal(t, map[string]int{"": 1}, c.counts(late))
		assert.Contains(t, c.log.String(), "interaction ignored during shutdown")
		c.running.Wait()
	})
}

// TestInteractionThatComesAgain: it is handled once, whether the first is still at work or answered.
func TestInteractionThatComesAgain(t *testing.T) {
	t.Parallel()
	inCrowd(t, time.Second, func(t *testing.T, c *crowd) {
		for range 3 {
			c.calls = 0
			c.ask(t.Context(), alice, 1)
		}
		c.running.Wait()
		c.calls = 0
		ids := c.ask(t.Context(), alice, 1)
		assert.Equal(t, map[string]int{"served": 1}, c.counts(ids))
		c.running.Wait()
		assert.Equal(t, time.Second, time.Since(c.began), "once")
		c.ask(t.Context(), alice, 1)
		c.running.Wait()
		assert.Equal(t, 2*time.Second, time.Since(c.began), "another one")
	})
}

// TestKnownInteractions: so many are known as can come while the first of them can be answered, and
// no more.
func TestKnownInteractions(t *testing.T) {
	t.Parallel()
	p := newProbe(t, nil, false)
	for i := range maxKnown + 10 {
		p.known.Add(strconv.Itoa(i), struct{}{})
	}
	assert.Equal(t, maxKnown, p.known.Len())
	assert.False(t, p.known.Contains("9"))
	assert.True(t, p.known.Contains("10"))
	assert.GreaterOrEqual(t, maxKnown, 70*15*60)
}

// TestContextLastsUntilTheAnswer: what a handler holds for its answer it may let go when its context
// ends, whatever became of the answer.
func TestContextLastsUntilTheAnswer(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]*ui.Picture{"sent": nil,
		"not drawn": {Draw: func(io.Writer) error { panic("defect") }}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p probe
			ended := make(chan int, 1)
			p = newProbe(t, func(ctx context.Context, _ *Call) (Reply, error) {
				context.AfterFunc(ctx, func() { ended <- len(p.out.said()) })
				return Reply{Message: ui.Message{Text: "done", Picture: broken}}, nil
			}, false)
			p.answers(t.Context(), fixture(t, aCommand))
			assert.Equal(t, 1, <-ended)
		})
	}
}
