package sharding

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
	"madbot/bot/discord/sharding/shardingtest"
)

// errDown is what a store that is away says.
var errDown = errors.New("store is away")

// line is the way of a process to the leases; it can be cut.
type line struct {
	Leases
	cut  atomic.Bool
	deaf atomic.Bool   // answers to those who ask for a shard are lost
	lag  time.Duration // of answers to those who ask for a lease
	slow time.Duration // the way of a question for the right to say how many shards there are
}

func (l *line) state() error {
	if l.cut.Load() {
		return errDown
	}
	return nil
}

func (l *line) Lease(ctx context.Context, name, owner string, now, until time.Time) (string, bool, error) {
	if name == countName {
		time.Sleep(l.slow)
	}
	if err := l.state(); err != nil {
		return "", false, err
	}
	kept, ok, err := l.Leases.Lease(ctx, name, owner, now, until)
	time.Sleep(l.lag)
	if l.deaf.Load() && strings.HasPrefix(name, shardName) {
		return "", false, errDown
	}
	return kept, ok, err
}

func (l *line) Release(ctx context.Context, name, owner, kept string) error {
	if err := l.state(); err != nil {
		return err
	}
	return l.Leases.Release(ctx, name, owner, kept)
}

func (l *line) Leased(ctx context.Context, prefix string, now time.Time) ([]string, error) {
	if err := l.state(); err != nil {
		return nil, err
	}
	return l.Leases.Leased(ctx, prefix, now)
}

// place is a bot of several processes without a network, in which no time passes unless a test waits.
type place struct {
	t      *testing.T
	leases *shardingtest.Alone
	shards int                      // that are recommended
	slow   time.Duration            // the answer to the question for them
	fail   error                    // of the answer, or of a session
	panics atomic.Int64             // that are still to come of sessions of the first shard
	deaf   func(gateway.Shard) bool // whose session is not connected; nil: none
	least  int                      // shards that are not too few
	asked  atomic.Int64
	n      int

	mu      sync.Mutex
	active  map[gateway.Shard]string // who has a session
	begun   map[gateway.Shard]int    // sessions that were started
	resumed map[gateway.Shard]int    // and gone on with
}

// within runs a test in a place with so many shards.
func within(t *testing.T, shards int, test func(*testing.T, *place)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		test(t, &place{t: t, leases: shardingtest.New(), shards: shards, active: map[gateway.Shard]string{},
			begun: map[gateway.Shard]int{}, resumed: map[gateway.Shard]int{}})
	})
}

// actor is a process at a place.
type actor struct {
	*Manager
	line *line
	end  context.CancelFunc
	done chan error
}

// process returns what names a process, and its way to the leases.
func (p *place) process() (Process, *line) {
	p.n++
	l := &line{Leases: p.leases}
	return Process{Leases: l, Owner: fmt.Sprint("p", p.n), Now: time.Now,
		Log: slog.New(slog.NewTextHandler(p.t.Output(), nil))}, l
}

// start starts a process.
func (p *place) start(shards Shards) *actor {
	process, l := p.process()
	return p.run(process, l, shards)
}

// begin starts a process and gives it a second.
func (p *place) begin(shards Shards) *actor {
	a := p.start(shards)
	p.after(time.Second)
	return a
}

// stop ends processes.
func (p *place) stop(all ...*actor) {
	for _, a := range all {
		a.end()
	}
	p.after(0)
}

// run runs a process.
func (p *place) run(process Process, l *line, shards Shards) *actor {
	m := New(Config{Process: process, Shards: shards})
	m.ask = func(ctx context.Context) (int, error) {
		p.asked.Add(1)
		p.mu.Lock()
		shards := p.shards
		p.mu.Unlock()
		return shards, errors.Join(discord.Sleep(ctx, p.slow), p.fail)
	}
	m.open = func(s gateway.Shard, from gateway.Bookmark) receiver {
		return &session{place: p, shard: s, from: from, owner: process.Owner}
	}
	ctx, end := context.WithCancel(p.t.Context())
	a := &actor{m, l, end, make(chan error, 1)}
	go func() { a.done <- m.Run(ctx, func(*discord.Interaction) {}) }()
	return a
}

// stillborn runs a process that dies before it reaches the leases.
func (p *place) stillborn() {
	process, l := p.process()
	l.cut.Store(true)
	p.run(process, l, auto).kill()
}

// grows makes so many shards the least that Discord takes, and what it recommends.
func (p *place) grows(shards int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.least, p.shards = shards, shards
}

// after waits for d and then until all is quiet.
func (p *place) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// kill ends a process that does not get to say a word.
func (a *actor) kill() {
	a.line.cut.Store(true)
	a.end()
	<-a.done
}

// has returns the ids of the shards that a has sessions of, in order.
func (p *place) has(a *actor) (ids []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range 100 {
		for s, owner := range p.active {
			if s.ID == id && owner == a.Owner {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// total sums what was counted of shards.
func (p *place) total(of map[gateway.Shard]int) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range of {
		n += one
	}
	return n
}

// session is a receiver that is ready at once.
type session struct {
	*place
	shard gateway.Shard
	from  gateway.Bookmark
	owner string
	ready atomic.Bool
}

func (s *session) Ready() bool { return s.ready.Load() && (s.deaf == nil || !s.deaf(s.shard)) }

// refusal forgets a session that is refused.
func (s *session) refusal() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.fail
	if s.from.Session == "" && s.shard.Count < s.least {
		err = fmt.Errorf("closed with 4011: %w", gateway.ErrShards)
	}
	if err != nil {
		delete(s.active, s.shard)
		s.ready.Store(false)
	}
	return err
}

func (s *session) Run(ctx context.Context, _ func(*discord.Interaction)) (gateway.Bookmark, error) {
	s.mu.Lock()
	assert.Empty(s.t, s.active[s.shard], "two have shard %d", s.shard.ID)
	s.active[s.shard] = s.owner
	at := s.from
	if at.Seq++; at.Session == "" {
		s.begun[s.shard]++
		at.Session = fmt.Sprint(s.shard.ID, "/", s.begun[s.shard])
	} else {
		s.resumed[s.shard]++
	}
	s.mu.Unlock()
	s.ready.Store(true)
	if err := s.refusal(); err != nil {
		return gateway.Bookmark{}, err
	}
	if s.shard.ID == 0 && s.panics.Add(-1) >= 0 {
		s.mu.Lock()
		delete(s.active, s.shard)
		s.mu.Unlock()
		panic("on fire")
	}
	<-ctx.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.active, s.shard)
	s.ready.Store(false)
	return at, nil
}
