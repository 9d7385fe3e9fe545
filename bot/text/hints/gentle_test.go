package hints

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/explain"
)

// TestGentle: the steps before the turn name a ship and an idea, and not the turn.
func TestGentle(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	hint := func(turn rules.Turn, why ...explain.Reason) play.Hint {
		return play.Hint{Candidates: []play.Candidate{{Turn: turn, Worth: 0.5, Reasons: why}}}
	}
	to := rules.MakeSquare(3, 4)
	en := i18ntest.English()
	for turn, want := range map[rules.Turn]string{
		rules.Pass:                               "How good is your fleet as it stands?",
		rules.ShiftTurn(rules.Swap112x221):       "Think of a swap.",
		rules.ShiftTurn(rules.Rotate122x212x221): "Think of a rotation, and look at your **122**.",
		rules.MoveTurn(rules.Ship211, to, false): "Look at your **211** on c2.",
	} {
		assert.Equal(t, want, Nudge(en, &g, hint(turn)))
		assert.Equal(t, want+"\n**The idea**: hard to explain briefly. "+
			"The game would be about even.", Idea(en, &g, hint(turn)))
		assert.Equal(t, want+"\n**The idea**: Blue can expel nothing next turn.",
			Idea(en, &g, hint(turn, explain.Reason{Kind: explain.LeavesNothing})))
	}
	line := []rules.Turn{rules.Pass, rules.ShiftTurn(rules.Swap112x221), rules.MoveTurn(rules.Ship211, to, false)}
	assert.Equal(t, "What I expect: you `pass`, Blue `112=221`, you `211-c4`.", Line(en, &g, line))
	assert.Equal(t, "What I expect: you `pass`, Blue `112=221`.", Line(en, &g, line[:2]))
	assert.Equal(t, "What I expect: you `pass`.", Line(en, &g, line[:1]))
}

// TestIdea_NotByAMistake: a mistake on the destination of the turn is not mentioned, because that would reveal it.
func TestIdea_NotByAMistake(t *testing.T) {
	t.Parallel()
	c3 := rules.MakeSquare(3, 3)
	why := []explain.Reason{{Kind: explain.Declines, Turn: rules.MoveTurn(rules.Ship121, c3, true),
		Reply: rules.MoveTurn(rules.Ship222, c3, true), Ship: rules.Ship121}, {Kind: explain.LeavesNothing}}
	best := play.Candidate{Turn: rules.MoveTurn(rules.Ship211, c3, true), Reasons: why}
	assert.Equal(t, "Blue can expel nothing next turn.", ideas(i18ntest.English(), rules.Red, best))
}

// TestIdea_NotTheTurn: for a reader who knows the ship, the idea does not reveal where it goes, what it expels or what
// it brings back.
func TestIdea_NotTheTurn(t *testing.T) {
	t.Parallel()
	at := rules.MakeSquare
	c3, b6 := at(3, 3), at(2, 6)
	takes := rules.MoveTurn(rules.Ship211, c3, true)
	swap := rules.ShiftTurn(rules.Swap112x221)
	back := rules.MoveTurn(rules.Ship122, c3, true)
	for _, c := range []struct {
		turn   rules.Turn
		reason explain.Reason
		want   string
	}{
		{takes, explain.Reason{Kind: explain.ExpelsCorvette, Square: c3}, "It wins at once."},
		{takes, explain.Reason{Kind: explain.ExpelsForFree, Ship: rules.Ship121}, "It expels a ship, and Blue wins nothing in return."},
		{takes, explain.Reason{Kind: explain.Trades, Ship: rules.Ship221, Other: rules.Ship211, Turn: back},
			"It offers a trade that's at least even."},
		{takes, explain.Reason{Kind: explain.Expels, Ship: rules.Ship121},
			"It expels a ship; what Blue can win in return is worth no more."},
		{swap, explain.Reason{Kind: explain.Recalls, Ship: rules.Ship221, Other: rules.Ship112, Square: b6},
			"It brings one of your ships back from exile."},
		{takes, explain.Reason{Kind: explain.EarnsBonus, Ship: rules.Ship211}, "It earns a bonus."},
		{takes, explain.Reason{Kind: explain.Covers, Ship: rules.Ship211, Square: c3, Turn: back, Reply: takes},
			"Your ship is covered where it goes."},
		{takes, explain.Reason{Kind: explain.ClosesCorvette, Square: c3}, "It takes an escape square from Blue's corvette."},
		{takes, explain.Reason{Kind: explain.LosesLeast, Ship: rules.Ship211, Turn: back},
			"You can't keep everything, and no other turn costs you less."},
		{takes, explain.Reason{Kind: explain.Covers, Ship: rules.Ship121, Square: b6,
			Turn: rules.MoveTurn(rules.Ship122, b6, true), Reply: rules.MoveTurn(rules.Ship222, b6, true)},
			"Your 121 on b6 is covered: if Blue plays `122xb6`, you answer `222xb6`."},
		{swap, explain.Reason{Kind: explain.LosesLeast, Ship: rules.Ship211, Turn: back},
			"You can't keep everything: Blue wins your 211 next turn with `122xc3`. No other turn costs you less."},
		{takes, explain.Reason{Kind: explain.StopsVictory, Turn: back, Count: 2}, "It stops Blue from winning by force."},
		{swap, explain.Reason{Kind: explain.StopsVictory, Turn: back, Count: 2},
			"It parries `122xc3`, with which Blue threatens to win by force."},
		{takes, explain.Reason{Kind: explain.LeavesNothing}, "Blue can expel nothing next turn."},
	} {
		assert.Equal(t, c.want, ideaText(i18ntest.English(), rules.Red, c.turn, c.reason))
	}
}

// TestReasons_Once: if a turn stops a forced win, saving a ship from the same turn is not mentioned as well.
func TestReasons_Once(t *testing.T) {
	t.Parallel()
	threat := rules.MoveTurn(rules.Ship222, rules.MakeSquare(1, 4), true)
	other := rules.MoveTurn(rules.Ship221, rules.MakeSquare(1, 4), true)
	stops := explain.Reason{Kind: explain.StopsVictory, Turn: threat, Count: 2}
	saves := explain.Reason{Kind: explain.Saves, Ship: rules.Ship122, Turn: threat}
	said := func(saves explain.Reason) string {
		return mainReasons(i18ntest.English(), rules.Blue, []explain.Reason{stops, saves})
	}
	assert.Equal(t, "It parries `222xa4`, with which Red threatens to win by force.", said(saves))
	saves.Turn = other
	assert.Contains(t, said(saves), "It saves your 122 from `221xa4`.")
}
