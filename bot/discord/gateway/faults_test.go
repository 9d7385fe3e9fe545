package gateway

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/sandbox"
)

var soak = flag.Bool("soak", false, "make each fault of the gateway 200 times instead of once")

// faults returns how often to cause each fault.
func faults() int {
	if *soak {
		return 200
	}
	return 1
}

// town is a local Discord with people who use a bot.
type town struct {
	*sandbox.Server
	t   *testing.T
	bot *running

	mu      sync.Mutex
	handled map[string]int  // interactions by id
	patient context.Context // until its end, people wait for answers
	lose    func()          // cancels patient
	faults  int             // number of faults caused
	whole   bool            // no fault is in progress

	answering sync.WaitGroup
	asked     atomic.Int64 // interactions sent and answered
	lost      atomic.Int64 // interactions given up
}

// newTown returns a town with a bot that answers every interaction.
func newTown(t *testing.T, s *sandbox.Server, adjust func(*Gateway)) *town {
	t.Helper()
	c := &town{Server: s, t: t, handled: map[string]int{}}
	c.patient, c.lose = context.WithCancel(t.Context())
	if !*soak {
		s.Deadline = patience // the machine may be slow
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		assert.Empty(t, s.Unhandled())
		require.NoError(t, s.Close())
		web.Close()
	})
	t.Cleanup(c.answering.Wait)
	client, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	where := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	_, err = client.RegisterCommands(t.Context(), "", []discordgo.ApplicationCommand{
		{Type: discordgo.ChatApplicationCommand, Name: "ask", Description: "d", Contexts: &where}})
	require.NoError(t, err)
	c.bot = connectTo(t, web.URL, func(g *Gateway) {
		g.Client, g.times = client, defaultTimes()
		g.times.resumeBurst = 1000
		g.Log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
		if adjust != nil {
			adjust(g)
		}
	}, func(in *discord.Interaction) { c.answering.Go(func() { c.answer(client, in) }) })
	c.awaitSessions(max(s.Shards, 1))
	return c
}

// awaitSessions waits until the given number of sessions was started or resumed and the bot is ready.
func (c *town) awaitSessions(sessions int) {
	c.t.Helper()
	eventually(c.t, func() bool { return c.Arrivals() >= sessions && c.bot.isReady() })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole = true
}

// now returns the current patience, the number of faults, and whether none is in progress.
func (c *town) now() (patient context.Context, faults int, whole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.patient, c.faults, c.whole
}

// beginFault marks a fault as in progress.
func (c *town) beginFault() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults++
	c.whole = false
}

// cancelWaits cancels the waiting of everybody who has asked so far.
func (c *town) cancelWaits() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults++
	c.lose()
	c.patient, c.lose = context.WithCancel(c.t.Context())
}

// answer answers an interaction, however often it is delivered.
func (c *town) answer(client *discord.Client, in *discord.Interaction) {
	c.mu.Lock()
	c.handled[in.ID]++
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := client.CreateResponse(ctx, in, discord.Response{Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: discord.Message{Content: "here"}})
	assert.True(c.t, err == nil || errors.Is(err, discord.ErrDoubtful), err) // on a slow machine it may be retried
}

// use makes people use the bot in a guild and in direct messages until stop is called, which waits for their
// answers. Interactions sent while no fault is in progress must be answered.
func (c *town) use() (stop func()) {
	ctx, end := context.WithCancel(c.t.Context())
	var people sync.WaitGroup
	for _, name := range []string{"alice", "bob", "carol"} {
		person := c.Actor(name)
		for _, at := range []sandbox.Snowflake{sandbox.MadID, person.DM()} {
			people.Go(func() {
				for ctx.Err() == nil {
					c.ask(person, at)
					_ = discord.Sleep(ctx, 20*time.Millisecond)
				}
			})
		}
	}
	return func() { end(); people.Wait() }
}

// ask makes a person use the bot once.
func (c *town) ask(person *sandbox.Actor, at sandbox.Snowflake) {
	patient, before, whole := c.now()
	_, err := person.Command(patient, at, "ask")
	_, after, still := c.now()
	switch {
	case err == nil:
		c.asked.Add(1)
	case whole && still && before == after:
		assert.NoError(c.t, err)
	default:
		c.lost.Add(1)
	}
}

// causeFaults causes a fault repeatedly while people use the bot, each time after more answers. Each fault starts or
// resumes the given number of sessions. If loses is true, it may lose interactions.
func (c *town) causeFaults(fault func(), sessions int, loses bool) {
	c.t.Helper()
	stop := c.use()
	come := c.Arrivals()
	for range faults() {
		answered := c.asked.Load() + 30
		eventually(c.t, func() bool { return c.asked.Load() >= answered })
		c.beginFault()
		fault()
		come += sessions
		c.awaitSessions(come)
		if loses {
			c.cancelWaits()
		}
	}
	stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range c.handled {
		assert.Equal(c.t, 1, n, "interaction %s", id)
	}
	c.t.Logf("%d faults, %d answers, %d lost", faults(), c.asked.Load(), c.lost.Load())
	assert.True(c.t, loses || c.lost.Load() == 0)
}

// TestReconnect: a reconnect at Discord's request loses and repeats no interaction, even with several sessions at
// the same time.
func TestReconnect(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{1, 3} {
		t.Run(fmt.Sprint(shards), func(t *testing.T) {
			t.Parallel()
			c := newTown(t, &sandbox.Server{Limits: true, Resume: time.Minute, Shards: shards, MaxConcurrency: shards}, nil)
			c.causeFaults(c.Reconnect, shards, false)
		})
	}
}

// hasty removes the pauses between sessions.
func hasty(g *Gateway) { g.times.spacing, g.times.pause = time.Millisecond, time.Millisecond }

// TestFaults: after a lost connection was replaced, interactions are answered.
func TestFaults(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]struct {
		server *sandbox.Server
		fault  func(*town)
		loses  bool // the fault may lose interactions
	}{
		"cut":                       {&sandbox.Server{Limits: true, Resume: time.Minute}, func(c *town) { c.Drop() }, false},
		"cut, and the session over": {&sandbox.Server{}, func(c *town) { c.Drop() }, true},
		"closed":                    {&sandbox.Server{Resume: time.Minute}, func(c *town) { c.CloseGateway(4000) }, false},
		"closed as with a wrong token, which is right": {&sandbox.Server{}, func(c *town) { c.CloseGateway(4004) }, true},
		"session ended": {&sandbox.Server{Resume: time.Minute}, func(c *town) { c.InvalidateSession() }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newTown(t, f.server, hasty)
			c.causeFaults(func() { f.fault(c) }, 1, f.loses)
		})
	}
}

// TestFaults_Resuming: a session that cannot be resumed is replaced, however resuming fails.
func TestFaults_Resuming(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]sandbox.GatewayFault{"op 7, in which discordgo deadlocks": 7, "op 9": 9,
		"4007": 4007, "silence": sandbox.Silence} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newTown(t, &sandbox.Server{Resume: time.Minute, GatewayFault: func(resuming bool) sandbox.GatewayFault {
				if resuming {
					return fault
				}
				return 0
			}}, func(g *Gateway) { hasty(g); g.times.open = 2 * time.Second })
			c.causeFaults(c.Drop, 1, true)
		})
	}
}

// TestHang: a silent gateway is detected, and the session replaced.
func TestHang(t *testing.T) {
	t.Parallel()
	tick := make(chan time.Time)
	c := newTown(t, &sandbox.Server{}, func(g *Gateway) {
		hasty(g)
		g.times.watch = watchdog{tick: tick, stuck: 1000, silent: 2}
	})
	c.causeFaults(func() {
		c.Hang()
		for c.bot.isReady() {
			select {
			case tick <- time.Now():
			case <-time.After(time.Millisecond):
			}
		}
	}, 1, true)
}
