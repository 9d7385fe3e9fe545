package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord/endpoint"
	"madbot/bot/play"
	"madbot/bot/sandbox"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/postgres/postgrestest"
)

var postgresAddress = flag.String("postgres", "", "the `address` of an empty database for a cluster in place of one of its own")

// cluster is several processes of one bot on one PostgreSQL database.
type cluster struct {
	*subprocess
	members  []*member
	balancer *balancer // through which the sandbox reaches them; nil: over the gateway
	store    storage.Store
	patient  time.Duration  // how long people wait for the reply to a turn
	starting sync.WaitGroup // processes that are starting
	settled  sync.RWMutex   // read-locked by those who need every answer, write-locked while a process is killed
	failed   atomic.Int64   // turns without a reply
	doubtful doubts         // replies that a process does not know to have arrived
	waited   atomic.Int64   // total time for replies to turns, a time.Duration
}

type member struct {
	config, address string // of its endpoint
	health          string // its address
	up              atomic.Bool
	child           *exec.Cmd
}

// doubts counts log lines about replies that were not confirmed in time, as on a busy machine.
type doubts struct{ atomic.Int64 }

func (d *doubts) Write(log []byte) (int, error) {
	for _, doubt := range []string{"probably sent", "answer not deferred"} {
		d.Add(int64(bytes.Count(log, []byte(doubt))))
	}
	return len(log), nil
}

// way is how interactions reach a cluster.
type way bool

const (
	overGateway way = false
	overBalance way = true
)

// newCluster starts a cluster of n processes, for whose replies people wait for patient.
func newCluster(t testing.TB, n int, w way, patient time.Duration) *cluster {
	t.Helper()
	database := *postgresAddress
	if database == "" {
		database = postgrestest.New(t)
	}
	return newClusterOn(t, database, n, w, patient)
}

// newClusterOn is newCluster with a database.
func newClusterOn(t testing.TB, database string, n int, w way, patient time.Duration) *cluster {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), settleLimit+6*patience)
	t.Cleanup(cancel)
	c := &cluster{patient: patient,
		subprocess: &subprocess{t: t, ctx: ctx, requests: &requests{}, database: database}}
	c.store = openStore(t, c.database)
	c.server = &sandbox.Server{Deadline: patience, Record: c.requests, Resume: time.Minute, People: crowdSize}
	folder := t.TempDir()
	for i := range n {
		c.members = append(c.members, &member{config: filepath.Join(folder, fmt.Sprintf("%d.yaml", i)),
			address: freeAddress(t), health: freeAddress(t)})
	}
	if w == overBalance {
		c.balancer = newBalancer(t, c.addresses(nil)...)
		c.server.Endpoint = c.balancer.url + endpoint.Path
	}
	web := httptest.NewServer(c.server)
	t.Cleanup(func() { assert.NoError(t, c.server.Close()); web.Close() })
	c.place = c.server.Channel("mad")
	t.Cleanup(c.end)
	for _, m := range c.members {
		require.NoError(t, os.WriteFile(m.config, c.configure(m, web.URL), 0o600))
		c.launch(m)
	}
	require.NoError(t, c.server.AwaitBot(ctx))
	return c
}

// addresses returns the addresses of all members except one.
func (c *cluster) addresses(but *member) (all []string) {
	for _, m := range c.members {
		if m != but {
			all = append(all, m.address)
		}
	}
	return all
}

// configure returns the configuration of a member.
func (c *cluster) configure(m *member, url string) []byte {
	receive := ""
	if c.balancer != nil {
		receive = fmt.Sprintf(", public_key: %q, interactions: %q", c.server.PublicKey(), m.address)
	}
	return fmt.Appendf(nil, "discord: {base_url: %q%s}\nstorage: {path: %q}\nhealth: {addr: %q}\nlog: {level: warn}\n",
		url, receive, c.database, m.health)
}

// freeAddress returns an address on which nobody listens. If possible, it is on a loopback address of its own, whose
// ports are not used for outgoing connections meanwhile.
func freeAddress(t testing.TB) string {
	t.Helper()
	n := rand.Uint32()
	l, err := net.Listen("tcp", fmt.Sprintf("127.%d.%d.%d:0", 1+n%254, n>>8%256, 1+n>>16%254))
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// launch starts a process and waits until it is healthy.
func (c *cluster) launch(m *member) {
	c.t.Helper()
	c.spawn(m)
	assert.Eventually(c.t, func() bool { return askHealth(c.ctx, "http://"+m.health+readyPath) == nil },
		patience, 20*time.Millisecond)
	m.up.Store(true)
}

func (c *cluster) spawn(m *member) {
	c.t.Helper()
	program, err := os.Executable()
	assert.NoError(c.t, err)
	m.child = exec.Command(program, "run", "-config", m.config)
	m.child.Env = append(os.Environ(), programEnv+"=1", tokenVariable+"="+sandbox.DefaultToken)
	m.child.Stderr = io.MultiWriter(c.t.Output(), &c.doubtful)
	assert.NoError(c.t, m.child.Start())
}

// end stops all processes.
func (c *cluster) end() {
	c.starting.Wait()
	for _, m := range c.members {
		if m.child == nil {
			continue
		}
		assert.NoError(c.t, m.child.Process.Signal(syscall.SIGTERM))
		assert.NoError(c.t, m.child.Wait(), "asked to, it ends well")
	}
}

// killOne kills a process, as a power failure would, if another one is healthy, and starts it again.
func (c *cluster) killOne() {
	c.t.Helper()
	var up []*member
	require.Eventually(c.t, func() bool {
		up = slices.DeleteFunc(slices.Clone(c.members), func(m *member) bool { return !m.up.Load() })
		return len(up) > 1
	}, patience, 20*time.Millisecond)
	m := up[rand.IntN(len(up))]
	c.settled.Lock()
	defer c.settled.Unlock()
	m.up.Store(false)
	c.crash(m)
	c.starting.Go(func() { c.launch(m) })
}

// replaceOne stops a process, takes it out of the balancer when it is no longer ready, and starts another one.
func (c *cluster) replaceOne() {
	c.t.Helper()
	m := c.members[rand.IntN(len(c.members))]
	require.NoError(c.t, m.child.Process.Signal(syscall.SIGTERM))
	if c.balancer != nil { // as a balancer's health check does
		require.Eventually(c.t, func() bool { return askHealth(c.ctx, "http://"+m.health+readyPath) != nil },
			patience, 100*time.Millisecond)
		c.balancer.use(c.addresses(m)...)
		defer func() { c.balancer.use(c.addresses(nil)...) }()
	}
	require.NoError(c.t, m.child.Wait(), "asked to, it ends well")
	c.launch(m)
}

// persevere plays one match after another until ctx ends.
func (c *cluster) persevere(ctx context.Context, p *pairing) {
	for ctx.Err() == nil {
		c.once(p)
	}
}

// once plays a turn. If it gets no reply, it finds out whether it was played.
func (c *cluster) once(p *pairing) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(c.ctx, c.patient)
	defer cancel()
	p.play(ctx)
	c.waited.Add(int64(time.Since(began)))
	if p.unanswered {
		c.failed.Add(1)
	}
	if p.unanswered || p.over() {
		c.settle(p)
	}
}

// settle asks for the board after a turn without a reply, and starts the next match after one that is over, while no
// process is being killed.
func (c *cluster) settle(p *pairing) {
	c.settled.RLock()
	defer c.settled.RUnlock()
	p.resolve()
	if p.over() {
		c.begin(p)
	}
}

// begin saves a match as another process would, without a stall limit. It does not use a challenge because a channel
// allows only a few an hour.
func (c *cluster) begin(p *pairing) {
	c.t.Helper()
	if p.id != "" {
		p.before = p.games()
	}
	now, id := time.Now(), newID()
	var sides [2]match.PlayerID
	for i, name := range p.people {
		sides[i] = match.PlayerID(c.server.Actor(name).ID().String())
	}
	o := rules.Options{Board: rules.Boards()[p.chance.IntN(2)]}
	m, proposed, err := match.Propose(match.Proposal{ID: id, By: sides[0], To: sides[1],
		Terms: match.Terms{Options: o, Side: match.PlayRed}}, now)
	assert.NoError(c.t, err)
	accepted, err := m.As(sides[1]).Accept(rules.NoColor, now)
	assert.NoError(c.t, err)
	venue := play.Venue{Guild: sandbox.GuildID.String(), Channel: p.place.String(), Locale: "en-US"}
	assert.NoError(c.t, c.store.Do(c.ctx, func(tx play.Tx) error {
		kept := play.Match{Match: m, Delivery: play.Delivery{Venue: venue}}
		return errors.Join(tx.CreateMatch(c.ctx, kept, append(proposed, accepted...)),
			tx.Schedule(c.ctx, play.JobTell, play.Subject(play.JobTell, id), now))
	}))
	p.id, p.game, p.acks, p.pending = id, rules.NewGame(o), 0, rules.NoTurn
}

// pair returns n pairings whose matches have begun.
func (c *cluster) pair(n int) []*pairing {
	c.t.Helper()
	all := make([]*pairing, n)
	for i := range all {
		p := &pairing{subprocess: c.subprocess, people: [2]string{cast[i%3], cast[(i+1)%3]},
			chance: rand.New(rand.NewPCG(uint64(i), 1))}
		c.begin(p)
		all[i] = p
	}
	return all
}

// acknowledged returns how many turns the bot said were played, and checks that all are stored.
func (c *cluster) acknowledged(pairings []*pairing) (n int) {
	c.t.Helper()
	for _, p := range pairings {
		for _, g := range p.games() {
			m, err := c.store.Match(c.t.Context(), g.id)
			require.NoError(c.t, err)
			assert.Equal(c.t, g.turns, m.Game.Turns(), "match %s", g.id)
			n += g.acknowledged
		}
	}
	return n
}
