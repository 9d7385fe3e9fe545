package worker_test

import (
	"cmp"
	"container/heap"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
)

var soak = flag.Bool("soak", false, "TestYear with all its matches, TestFailsOnce with all calls")

const (
	yearPeople   = 150
	yearChannels = 12
	yearMatches  = 100
	soakMatches  = 1000
	longestGap   = 14 * time.Hour // that the bot is away, and then some to catch up
)

// TestYear lets people play for a year: they act when notified, look, plan, offer, go on holiday, and forget; channels
// and direct messages are sometimes closed to the bot, Discord fails, and the bot has outages. In the end its log
// explains each match, and a waiting turn explains each notice.
func TestYear(t *testing.T) {
	inBubble(t, func(f *fixture) {
		y := newYear(f, rand.New(rand.NewPCG(2026, 11)))
		y.play()
		y.check()
	})
}

// year is the world of TestYear.
type year struct {
	*fixture
	chance *rand.Rand
	began  time.Time
	people []*person
	plans  agenda
	down   bool
	paces  []match.Pace

	mu      sync.Mutex
	fate    *rand.Rand
	sent    map[string]play.Post // by their keys
	pings   []ping
	unread  []ping
	downs   []stretch            // in which the bot was away
	closed  map[string][]stretch // in which a channel refused the bot
	looks   map[seat][]look
	resting map[match.PlayerID][]stretch // on vacations that they started
	refused []ping                       // that nobody took
	missed  map[seat]int                 // that they saw at the next command
	digests int
	backs   int // matches told of in digests after vacations
	byMatch map[match.ID][]ping
	turns   int
}

// seat is somebody in a match.
type seat struct {
	match  match.ID
	player match.PlayerID
}

// look is when somebody saw the board, and at which moment of its match.
type look struct {
	at     time.Time
	moment int
}

// stretch is a length of time.
type stretch struct{ from, to time.Time }

// has reports whether at is in one of all.
func has(all []stretch, at time.Time) bool {
	return slices.ContainsFunc(all, func(s stretch) bool { return !at.Before(s.from) && at.Before(s.to) })
}

// person is somebody who plays.
type person struct {
	play.Actor
	zone   *time.Location
	quiet  notice.Quiet
	shut   bool          // they take no direct messages
	pace   time.Duration // how long they usually take
	forget int           // in a hundred times
	leaves bool          // they stop playing in the middle of the year
}

// intent is what somebody is going to do.
type intent struct {
	at time.Time
	n  int
	do func()
}

// agenda is a heap of intents.
type agenda struct {
	all []intent
	n   int
}

func (a *agenda) Len() int { return len(a.all) }
func (a *agenda) Less(i, j int) bool {
	return cmp.Or(a.all[i].at.Compare(a.all[j].at), a.all[i].n-a.all[j].n) < 0
}
func (a *agenda) Swap(i, j int) { a.all[i], a.all[j] = a.all[j], a.all[i] }
func (a *agenda) Push(x any)    { a.all = append(a.all, x.(intent)) }
func (a *agenda) Pop() any {
	last := a.all[len(a.all)-1]
	a.all = a.all[:len(a.all)-1]
	return last
}

func newYear(f *fixture, chance *rand.Rand) *year {
	y := &year{fixture: f, chance: chance, began: time.Now(), fate: rand.New(rand.NewPCG(1, 1)),
		paces: []match.Pace{{PerTurn: 3 * day, Bank: 3 * day}, {PerTurn: 3 * day, Bank: 3 * day},
			{PerTurn: 7 * day, Bank: 7 * day}, {PerTurn: day, Bank: day}, {PerTurn: day}, {}},
		sent:   map[string]play.Post{},
		closed: map[string][]stretch{}, looks: map[seat][]look{}, missed: map[seat]int{},
		resting: map[match.PlayerID][]stretch{}}
	log := slog.New(slog.NewTextHandler(f.log, nil))
	f.worker = worker.New(worker.Deps{Store: f.store, Now: time.Now, Log: log, Kinds: []worker.Kind{
		worker.Announce(y, f.threads, log), worker.Retire(y, log),
		worker.Flag(worker.FlagDeps{Judge: noVerdict, Presence: f}, log),
		worker.Robot(y.randomly(), worker.Manner{}, log),
		worker.Remind(y, log), worker.Digest(y, f.store, log)}})
	zones := []string{"Europe/Brussels", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"}
	for i := range yearPeople {
		zone, err := time.LoadLocation(zones[i%len(zones)])
		require.NoError(f, err)
		p := &person{Actor: play.Actor{ID: match.PlayerID(fmt.Sprint(1000 + i)), Guild: "g"}, zone: zone, shut: i%10 == 0,
			pace: time.Duration(1+chance.IntN(40)) * time.Hour, forget: chance.IntN(12), leaves: i%25 == 0}
		y.people = append(y.people, p)
		y.settle(p, i)
	}
	return y
}

// person returns who has an id; nil: nobody, or the robot.
func (y *year) person(id match.PlayerID) *person {
	for _, p := range y.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// later lets somebody do something after a while.
func (y *year) later(after time.Duration, do func()) {
	y.plans.n++
	heap.Push(&y.plans, intent{time.Now().Add(after), y.plans.n, do})
}

// closeChannel closes a channel to the bot for a while.
func (y *year) closeChannel() {
	y.mu.Lock()
	defer y.mu.Unlock()
	c := fmt.Sprint("c", y.chance.IntN(yearChannels))
	y.closed[c] = append(y.closed[c], stretch{time.Now(), time.Now().Add(y.takes(day))})
}

// some is true so many times in a hundred.
func (y *year) some(percent int) bool { return y.chance.IntN(100) < percent }

// takes draws how long something takes that usually takes so long.
func (y *year) takes(usual time.Duration) time.Duration {
	return time.Duration(y.chance.ExpFloat64() * float64(usual)).Truncate(time.Second)
}

// play lets the year pass.
func (y *year) play() {
	y.run()
	count := yearMatches
	if *soak {
		count = soakMatches
	}
	for i := range count {
		y.later(time.Duration(y.chance.Int64N(int64(270*day))), func() { y.challenge(i) })
	}
	for at := day; at < 365*day; at += time.Duration(5+y.chance.IntN(20)) * day {
		y.later(at, y.breakDown)
	}
	for at := day; at < 365*day; at += time.Duration(2+y.chance.IntN(5)) * day {
		y.later(at, y.closeChannel)
	}
	end := y.began.Add(365 * day)
	for y.plans.Len() > 0 {
		next := heap.Pop(&y.plans).(intent)
		if next.at.After(end) {
			break
		}
		if d := time.Until(next.at); d > 0 {
			y.pass(d)
		}
		if y.down && !next.at.Equal(y.downs[len(y.downs)-1].to) { // nobody can do anything
			y.later(time.Until(y.downs[len(y.downs)-1].to)+y.takes(time.Hour)+time.Second, next.do)
			continue
		}
		next.do()
		synctest.Wait()
		y.read()
	}
	y.pass(time.Until(end))
}

// breakDown stops the bot for some hours, and what was lost is given back.
func (y *year) breakDown() {
	if y.down {
		return
	}
	y.down = true
	require.NoError(y, y.store.Do(y.Context(), func(tx play.Tx) error {
		return tx.SaveAlive(y.Context(), play.Alive{At: time.Now()})
	}))
	y.stop()
	away := min(time.Minute+y.takes(2*time.Hour), longestGap-time.Hour)
	y.downs = append(y.downs, stretch{time.Now(), time.Now().Add(away)})
	y.later(away, func() {
		y.down = false
		_, err := play.New(play.Deps{Store: y.store, Now: time.Now}).Return(y.Context())
		require.NoError(y, err)
		for _, p := range y.people {
			y.rest(p)
		}
		y.run()
	})
}

// challenge has somebody challenge another, or anyone.
func (y *year) challenge(n int) {
	by := y.people[y.chance.IntN(len(y.people))]
	to := y.people[y.chance.IntN(len(y.people))]
	terms := match.Terms{Options: rules.DefaultOptions(), Pace: y.paces[n%len(y.paces)]}
	terms.Options.StallLimit = rules.StallLimit(10 + y.chance.IntN(20))
	terms.Hints = match.HintLimit(y.chance.IntN(4) - 1)
	c := play.Challenge{To: to.ID, Terms: terms,
		Venue: play.Venue{Guild: "g", Channel: fmt.Sprint("c", y.chance.IntN(yearChannels))}}
	switch {
	case n%17 == 0:
		c.To, c.Terms.Level = robot, match.Level(1+n%10)
	case n%19 == 0:
		c.To = ""
	}
	m, err := y.Challenge(y.Context(), by.Actor, c)
	var limit *play.LimitError
	switch {
	case errors.As(err, &limit), errors.Is(err, match.ErrSelf), errors.Is(err, play.ErrSame),
		errors.Is(err, play.ErrCrossed):
		y.later(time.Hour, func() { y.challenge(n) })
		return
	}
	require.NoError(y, err)
	if c.To == "" {
		y.later(y.takes(day), func() { _, _ = y.Accept(y.Context(), to.Actor, m.ID) })
	}
}

// notified lets somebody who was notified of a match react when they find the time.
func (y *year) notified(id match.PlayerID, m match.ID) {
	p := y.person(id)
	if p == nil || y.some(p.forget) || p.leaves && time.Since(y.began) > 180*day {
		return
	}
	y.later(time.Minute+y.takes(p.pace), func() { y.act(p, m) })
}

// act lets p do what they think is right in a match.
func (y *year) act(p *person, id match.ID) {
	m := y.match(id)
	ctx, r := y.Context(), play.Ref{ID: id, Ply: m.Moment()}
	own, waits := m.ColorOf(p.ID), m.ToMove() != p.ID
	switch {
	case m.Status == match.Proposed:
		if y.some(80) {
			_, _ = y.Accept(ctx, p.Actor, id)
		} else if y.some(50) {
			_, _ = y.Decline(ctx, p.Actor, id)
		}
		return
	case m.Status != match.Playing:
		return
	}
	_, err := y.Look(ctx, p.Actor, id)
	require.NoError(y, err)
	y.catchUp(p)
	at := seat{id, p.ID}
	y.looks[at] = append(y.looks[at], look{time.Now(), m.Moment()})
	if k := m.As(p.ID).OfferToAnswer(); k != match.NoOffer {
		_, err := y.AnswerOffer(ctx, p.Actor, r, k, y.some(60))
		require.NoError(y, err)
		synctest.Wait() // the Worker is not to be in the middle of telling what changes next
		m = y.match(id)
		r, waits = play.Ref{ID: id, Ply: m.Moment()}, m.ToMove() != p.ID
	}
	switch {
	case m.Status != match.Playing:
	case waits && m.TimeUpRecorded() && y.some(30):
		_, err = y.Claim(ctx, p.Actor, r)
		require.NoError(y, err)
	case waits && m.TimeUpRecorded() && y.some(50):
		if _, err = y.GiveTime(ctx, p.Actor, r); !errors.Is(err, match.ErrGiftUsed) {
			require.NoError(y, err)
		}
	case waits && m.TimeUpRecorded() && y.some(20):
		_, err = y.CallOff(ctx, p.Actor, r)
		require.NoError(y, err)
	case waits:
		y.fidget(p, &m)
	case y.some(12):
		y.fidget(p, &m)
		y.later(y.takes(p.pace), func() { y.act(p, id) })
	default:
		y.turn(p, &m, own)
	}
}

// settle gives p their habits.
func (y *year) settle(p *person, i int) {
	switch {
	case i%3 == 0:
		p.quiet = notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}
	case i%7 == 0:
		p.quiet = notice.Quiet{From: 1 * notice.OClock, To: 9 * notice.OClock}
	}
	_, err := y.SetNotices(y.Context(), p.Actor, func(kept *play.Player) {
		kept.Zone = p.zone.String()
		kept.Settings.Quiet = p.quiet
		kept.Settings.Direct = i%5 == 0
		kept.Settings.Digest = i%9 == 0
		kept.Vacation.Stays = i%11 == 0
		if i%4 == 0 {
			kept.Settings.Reminders = notice.Write(notice.All())
		}
		if i%13 == 0 {
			kept.Settings.Reminders = notice.Write(nil)
		}
	})
	require.NoError(y, err)
}

// check checks the year when it is over.
func (y *year) check() {
	y.stop()
	y.byMatch = map[match.ID][]ping{}
	for _, p := range y.pings {
		y.byMatch[p.match] = append(y.byMatch[p.match], p)
	}
	ends, happened, told := map[string]int{}, map[match.EventKind]int{}, map[play.NoticeKind]int{}
	for i := range y.ids {
		id := match.ID(fmt.Sprint("m", i+1))
		m, err := y.store.Match(y.Context(), id)
		if errors.Is(err, play.ErrNotFound) {
			continue // it was never made
		}
		require.NoError(y, err)
		events := y.events(id)
		assert.NoError(y, explain(&m, events, y.downs), id)
		y.account(&m, events)
		for _, e := range events {
			happened[e.Kind]++
		}
		ends[m.Status.String()+" "+m.Game.Outcome().Reason.String()]++
	}
	for _, p := range y.pings {
		told[p.kind]++
	}
	y.keepsMissed()
	y.Logf("ends: %v", ends)
	y.Logf("events: %v", happened)
	y.Logf("%d turns waited for, %d notices by kind %v, %d refused, %d told at the next command, %d digests, %d after vacations", y.turns,
		len(y.pings), told, len(y.refused), len(y.missed), y.digests, y.backs)
}

// events returns the log of a match.
func (y *year) events(id match.ID) (events []match.Event) {
	require.NoError(y, y.store.Do(y.Context(), func(tx play.Tx) (err error) {
		events, err = tx.Events(y.Context(), id, 0, 1e6)
		return err
	}))
	return events
}
