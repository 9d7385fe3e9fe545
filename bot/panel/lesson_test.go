package panel

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// furthest is a state of a lesson as long as they get.
const furthest = "abcdefghij 221xa6+122>212>221"

// lessonFrom is a panel of a lesson that begins with a position.
func lessonFrom(p rules.Position, way play.Settings) Panel {
	var ways []ui.Button
	for _, name := range []string{"next", "again", "all"} {
		ways = append(ways, ui.Button{ID: ui.ID{Verb: "learn", Ply: play.AnyPly, Arg: name}, Label: name})
	}
	return Panel{Reader: alice, Settings: way, Emojis: emojis(), Lesson: &Lesson{Exile: true, State: furthest,
		Game: rules.GameFrom(p, 0), Title: "Title", Task: "Task", Asks: "Asks", Ways: ways}}
}

// tried follows what can be tapped on the lesson p and returns the turns that can be tried.
func tried(t *testing.T, p Panel) map[string]bool {
	t.Helper()
	position := p.Lesson.Game.Position()
	turns, seen := map[string]bool{}, map[string]bool{}
	for waiting := []Panel{p}; len(waiting) > 0; waiting = waiting[1:] {
		m := Message(english(t), waiting[0])
		requireTaken(t, m)
		for _, arg := range lessonArgs(m) {
			try := ui.ReadTry(arg)
			choice := ui.ReadTap(try.Tap)
			require.Equal(t, furthest, try.State)
			if choice.Turn != "" {
				turns[choice.Turn] = true
			}
			if choice.Turn != "" || seen[choice.Selection] {
				continue
			}
			seen[choice.Selection] = true
			next, possible := p, false
			next.Selection, possible = tap.Parse(&position, choice.Selection)
			require.True(t, possible, "%q leads nowhere", arg)
			waiting = append(waiting, next)
		}
	}
	return turns
}

// lessonArgs are what the controls of a lesson say that can be used.
func lessonArgs(m ui.Message) (all []string) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.ID.Verb == ui.Try && !b.Disabled {
				all = append(all, b.ID.Arg)
			}
		}
		if row.Menu != nil {
			for _, item := range row.Menu.Items {
				all = append(all, item.Value)
			}
		}
	}
	return all
}

// TestMessage_Lesson: in a lesson exactly the legal turns can be tried, in every presentation, and Discord accepts
// every panel, at every step and with any ships in exile.
func TestMessage_Lesson(t *testing.T) {
	t.Parallel()
	visited := 0
	inRandomGames(t, 4, 17, func(m *match.Match) { // each takes a while
		visited++
		position := m.Game.Position()
		legal := map[string]bool{}
		for _, turn := range position.AppendTurns(nil) {
			legal[turn.String()] = true
		}
		way := everyWay()[visited%8]
		require.Equal(t, legal, tried(t, lessonFrom(position, way)), "%+v in %s", way, position.String())
	})
}

// TestMessage_LessonTexts: the task is said at every stage, below what happened; notes and other ways stand
// only where no ship is chosen, and nothing can be tapped when it is the other side's turn.
func TestMessage_LessonTexts(t *testing.T) {
	t.Parallel()
	start, err := rules.ParsePosition("6x4 c1a1----c4--d2-- b6b5b3d5-------- r - 3 r")
	require.NoError(t, err)
	p := lessonFrom(start, play.Settings{})
	p.Says, p.Notes = "Says", []string{"Notes"}
	m := Message(english(t), p)
	assert.Equal(t, "Title\nSays\nTask\nAsks\nNotes", m.Text)
	assert.Equal(t, p.Lesson.Ways, m.Rows[len(m.Rows)-1].Buttons[len(m.Rows[len(m.Rows)-1].Buttons)-3:])
	p.Selection = tap.Selection{Ship: rules.Ship211}
	assert.Regexp(t, `^Title\nSays\nTask\n\*\*211\*\*: choose`, Message(english(t), p).Text)

	require.NoError(t, p.Lesson.Game.PlayText("211xb3"))
	m = Message(english(t), p)
	assert.Equal(t, "Title\nSays\nTask\nNotes", m.Text)
	assert.Empty(t, lessonArgs(m))
	assert.Equal(t, ui.Buttons(p.Lesson.Ways...), m.Rows[len(m.Rows)-1:])
}

// TestMessage_LessonMoves: a lesson about moves neither offers nor mentions a swap, a rotation or a bonus.
func TestMessage_LessonMoves(t *testing.T) {
	t.Parallel()
	start, err := rules.ParsePosition("6x4 c1a1a5--c4d2---- b6b5b3d5-------- r - 3 r")
	require.NoError(t, err)
	for _, way := range everyWay() {
		p := lessonFrom(start, way)
		p.Lesson.Moves = true
		want := map[string]bool{}
		for _, turn := range start.AppendTurns(nil) {
			if turn.Shift() == rules.NoShift {
				want[turn.String()] = true
			}
		}
		assert.Equal(t, want, tried(t, p), "%+v", way)
		p.Selection = tap.Selection{Ship: rules.Ship211}
		assert.NotRegexp(t, "swap|change places", Message(english(t), p).Text)
	}
}
