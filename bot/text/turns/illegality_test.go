package turns

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestEveryIllegalityHasWords(t *testing.T) {
	t.Parallel()
	texts := map[string]rules.Illegality{}
	for _, why := range rules.Illegalities() {
		text, ok := illegalForms[why]
		require.True(t, ok, "%v has no text", why)
		assert.NotContains(t, texts, text.ID, "%v shares its text", why)
		texts[text.ID] = why
	}
}

func TestRefusedTurns(t *testing.T) {
	t.Parallel()
	const (
		start   = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
		opening = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -"
		exiled  = "6x4 b1--a2----d1--c1 b6d5a5b5c5d6a6c6 r - 0 b"
		recall  = "6x4 b1--a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 b"
		near    = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c3 r - 0 -"
		ended   = "6x4 --d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 b"
	)
	tests := []struct{ name, position, turn, want string }{
		{"shields", near, "121xc3", "Your 121 can't go from a2 to c3: with 1 sail it goes at most 1 square."},
		{"cannons", near, "211xc3", "Your 211 can't expel 222 on c3: one cannon against two shields. " +
			"Hemmed in on c2, your 211 can't sail at all. You can play "},
		{"far", start, "112-d4", "Your 112 can't go from d2 to d4: with 1 sail it goes at most 1 square. You can play "},
		{"far, but hemmed in", start, "222-c4",
			"Hemmed in on c1, your 222 can't sail at all. You can play `111=222` with it."},
		{"own", start, "112-c2", "Your 112 can't go to c2: your own 211 is there."},
		{"uturn", start, "112-d2", "Your 112 would end where it began, on d2; that's no move."},
		{"off the other board", rules.Start(rules.Board5x5, false).String(), "112-f2",
			"There's no such square: this board has the columns a to e and the rows 1 to 5."},
		{"off", start, "112-e2", "There's no such square: this board has the columns a to d and the rows 1 to 6."},
		{"path", start, "222-c3", "Your 222 can't get from c1 to c3: blocked by 211 on c2. " +
			"Hemmed in on c1, your 222 can't sail at all. You can play `111=222` with it."},
		{"exile", exiled, "112-d3", "Your 112 is in exile and can't sail."},
		{"way back", recall, "112-d3", "Your 112 is in exile and can't sail. These bring it back: `112=221`, "},
		{"both in exile", exiled, "112=221", "Both ships are in exile"},
		{"two in exile", exiled, "112>121>211", "A rotation needs at least two of its three ships on the board."},
		{"pair", start, "112=222", "Those two can't swap."},
		{"group", start, "112>121>222", "Those three can't rotate."},
		{"positioning", opening, "112-d3", "Your first turn is for positioning: swap, rotate or `pass`. " +
			"Ships sail from the second turn on. You can play `pass`, "},
		{"pass", start, "pass", "Only a positioning turn can be passed."},
		{"bonus", start, "112-d3+112=221", "That move earns no bonus"},
		{"ship", start, "113-d3", "There's no such ship"},
		{"other's", start, "a5-a4", "a5 holds an enemy ship: it's Red's turn."},
		{"over", ended, "112-d3", "The game is over."},
		{"syntax", start, "hello `there` <@101>", "I don't understand `hello 'there' <@101>` as a turn."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := rulestest.Position(t, test.position)
			_, err := p.ParseTurn(test.turn)
			require.Error(t, err)
			text := refused(t, err)
			assert.Contains(t, text, test.want)
			assert.NotContains(t, text, "illegal.", "a place was not filled")
			assert.NotContains(t, text, "---")
			assert.False(t, strings.Contains(text, "at most") && strings.Contains(text, "Hemmed in"), text)
			t.Log(text)
		})
	}
}

// TestRefusedTurn_NoSuicide: a turn that exiles the player's own corvette is never offered instead of a refused one.
func TestRefusedTurn_NoSuicide(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1d2a2b2c2d1a1-- b6d5a5b5c5d6a6c6 r - 0 b")
	_, err := p.ParseTurn("222-c3")
	text := refused(t, err)
	assert.Equal(t, "Your 222 is in exile and can't sail.", text)
}

// TestUnreadTurn: words that match few turns offer those; other texts offer turns like the ships they name.
func TestUnreadTurn(t *testing.T) {
	t.Parallel()
	p := rules.Start(rules.Board6x4, false)
	for typed, meant := range map[string]string{
		"rotate 122":           " Did you mean `122>212>221` or `122>221>212`?",
		"swap the corvette":    " Did you mean `111=222`?",
		"move the 211 to c4":   " Did you mean `211-c4`?",
		"put 211 somewhere":    " Did you mean `122=211`, `112>121>211` or `112>211>121`?",
		"do something":         "",
		"rotate something 122": " Did you mean `122=211`, `122>212>221` or `122>221>212`?",
	} {
		_, err := p.ParseTurn(typed)
		said := refused(t, err)
		_, offered, _ := strings.Cut(said, "suggests turns as you type.")
		assert.Equal(t, meant, offered, typed)
	}
}

// TestAnyOf: a long list says how many turns it omits.
func TestAnyOf(t *testing.T) {
	t.Parallel()
	p := rules.Start(rules.Board6x4, false)
	turns := p.AppendTurns(nil)
	assert.Contains(t, anyOf(i18ntest.English(), turns[:maxListed]), " or `"+turns[maxListed-1].String()+"`")
	assert.Contains(t, anyOf(i18ntest.English(), turns[:maxListed+1]), "` and 1 more")
}

func TestOfShip(t *testing.T) {
	t.Parallel()
	const diagram, lone = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -", "6x4 b1-------------- b6-------------- r - 0 -"
	tests := []struct {
		position string
		ship     rules.Ship
		want     string
	}{
		{diagram, rules.Ship122, "**Red's 122** can play `122-a2`, `122=211`, `122>212>221` or `122>221>212`."},
		{lone, rules.Ship222, "**Red's 222** has no turn now."}, // except the one that loses at once
	}
	for _, test := range tests {
		p := rulestest.Position(t, test.position)
		assert.Equal(t, test.want, OfShip(i18ntest.English(), p, test.ship))
	}
}
