package match_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/match"
)

// planned returns a plan of Blue's against the first turns of a game.
func planned(t require.TestingT, lines ...string) (plan match.Plan) {
	g := rules.NewGame(rules.DefaultOptions())
	for _, text := range lines {
		line, err := match.ParseLine(g.Position(), text)
		require.NoError(t, err)
		plan, err = plan.Add(&g, rules.Blue, line)
		require.NoError(t, err)
	}
	return plan
}

// written returns the lines of a plan.
func written(p match.Plan) (all []string) {
	for _, l := range p.Lines() {
		all = append(all, l.String())
	}
	return all
}

// TestPlan_Add: lines make a tree in which each turn of the other side has one answer.
func TestPlan_Add(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		add, lines []string
	}{
		{"one", []string{"pass pass"}, []string{"pass pass"}},
		{"twice", []string{"pass pass", "pass pass"}, []string{"pass pass"}},
		{"two turns of theirs", []string{"pass pass", "112=221 pass"}, []string{"pass pass", "112=221 pass"}},
		{"longer", []string{"pass pass", "pass pass 111=222 111=222"}, []string{"pass pass 111=222 111=222"}},
		{"shorter", []string{"pass pass 111=222 111=222", "pass pass"}, []string{"pass pass 111=222 111=222"}},
		{"another answer", []string{"pass pass", "pass 112=221"}, []string{"pass 112=221"}},
		{"another answer to what has branches", []string{"pass pass 111=222 111=222", "pass pass 112=221 111=222",
			"112=221 pass", "pass 112=221"}, []string{"112=221 pass", "pass 112=221"}},
		{"branches together", []string{"pass pass 111=222 111=222", "112=221 pass", "pass pass 112=221 111=222"},
			[]string{"pass pass 111=222 111=222", "pass pass 112=221 111=222", "112=221 pass"}},
		{"a branch beside its nearest", []string{"pass pass 111=222 111=222 111=222 111=222", "pass pass 112=221 111=222",
			"pass pass 111=222 111=222 112=221 111=222"}, []string{"pass pass 111=222 111=222 111=222 111=222",
			"pass pass 111=222 111=222 112=221 111=222", "pass pass 112=221 111=222"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.lines, written(planned(t, c.add...)))
		})
	}
}

// TestPlan_Refused: what cannot be planned changes nothing.
func TestPlan_Refused(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	plan := planned(t, "pass pass")
	long := slices.Repeat(match.Line{swap()}, match.MaxPlies)
	for _, c := range []struct {
		name string
		side rules.Color
		line match.Line
		want error
	}{
		{"nothing", rules.Blue, nil, match.ErrPlan},
		{"no answer", rules.Blue, match.Line{rules.Pass}, match.ErrPlan},
		{"no last answer", rules.Blue, match.Line{rules.Pass, rules.Pass, swap()}, match.ErrPlan},
		{"one's own turn", rules.Red, match.Line{rules.Pass, rules.Pass}, match.ErrNotTheirTurn},
		{"too long", rules.Blue, append(long, swap(), swap()), match.ErrPlanFull},
	} {
		got, err := plan.Add(&g, c.side, c.line)
		require.ErrorIs(t, err, c.want, c.name)
		assert.Equal(t, plan, got)
	}
	outside := rules.MoveTurn(rules.Ship111, rules.MakeSquare(1, 1), true)
	got, err := plan.Add(&g, rules.Blue, match.Line{rules.Pass, outside})
	var illegal *rules.TurnError
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, plan, got)
	longest, err := plan.Add(&g, rules.Blue, long)
	require.NoError(t, err)
	assert.Len(t, longest.Lines(), 2)
	_, err = match.ParseLine(g.Position(), "pass nonsense")
	require.ErrorIs(t, err, rules.ErrSyntax)
}

// TestPlan_Answer: a turn of theirs leads to its answer and to what is planned after it.
func TestPlan_Answer(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	plan := planned(t, "pass 111=222", "112=221 pass 111=222 111=222", "112=221 pass 112=221 111=222")
	for _, c := range []struct {
		theirs, answer string // no answer: nothing is planned
		rest           []string
	}{
		{"pass", "111=222", nil},
		{"112=221", "pass", []string{"111=222 111=222", "112=221 111=222"}},
		{"111=222", "", nil},
	} {
		theirs, err := match.ParseLine(g.Position(), c.theirs)
		require.NoError(t, err)
		answer, rest, ok := plan.Answer(theirs[0])
		assert.Equal(t, c.answer != "", ok, c.theirs)
		if ok {
			assert.Equal(t, c.answer, answer.String())
		}
		assert.Equal(t, c.rest, written(rest))
		assert.Equal(t, len(c.rest) == 0, rest.IsEmpty())
	}
}

// TestPlan_After: the rest of a plan comes from the lines that begin with the played turns.
func TestPlan_After(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	plan := planned(t, "pass 111=222", "112=221 pass 111=222 111=222", "112=221 pass 112=221 111=222")
	for played, want := range map[string][]string{
		"": written(plan), "pass": {"111=222"}, "pass 111=222": nil, "pass 112=221": nil, "111=222": nil,
		"112=221 pass":         {"111=222 111=222", "112=221 111=222"},
		"112=221 pass 112=221": {"111=222"}, "112=221 112=221 112=221": nil,
	} {
		line, err := match.ParseLine(g.Position(), played)
		require.NoError(t, err)
		assert.Equal(t, want, written(plan.After(line)), played)
	}
}

// TestPlan_Full: there are MaxLines lines, and what replaces others still fits.
func TestPlan_Full(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.Options{Board: rules.Board6x4})
	p := g.Position()
	var plan match.Plan
	var err error
	for _, theirs := range p.AppendTurns(nil) {
		after := p.Play(theirs)
		for _, ours := range after.AppendTurns(nil)[:1] {
			replies := after.Play(ours)
			for _, second := range replies.AppendTurns(nil) {
				if line := (match.Line{theirs, ours, second, swap()}); err == nil {
					plan, err = plan.Add(&g, rules.Blue, line)
				}
			}
		}
	}
	require.ErrorIs(t, err, match.ErrPlanFull)
	assert.Len(t, plan.Lines(), match.MaxLines)
	first := plan.Lines()[0]
	longer, err := plan.Add(&g, rules.Blue, append(first, swap(), swap()))
	require.NoError(t, err)
	assert.Len(t, longer.Lines(), match.MaxLines)
	assert.Len(t, plan.Remove(0).Lines(), match.MaxLines-1)
	assert.Equal(t, plan, plan.Remove(-1))
	assert.Equal(t, plan, plan.Remove(match.MaxLines))
	assert.Len(t, plan.Lines(), match.MaxLines, "a value")
}

// TestPlan_Any: whatever was added, no turn of theirs has two answers, the line added last is in the
// plan, and following the plan leads through it.
func TestPlan_Any(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rules.NewGame(rules.DefaultOptions())
		var plan match.Plan
		for range rapid.IntRange(1, 40).Draw(t, "lines") {
			line := drawLine(t, &g)
			longer, err := plan.Add(&g, rules.Blue, line)
			if err != nil {
				require.ErrorIs(t, err, match.ErrPlanFull)
				require.Len(t, plan.Lines(), match.MaxLines)
				continue
			}
			plan = longer
			require.LessOrEqual(t, len(plan.Lines()), match.MaxLines)
			for rest, i := plan, 0; i < len(line); i += 2 {
				answer, next, ok := rest.Answer(line[i])
				require.True(t, ok)
				require.Equal(t, line[i+1], answer)
				rest = next
			}
			answers := map[string]string{}
			for _, l := range plan.Lines() {
				for i := 1; i < len(l); i += 2 {
					theirs, ours := l[:i].String(), l[i].String()
					require.True(t, answers[theirs] == "" || answers[theirs] == ours, "two answers to %s", theirs)
					answers[theirs] = ours
				}
				again, err := match.ParseLine(g.Position(), l.String())
				require.NoError(t, err)
				require.Equal(t, l, again)
			}
		}
		assert.Equal(t, plan.IsEmpty(), strings.Join(written(plan), "") == "")
	})
}

// drawLine draws up to three turns of each side, few different ones so that lines begin alike.
func drawLine(t *rapid.T, g *rules.Game) (line match.Line) {
	p := g.Position()
	for range 2 * rapid.IntRange(1, 3).Draw(t, "length") {
		turns := p.AppendTurns(nil)
		turn := turns[rapid.IntRange(0, min(2, len(turns)-1)).Draw(t, "turn")]
		line, p = append(line, turn), p.Play(turn)
	}
	return line
}

// TestPlayPlanned: a planned turn is a turn that says so, or changes nothing.
func TestPlayPlanned(t *testing.T) {
	t.Parallel()
	m := clocked(t)
	before := m.Clone()
	_, err := m.As(bob).PlayPlanned(rules.Pass, start())
	require.ErrorIs(t, err, match.ErrNotYourTurn)
	assert.Equal(t, before, m)
	events, err := m.As(alice).PlayPlanned(swap(), start())
	require.NoError(t, err)
	assert.Equal(t, []match.Event{{Kind: match.Planned, Seq: 3, By: alice, At: start()},
		{Kind: match.Played, Seq: 4, By: alice, Ply: 1, At: start()}}, events)
}

// TestMoment: no number comes twice, whatever is taken back.
func TestMoment(t *testing.T) {
	t.Parallel()
	m := clocked(t, opening()...)
	assert.Equal(t, 4, m.Moment())
	for i, do := range []timely{takeBack(bob, true), turn, turn, ask(alice, match.ToTakeBack),
		reply(bob, match.ToTakeBack, true), turn} {
		_, err := do(&m, start())
		require.NoError(t, err)
		assert.Equal(t, []int{5, 6, 7, 7, 8, 9}[i], m.Moment(), i)
	}
}

// TestUseHint: a hint counts once for each position, for the side to move, and up to the limit.
func TestUseHint(t *testing.T) {
	t.Parallel()
	m := clocked(t)
	require.NoError(t, m.As(alice).CanHint(), "as many as one likes")
	m.Terms.Hints = 1
	_, err := m.As(bob).UseHint(start())
	require.ErrorIs(t, err, match.ErrNotYourTurn)
	events, err := m.As(alice).UseHint(start())
	require.NoError(t, err)
	assert.Equal(t, []match.Event{{Kind: match.Hinted, Seq: 3, By: alice, At: start()}}, events)
	again, err := m.As(alice).UseHint(start())
	require.NoError(t, err)
	assert.Empty(t, again)
	assert.Equal(t, 1, m.HintsUsed.Of(rules.Red))
	for range 2 {
		_, err = turn(&m, start())
		require.NoError(t, err)
	}
	before := m.Clone()
	_, err = m.As(alice).UseHint(start())
	require.ErrorIs(t, err, match.ErrHintsUsed)
	m.Terms.Hints = match.NoHints
	_, err = m.As(alice).UseHint(start())
	require.ErrorIs(t, err, match.ErrNoHints)
	m.Terms.Hints = 1
	assert.Equal(t, before, m)
	assert.Zero(t, m.HintsUsed.Of(rules.NoColor))
}

// TestUseHint_Again: a position costs one hint, even if turns are taken back in between.
func TestUseHint_Again(t *testing.T) {
	t.Parallel()
	hint := func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(m.ToMove()).UseHint(now) }
	m := clocked(t, append(opening(), deed{0, hint}, deed{0, turn}, deed{0, hint}, deed{0, takeBack(alice, true)},
		deed{0, hint}, deed{0, turn}, deed{0, hint}, deed{0, turn}, deed{0, ask(bob, match.ToTakeBack)},
		deed{0, reply(alice, match.ToTakeBack, true)}, deed{0, hint})...)
	assert.Equal(t, []int{1, 1}, []int{m.HintsUsed.Red, m.HintsUsed.Blue})
	copied := m.Clone()
	m.Past.Hinted[0] = ""
	assert.NoError(t, copied.As(bob).CanHint())
	copied.Terms.Hints = 1
	assert.NoError(t, copied.As(bob).CanHint())
	_, err := turn(&copied, start())
	require.NoError(t, err)
	require.ErrorIs(t, copied.As(alice).CanHint(), match.ErrHintsUsed, "another position")
}

// TestNoTakebacks: where the terms say so, nothing is taken back.
func TestNoTakebacks(t *testing.T) {
	t.Parallel()
	m := clocked(t, opening()...)
	m.Terms.NoTakebacks = true
	_, err := m.As(bob).TakeBack(match.Takeback{Unseen: true}, start())
	require.ErrorIs(t, err, match.ErrNoTakebacks)
	_, err = m.As(alice).MakeOffer(match.ToTakeBack, start())
	require.ErrorIs(t, err, match.ErrNoTakebacks)
	_, err = m.As(alice).MakeOffer(match.ToStop, start())
	require.NoError(t, err)
}
