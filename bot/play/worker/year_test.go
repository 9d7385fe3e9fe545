package worker_test

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

var yearMatches = flag.Int("year.matches", 1000, "matches of TestYear")

const (
	yearPeople   = 150
	yearChannels = 12
	longestGap   = 14 * time.Hour // that the bot is away, and then some to catch up
)

// TestYear lets people play for a year: they act when they were told, look, plan, offer, leave for their
// holidays, and forget; channels and conversations are closed to the bot, Discord fails, and the bot is away at
// times. In the end each match is explained by its log, and each notice by a turn that waited for it.
func TestYear(t *testing.T) {
	began := time.Now()
	inBubble(t, func(f *fixture) {
		y := newYear(f, rand.New(rand.NewPCG(2026, 11)))
		y.play()
		y.check()
	})
	t.Logf("%v on the clock of the wall", time.Since(began).Round(time.Second))
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
}

// person is somebody who plays.
type person struct {
	play.Actor
	zone   *time.Location
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
	y := &year{fixture: f, chance: chance, began: time.Now()}
	for _, p := range []match.Pace{{PerTurn: 3 * day, Bank: 3 * day}, {PerTurn: 3 * day, Bank: 3 * day},
		{PerTurn: 7 * day, Bank: 7 * day}, {PerTurn: day, Bank: day}, {PerTurn: day}, {}} {
		y.paces = append(y.paces, p)
	}
	zones := []string{"Europe/Brussels", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"}
	for i := range yearPeople {
		zone, err := time.LoadLocation(zones[i%len(zones)])
		require.NoError(f, err)
		p := &person{Actor: play.Actor{ID: match.PlayerID(fmt.Sprint(1000 + i)), Guild: "g"}, zone: zone,
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

// later has somebody do something after a while.
func (y *year) later(after time.Duration, do func()) {
	y.plans.n++
	heap.Push(&y.plans, intent{time.Now().Add(after), y.plans.n, do})
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
	for i := range *yearMatches {
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
		next.do()
		synctest.Wait()
	}
	y.pass(time.Until(end))
}

// breakDown stops the bot for some hours, and what was lost is given back.
func (y *year) breakDown() {
	if y.down {
		return
	}
	y.down = true
	y.stop()
	away := min(time.Minute+y.takes(2*time.Hour), longestGap-time.Hour)
	y.later(away, func() {
		y.down = false
		y.comeBack()
		y.run()
	})
}
