package teach

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/rulestest"
)

// attempt is a legal turn in a lesson, and its result.
type attempt struct {
	from    LessonState
	before  rules.Position
	turn    rules.Turn
	after   LessonState
	verdict Verdict
}

// TestLessons_Aim checks that the first lesson names the aim of the game, and that the fourth is won.
func TestLessons_Aim(t *testing.T) {
	t.Parallel()
	assert.Contains(t, StartLesson(0).Text(i18ntest.English()), "exile the enemy corvette, 111")
	won := StartLesson(3)
	start := won.Lesson().Start
	for _, a := range attempts(t, won) {
		g := a.after.Game()
		assert.Equal(t, a.verdict.Reached, g.Outcome().Winner == start.Side(), a.turn)
	}
}

// attempts plays every legal turn at every reachable step of a lesson.
func attempts(t testing.TB, s LessonState) (all []attempt) {
	t.Helper()
	if s.Done() {
		return nil
	}
	g := s.Game()
	p := g.Position()
	for _, turn := range p.AppendTurns(nil) {
		after, verdict, err := s.Play(turn)
		require.NoError(t, err)
		all = append(all, attempt{s, p, turn, after, verdict})
		if verdict.Reached {
			all = append(all, attempts(t, after)...)
		} else {
			assert.Equal(t, s, after, "%s %s: a miss changes nothing", s, turn)
		}
	}
	return all
}

// eachLesson runs a test for the start of each lesson.
func eachLesson(t *testing.T, test func(t *testing.T, s LessonState)) {
	for n, l := range Lessons() {
		t.Run(string(l.ID), func(t *testing.T) {
			t.Parallel()
			test(t, StartLesson(n))
		})
	}
}

// TestLessons checks that no lesson starts with a finished game, that each step can be done and missed, that each
// answer to a miss is used, and that each reply of the opponent is legal.
func TestLessons(t *testing.T) {
	t.Parallel()
	seen := map[LessonID]bool{}
	for _, l := range Lessons() {
		assert.Regexp(t, `^[a-z]{1,10}$`, l.ID)
		assert.False(t, seen[l.ID], "two lessons are called %s", l.ID)
		seen[l.ID] = true
	}
	eachLesson(t, func(t *testing.T, s LessonState) {
		l := s.Lesson()
		require.False(t, l.Start.Outcome(rules.DefaultStallLimit).Over())
		require.LessOrEqual(t, len(l.steps), maxSteps)
		said, reached, missed := map[string]bool{}, map[int]int{}, map[int]int{}
		for _, a := range attempts(t, s) {
			step := a.from.played
			said[a.verdict.text.ID] = true
			if !a.verdict.Reached {
				missed[step]++
				continue
			}
			reached[step]++
			g, replies := a.after.Game(), 0
			for _, s := range l.steps[:a.after.played] {
				if s.reply != "" {
					replies++
				}
			}
			assert.Equal(t, a.after.played+replies, g.Ply(), "%s: all was legal", a.after)
		}
		for i, step := range l.steps {
			assert.Positive(t, reached[i], "step %d can be done", i)
			assert.Positive(t, missed[i], "step %d can be missed", i)
			assert.Equal(t, i == len(l.steps)-1, step.reply == "", "a reply is between two steps")
			for _, m := range step.misses {
				assert.True(t, said[m.text.ID], "%s is never said", m.text.ID)
			}
		}
		assert.True(t, said[l.praise.ID])
	})
}

var (
	standing = regexp.MustCompile(`(your |Blue's |the )?\b([0-9]{3}) on ([a-e][0-9])`)
	square   = regexp.MustCompile(`\b[a-e][0-9]\b`)
	ship     = regexp.MustCompile(`\b[0-9]{3}\b`)
)

// TestLessons_TextsNameWhatIsThere checks that a ship named with a square stands there before or after the turn that
// the text is about, and that all squares and ships exist.
func TestLessons_TextsNameWhatIsThere(t *testing.T) {
	t.Parallel()
	eachLesson(t, func(t *testing.T, s LessonState) {
		printer := i18ntest.English()
		checkNamed(t, s.Text(printer), s.Lesson().Start)
		for _, a := range attempts(t, s) {
			g := a.after.Game()
			checkNamed(t, a.verdict.Text(printer), a.before, a.before.Play(a.turn), g.Position())
		}
	})
}

// checkNamed checks that what a text names is true in one of the positions.
func checkNamed(t *testing.T, text string, positions ...rules.Position) {
	t.Helper()
	for _, found := range standing.FindAllStringSubmatch(text, -1) {
		at := rulestest.Square(t, found[3])
		there := false
		for _, p := range positions {
			piece := p.At(at)
			owner := map[string]rules.Color{"your ": rules.Red, "Blue's ": rules.Blue}[found[1]]
			there = there || piece.Ship.String() == found[2] && (owner == 0 || owner == piece.Color)
		}
		assert.True(t, there, "%q is not there: %s", found[0], text)
	}
	for _, name := range square.FindAllString(text, -1) {
		at, err := rules.ParseSquare(name)
		assert.True(t, err == nil && positions[0].Board().Has(at), "%q: %s", name, text)
	}
	for _, name := range ship.FindAllString(text, -1) {
		assert.Regexp(t, `^([12]{3}|333)$`, name, text)
	}
}

// TestLessons_ReadAloud checks that the texts are a few plain sentences without signs that are not spoken.
func TestLessons_ReadAloud(t *testing.T) {
	t.Parallel()
	eachLesson(t, func(t *testing.T, s LessonState) {
		printer := i18ntest.English()
		assert.Regexp(t, `^[A-Z][A-Za-z' -]{3,30}$`, printer.Text(s.Lesson().Title, nil))
		texts := []string{s.Text(printer)}
		assert.LessOrEqual(t, len(texts[0]), 230, "the board and its buttons fit a phone below it: %s", texts[0])
		for _, a := range attempts(t, s) {
			texts = append(texts, a.verdict.Text(printer))
		}
		for _, text := range texts {
			assert.Regexp(t, `^[A-Z][A-Za-z0-9 .,:;?'-]+[.?]$`, text)
			assert.NotContains(t, text, "--", "no square and no ship is missing")
			assert.LessOrEqual(t, strings.Count(text, ". ")+1, 4, text)
			assert.LessOrEqual(t, len(text), 320, text)
		}
	})
}

// after returns the position after turns of both sides in a lesson.
func after(t *testing.T, id LessonID, turns ...string) rules.Position {
	t.Helper()
	s, err := ParseLesson(string(id))
	require.NoError(t, err)
	p := s.Lesson().Start
	for _, text := range turns {
		if text == "skip" {
			p = p.Skip()
			continue
		}
		p = p.Play(rulestest.Turn(t, p, text))
	}
	return p
}

// TestLessons_Claims checks what the texts say can and cannot be played.
func TestLessons_Claims(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id    LessonID
		turns string // both sides', "skip" for none
		turn  string
		want  rules.Illegality
	}{
		{"move", "", "122-b2", rules.OwnShipThere},
		{"shields", "", "211xc4", rules.ShieldsTooStrong},
		{"swap", "skip", "211xc3", rules.NoIllegality},
		{"swap", "122=211", "211xc3", rules.NoIllegality},
		{"swap", "121=212", "211xc3", rules.ShieldsTooStrong},
		{"swap", "121=212 skip", "212xc5", rules.NoIllegality},
		{"rotate", "", "212xb4", rules.ShieldsTooStrong},
		{"rotate", "122>221>212", "112xb3", rules.NoIllegality},
		{"rotate", "122>212>221", "112xb3", rules.ShieldsTooStrong},
		{"rotate", "122>212>221 skip", "122xb4", rules.NoIllegality},
		{"bonus", "121-b6", "112xb6", rules.NoIllegality},
		{"bonus", "121-b6+121=212", "112xb6", rules.ShieldsTooStrong},
		{"danger", "skip", "211xc1", rules.NoIllegality},
		{"danger", "", "221xd2", rules.NoIllegality},
		{"danger", "", "111=222", rules.NoIllegality},
		{"win", "", "221xc5", rules.NoIllegality},
		{"guard", "222xc5", "221xc5", rules.NoIllegality},
		{"guard", "222xa3", "221xa3", rules.TooFar},
	}
	for _, test := range tests {
		p := after(t, test.id, strings.Fields(test.turns)...)
		_, err := p.ParseTurn(test.turn)
		var refused *rules.TurnError
		if test.want == rules.NoIllegality {
			assert.NoError(t, err, "%s %s %s", test.id, test.turns, test.turn)
		} else if assert.ErrorAs(t, err, &refused, "%s %s %s", test.id, test.turns, test.turn) {
			assert.Equal(t, test.want, refused.Why, "%s %s %s", test.id, test.turns, test.turn)
		}
	}
}

// claims are what messages say about the turns they answer.
var claims = map[string]condition{
	"learn.miss.loses":    func(p rules.Position, t rules.Turn) bool { return p.LosesAtOnce(t) },
	"learn.expel.done":    expelsSafely,
	"learn.home.dear":     exilesDestroyer,
	"learn.bonus.done":    traps,
	"learn.danger.done":   savesCorvette,
	"learn.danger.still":  func(p rules.Position, t rules.Turn) bool { return !savesCorvette(p, t) },
	"learn.danger.other":  func(p rules.Position, t rules.Turn) bool { return !savesCorvette(p, t) },
	"learn.win.done":      func(p rules.Position, t rules.Turn) bool { return t.Ship() == rules.Ship212 && wins(p, t) },
	"learn.guard.done":    func(p rules.Position, t rules.Turn) bool { return t.String() == "222xa3" },
	"learn.guard.trap":    func(p rules.Position, t rules.Turn) bool { return t.String() == "222xc5" },
	"learn.count.next":    traps,
	"learn.count.far":     func(p rules.Position, t rules.Turn) bool { return !traps(p, t) },
	"learn.names.done":    moves(rules.Ship212),
	"learn.shields.done":  plays("121xc4"),
	"learn.expel.other":   func(_ rules.Position, t rules.Turn) bool { return !t.Expels() },
	"learn.shields.other": func(_ rules.Position, t rules.Turn) bool { return !t.Expels() },
	"learn.bonus.other":   func(_ rules.Position, t rules.Turn) bool { return !t.HasBonus() },
	"learn.guard.other":   func(_ rules.Position, t rules.Turn) bool { return !t.Expels() },
	"learn.stall.miss": func(p rules.Position, t rules.Turn) bool {
		after := p.Play(t)
		return after.Outcome(40) == rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}
	},
	"learn.stall.done": func(p rules.Position, t rules.Turn) bool {
		after := p.Play(t)
		return after.Quiet() == 0 && after.SemiWinner() == rules.Red
	},
}

func exilesDestroyer(p rules.Position, t rules.Turn) bool {
	return exiled(p, t).Class() == rules.Destroyer
}

// TestLessons_TextsAreTrue checks the claims against every turn that a message answers.
func TestLessons_TextsAreTrue(t *testing.T) {
	t.Parallel()
	eachLesson(t, func(t *testing.T, s LessonState) {
		for _, a := range attempts(t, s) {
			if claim, ok := claims[a.verdict.text.ID]; ok {
				assert.True(t, claim(a.before, a.turn), "%s: %s", a.turn, a.verdict.text.Other)
			}
			said := a.verdict.text.Other
			assert.False(t, strings.Contains(said, "{{.To}}") && !a.turn.IsMove(), "%s: %s", a.turn, said)
		}
	})
}

// skills are the lessons about a single skill, in which the taught turn need not be the best one.
var skills = []LessonID{"names", "move"}

// TestLessons_Best checks with the engine that no lesson teaches a blunder: a turn that reaches the goal is worth at
// most a tenth of a victory less than the best one, and does not lose by force.
func TestLessons_Best(t *testing.T) {
	t.Parallel()
	eachLesson(t, func(t *testing.T, s LessonState) {
		g := s.Game()
		e, err := engine.New(engine.Options{})
		require.NoError(t, err)
		found, err := e.Search(t.Context(), &g, engine.Limits{Depth: 10, MultiPV: rules.MaxTurns})
		require.NoError(t, err)
		best, taught := found.Lines[0], 0.0
		for _, line := range found.Lines {
			_, verdict, err := s.Play(line.Turn)
			require.NoError(t, err)
			if verdict.Reached {
				taught = max(taught, line.Score.Worth())
			}
			n, decided := line.Score.Victory()
			assert.False(t, verdict.Reached && decided && n < 0, "%s loses", line.Turn)
		}
		if !slices.Contains(skills, s.Lesson().ID) {
			assert.GreaterOrEqual(t, taught, best.Score.Worth()-0.1, "%s is better", best.Turn)
		}
	})
}
