package turns

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// turnsFor returns the turns that are suggested for a single board.
func turnsFor(t i18n.Printer, p rules.Position, typed string, n int) (turns []rules.Turn) {
	for _, s := range Suggest(t, []Board{{Position: p}}, typed, n) {
		if s.Turn != rules.NoTurn {
			turns = append(turns, s.Turn)
		}
	}
	return turns
}

func TestLosingAtOnceIsNeverSuggested(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1d2a2b2c2d1a1-- b6d5a5b5c5d6a6c6 r - 0 b")
	en := i18ntest.English()
	for _, typed := range []string{"", "111", "swap", "222"} {
		for _, turn := range turnsFor(en, p, typed, 25) {
			assert.False(t, p.LosesAtOnce(turn), "typing %q suggests %v", typed, turn)
		}
	}
	only := rulestest.Position(t, "6x4 b1b6------a5--b5 a6-------------- b - 0 -")
	assert.Len(t, turnsFor(en, only, "", 25), 1, "unless there's nothing else")
}

func TestSuggestionsForgive(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c3d6a6c6 r - 0 -")
	tests := []struct{ typed, first string }{
		{"", "211xc3"}, {"211 c", "211xc3"}, {"x", "211xc3"}, {"211c3", "211xc3"}, {"112 = 2", "112=221"},
		{"221=112", "112=221"}, {"rotation 122", "122>212>221"}, {"expels", "211xc3"},
		{"113-d3", "112-d3"}, {"c2-c3", "211xc3"},
	}
	for _, test := range tests {
		list := turnsFor(i18ntest.English(), p, test.typed, 20)
		if assert.NotEmpty(t, list, "typing %q", test.typed) {
			assert.Equal(t, test.first, list[0].String(), "typing %q", test.typed)
		}
		assert.LessOrEqual(t, len(list), 20)
	}
}

// TestSuggest_Order: the most likely meaning comes first, and nothing comes twice.
func TestSuggest_Order(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	p := rulestest.Position(t, "6x4 b1d2a2b2c2d5a1c1 b6--a5b5c5a6d6c6 r - 0 r")
	var kinds []string
	for _, turn := range turnsFor(en, p, "", 1000) {
		kind := "swap or rotation"
		switch {
		case turn.Expels() && turn.HasBonus():
			kind = "expulsion with bonus"
		case turn.Expels():
			kind = "expulsion"
		case turn.IsMove() && turn.HasBonus():
			kind = "move with bonus"
		case turn.IsMove():
			kind = "move"
		}
		if len(kinds) == 0 || kinds[len(kinds)-1] != kind {
			kinds = append(kinds, kind)
		}
	}
	assert.Equal(t, []string{"expulsion", "expulsion with bonus", "move", "swap or rotation"}, kinds)

	opening := turnsFor(en, rules.Start(rules.Board6x4, true), "", 1000)
	assert.Equal(t, rules.Pass, opening[len(opening)-1], "in a positioning turn few people pass")

	exact := turnsFor(en, rules.Start(rules.Board6x4, false), "112=221", 25)
	assert.Len(t, exact, 1)
}

// TestSuggest_TypedFirst: the typed text comes first, unless it is a legal turn on the only board. A client that sends
// the first suggestion then sends just that text.
func TestSuggest_TypedFirst(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	start, opening := rules.Start(rules.Board6x4, false), rules.Start(rules.Board6x4, true)
	first := func(p rules.Position, typed string) Suggestion {
		list := Suggest(en, []Board{{p, "against Bob"}}, typed, 25)
		require.NotEmpty(t, list, "typing %q", typed)
		for _, s := range list[1:] {
			assert.NotEqual(t, rules.NoTurn, s.Turn)
		}
		return list[0]
	}
	for _, test := range []struct {
		p           rules.Position
		typed, name string
	}{
		{start, "", "Your turn against Bob, as Red: type it, or pick one below"},
		{start, " \t ", "Your turn against Bob, as Red: type it, or pick one below"},
		{opening, "211-c4", "211-c4 · not a legal turn; send it to read why"},
		{start, "222xc3", "222xc3 · not a legal turn; send it to read why"},
		{start, " 222  x c3 ", "222 x c3 · not a legal turn; send it to read why"},
		{start, "pass", "pass · not a legal turn; send it to read why"},
		{start, "113-d3", "113-d3 · not a legal turn; send it to read why"},
		{start, "211-c", "211-c · not a turn yet; type on, or pick one below"},
		{start, "c4", "c4 · not a turn yet; type on, or pick one below"},
		{start, "rotate 122", "rotate 122 · not a turn yet; type on, or pick one below"},
		{start, "bonus", "bonus · not a turn; send it to read how to write one"},
		{start, "211-c4!", "211-c4! · not a turn yet; type on, or pick one below"},
	} {
		assert.Equal(t, Suggestion{Name: test.name}, first(test.p, test.typed), "typing %q", test.typed)
	}
	for typed, turn := range map[string]string{"211-c4": "211-c4", "C2 c4": "211-c4", "221 = 112": "112=221"} {
		assert.Equal(t, turn, first(start, typed).Turn.String(), "typing %q", typed)
	}
	assert.Equal(t, rules.Pass, first(opening, "PASS").Turn)
	long := first(start, strings.Repeat("x", 5000))
	assert.LessOrEqual(t, utf8.RuneCountInString(long.Name), maxName)
}

// TestSuggest_NearMisses: the turn most similar to a refused one comes first.
func TestSuggest_NearMisses(t *testing.T) {
	t.Parallel()
	list := turnsFor(i18ntest.English(), rules.Start(rules.Board6x4, true), "211-c4", 25)
	require.Len(t, list, 9)
	for _, turn := range list[:3] {
		assert.Contains(t, turn.String(), "211")
	}
	assert.NotContains(t, list[:5], rules.Pass)
}

// TestSuggest_SeveralBoards: suggestions name their boards, and a typed turn does not choose one.
func TestSuggest_SeveralBoards(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	boards := []Board{{rules.Start(rules.Board6x4, false), "against Bob"},
		{rules.Start(rules.Board5x5, false), "against Carol"}}
	names := func(typed string, n int) (names []string) {
		for _, s := range Suggest(en, boards, typed, n) {
			names = append(names, s.Name)
		}
		return names
	}
	assert.Equal(t, []string{"112=221 · send it, and I'll ask in which game",
		"112=221 (against Bob) · swap: 112 to a1 and 221 to d2",
		"112=221 (against Carol) · swap: 112 to a1 and 221 to e2"}, names("112=221", 25))
	assert.Equal(t, []string{"211-c4 · send it, and I'll ask in which game",
		"211-c4 (against Bob) · 211 sails from c2"}, names("211-c4", 25), "in the other it is illegal")
	assert.Equal(t, "222xc1 · not a legal turn; send it to read why", names("222xc1", 25)[0])
	assert.Equal(t, "Your turn in 2 games: type it, or pick one below", names("", 25)[0])
	all := names("", 9)
	assert.Len(t, all, 9)
	for i, name := range all[1:] {
		assert.Contains(t, name, []string{" (against Bob) · ", " (against Carol) · "}[i%2])
	}
}

// TestSuggest_Words: turns are found by the words of the help and by synonyms.
func TestSuggest_Words(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	// Red's 211 and 112 can expel; 221 can earn a bonus; 121 is in exile.
	p := rulestest.Position(t, "6x4 b1d2--b2c2d1a5c1 d6d5--b5c3b6b4c6 r - 0 -")
	expels := func(turn rules.Turn) bool { return turn.Expels() }
	rotates := func(turn rules.Turn) bool { return turn.Shift().IsRotation() }
	swaps := func(turn rules.Turn) bool { return turn.Shift().IsSwap() }
	named := func(text string) func(rules.Turn) bool {
		return func(turn rules.Turn) bool { return strings.Contains(turn.String(), text) }
	}
	tests := map[string]func(rules.Turn) bool{
		"expel": expels, "take": expels, "Captures": expels, "expulsion": expels,
		"take frigate": expels, "take a frigate with the 211": named("211xc3"),
		"move": rules.Turn.IsMove, "sail": rules.Turn.IsMove,
		"swap": swaps, "exchange": swaps, "rotate": rotates, "rotation": rotates, "rotate 122": rotates,
		"rotate the destroyers": rotates, "bonus": rules.Turn.HasBonus, "home": named("6"), "home row": named("6"),
		"exile":    func(turn rules.Turn) bool { return turn.Expels() || turn.Shift().Includes(rules.Ship121) },
		"recall":   func(turn rules.Turn) bool { return turn.Shift().Includes(rules.Ship121) },
		"corvette": named("111"), "cruiser": named("222"), "dreadnought": named("222"),
		"frigate": func(turn rules.Turn) bool {
			return turn.Expels() || strings.ContainsAny(turn.String(), "12")
		},
		"destroyers": func(turn rules.Turn) bool { return !strings.HasPrefix(turn.String(), "111") },
	}
	for typed, fits := range tests {
		list := turnsFor(en, p, typed, rules.MaxTurns)
		assert.NotEmpty(t, list, "typing %q", typed)
		for _, turn := range list {
			assert.True(t, fits(turn), "typing %q suggests %v", typed, turn)
		}
	}
	assert.True(t, strings.HasPrefix(turnsFor(en, p, "rotate 122", 25)[0].String(), "122>"),
		"a rotation comes before a move with one as its bonus")
	opening := rules.Start(rules.Board6x4, true)
	assert.Equal(t, []rules.Turn{rules.Pass}, turnsFor(en, opening, "skip", 25))
}

// TestReadSuggestion: in every position of some games, each suggestion's name parses to its turn and match, even if it
// is cut.
func TestReadSuggestion(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	chance := rand.New(rand.NewPCG(1, 2))
	tags := [][]string{{"against Bob"}, {"against Bob, you are Red, since 2026-11-11", "against Bob · (x) · y"},
		{"against Bob", "against Bob, 5x5", "against " + strings.Repeat("M", 60-len("against "))}}
	cuts := 0
	for game := range 6 {
		g := rules.NewGame(rules.DefaultOptions())
		for range 60 {
			p := g.Position()
			legal := p.AppendTurns(nil)
			if g.Outcome().Over() || len(legal) == 0 {
				break
			}
			var boards []Board
			for _, tag := range tags[game%len(tags)] {
				boards = append(boards, Board{p, tag})
			}
			for _, s := range Suggest(en, boards, "", 1000) {
				turn, about := ReadSuggestion(s.Name)
				got, err := p.ParseTurn(turn)
				if s.Turn == rules.NoTurn {
					require.Error(t, err, s.Name)
					continue
				}
				require.NoError(t, err, s.Name)
				require.Equal(t, s.Turn, got)
				for i, b := range boards {
					require.Equal(t, len(boards) > 1 && i == s.Board, HasTag(about, b.Tag), "%q in %q", b.Tag, s.Name)
				}
				if strings.HasSuffix(s.Name, "…") {
					cuts++
				}
			}
			require.NoError(t, g.Play(legal[chance.IntN(len(legal))]))
		}
	}
	assert.Positive(t, cuts, "some names are cut")
	for _, typed := range []string{"211-c4", "", "rotate 122", "211-c4 (x"} {
		turn, about := ReadSuggestion(typed)
		assert.Equal(t, typed, turn)
		assert.Empty(t, about)
	}
}

// TestSuggest_HomeRow: the enemy's home row depends on the side and on the board.
func TestSuggest_HomeRow(t *testing.T) {
	t.Parallel()
	for position, row := range map[string]int{"6x4 b1-------------- b6c2------------ b - 0 -": 1,
		"5x5 b1c4------------ b5-------------- r - 0 -": 5} {
		list := turnsFor(i18ntest.English(), rulestest.Position(t, position), "home", 25)
		assert.NotEmpty(t, list, position)
		for _, turn := range list {
			assert.Equal(t, row, turn.To().Row(), "%s: %v", position, turn)
		}
	}
}
