package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/season"
	"madbot/bot/sandbox"
	"madbot/rules/league"
	"madbot/rules/match"
)

// playLeague plays some turns of a match of the season. Then Red resigns, if the match is to end; if it has ended
// before, the two play others.
func (c *crowd) playLeague(ctx context.Context, p *pairing, ends bool) {
	length := leagueTurns + p.chance.IntN(leagueTurns)
	for ctx.Err() == nil {
		switch {
		case p.before != nil || p.game.Ply() < length:
			c.once(p)
		case !ends || c.resign(p):
			return
		}
	}
}

// resign lets Red resign, and reports whether the match is over.
func (c *crowd) resign(p *pairing) bool {
	red := c.server.Actor(p.people[0])
	m, _ := c.ask(red, func(ctx context.Context) (sandbox.Answer, error) {
		return red.Command(ctx, c.place, "resign", sandbox.Option{Name: "game", Value: string(p.id)})
	})
	said, _ := c.press(red, m, "Resign")
	if strings.HasPrefix(said.Text(), "You resigned.") {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.resigned[p.id] = true
		return true
	}
	return strings.Contains(m.Text(), "game is over")
}

// puzzleID matches the puzzle in the id of a control.
var puzzleID = regexp.MustCompile(`0~([A-Za-z0-9]+)`)

// tryPuzzle lets somebody try a random turn of a puzzle, or look at the solution. Either is recorded.
func (c *crowd) tryPuzzle(who *sandbox.Actor) {
	m, ok := c.command(who, "puzzle")
	button, _ := m.Labelled("Solution")
	id := puzzleID.FindStringSubmatch(button.CustomID)
	if !ok || id == nil {
		return
	}
	if rand.IntN(3) == 0 {
		m, ok = c.press(who, m, "Solution")
	} else {
		for range 2 { // a ship and its destination
			m, _ = c.tapAny(who, m)
		}
		m, ok = c.press(who, m, "Confirm")
	}
	if ok && strings.Contains(m.Text(), "puzzle rating") {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.tries[idOf(who)] == nil {
			c.tries[idOf(who)] = map[string]bool{}
		}
		c.tries[idOf(who)][id[1]] = true
	}
	_ = who.Dismiss(m.ID)
}

// tapAny presses a random button of a board.
func (c *crowd) tapAny(who *sandbox.Actor, m sandbox.Message) (sandbox.Message, bool) {
	var all []string
	for _, row := range controlRows(m) {
		for _, b := range row.Components {
			switch b.Label {
			case "Hint", "Solution", "Back", "Next puzzle":
			default:
				if b.CustomID != "" && !b.Disabled {
					all = append(all, b.CustomID)
				}
			}
		}
	}
	if len(all) == 0 {
		return m, false
	}
	return c.ask(who, func(ctx context.Context) (sandbox.Answer, error) {
		return who.Click(ctx, m.ID, all[rand.IntN(len(all))])
	})
}

// askReview lets somebody ask for the review of a match that is over and has none.
func (c *crowd) askReview(who *sandbox.Actor) {
	for _, m := range c.public() {
		id := shownMatch(m)
		c.mu.Lock()
		known := c.reviews[id]
		c.mu.Unlock()
		if _, over := m.Labelled("Review"); !over || known {
			continue
		}
		said, ok := c.press(who, m, "Review")
		if ok && (strings.HasPrefix(said.Text(), "Reviewing:") || strings.Contains(said.Text(), "mistakes:")) {
			c.mu.Lock()
			c.reviews[id] = true
			c.mu.Unlock()
		}
		return
	}
}

// changeMind lets somebody enter the next season, or leave it. What the reply says is the state from then on.
func (c *crowd) changeMind(who *sandbox.Actor) {
	m, _ := c.command(who, "league")
	if !strings.Contains(m.Text(), "runs until") {
		return
	}
	label := "Join"
	if _, in := m.Labelled("Leave"); in {
		label = "Leave"
	}
	for range 100 { // until the state is known
		var ok bool
		if m, ok = c.press(who, m, label); ok {
			break
		}
		m, _ = c.command(who, "league")
		if _, undone := m.Labelled(label); !undone && m.Text() != "" {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case strings.Contains(m.Text(), "You're in the next season."):
		c.entered[idOf(who)] = true
	case strings.Contains(m.Text(), "You're not in it."):
		c.entered[idOf(who)] = false
	}
}

// public returns the messages that everybody sees.
func (c *crowd) public() (all []sandbox.Message) {
	carol := c.server.Actor("carol")
	places := []sandbox.Snowflake{c.place, c.hall}
	for _, thread := range c.server.Threads(c.hall) {
		places = append(places, thread.ID)
	}
	for _, place := range places {
		for _, m := range carol.Messages(place) {
			if !m.Ephemeral {
				all = append(all, m)
			}
		}
	}
	return all
}

// checkLeague checks that the entries are the acknowledged ones, that the results of the season match its matches, and
// that one message shows its table.
func (c *crowd) checkLeague() {
	c.t.Helper()
	guild := sandbox.GuildID.String()
	for number, want := range map[int]map[match.PlayerID]bool{1: c.joined, 2: c.entered} {
		entries, err := c.store.Entries(c.t.Context(), guild, number)
		require.NoError(c.t, err)
		is := map[match.PlayerID]bool{}
		for _, e := range entries {
			is[e.Player] = true
		}
		for p, in := range want {
			assert.Equal(c.t, in, is[p], "player %s in season %d", p, number)
			delete(is, p)
		}
		assert.Empty(c.t, is, "nobody else is in season %d", number)
	}
	played := 0
	for _, pair := range c.pairs() {
		m, err := c.store.Match(c.t.Context(), pair.Match)
		require.NoError(c.t, err)
		want := season.ResultOf(m.Game.Outcome())
		assert.True(c.t, want != league.Open || !c.resigned[m.ID], "match %s was resigned", m.ID)
		assert.Equal(c.t, want, pair.Ended, "match %s", m.ID)
		assert.Equal(c.t, want, pair.League.Result, "match %s", m.ID)
		if want != league.Open {
			played++
		}
	}
	assert.Eventually(c.t, func() bool { return c.tabled() == played }, settleLimit, 100*time.Millisecond,
		"the table of %d matches", played)
	c.t.Logf("%d matches of the season have ended", played)
}

// tableLine matches a line of a league's table.
var tableLine = regexp.MustCompile(`(?m)· (\d+)/(\d+)$`)

// tabled returns the number of matches that count in the table of the season that is shown; -1 if there is not exactly
// one.
func (c *crowd) tabled() int {
	tables, twice := 0, 0
	for _, m := range c.public() {
		if !strings.HasPrefix(m.Text(), "**Season 1, group 1**") {
			continue
		}
		tables++
		for _, line := range tableLine.FindAllStringSubmatch(m.Text(), -1) {
			var n int
			_, _ = fmt.Sscan(line[1], &n)
			twice += n
		}
	}
	if tables != 1 {
		return -1
	}
	return twice / 2
}

// checkReviews checks that each acknowledged review is made.
func (c *crowd) checkReviews() {
	c.t.Helper()
	for id := range c.reviews {
		assert.Eventually(c.t, func() bool {
			r, err := c.store.Review(c.t.Context(), id)
			return assert.NoError(c.t, err) && r.IsMade()
		}, settleLimit, 100*time.Millisecond, "the review of %s", id)
	}
}

// checkTries checks that each acknowledged try of a puzzle is stored, once.
func (c *crowd) checkTries() {
	c.t.Helper()
	for p, puzzles := range c.tries {
		stored, err := c.store.PuzzleTries(c.t.Context(), p)
		require.NoError(c.t, err)
		times := map[string]int{}
		for _, try := range stored {
			times[try.Puzzle]++
		}
		for id := range puzzles {
			assert.Equal(c.t, 1, times[id], "puzzle %s", id)
		}
	}
}

func (c *crowd) triedPuzzles() (n int) {
	for _, puzzles := range c.tries {
		n += len(puzzles)
	}
	return n
}

// checkBoards waits until one up-to-date message shows each match.
func (c *crowd) checkBoards(pairings []*pairing) {
	c.t.Helper()
	var wrong []string
	assert.Eventually(c.t, func() bool {
		boards := map[match.ID][]sandbox.Message{}
		for _, m := range c.public() {
			if id := shownMatch(m); id != "" {
				boards[id] = append(boards[id], m)
			}
		}
		wrong = nil
		for _, p := range pairings {
			for _, g := range p.games() {
				if b := boards[g.id]; len(b) != 1 || !shows(b[0], g) {
					wrong = append(wrong, fmt.Sprintf("%s has %d turns and %d boards", g.id, len(g.turns), len(b)))
				}
			}
		}
		return len(wrong) == 0
	}, settleLimit, 100*time.Millisecond)
	assert.Empty(c.t, wrong)
}
