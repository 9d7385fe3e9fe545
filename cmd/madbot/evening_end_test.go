package main

import (
	"fmt"
	"maps"
	"syscall"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// finish waits until one board shows each match in its final state, stops the processes and compares the store.
func (e *evening) finish(pairings []*pairing) {
	for _, p := range pairings {
		e.resolve(p)
	}
	gone := maps.Clone(e.away)
	assert.Eventually(e.t, func() bool {
		for _, p := range pairings[eveningPeople-2:] { // that a channel was deleted is noticed when news is posted there
			if !p.over() && len(e.unshown(e.games([]*pairing{p}))) > 0 {
				e.turn(p)
			}
			e.away[p.id] = gone[p.id] && p.over() // perhaps by the last turn, so that nothing was posted afterwards
		}
		return len(e.unshown(e.games(pairings))) == 0
	}, settleLimit, 5*time.Second, "boards")
	games := e.games(pairings)
	e.unseen = e.unshown(games)
	assert.Empty(e.t, e.unseen)
	e.store.Lock()
	close(e.off)
	for _, m := range e.members {
		if m.up.Load() {
			assert.NoError(e.t, m.child.Process.Signal(syscall.SIGTERM))
		}
	}
	e.store.Unlock()
	e.keeping.Wait()
	e.cluster.store = openStore(e.t, e.database)
	if len(e.unseen) > 0 {
		e.due()
	}
	e.acknowledged(pairings)
	e.matches, e.turns = len(games), e.differences(games)
	checkStore(e.t, e.database)
}

func (e *evening) games(pairings []*pairing) map[match.ID]played {
	all := map[match.ID]played{}
	for _, p := range pairings {
		for _, g := range p.games() {
			all[g.id] = g
		}
	}
	return all
}

// turnCount counts turns.
type turnCount struct{ played, lost, doubled int }

// differences counts the turns of games, and those that differ in the store.
func (e *evening) differences(games map[match.ID]played) (n turnCount) {
	for id, g := range games {
		m, err := e.cluster.store.Match(e.t.Context(), id)
		require.NoError(e.t, err)
		stored := len(m.Game.Turns())
		n.played += len(g.turns)
		n.lost += max(0, len(g.turns)-stored)
		n.doubled += max(0, stored-len(g.turns))
	}
	return n
}

// unshown returns the matches that do not have exactly one up-to-date board.
func (e *evening) unshown(games map[match.ID]played) (wrong []string) {
	boards := map[match.ID][]sandbox.Message{}
	for _, channel := range []string{"mad", "general"} {
		for _, m := range e.server.Actor("carol").Messages(e.server.Channel(channel)) {
			if !m.Ephemeral && shownMatch(m) != "" {
				boards[shownMatch(m)] = append(boards[shownMatch(m)], m)
			}
		}
	}
	for id, g := range games {
		if b := boards[id]; (len(b) != 1 || !shows(b[0], g)) && (len(b) != 0 || !e.away[id]) {
			line := fmt.Sprintf("%s has %d turns and %d boards", id, len(g.turns), len(b))
			for _, m := range b {
				line += fmt.Sprintf(" %v %q", m.ID, m.Text())
			}
			wrong = append(wrong, line)
		}
	}
	return wrong
}

// close logs the results.
func (e *evening) close(name string) {
	twice := 0
	for about, all := range e.pings {
		if len(all) > 1 {
			twice++
			e.t.Errorf("%d pings about %s: %q", len(all), about, all)
		}
	}
	assert.Zero(e.t, e.silent.Load(), "questions without an answer though nothing was wrong")
	for _, err := range e.server.Unhandled() {
		assert.Contains(e.t, err, "status 401", "from a process that takes what is asked for old, or to come")
	}
	for what, n := range e.said {
		e.t.Logf("%4d × %q", n, what)
	}
	e.t.Logf("evening %s: %v, %d kills, %d other ends; %d turns asked, %d lost, %d doubled; %d matches, %d without one true board; "+
		"%d pings, %d twice; %d questions, %d answered, %d told that there is no answer, %d unanswered", name,
		time.Since(e.began).Round(time.Second), e.kills.Load(), e.ends.Load(), e.turns.played, e.turns.lost, e.turns.doubled,
		e.matches, len(e.unseen), len(e.pings), twice, e.asked.Load(), e.answered.Load(), e.told.Load(), e.silent.Load())
}

// due logs which announcements and removals are due, and when.
func (e *evening) due() {
	assert.NoError(e.t, e.cluster.store.Snapshot(e.t.Context(), func(c sqlstore.Conn) error {
		rows, err := c.QueryContext(e.t.Context(), "SELECT subject, due, attempts FROM jobs WHERE kind IN ('tell', 'retire')")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var subject string
			var due, attempts int64
			if err := rows.Scan(&subject, &due, &attempts); err != nil {
				return err
			}
			e.note("%s is due in %v after %d attempts", subject, time.Until(time.UnixMilli(due)), attempts)
		}
		return rows.Err()
	}))
}
