package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/postgres/postgrestest"
)

// lengthOfEvening is how long TestEvening lasts; failures last proportionally.
var lengthOfEvening = flag.Duration("evening", 0, "how long TestEvening lasts; 0: it is skipped")

const (
	eveningPeople = 8
	upset         = 5 * time.Second        // how long somebody waits for an answer after a failure
	thought       = 400 * time.Millisecond // maximum time between two turns of a match
)

// evening is eight people who play while everything that can fail does.
type evening struct {
	*cluster
	restart func(crash bool) error // PostgreSQL; nil: SQLite
	disk    string                 // on a disk that can be full; "": none
	began   time.Time
	ended   chan struct{} // closed when people stop playing
	off     chan struct{} // closed when processes stop, too
	keeping sync.WaitGroup
	clocks  []string      // the files with the clock offset of each member
	store   sync.Mutex    // held while nobody else may use the store
	over    chan *pairing // matches that have ended

	fault   atomic.Int32 // a faultKind
	shut    atomic.Int32 // a sandbox.GatewayFault
	trouble sync.RWMutex
	last    time.Time // when something failed last
	wrong   int       // how many things are failing

	asked, answered, told, silent, kills, ends atomic.Int64

	turns   turnCount
	matches int
	unseen  []string // what is wrong with the boards of matches

	mu    sync.Mutex
	pings map[string][]string // times, by match, turn, person and channel, which may be deleted
	said  map[string]int      // replies to turns that were not played
	away  map[match.ID]bool   // matches that began in the deleted channel
}

// TestEvening lets eight people play, on three processes if PostgreSQL is installed, while Discord, the store, the
// clock and the processes fail one after another. The long form:
//
//	go test ./cmd/madbot -run TestEvening -v -evening 30m -timeout 0
func TestEvening(t *testing.T) {
	if *lengthOfEvening == 0 {
		t.Skip("minutes of failures: -evening 1m")
	}
	t.Parallel()
	for name, form := range map[string]struct {
		processes int
		way       way
		postgres  bool
	}{"HTTP": {3, overBalance, true}, "gateway": {3, overGateway, true}, "SQLite": {1, overGateway, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := &evening{ended: make(chan struct{}), off: make(chan struct{}), over: make(chan *pairing, eveningPeople),
				pings: map[string][]string{}, said: map[string]int{}, away: map[match.ID]bool{}}
			database := ""
			if form.postgres {
				database, e.restart = postgrestest.NewServer(t)
			} else {
				e.disk = smallDisk(t)
				database = filepath.Join(e.disk, "madbot.db")
			}
			e.prepare(t, database, form.processes, form.way)
			e.run()
			e.close(name)
		})
	}
}

// prepare creates a sandbox with eight people, and what the processes need.
func (e *evening) prepare(t *testing.T, database string, n int, w way) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), *lengthOfEvening+2*settleLimit)
	t.Cleanup(cancel)
	c := &cluster{patient: patience, subprocess: &subprocess{t: t, ctx: ctx, requests: &requests{}, database: database}}
	e.cluster = c
	c.server = &sandbox.Server{Deadline: patience, People: eveningPeople, Resume: time.Minute, Sessions: 1 << 20,
		Spacing: time.Second, Fault: e.spoil, Posted: e.posted,
		GatewayFault: func(bool) sandbox.GatewayFault { return sandbox.GatewayFault(e.shut.Load()) }}
	folder := t.TempDir()
	for i := range n {
		c.members = append(c.members, &member{config: filepath.Join(folder, fmt.Sprint(i, ".yaml")),
			address: freeAddress(t), health: freeAddress(t)})
		e.clocks = append(e.clocks, filepath.Join(folder, fmt.Sprint(i, ".clock")))
	}
	if w == overBalance {
		c.balancer = newBalancer(t, c.addresses(nil)...)
		c.server.Endpoint = c.balancer.url + "/interactions"
	}
	web := httptest.NewServer(c.server)
	t.Cleanup(func() { assert.NoError(t, c.server.Close()); web.Close() })
	for _, m := range c.members {
		require.NoError(t, os.WriteFile(m.config, c.configure(m, web.URL), 0o600))
	}
	c.place = c.server.Channel("mad")
}

// run lets people play until the evening is over.
func (e *evening) run() {
	var pairings []*pairing
	for i := range eveningPeople {
		own := *e.subprocess
		if i >= eveningPeople-2 {
			own.place = e.server.Channel("general")
		}
		everybody := e.server.Everybody()
		p := &pairing{subprocess: &own, resumed: make(chan struct{}, 1), chance: rand.New(rand.NewPCG(uint64(i), 1)),
			people: [2]string{everybody[i].Name(), everybody[(i+1)%eveningPeople].Name()}}
		pairings = append(pairings, p)
		e.over <- p
	}
	e.renew()
	for i, m := range e.members {
		e.keeping.Go(func() { e.keep(m, e.clocks[i]) })
	}
	if e.balancer != nil {
		e.keeping.Go(e.balance)
	}
	require.NoError(e.t, e.server.AwaitBot(e.ctx))
	require.NoError(e.t, e.server.AwaitCommands(e.ctx, 1))
	e.began = time.Now()
	var busy sync.WaitGroup
	busy.Go(e.fail)
	busy.Go(e.killing)
	for _, p := range pairings {
		busy.Go(func() { e.play(p) })
	}
	time.AfterFunc(*lengthOfEvening, func() { close(e.ended) })
	busy.Wait()
	e.finish(pairings)
}

// keep runs a process and restarts it, as a supervisor does, until the evening ends.
func (e *evening) keep(m *member, clock string) {
	program, err := os.Executable()
	assert.NoError(e.t, err)
	for {
		select {
		case <-e.off:
			return
		case <-time.After(100 * time.Millisecond):
		}
		e.store.Lock() // nobody else may use a SQLite file
		child := exec.Command(program, "run", "-config", m.config)
		child.Env = append(os.Environ(), programEnv+"=1", clockEnv+"="+clock, tokenVariable+"="+sandbox.DefaultToken)
		child.Stderr = e.t.Output()
		err := child.Start()
		m.child = child
		m.up.Store(err == nil)
		e.store.Unlock()
		if !assert.NoError(e.t, err) {
			return
		}
		err = child.Wait()
		m.up.Store(false)
		if err != nil && !strings.Contains(err.Error(), "signal: killed") {
			e.ends.Add(1)
			e.note("a process ended: %v", err)
		}
	}
}

// killing kills a process now and then.
func (e *evening) killing() {
	for e.pause(max(6*time.Second, min(20*time.Second, *lengthOfEvening/10))) {
		m := e.members[rand.IntN(len(e.members))]
		e.store.Lock()
		if m.up.Load() {
			done := e.goesWrong()
			_ = m.child.Process.Kill() // it may have ended already
			for m.up.Load() {
				time.Sleep(time.Millisecond)
			}
			e.kills.Add(1)
			done()
		}
		if e.restart != nil || !m.up.Load() {
			e.renew()
		}
		e.store.Unlock()
	}
}

// renew starts new matches for finished ones.
func (e *evening) renew() {
	if len(e.over) == 0 {
		return
	}
	db, err := storage.Open(e.ctx, e.database, time.Now)
	if err != nil {
		e.note("no new matches now: %v", err)
		return
	}
	defer db.Close()
	e.cluster.store = db
	for range len(e.over) {
		p := <-e.over
		e.begin(p)
		e.away[p.id] = p.place != e.place
		if p.before != nil {
			p.resumed <- struct{}{}
		}
	}
}

// pause waits; false: the evening is over.
func (e *evening) pause(d time.Duration) bool {
	select {
	case <-e.ended:
		return false
	case <-time.After(d):
		return true
	}
}

// balance takes processes that are not ready out of the balancer, as any balancer does.
func (e *evening) balance() {
	for {
		var ready []string
		for _, m := range e.members {
			if askHealth(e.ctx, "http://"+m.health+readyPath) == nil {
				ready = append(ready, m.address)
			}
		}
		if len(ready) == 0 {
			ready = e.addresses(nil)
		}
		e.balancer.use(ready...)
		select {
		case <-e.off:
			return
		case <-time.After(time.Second):
		}
	}
}

// posted records whom a message pings, and about what.
func (e *evening) posted(m sandbox.Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, who := range m.Mentions {
		about := fmt.Sprintf("%s turn %d, %s in %v", shownMatch(m), turnNumber(m.Text()), who.Username, m.ChannelID)
		when := fmt.Sprintf("%v %q", time.Since(e.began).Round(time.Millisecond), m.Text())
		e.pings[about] = append(e.pings[about], when)
	}
}

// note logs what happens, and when.
func (e *evening) note(format string, args ...any) {
	e.t.Logf("%v "+format, append([]any{time.Since(e.began).Round(time.Second)}, args...)...)
}
