package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules/match"
)

// overdue returns a match of alice and bob in which alice, who is to move, has used up her time.
func (tb table) overdue(turns ...string) match.ID {
	tb.t.Helper()
	id := tb.start()
	tb.turns(id, turns...)
	tb.runOut(id)
	return id
}

// overdueBinding is overdue for a binding match, as in a league, before the first turn.
func (tb table) overdueBinding() match.ID {
	tb.t.Helper()
	m := tb.match(tb.start())
	m.ID, m.Past.Binding = "binding", true
	tb.create(m)
	tb.runOut(m.ID)
	return m.ID
}

// TestOverdue_Pings: the deadline notifies both players, and so does an automatic end.
func TestOverdue_Pings(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	m := tb.match(tb.overdue())
	up := match.Event{Kind: match.TimeUp}
	assert.ElementsMatch(t, []match.PlayerID{alice, bob}, play.Pings(&m, []match.Event{up}))
	assert.ElementsMatch(t, []match.PlayerID{alice, bob}, play.Pings(&m, []match.Event{{Kind: match.Played, By: bob}, up}))
	assert.Empty(t, play.Pings(&m, []match.Event{{Kind: match.ChallengeExpired}}))
	tb.turns(m.ID, "pass")
	m = tb.match(m.ID)
	assert.Empty(t, play.Pings(&m, []match.Event{up}), "moot")
	assert.Equal(t, []match.PlayerID{alice, bob}, play.Pings(&m, []match.Event{{Kind: match.Ended}}))
	assert.Equal(t, []match.PlayerID{alice}, play.Pings(&m, []match.Event{{Kind: match.Ended, By: bob}}))
}

// TestGames_Order: games that wait for the reader are sorted by deadline.
func TestGames_Order(t *testing.T) {
	t.Parallel()
	at := func(hours int) play.Summary {
		s := play.Summary{ID: match.ID(rune('a' + hours))}
		if hours > 0 {
			s.Deadline = time.Unix(int64(hours), 0)
		}
		return s
	}
	assert.Negative(t, play.ByDeadline(at(1), at(2)))
	assert.Positive(t, play.ByDeadline(at(2), at(1)))
	assert.Positive(t, play.ByDeadline(at(0), at(1)))
	assert.Negative(t, play.ByDeadline(at(1), at(0)))
	assert.Zero(t, play.ByDeadline(at(0), at(0)))
}
