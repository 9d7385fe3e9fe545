package teach

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// turn reads a turn of the position of s.
func turn(t testing.TB, s LessonState, text string) rules.Turn {
	t.Helper()
	g := s.Game()
	return rulestest.Turn(t, g.Position(), text)
}

// TestPlay is a lesson of two steps from start to end.
func TestPlay(t *testing.T) {
	t.Parallel()
	printer := i18ntest.English()
	s, err := ParseLesson("count")
	require.NoError(t, err)
	assert.Contains(t, s.Text(printer), "Move your 111 on b4")

	missed, verdict, err := s.Play(turn(t, s, "111-a4"))
	require.NoError(t, err)
	assert.False(t, verdict.Reached)
	assert.Equal(t, s, missed)
	assert.Contains(t, verdict.Text(printer), "Blue's corvette could still go")

	_, verdict, err = s.Play(turn(t, s, "111=222"))
	require.NoError(t, err)
	assert.Contains(t, verdict.Text(printer), "lose at once")

	s, verdict, err = s.Play(turn(t, s, "111-b5"))
	require.NoError(t, err)
	assert.True(t, verdict.Reached)
	assert.False(t, s.Done())
	assert.Equal(t, "count 111-b5", s.String())
	assert.Equal(t, s.Text(printer), verdict.Text(printer))
	g := s.Game()
	p := g.Position()
	assert.Equal(t, 2, g.Ply(), "with the opponent's reply")
	assert.Equal(t, "a5", p.SquareOf(rules.Blue, rules.Ship111).String())

	s, verdict, err = s.Play(turn(t, s, "111xa5"))
	require.NoError(t, err)
	assert.True(t, s.Done())
	assert.True(t, strings.HasPrefix(verdict.Text(printer), "You've won."))
	g = s.Game()
	assert.Equal(t, rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}, g.Outcome())

	_, _, err = s.Play(rules.Pass)
	assert.ErrorIs(t, err, ErrDone)
}

func TestPlay_RefusesAnIllegalTurn(t *testing.T) {
	t.Parallel()
	s, err := ParseLesson("shields")
	require.NoError(t, err)
	c4 := rulestest.Square(t, "c4")
	same, _, err := s.Play(rules.MoveTurn(rules.Ship211, c4, true))
	var refused *rules.TurnError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, rules.ShieldsTooStrong, refused.Why)
	assert.Equal(t, s, same)
}

func TestStart_IsAlwaysALesson(t *testing.T) {
	t.Parallel()
	last := len(Lessons()) - 1
	for n, want := range map[int]int{-1: 0, 0: 0, 3: 3, last: last, last + 1: last, 1 << 30: last} {
		assert.Equal(t, want, StartLesson(n).Number(), n)
	}
	assert.Equal(t, LessonState{}, StartLesson(0))
}

func TestParse_Refuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", "nosuch", "Count", "count ", " count", "count  111-b5", "count 111-a4",
		"count 111-b6", "count 111-B5", "count b4b5", "count 111-b5 111-a5", "count 111-b5 111xa5 111-a4",
		"names 122=211"} {
		_, err := ParseLesson(text)
		assert.ErrorIs(t, err, ErrState, "%q", text)
	}
}

// TestState_FitsIntoAButton: every state is read as it was written, and is short.
func TestState_FitsIntoAButton(t *testing.T) {
	t.Parallel()
	require.LessOrEqual(t, maxStateText, 60)
	for n := range Lessons() {
		for _, a := range attempts(t, StartLesson(n)) {
			for _, s := range []LessonState{a.from, a.after} {
				assert.LessOrEqual(t, len(s.String()), maxStateText)
				read, err := ParseLesson(s.String())
				require.NoError(t, err)
				assert.Equal(t, s, read)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"names", "names 212-c4", "count 111-b5 111xa5", "bonus 121-b6+121=212", "x y"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseLesson(text)
		if err != nil {
			require.Zero(t, s)
			return
		}
		require.Equal(t, text, s.String(), "what is read is written the same")
	})
}
