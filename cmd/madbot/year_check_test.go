package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/play"
)

// check checks the year at its end.
func (y *dailyYear) check() {
	for _, s := range y.servers {
		y.goOn(s) // notices that it has paused
	}
	posts, sum := y.posts(), yearSum{}
	for _, s := range y.servers {
		y.checkPosts(s, posts[s.id], &sum)
		y.checkCalls(s, &sum)
	}
	y.Logf("%d servers, a year: %d posts, %d on time; %d told how it went, %d could not; %d days without one, each with a reason",
		len(y.servers), sum.posts, sum.onTime, sum.told, sum.untold, sum.without)
	y.Logf("%d kills, %d times away: %d calls, and %d in outages; more than two on %d of %d days of a server, never without "+
		"a cause, at most %d", y.kills, len(y.away), sum.calls, y.discord.lost, sum.above, sum.days, sum.most)
	assert.Greater(y, sum.onTime, 250*len(y.servers))
	assert.Greater(y, y.kills, len(y.servers)/2)
}

// yearSum is the statistics of the year.
type yearSum struct {
	posts, onTime, told, untold, without int
	calls, most, days, above             int
}

// posts returns the messages of each server by day.
func (y *dailyYear) posts() map[string]map[play.Day][]*yearPost {
	all := map[string]map[play.Day][]*yearPost{}
	for _, p := range y.discord.posts {
		var day play.Day
		_, err := fmt.Sscanf(p.nonce, "daily-%d", &day)
		require.NoError(y, err)
		server := serverOf(p.channel)
		if all[server] == nil {
			all[server] = map[play.Day][]*yearPost{}
		}
		all[server][day] = append(all[server][day], p)
	}
	return all
}

func (y *dailyYear) checkPosts(s *yearServer, posts map[play.Day][]*yearPost, sum *yearSum) {
	first, last := play.DayOf(y.end.AddDate(-1, 0, 0), s.zone), play.DayOf(y.end, s.zone)-2
	for day := first; day < last; day++ {
		all := posts[day]
		if len(all) == 0 {
			sum.without++
			assert.True(y, y.hasReason(s, day), "%s: none on %v", s.id, daily.Date(day))
			continue
		}
		assert.Len(y, all, 1, "%s: %v", s.id, daily.Date(day))
		sum.posts++
		p := all[0]
		switch {
		case strings.Contains(p.body, "over"):
			sum.told++
		case p.refused:
			sum.untold++
		default:
			assert.Fail(y, "it does not tell how it went", "%s: %v", s.id, daily.Date(day))
		}
		assert.LessOrEqual(y, p.results, 1+len(y.failedOn(s, day+1))+len(y.failedOn(s, day+2)))
		is, before := p.at.In(s.zone), p.at.Add(-time.Minute).In(s.zone)
		assert.Equal(y, day, play.DayOf(is, s.zone))
		assert.GreaterOrEqual(y, is.Hour(), s.hour)
		if before.Hour() < s.hour || play.DayOf(before, s.zone) < day {
			sum.onTime++
		} else {
			assert.NotEmpty(y, y.failedOn(s, day), "%s: late at %v", s.id, is)
		}
	}
}

// hasReason reports whether a day may have no post: when it was due, or when the bot was back, the puzzle was off, lost
// or paused, or the day was over.
func (y *dailyYear) hasReason(s *yearServer, day play.Day) bool {
	at := daily.At(day, s.hour, s.zone)
	for _, w := range y.away {
		if !w.from.After(at) && w.to.After(at) {
			at = w.to
		}
	}
	tried := at.Add(10 * time.Minute) // the bot checks only now and then whether Discord is back
	return !tried.Before(daily.At(day+1, 0, s.zone)) || slices.ContainsFunc(s.without, func(w yearStretch) bool {
		return !w.from.After(tried) && !w.to.Before(at)
	})
}

// failedOn returns when something failed for a server on a day, or late enough on the day before to matter.
func (y *dailyYear) failedOn(s *yearServer, day play.Day) (all []time.Time) {
	for _, at := range y.failed[s.id] {
		if on := play.DayOf(at, s.zone); on == day || on == day-1 {
			all = append(all, at)
		}
	}
	return all
}

// checkCalls checks the number of calls to Discord for a server.
func (y *dailyYear) checkCalls(s *yearServer, sum *yearSum) {
	for day, n := range y.discord.calls[s.id] {
		sum.calls += n
		sum.days++
		sum.most = max(sum.most, n)
		for _, at := range y.solves[s.id] { // the post shows them ten minutes later
			if on := play.DayOf(at.Add(10*time.Minute), s.zone); on == day {
				n--
			}
		}
		if n > 2 {
			sum.above++
			assert.NotEmpty(y, y.failedOn(s, day), "%s: %d calls on %v", s.id, n, daily.Date(day))
		}
	}
}
