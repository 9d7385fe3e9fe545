package bot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// TestPlan_Full: a full plan says so, and Discord accepts its pages and longest lines.
func TestPlan_Full(t *testing.T) {
	t.Parallel()
	tb, id := waiting(t)
	m := tb.match(id)
	full := play.Plan{At: m.Game.Position().String(), Lines: fullPlan(t, &m.Match)}
	tb.do(func(tx play.Tx) error {
		return tx.SaveSeat(t.Context(), play.Seat{Match: id, Player: bob, Plans: []play.Plan{full}})
	})
	check := limitCheck{t: t, verbs: map[ui.Verb]bool{}}
	for verb := range tb.commands().Controls {
		check.verbs[verb] = true
	}
	list := tb.taps(bob, tb.opens(bob), "Plan: 32 lines")
	for page := range match.MaxLines / 8 {
		if page > 0 {
			list = tb.taps(bob, list, "Next")
		}
		check.check(list)
		for _, item := range list.Rows[0].Menu.Items {
			check.check(tb.taps(bob, list, item.Label))
		}
	}
	assert.Contains(t, list.Text, "**32.**")
	assert.Contains(t, tb.taps(bob, list, "Previous").Text, "**24.**")
	asked := tb.fillsPlan(bob, tb.planner(bob, &m), "112>121>211 112=221")
	press, _ := control(t, asked, "Confirm")
	_, err := tb.pressed(onPanel(tb.call(bob), press))
	require.ErrorIs(t, err, match.ErrPlanFull)
	assert.Equal(t, full.Lines, tb.lines(bob, id))
}

// fullPlan returns the longest possible plan, with as many lines as allowed, that does not begin with a rotation.
func fullPlan(t *testing.T, m *match.Match) (lines []string) {
	t.Helper()
	var plan match.Plan
	r := rand.New(rand.NewPCG(9, 10))
	for len(plan.Lines()) < match.MaxLines {
		var line match.Line
		for p := m.Game.Position(); len(line) < match.MaxPlies && !p.Outcome(0).Over(); {
			turns := p.AppendTurns(nil)
			turn := turns[len(turns)-1] // the same answer each time
			if len(line)%2 == 0 {
				turn = turns[r.IntN(len(turns))]
			}
			if len(line) == 0 && turn.Shift().IsRotation() {
				continue
			}
			line, p = append(line, turn), p.Play(turn)
		}
		if longer, err := plan.Add(&m.Game, rules.Blue, line[:len(line)/2*2]); err == nil {
			plan = longer
		}
	}
	for _, line := range plan.Lines() {
		lines = append(lines, line.String())
	}
	return lines
}

// TestPlan_Tapped: every plan made with taps, on the board or in menus, could have been typed; nothing is saved before
// Confirm, and Discord accepts every panel on the way.
func TestPlan_Tapped(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for mode, settings := range panelModes {
		tb := newTable(t)
		tapped, typed := tb.start("positioning", "false"), tb.start("positioning", "false")
		tb.chooses(bob, func(s *play.Settings) { *s = settings })
		for range 12 {
			line := tb.wanders(r, tapped)
			tb.plans(bob, typed, line)
			require.Equal(t, tb.lines(bob, tapped), tb.lines(bob, typed), "%s: %s", mode, line)
		}
	}
}

// wanders taps at random for bob until he has planned a line of up to three answers, and returns it.
func (tb table) wanders(r *rand.Rand, id match.ID) string {
	tb.t.Helper()
	m := tb.match(id)
	shown, line := tb.planner(bob, &m), ""
	for range 1 + r.IntN(2) {
		pair, made := tb.wandersOn(r, shown)
		line += " " + pair
		if !slices.Contains(labels(made), "And if then…") {
			break
		}
		shown = tb.taps(bob, made, "And if then…")
	}
	return line[1:]
}

// wandersOn taps at random from a panel until a turn and its answer are planned, and returns them.
func (tb table) wandersOn(r *rand.Rand, shown ui.Message) (string, ui.Message) {
	tb.t.Helper()
	check := limitCheck{t: tb.t, verbs: map[ui.Verb]bool{}}
	for verb := range tb.commands().Controls {
		check.verbs[verb] = true
	}
	for {
		var ways []ui.ID
		for _, id := range check.check(shown) {
			arg := ui.ReadPlan(id.Arg)
			choice := ui.ReadTap(arg.Tap)
			if id.Verb != ui.Plan {
				continue
			}
			if choice.Turn != "" {
				return arg.Turn + " " + choice.Turn, tb.confirmed(id)
			}
			ways = append(ways, id)
		}
		shown = tb.inPrivate(bob, true, ways[r.IntN(len(ways))]).Message
	}
}

// confirmed confirms a line, even one that loses.
func (tb table) confirmed(id ui.ID) ui.Message {
	tb.t.Helper()
	made := tb.inPrivate(bob, true, id).Message
	if slices.Contains(labels(made), "Plan it and lose") {
		made = tb.taps(bob, made, "Plan it and lose")
	}
	require.Contains(tb.t, made.Text, "**Planned.**")
	return made
}

// TestPlan_Loads: each step loads the match and the player once, and records that the board was seen; only changes of
// the plan save more.
func TestPlan_Loads(t *testing.T) {
	t.Parallel()
	for press, want := range map[string][3]int32{
		"plan:m1:0:": {1, 1, 1}, "plan:m1:0: /c2 211": {1, 1, 1}, "plan:m1:0: 211-c4/c5 211": {1, 1, 1},
		"plan:m1:0: 211-c4/play 211xc4": {1, 0, 2}, "plan:m1:0: /line 211-c4 211xc4": {1, 0, 2},
		"plan:m1:0: 211-c4/play 999": {1, 0, 2}, "plans:m1:0:": {1, 0, 1}, "plans:m1:0:7": {1, 0, 1}, "planline:m1:0:x": {1, 0, 1},
		"unplan:m1:0:x": {1, 0, 2}, "unplan:m1:0:ask": {1, 0, 1}, "unplan:m1:0:all": {1, 0, 2}, "plantype:m1:0:": {0, 0, 0},
	} {
		tb, _ := waiting(t)
		id, err := ui.ParseID(press)
		require.NoError(t, err)
		tb.store.players.Store(0)
		loads, units := tb.store.counted(func() {
			if _, err := tb.pressed(onPanel(tb.call(bob), id)); err != nil {
				tb.refusal(err)
			}
		})
		assert.Equal(t, want, [3]int32{loads, tb.store.players.Load(), units}, press)
	}
}

// TestPlan_Robot: plans against the bot work as against people.
func TestPlan_Robot(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.ok(tb.run(alice, "challenge", "level", "1", "opponent", string(robot), "side", "blue"))
	m := tb.match("m1")
	require.True(t, m.AwaitsRobot())
	made := tb.taps(alice, tb.fillsPlan(alice, tb.planner(alice, &m), "pass pass"), "Confirm")
	assert.Contains(t, made.Text, "If <@9001> (level 1) plays **pass**")
	_, err := tb.service().Play(t.Context(), actor(robot), play.Ref{ID: "m1"}, play.Typed{Text: "pass"})
	require.NoError(t, err)
	assert.Equal(t, 2, tb.ply("m1"))
}
