package teach

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// game returns a game that starts at a position, after some turns.
func game(t *testing.T, position string, turns string) rules.Game {
	t.Helper()
	return *rulestest.GameFrom(t, position, rules.DefaultStallLimit, turns)
}

const (
	opening = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -"
	skirted = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
	diagram = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"
)

// TestNewTopics checks what is explained to the side to move, and the words.
func TestNewTopics(t *testing.T) {
	t.Parallel()
	const positioning = "Your first turn only arranges"
	const swap = "two ships whose numbers add up to 333 can swap. Your 112 and your 221"
	tests := []struct {
		name, position, turns string
		want                  map[Topic]string // what the explanation contains
	}{
		{"Red's first turn", opening, "", map[Topic]string{Positioning: positioning, Swap: swap,
			Rotation: "In `112>121>211` your 112 takes the place of 121, 121 that of 211, and 211 that of 112."}},
		{"Blue's first turn", opening, "pass", map[Topic]string{Positioning: positioning, Swap: swap,
			Rotation: "your 112 takes the place of 121"}},
		{"ships move from the second turn on", opening, "pass pass",
			map[Topic]string{Movement: "Your 211 on c2, for example, has two sails"}},
		{"without positioning turns", skirted, "", map[Topic]string{Movement: "Your 211 on c2", Swap: swap,
			Rotation: "`112>121>211`"}},
		{"nothing new", opening, "pass pass 112-d3 112=221", nil},
		{"the expulsion of the rule sheet", diagram, "", map[Topic]string{Expulsion: "Your 211 on c4 has enough " +
			"cannons for the shields of the enemy 121 on b3.", Movement: "", Swap: "", Rotation: ""}},
		{"two cannons against two shields", "6x4 b1--b3--------c1 b6----b4a4------ r - 2 b", "", map[Topic]string{
			Expulsion: "Your 121 on b3 has enough cannons for the shields of the enemy 122 on b4.",
			Return:    "`121=212` puts your 212 on b3", Movement: "", Swap: ""}},
		{"home from exile", "6x4 b1c3--b2--c2---- b6b5d4--c6------ r - 2 b", "", map[Topic]string{
			Return: "`112=221` puts your 221 on c3, and your 112 goes into exile instead.", Movement: "", Swap: "",
			Rotation: ""}},
		{"a destroyer comes home, if one can", "6x4 b1--c2--d2--c3-- b6b5d5--c6------ r - 2 b", "",
			map[Topic]string{Return: "puts your 212 on c2, and your 121 goes into exile instead.", Movement: "",
				Swap: "", Rotation: ""}},
		{"home from exile, but not for a better ship", "6x4 b1--c2a1d2d1c3-- b6b5d5--c6------ r - 2 b", "",
			map[Topic]string{Return: "puts your 112 on c2, and your 211 goes into exile instead.", Movement: "",
				Swap: "", Rotation: ""}},
		{"a swap that loses at once is no swap", "6x4 b4-------------- a6-------------- r - 4 b", "",
			map[Topic]string{Movement: "has one sail and can go one square"}},
		{"a bonus", "6x4 d1--b5b1--a1---- d6a6--d5a4------ r - 6 r", "", map[Topic]string{
			Bonus: "Your 121 on b5 reaches the enemy's home row by one square, on b6, and may swap or rotate in " +
				"the same turn, as in `121-b6+121=212`.",
			Return: "", Movement: "", Swap: "", Rotation: ""}},
		{"the corvette is attacked", "6x4 c1----c4--b4c2a2 c6------d2b5d6b6 r - 13 b", "", map[Topic]string{
			Danger: "The enemy 211 on d2 could expel your corvette on c1 next turn, and you'd lose. " +
				"`221xd2`, for example, saves it.",
			Expulsion: "Your 221 on c2 has enough cannons for the shields of the enemy 211 on d2.",
			Return:    "", Movement: "", Swap: "", Rotation: ""}},
		{"and can't be saved", "6x4 a1-------------- d6------b2------ r - 4 b", "", map[Topic]string{
			Danger: "No turn of yours prevents that.", Movement: ""}},
		{"the enemy's corvette in reach", "6x4 b1----c2--d5b4-- c6b6a5--------c5 r - 4 b", "", map[Topic]string{
			Victory: "You can win now: your 212 on d5 can expel the enemy corvette on c6", Expulsion: "",
			Bonus: "", Return: "", Movement: "", Swap: "", Rotation: ""}},
		{"a stall near", "6x4 b1-------------- c6-------------- r - 30 b", "", map[Topic]string{
			Stall:    "The game stops in 10 turns unless a ship is expelled. Your opponent expelled last",
			Movement: ""}},
		{"a stall before the last turn", "6x4 b1-------------- c6-------------- r - 39 r", "", map[Topic]string{
			Stall: "The game stops in 1 turn unless a ship is expelled. You expelled last", Movement: ""}},
		{"a stall without an expulsion", "6x4 b1-------------- c6-------------- r - 38 -", "", map[Topic]string{
			Stall: "so Blue would have a semi-victory", Movement: ""}},
		{"not yet near", "6x4 b1-------------- c6-------------- r - 29 b", "", map[Topic]string{Movement: ""}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := game(t, test.position, test.turns)
			p := g.Position()
			got := NewTopics(&g, p.Side())
			assert.Len(t, got, len(test.want), "%v", got)
			assert.True(t, slices.IsSorted(got), "the most urgent first")
			for _, k := range got {
				want, ok := test.want[k]
				assert.True(t, ok, "kind %d", k)
				assert.Contains(t, Explain(i18ntest.English(), &g, k), want)
			}
			assert.Empty(t, NewTopics(&g, p.Side().Other()), "not on turn")
		})
	}
}

// TestIsStallNear checks that the warning comes ten turns before the stall, or after three quarters of a short limit.
func TestIsStallNear(t *testing.T) {
	t.Parallel()
	for limit, first := range map[rules.StallLimit]int{200: 190, 40: 30, 30: 23, 8: 6, 1: 0} {
		for quiet := range int(limit) {
			p := rulestest.Position(t, fmt.Sprintf("6x4 b1-------------- c6-------------- r - %d b", quiet))
			assert.Equal(t, quiet >= first, isStallNear(p, limit), "%d of %d", quiet, limit)
			assert.False(t, isStallNear(p, 0), "no limit")
		}
	}
}

func TestNewTopics_NoneAfterTheGame(t *testing.T) {
	t.Parallel()
	g := game(t, opening, "pass")
	g.End(rules.Resignation, rules.Red)
	assert.Empty(t, NewTopics(&g, rules.Blue))
	assert.Empty(t, Explain(i18ntest.English(), &g, Positioning))
}

func TestExplain_EmptyIfTopicDoesNotApply(t *testing.T) {
	t.Parallel()
	g := game(t, opening, "")
	for _, k := range []Topic{NoTopic, Victory, Danger, Stall, Expulsion, Bonus, Return, Movement, afterTopics, 99} {
		assert.Empty(t, Explain(i18ntest.English(), &g, k), "kind %d", k)
	}
}

// drawGame plays a random game and calls see before every turn and at the end.
func drawGame(t *rapid.T, see func(g *rules.Game)) {
	g := rules.NewGame(rules.Options{Board: rapid.SampledFrom(rules.Boards()).Draw(t, "board"),
		Positioning: rapid.Bool().Draw(t, "positioning"), StallLimit: rules.ShortStallLimit})
	for range rapid.IntRange(1, 120).Draw(t, "turns") {
		see(&g)
		if g.Outcome().Over() {
			return
		}
		p := g.Position()
		turns := p.AppendTurns(nil)
		if expulsions := p.AppendExpulsions(nil); len(expulsions) > 0 && rapid.Bool().Draw(t, "expel") {
			turns = expulsions
		}
		if err := g.Play(rapid.SampledFrom(turns).Draw(t, "turn")); err != nil {
			t.Fatal(err)
		}
	}
}

// applying returns the topics that apply to the side to move in p, found in other ways than by the package.
func applying(p rules.Position, limit int) map[Topic]bool {
	side := p.Side()
	is := map[Topic]bool{Danger: p.CorvetteAttacked(side), Positioning: p.Positioning(side),
		Stall: p.Quiet() >= limit-min(10, max(1, limit/4))}
	for _, turn := range p.AppendTurns(nil) {
		after, text := p.Play(turn), turn.String()
		if o := after.Outcome(0); o.Over() {
			is[Victory] = is[Victory] || o.Winner == side
			continue
		}
		switch {
		case strings.Contains(text, "+"):
			is[Bonus] = true
		case strings.Contains(text, "x"):
			is[Expulsion] = true
		case strings.Contains(text, "-"):
			is[Movement] = true
		case strings.Contains(text, "="):
			is[Swap] = true
		case strings.Contains(text, ">"):
			is[Rotation] = true
		}
		if !turn.IsMove() && p.Present(side) != after.Present(side) {
			is[Return] = true
		}
	}
	return is
}

// TestNewTopics_OncePerGameAndSide checks that each topic is explained to each side when it first applies, and only
// then, and that the text is true of the board.
func TestNewTopics_OncePerGameAndSide(t *testing.T) {
	t.Parallel()
	printer := i18ntest.English()
	rapid.Check(t, func(t *rapid.T) {
		known := map[rules.Color]map[Topic]bool{rules.Red: {}, rules.Blue: {}}
		drawGame(t, func(g *rules.Game) {
			p := g.Position()
			got := NewTopics(g, p.Side())
			require.Empty(t, NewTopics(g, p.Side().Other()))
			if g.Outcome().Over() {
				require.Empty(t, got)
				return
			}
			is := applying(p, int(g.Limit()))
			for k := Victory; k <= Rotation; k++ {
				require.Equal(t, is[k] && !known[p.Side()][k], slices.Contains(got, k), "kind %d in %s", k, p)
				known[p.Side()][k] = known[p.Side()][k] || is[k]
				require.Equal(t, is[k], Explain(printer, g, k) != "", "kind %d in %s", k, p)
			}
			for _, k := range got {
				checkExplanation(t, p, Explain(printer, g, k))
			}
		})
	})
}

// checkExplanation checks that all places of a text are filled, and that its ships, squares and turn belong to p.
func checkExplanation(t *rapid.T, p rules.Position, text string) {
	require.NotContains(t, text, "--", "no square and no ship is missing")
	require.NotContains(t, text, "[learn", "nothing is missing")
	for _, found := range standing.FindAllStringSubmatch(text, -1) {
		if strings.Contains(text, "puts your "+found[2]) {
			continue // that is where it comes home to
		}
		at := rulestest.Square(t, found[3])
		side := p.Side()
		if strings.Contains(text, "enemy "+found[0]) {
			side = side.Other()
		}
		require.Equal(t, found[2], p.At(at).Ship.String(), "%s: %s", text, p)
		require.Equal(t, side, p.At(at).Color, "%s: %s", text, p)
	}
	if _, rest, ok := strings.Cut(text, "`"); ok {
		shown, _, _ := strings.Cut(rest, "`")
		rulestest.Turn(t, p, shown)
	}
}
