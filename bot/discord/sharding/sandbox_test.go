package sharding

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/discord/sharding/shardingtest"
	"madbot/bot/sandbox"
)

// life is short, in tests that run on the clock of the machine.
const life = 3 * time.Second

// town is a local Discord in which people use the bot, and the processes of the bot.
type town struct {
	*sandbox.Server
	t      *testing.T
	url    string
	leases *shardingtest.Alone
	n      int
	warned bytes.Buffer // what was worth a warning
	log    *slog.Logger

	mu      sync.Mutex
	handled map[string]int // interactions, by id
}

// newTown returns a town in which the bot is recommended so many shards, of which so many may start at once.
func newTown(t *testing.T, shards, concurrency int) *town {
	t.Helper()
	s := &sandbox.Server{Shards: shards, MaxConcurrency: concurrency, Limits: true, Resume: time.Minute,
		Deadline: 10 * time.Second}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		assert.Empty(t, s.Unhandled())
		require.NoError(t, s.Close())
		web.Close()
	})
	c := &town{Server: s, t: t, url: web.URL, leases: shardingtest.New(), handled: map[string]int{}}
	c.log = slog.New(slog.NewMultiHandler(slog.NewTextHandler(t.Output(), nil),
		slog.NewTextHandler(&c.warned, &slog.HandlerOptions{Level: slog.LevelWarn})))
	client, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	_, err = client.RegisterCommands(t.Context(), "", []discord.Command{{Type: discord.ChatCommand, Name: "ask",
		Description: "d", Contexts: []discord.Context{discord.InGuild, discord.InBotDM}}})
	require.NoError(t, err)
	return c
}

// start starts a process that answers what it is asked.
func (c *town) start() *actor {
	c.t.Helper()
	c.n++
	client, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: c.url})
	require.NoError(c.t, err)
	l := &line{Leases: c.leases}
	owner := fmt.Sprint("p", c.n)
	process := Process{Leases: l, Owner: owner, Now: time.Now, Life: life,
		Log: c.log.With("process", owner)}
	ctx, end := context.WithCancel(c.t.Context())
	a := &actor{New(Config{Process: process, Client: client}), l, end, make(chan error, 1)}
	go func() {
		a.done <- a.Run(ctx, func(in *discord.Interaction) { go c.answer(client, in) })
	}()
	c.t.Cleanup(func() {
		end()
		<-a.done
	})
	return a
}

// answer answers an interaction, each time that it comes.
func (c *town) answer(client *discord.Client, in *discord.Interaction) {
	c.mu.Lock()
	c.handled[in.ID]++
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	assert.NoError(c.t, client.CreateResponse(ctx, in, discord.Response{Type: discord.MessageResponse,
		Data: discord.Message{Content: "here"}}))
}

// count returns how many shards each process has that are connected.
func count(all ...*actor) (n []int) {
	for _, a := range all {
		ready := 0
		for _, h := range a.holders() {
			if h.receiver.Ready() {
				ready++
			}
		}
		n = append(n, ready)
	}
	return n
}

// settles waits until the processes have so many shards each.
func (c *town) settles(want []int, all ...*actor) {
	c.t.Helper()
	require.Eventually(c.t, func() bool { return fmt.Sprint(count(all...)) == fmt.Sprint(want) }, time.Minute,
		10*time.Millisecond, "%v", want)
}

// crowd is people who use the bot all the time, in a guild and in direct messages.
type crowd struct {
	*town
	end  context.CancelFunc
	busy sync.WaitGroup

	mu     sync.Mutex
	asked  int
	lost   int           // what was not answered
	in     int           // in a row that was answered, up to now
	slowly time.Duration // the answer that took longest
}

func (c *town) crowd() *crowd {
	ctx, end := context.WithCancel(c.t.Context())
	all := &crowd{town: c, end: end}
	for _, name := range []string{"alice", "bob", "carol"} {
		person := c.Actor(name)
		for _, at := range []sandbox.Snowflake{sandbox.MadID, person.DM()} {
			all.busy.Go(func() {
				for ctx.Err() == nil {
					begun := time.Now()
					_, err := person.Command(c.t.Context(), at, "ask")
					all.note(err, time.Since(begun))
					_ = discord.Sleep(ctx, 5*time.Millisecond)
				}
			})
		}
	}
	return all
}

func (c *crowd) note(err error, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	c.in++
	if err != nil {
		c.lost, c.in = c.lost+1, 0
		return
	}
	c.slowly = max(c.slowly, took)
}

// goesOn waits until the next few things have been asked and answered.
func (c *crowd) goesOn() {
	c.t.Helper()
	c.mu.Lock()
	c.in = 0
	c.mu.Unlock()
	require.Eventually(c.t, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.in > 100
	}, time.Minute, 5*time.Millisecond)
}

// leaves waits for the last answers and checks them: lost says how many may be missing.
func (c *crowd) leaves(mayLose bool) {
	c.t.Helper()
	c.end()
	c.busy.Wait()
	c.t.Logf("asked %d, not answered %d, longest %v", c.asked, c.lost, c.slowly)
	if !mayLose {
		assert.Zero(c.t, c.lost)
	}
	c.town.mu.Lock()
	defer c.town.mu.Unlock()
	for id, n := range c.handled {
		assert.Equal(c.t, 1, n, "interaction %s", id)
	}
	assert.GreaterOrEqual(c.t, len(c.handled), c.asked-c.lost)
}

// TestStartsAreNotRefused: processes that start sessions at the same time never start one too soon.
func TestStartsAreNotRefused(t *testing.T) {
	t.Parallel()
	c := newTown(t, 4, 2)
	begun := time.Now()
	all := []*actor{c.start(), c.start(), c.start()}
	require.Eventually(t, func() bool {
		n := count(all...)
		return n[0]+n[1]+n[2] == 4
	}, time.Minute, 10*time.Millisecond)
	assert.Greater(t, time.Since(begun), 5*time.Second, "two at a time")
	for _, a := range all {
		a.end()
		require.NoError(t, <-a.done)
		a.done <- nil
	}
	assert.Empty(t, c.warned.String())
}

// TestProcessJoinsAndLeaves: while people use the bot, its shards move to a process that comes, and back from
// one that goes; nobody notices.
func TestProcessJoinsAndLeaves(t *testing.T) {
	t.Parallel()
	c := newTown(t, 2, 2)
	a := c.start()
	c.settles([]int{2}, a)
	people := c.crowd()
	people.goesOn()
	for range 3 {
		b := c.start()
		c.settles([]int{1, 1}, a, b)
		people.goesOn()
		begun := time.Now()
		a.end()
		require.NoError(t, <-a.done)
		a.done <- nil
		assert.Less(t, time.Since(begun), 2*time.Second, "the end")
		c.settles([]int{2}, b)
		people.goesOn()
		a = b
	}
	people.leaves(false)
}

// TestProcessIsKilled: of three processes that share four shards, one ends in the usual way and one does not.
func TestProcessIsKilled(t *testing.T) {
	t.Parallel()
	c := newTown(t, 4, 4)
	all := []*actor{c.start()}
	c.settles([]int{4}, all...)
	all = append(all, c.start())
	c.settles([]int{2, 2}, all...)
	all = append(all, c.start())
	people := c.crowd()
	people.goesOn()
	c.settles([]int{2, 1, 1}, all...)
	all[0].end()
	c.settles([]int{0, 2, 2}, all...)
	people.goesOn()
	people.leaves(false)

	people = c.crowd()
	people.goesOn()
	begun := time.Now()
	all[2].line.cut.Store(true)
	all[2].end()
	c.settles([]int{0, 4, 0}, all...)
	t.Logf("taken over after %v", time.Since(begun))
	people.goesOn()
	people.leaves(true)
}
