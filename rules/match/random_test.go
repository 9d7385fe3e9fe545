package match_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/match"
)

// TestAnyCommands gives matches any commands by anyone in any order, and holds what must always
// be true against them.
func TestAnyCommands(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, events, err := match.Propose(match.Proposal{ID: "m1", By: alice,
			To: rapid.SampledFrom([]match.PlayerID{bob, none}).Draw(t, "to"),
			Terms: match.Terms{Options: rules.Options{
				Board:       rapid.SampledFrom(rules.Boards()).Draw(t, "board"),
				Positioning: rapid.Bool().Draw(t, "positioning"),
				StallLimit:  6},
				Hints: match.HintLimit(rapid.IntRange(-1, 2).Draw(t, "hints"))}}, now())
		if err != nil {
			t.Fatal(err)
		}
		all := events
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			before := m.Clone()
			do := drawCommand(t, &m)
			events, err := do(&m)
			checkStep(t, before, m, events, err)
			all = append(all, events...)
		}
		checkStory(t, &m, all)
	})
}

// drawCommand draws a command by one of four people, mostly turns so that matches get on.
func drawCommand(t *rapid.T, m *match.Match) command {
	by := rapid.SampledFrom([]match.PlayerID{alice, bob, carol, none}).Draw(t, "by")
	yes := rapid.IntRange(0, 3).Draw(t, "yes") == 0
	turns := []rules.Turn{swap(), rules.Pass, rules.NoTurn,
		rules.MoveTurn(rules.Ship111, rules.MakeSquare(1, 1), true)}
	if m.Status == match.Playing {
		p := m.Game.Position()
		turns = append(turns, p.AppendTurns(nil)...)
	}
	turn := rapid.SampledFrom(turns).Draw(t, "turn")
	switch rapid.SampledFrom([]string{"accept", "accept", "decline", "withdraw", "resign", "offer",
		"answer", "unoffer", "hint", "hint", "planned", "play", "play", "play", "play", "play", "play"}).Draw(t, "command") {
	case "accept":
		return accept(by)
	case "decline":
		return decline(by)
	case "withdraw":
		return withdraw(by)
	case "resign":
		return resign(by)
	case "offer":
		return offer(by)
	case "answer":
		return answer(by, yes)
	case "unoffer":
		return unoffer(by)
	case "hint":
		return func(m *match.Match) ([]match.Event, error) { return m.As(by).UseHint(now()) }
	case "planned":
		return func(m *match.Match) ([]match.Event, error) { return m.As(by).PlayPlanned(turn, now()) }
	}
	return play(by, turn)
}

// checkStep: nothing happens on an error; else Seq counts the events, and an end is final.
func checkStep(t *rapid.T, before, m match.Match, events []match.Event, err error) {
	if err != nil {
		assert.Empty(t, events)
		assert.Equal(t, before, m, "unchanged on error")
		return
	}
	if len(events) == 0 {
		assert.Equal(t, before, m, "nothing happened: the hint was counted already")
		return
	}
	assert.Equal(t, before.Seq+len(events), m.Seq)
	assert.True(t, before.Status.IsOpen(), "something happened after the end")
	assert.Equal(t, m.Game.Ply(), events[len(events)-1].Ply)
	assert.True(t, slices.Equal(before.Game.Turns(), m.Game.Turns()[:before.Game.Ply()]),
		"turns are only added")
	assert.Equal(t, m.Status.IsOpen(), m.Ended.IsZero())
	if !m.Status.IsOpen() {
		assert.Equal(t, events[len(events)-1].By, m.EndedBy)
	}
	assert.Equal(t, m.Status == match.Finished, m.Game.Outcome().Over())
	if !m.Status.IsOpen() || m.Game.Ply() != before.Game.Ply() {
		assert.Zero(t, m.Offers[match.ToStop], "an offer outlived its turn")
	}
}

// checkStory: the events are numbered from 1, end at most once and last, and count the turns.
func checkStory(t *rapid.T, m *match.Match, all []match.Event) {
	assert.Len(t, all, m.Seq)
	turns := 0
	over := false
	hints := map[match.PlayerID]int{}
	for i, e := range all {
		assert.Equal(t, i+1, e.Seq)
		assert.False(t, over, "the end is not the last event")
		switch e.Kind {
		case match.Played:
			turns++
			assert.Equal(t, turns, e.Ply)
		case match.Planned:
			assert.Equal(t, match.Played, all[i+1].Kind)
			assert.Equal(t, e.By, all[i+1].By)
		case match.Hinted:
			hints[e.By]++
		case match.Ended, match.ChallengeDeclined, match.ChallengeWithdrawn:
			over = true
		}
	}
	assert.Equal(t, turns, m.Game.Ply())
	for side, used := range map[rules.Color]int{rules.Red: m.HintsUsed.Red, rules.Blue: m.HintsUsed.Blue} {
		assert.Equal(t, hints[m.Players.Of(side)], used)
		if limit, limited := m.Terms.Hints.Max(); limited {
			assert.LessOrEqual(t, used, limit)
		}
	}
	if m.Status == match.Playing {
		assert.Contains(t, []match.PlayerID{alice, m.Opponent}, m.ToMove())
	}
}
