package bot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/teach"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// solution returns a turn that reaches the goal of s's next step, and one that misses it.
func solution(t *testing.T, s teach.LessonState) (right, wrong string, missed teach.Verdict) {
	t.Helper()
	g := s.Game()
	p := g.Position()
	for _, turn := range p.AppendTurns(nil) {
		_, verdict, err := s.Play(turn)
		require.NoError(t, err)
		if verdict.Reached {
			right = turn.String()
		} else if s.Number() > 0 || turn.Shift() == rules.NoShift { // the first lesson offers only moves
			wrong, missed = turn.String(), verdict
		}
	}
	return right, wrong, missed
}

// progress returns the stored progress of p.
func (tb table) progress(p match.PlayerID) play.Progress {
	tb.t.Helper()
	kept, err := tb.service().Player(tb.t.Context(), p)
	require.NoError(tb.t, err)
	return kept.Progress
}

// TestLearn_AllLessons: each lesson can be done with taps, with every setting; a miss is explained and can be repeated;
// progress is saved at the end of a lesson, and not before.
func TestLearn_AllLessons(t *testing.T) {
	t.Parallel()
	for _, settings := range []play.Settings{{}, {Quick: true}, {Menus: true}, {Words: true, Menus: true, Quick: true}} {
		t.Run(fmt.Sprintf("%+v", settings), func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			_, err := tb.service().ChangePlayer(t.Context(), actor(alice), func(p *play.Player) { p.Settings = settings })
			require.NoError(t, err)
			m, all := tb.learns(alice), teach.Lessons()
			for n, l := range all {
				assert.Contains(t, m.Text, fmt.Sprintf("**Lesson %d of %d: %s**\n", n+1, len(all), l.Title.Other))
				for s := teach.StartLesson(n); !s.Done(); {
					m, s = tb.takesStep(m, s)
				}
				assert.Contains(t, m.Text, fmt.Sprintf("**Lesson %d of %d: %s** — done!\n", n+1, len(all), l.Title.Other))
				assert.Contains(t, m.Text, learnText(tb, n))
				assert.Len(t, strings.Fields(tb.progress(alice).Done), n+1)
				if n < len(all)-1 {
					assert.Equal(t, string(all[n+1].ID), tb.progress(alice).Lesson)
					_, units := tb.store.counted(func() { m = tb.presses(alice, m, "Next") })
					assert.Zero(t, units, "that one is next was kept already")
				}
			}
			assert.Contains(t, m.Text, "That was the last lesson.")
			assert.Equal(t, []string{"Puzzles", "Play against me", "Start again", "Lessons"}, enabled(m))
			m = tb.learns(alice)
			assert.Contains(t, m.Text, fmt.Sprintf("%d of %d done.", len(all), len(all)))
			assert.Equal(t, []string{"Play against me", "Puzzles"}, enabled(m), "nothing is left to go on with")
		})
	}
}

// learnText returns the text at the end of lesson n.
func learnText(tb table, n int) string {
	s := teach.StartLesson(n)
	for !s.Done() {
		right, _, _ := solution(tb.t, s)
		s = played(tb.t, s, right)
	}
	return s.Text(tb.View.Catalog.Printer("en"))
}

// played returns s after a turn.
func played(t *testing.T, s teach.LessonState, text string) teach.LessonState {
	t.Helper()
	g := s.Game()
	p := g.Position()
	turn, err := p.ParseTurn(text)
	require.NoError(t, err)
	s, _, err = s.Play(turn)
	require.NoError(t, err)
	return s
}

// enabled returns the labels of the enabled buttons.
func enabled(m ui.Message) (labels []string) {
	for _, o := range offersOf(m) {
		if o.picked == nil {
			labels = append(labels, o.label)
		}
	}
	return labels
}

// takesStep lets alice miss the next step of s on the panel m, and then reach it.
func (tb table) takesStep(m ui.Message, s teach.LessonState) (ui.Message, teach.LessonState) {
	tb.t.Helper()
	t, printer := tb.t, tb.View.Catalog.Printer("en")
	assert.Contains(t, m.Text, s.Text(printer))
	right, wrong, missed := solution(t, s)
	_, units := tb.store.counted(func() { m = tb.plays(alice, m, wrong) })
	assert.Zero(t, units, "a tap writes nothing")
	assert.Contains(t, m.Text, "**\n"+missed.Text(printer)+"\nYou're Red", "why it missed, in place of what to do")
	_, units = tb.store.counted(func() { m = tb.plays(alice, m, right) })
	s = played(t, s, right)
	assert.Equal(t, s.Done(), units == 1, "only a lesson that is done is kept")
	return m, s
}

// TestLearn_Limits: Discord accepts the panel of every state of every lesson, and each control leads on.
func TestLearn_Limits(t *testing.T) {
	t.Parallel()
	for _, settings := range []play.Settings{{}, {Words: true}, {Menus: true, Quick: true}} {
		tb := newTable(t)
		_, err := tb.service().ChangePlayer(t.Context(), actor(alice), func(p *play.Player) { p.Settings = settings })
		require.NoError(t, err)
		seen := map[string]bool{}
		todo := []ui.Message{tb.learns(alice)}
		for _, l := range teach.Lessons() {
			todo = append(todo, tb.takes(alice, offer{id: ui.NoMatch(ui.Learn, ui.LearnGo+" "+string(l.ID))}))
		}
		for len(todo) > 0 {
			m := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			requireTaken(t, m)
			for _, o := range offersOf(m) {
				key := string(o.id.Verb) + ":" + o.arg()
				if seen[key] || key == string(ui.Learn)+":"+ui.LearnGame || o.id.Verb == ui.Practise ||
					o.id.Verb == ui.Puzzle {
					continue
				}
				seen[key] = true
				shown := tb.takes(alice, o)
				require.NotContains(t, shown.Text, "no longer fits", key)
				todo = append(todo, shown)
			}
		}
		assert.Greater(t, len(seen), 300)
	}
}

// TestLearn_Progress: /learn continues where the person stopped, even after a restart; lessons can be chosen, skipped
// and repeated.
func TestLearn_Progress(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, units := tb.store.counted(func() { tb.learns(alice) })
	assert.Zero(t, units, "to look is not to begin")
	m := tb.presses(alice, tb.learns(alice), "Next")
	assert.Contains(t, m.Text, ": Moving**")
	assert.Equal(t, play.Progress{Lesson: "move"}, tb.progress(alice))

	restarted := newTable(t)
	restarted.store = tb.store
	restarted.serve(tb.service())
	m = restarted.learns(alice)
	assert.Contains(t, m.Text, ": Moving**")
	assert.Equal(t, []string{"Next", "Lessons", "Play from here"}, enabled(m)[len(enabled(m))-3:])
	m = restarted.presses(alice, m, "Lessons")
	assert.Contains(t, m.Text, "0 of 13 done.")
	m = restarted.presses(alice, m, "6. Swapping")
	assert.Equal(t, "swap", tb.progress(alice).Lesson)
	m = tb.plays(alice, m, "121=212")
	assert.Contains(t, m.Text, "done!\nOne cannon isn't enough for your 212 on c3")
	assert.Equal(t, play.Progress{Lesson: "rotate", Done: "swap"}, tb.progress(alice))
	m = tb.presses(alice, m, "Start again")
	assert.Contains(t, m.Text, ": Swapping**\nTwo of your ships")
	tb.plays(alice, m, "121=212")
	assert.Equal(t, play.Progress{Lesson: "rotate", Done: "swap"}, tb.progress(alice), "it counts once")

	m = tb.presses(alice, m, "Lessons")
	assert.Contains(t, m.Text, "1 of 13 done.")
	notes := map[string]string{}
	for _, item := range m.Rows[0].Menu.Items {
		if item.Note != "" {
			notes[item.Label] = item.Note
		}
	}
	assert.Equal(t, map[string]string{"6. Swapping": "done", "7. Rotating": "you're here"}, notes)
	assert.Contains(t, tb.presses(alice, m, "Go on learning").Text, ": Rotating**")
	m = tb.presses(alice, tb.presses(alice, m, "13. Only the corvettes"), "Lessons")
	m = tb.plays(alice, tb.presses(alice, m, "Go on learning"), "111-b5")
	assert.Equal(t, "swap", tb.progress(alice).Done, "it has another step")
	assert.Contains(t, m.Text, "Blue's 111 had to go beside")
	assert.Contains(t, enabled(m), "Start again")
	tb.plays(alice, m, "111xa5")
	assert.Equal(t, play.Progress{Lesson: "names", Done: "swap count"}, tb.progress(alice), "what was left out")
	assert.Zero(t, tb.progress(bob))
}

// TestLearn_OldPanels: an outdated or forged tap restarts the lesson and says so; a repeated tap shows the same board.
func TestLearn_OldPanels(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for arg, title := range map[string]string{
		"nosuch/c4 212":                        "A ship's name",
		"/":                                    "A ship's name",
		"":                                     "A ship's name",
		"expel 211-c3/play 211xb3":             "Expelling",
		"expel/play 211-z9":                    "Expelling",
		"expel/play 222-a1":                    "Expelling",
		"expel/b3 999":                         "Expelling",
		"count 111-b6/play 111xa5":             "Only the corvettes",
		"count 111-b5 111xa5/play 111-a6":      "Only the corvettes",
		"count 111-b5 111xa5 111-a4/play pass": "Only the corvettes",
		"names 212-c4/play 112=221":            "A ship's name",
		strings.Repeat("x", 80):                "A ship's name",
	} {
		m := tb.takes(alice, offer{id: ui.NoMatch(ui.Try, arg)})
		assert.Contains(t, m.Text, ": "+title+"**\nThat no longer fits, so this lesson starts again.\n", arg)
		requireTaken(t, m)
	}
	for _, arg := range []string{"go nosuch", "again", "menu", "go", "nonsense", "go expel 211-c3", ":"} {
		m := tb.takes(alice, offer{id: ui.NoMatch(ui.Learn, arg)})
		assert.Contains(t, m.Text, ": A ship's name**", arg)
	}
	assert.Zero(t, tb.progress(alice), "nothing was begun")

	confirm := offer{id: ui.NoMatch(ui.Try, "expel/play 211xb3")}
	first := tb.takes(alice, confirm)
	assert.Equal(t, first, tb.takes(alice, confirm))
	assert.Equal(t, "expel", tb.progress(alice).Done)
	next := offersOf(first)[0]
	assert.Equal(t, tb.takes(alice, next), tb.takes(alice, next))
	stale := tb.takes(alice, offer{id: ui.NoMatch(ui.Try, "expel 211xb3/back ")})
	assert.Equal(t, first.Text, stale.Text, "the board of a lesson that is done can be shown again")
}
