package main

import (
	"flag"
	"fmt"
	"hash/fnv"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/worker"
	"madbot/bot/show"
	"madbot/rules/match"
	"madbot/rules/puzzle"
	"madbot/storage"
	"madbot/storage/postgres/postgrestest"
)

// servers is how many servers TestDailyYear has in each database, with -soak.
var servers = flag.Int("servers", 8, "how many `servers` TestDailyYear has in each database, with -soak")

const (
	yearServers = 8                // in memory
	yearLease   = 30 * time.Second // the worker's lease
	yearAtOnce  = 20               // jobs that a process claims at once
	aDay        = 24 * time.Hour
)

// yearZones have different changes to summer time, in both hemispheres: by an hour, by half an hour, at midnight, or
// none.
var yearZones = []string{"Europe/Brussels", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "America/Havana",
	"Asia/Kathmandu", "America/Scoresbysund", "Pacific/Auckland", "UTC"}

// TestDailyYear posts puzzles of the day on servers for a year, with two processes that are killed now and then, are
// away for hours and days, and are restarted on the hour. Channels and permissions are lost and restored, people solve
// puzzles or not, managers turn them off and on. No day has two posts; each post shows its result, unless it cannot be
// edited; a day without a post has a reason; and there are two calls per server and day, except after failures. -v
// prints the statistics:
//
//	go test ./cmd/madbot -run TestDailyYear -v -soak -servers 1000 -timeout 0
func TestDailyYear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		long bool
		open func(t *testing.T) play.Store
	}{
		{"memory", false, func(*testing.T) play.Store { return playtest.NewMemory() }},
		{"sqlite", true, func(t *testing.T) play.Store { return openedAt(t, filepath.Join(t.TempDir(), "mad.db")) }},
		{"postgres", true, func(t *testing.T) play.Store { return openedAt(t, postgrestest.New(t)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			count := yearServers
			if c.long {
				if !*soak {
					t.Skip("a year in a database takes a while: -soak")
				}
				count = *servers
			}
			y := newDailyYear(t, c.open(t), count)
			y.pass()
			y.check()
		})
	}
}

func openedAt(t *testing.T, address string) play.Store {
	t.Helper()
	store, err := storage.Open(t.Context(), address, time.Now)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	return store
}

type dailyYear struct {
	*testing.T
	store   play.Store
	managed *play.Service
	solved  *daily.Service
	discord *yearDiscord
	kind    worker.Kind
	chance  *rand.Rand
	now     time.Time // does not change while a process works
	end     time.Time
	servers []*yearServer
	away    []yearStretch // when the bot or Discord was away
	running bool

	mu     sync.Mutex
	kills  int
	failed map[string][]time.Time // failures by server, which may cost calls beyond two
	solves map[string][]time.Time // solved puzzles by server, each of which may cost a call
}

// yearServer is a server with a puzzle of the day.
type yearServer struct {
	id      string
	zone    *time.Location
	hour    int
	channel int           // the number of its channel
	without []yearStretch // when it was off, lost or paused
}

// yearStretch is a period; the last one may be open.
type yearStretch struct{ from, to time.Time }

func (s *yearServer) where() string { return fmt.Sprint(s.id, "-", s.channel) }

func newDailyYear(t *testing.T, store play.Store, count int) *dailyYear {
	t.Helper()
	y := &dailyYear{T: t, chance: rand.New(rand.NewPCG(2026, uint64(count))), running: true,
		now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), end: time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC),
		failed: map[string][]time.Time{}, solves: map[string][]time.Time{}}
	now := func() time.Time { return y.now }
	store = playtest.Clocked(store, now)
	y.store = store
	deck, log := daily.NewDeck(puzzle.All()), slog.New(slog.DiscardHandler)
	y.managed = play.New(play.Deps{Store: store, Now: now, Wake: func() {}})
	y.solved = &daily.Service{Store: store, Deck: deck, Now: now, Wake: func() {}}
	y.discord = &yearDiscord{now: now, closed: map[string]int{}, posts: map[string]*yearPost{},
		last: map[string]*yearPost{}, calls: map[string]map[play.Day]int{}, zones: map[string]*time.Location{}}
	poster := daily.Poster{Posts: show.NewNotifier(nil, y.discord, nil), Message: yearWords}
	y.kind = daily.Job(poster, deck, log)
	for i := range count {
		zone, err := time.LoadLocation(yearZones[i%len(yearZones)])
		require.NoError(t, err)
		s := &yearServer{id: fmt.Sprint(1000 + i), zone: zone, hour: (i*7 + i/24) % 24}
		y.servers = append(y.servers, s)
		y.discord.zones[s.id], y.discord.calls[s.id] = zone, map[play.Day]int{}
		y.manage(s, func(now *play.ServerSettings) {
			now.Zone, now.Daily = zone.String(), play.DailySettings{Channel: s.where(), Hour: s.hour, Locale: "en"}
		})
	}
	return y
}

// manage lets a manager of a server change its settings.
func (y *dailyYear) manage(s *yearServer, change func(*play.ServerSettings)) {
	y.Helper()
	_, err := y.managed.ChangeServer(y.Context(), play.Actor{ID: "1", Guild: s.id}, s.id, change)
	require.NoError(y, err)
}

func (y *dailyYear) pass() {
	plan := y.plan()
	for y.now.Before(y.end) {
		for y.running && y.round() > 0 {
		}
		next := plan[0].at
		if due, _, err := y.store.NextJob(y.Context(), []play.JobKind{play.JobDaily}, y.now); y.running {
			require.NoError(y, err)
			if !due.IsZero() && due.Before(next) {
				next = due
			}
		}
		require.True(y, next.After(y.now) || next.Equal(plan[0].at), "it goes on")
		y.now = next
		for len(plan) > 0 && !plan[0].at.After(y.now) {
			plan[0].do()
			plan = plan[1:]
		}
	}
}

// round lets two processes claim, do and record what is due, and returns the number of jobs.
func (y *dailyYear) round() int {
	var n [2]int
	var both sync.WaitGroup
	for i := range n {
		both.Go(func() { n[i] = y.process() })
	}
	both.Wait()
	return n[0] + n[1]
}

// process claims what is due and does it, as a worker.Worker does.
func (y *dailyYear) process() int {
	type begun struct {
		play.Job
		task worker.Task
	}
	var all []begun
	claimed := 0
	assert.NoError(y, y.store.Do(y.Context(), func(tx play.Tx) error {
		jobs, err := tx.Claim(y.Context(), play.Claim{Kind: y.kind.Name, Now: y.now, Until: y.now.Add(yearLease),
			Limit: yearAtOnce})
		if err != nil {
			return err
		}
		all, claimed = nil, len(jobs)
		for _, job := range jobs {
			task, err := y.kind.Begin(y.Context(), tx, job)
			if err != nil {
				return err
			}
			if task != nil {
				all = append(all, begun{job, task})
			}
		}
		return nil
	}))
	var tasks sync.WaitGroup
	for _, one := range all {
		tasks.Go(func() { y.perform(one.Job, one.task) })
	}
	tasks.Wait()
	return claimed
}

// perform does a job, unless the process is killed before it, or between the job and its recording.
func (y *dailyYear) perform(job play.Job, task worker.Task) {
	fate := y.fate(job)
	if fate == diesBefore {
		return
	}
	record := task(y.Context())
	if fate == diesAfter {
		return
	}
	assert.NoError(y, y.store.Do(y.Context(), func(tx play.Tx) error { return record(y.Context(), tx) }))
}

// The fate of a process that does a job.
const (
	lives = iota
	diesBefore
	diesAfter
	fates = 300
)

// fate draws the fate of a process, depending only on the job and the time.
func (y *dailyYear) fate(job play.Job) int {
	h := fnv.New64a()
	fmt.Fprint(h, job.Subject, y.now)
	fate := int(h.Sum64() % fates)
	if fate != diesBefore && fate != diesAfter {
		return lives
	}
	server, _ := play.SubjectID[string](play.JobDaily, job.Subject)
	y.fails(server)
	y.mu.Lock()
	defer y.mu.Unlock()
	y.kills++
	return fate
}

// fails records a failure that may cost a server more than two calls.
func (y *dailyYear) fails(server string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.failed[server] = append(y.failed[server], y.now)
}

// yearIntent is an event at a time.
type yearIntent struct {
	at time.Time
	do func()
}

// plan returns the events of the year, in order.
func (y *dailyYear) plan() (plan []yearIntent) {
	add := func(at time.Time, do func()) { plan = append(plan, yearIntent{at, do}) }
	for at := y.now.Add(12 * time.Hour); at.Before(y.end); at = at.Add(aDay) {
		add(at, y.solve)
	}
	at := y.now
	for n := 0; at.Before(y.end); n++ { // the bot or Discord is away
		from, length := at.Add(y.takes(10*aDay)), y.takes(6*time.Hour)
		switch {
		case n%5 == 1:
			length += 30 * time.Hour
		case n%3 == 0: // a restart on the hour, when many posts are due
			from, length = from.Truncate(time.Hour).Add(time.Hour), time.Minute
		}
		at = from.Add(length)
		isDiscord := n%2 == 0 && n%5 != 1
		add(from, func() { y.leave(isDiscord, true) })
		add(at, func() { y.leave(isDiscord, false) })
	}
	for _, s := range y.servers {
		for at := y.now.Add(y.takes(40 * aDay)); at.Before(y.end); at = at.Add(y.takes(60 * aDay)) {
			lost, found := y.trouble(s)
			length := min(time.Hour+y.takes(5*aDay), 20*aDay) // it gives up after a month
			add(at, lost)
			add(at.Add(length), found)
			at = at.Add(length)
		}
		for at := y.now.Add(10 * aDay); at.Before(y.end); at = at.Add(10 * aDay) {
			add(at, func() { y.goOn(s) })
		}
	}
	add(y.end, func() {})
	slices.SortStableFunc(plan, func(a, b yearIntent) int { return a.at.Compare(b.at) })
	return plan
}

// takes draws a duration with the mean usual.
func (y *dailyYear) takes(usual time.Duration) time.Duration {
	return time.Duration(y.chance.ExpFloat64() * float64(usual)).Truncate(time.Second)
}

// leave makes the bot or Discord go away or come back.
func (y *dailyYear) leave(isDiscord, away bool) {
	if isDiscord {
		y.discord.down = away
	} else {
		y.running = !away
	}
	for _, s := range y.servers {
		y.fails(s.id)
	}
	if away {
		y.away = append(y.away, yearStretch{from: y.now, to: y.end})
	} else {
		y.away[len(y.away)-1].to = y.now
	}
}

// trouble returns functions that make something fail for a server, and repair it.
func (y *dailyYear) trouble(s *yearServer) (lost, found func()) {
	begins := func(do func()) func() {
		return func() {
			y.fails(s.id)
			s.without = append(s.without, yearStretch{from: y.now, to: y.end})
			do()
		}
	}
	ends := func(do func()) func() {
		return func() {
			y.fails(s.id)
			y.goOn(s)
			do()
			for i := range s.without {
				if s.without[i].to.Equal(y.end) {
					s.without[i].to = y.now
				}
			}
		}
	}
	closes := func(code int) func() { return func() { y.discord.closed[s.where()] = code } }
	switch y.chance.IntN(4) {
	case 0: // until a manager chooses another one
		return begins(closes(discordgo.ErrCodeUnknownChannel)), ends(func() {
			s.channel++
			y.manage(s, func(now *play.ServerSettings) {
				now.Daily.Channel, now.Daily.Fault, now.Daily.Since, now.Daily.Idle = s.where(), "", 0, 0
			})
		})
	case 1:
		return begins(closes(discordgo.ErrCodeMissingAccess)), ends(closes(0))
	case 2:
		return begins(closes(discordgo.ErrCodeMissingPermissions)), ends(closes(0))
	}
	return begins(func() { y.manage(s, func(now *play.ServerSettings) { now.Daily.Channel = "" }) }),
		ends(func() { y.manage(s, func(now *play.ServerSettings) { now.Daily.Channel = s.where() }) })
}

// goOn lets a manager resume a paused puzzle of the day.
func (y *dailyYear) goOn(s *yearServer) {
	kept, err := y.store.Server(y.Context(), s.id)
	require.NoError(y, err)
	if kept.Settings.Daily.Fault != play.DailyIdle {
		return
	}
	from := daily.Date(kept.Settings.Daily.Since).Add(-aDay)
	s.without = append(s.without, yearStretch{from, y.now})
	y.fails(s.id)
	y.manage(s, func(now *play.ServerSettings) { now.Daily.Fault, now.Daily.Since, now.Daily.Idle = "", 0, 0 })
}

// solve lets people try the open puzzles; on some servers nobody does.
func (y *dailyYear) solve() {
	for i, s := range y.servers {
		if !y.running || y.chance.IntN(3) > 0 || i%8 == 7 {
			continue
		}
		list, err := y.store.Dailies(y.Context(), s.id)
		require.NoError(y, err)
		if n := len(list); n > 0 && list[n-1].IsPosted() && !list[n-1].Closed {
			who := play.Actor{ID: match.PlayerID(fmt.Sprint(s.id, y.chance.IntN(3))), Guild: s.id}
			own, err := y.solved.Try(y.Context(), who, list[n-1].Day, y.chance.IntN(4) > 0)
			require.NoError(y, err)
			if own.HasSolved() {
				y.solves[s.id] = append(y.solves[s.id], y.now)
			}
		}
	}
}
