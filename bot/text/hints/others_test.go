package hints

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/rulestest"
)

// asked is a game with helpers for turns of its position.
type asked struct {
	*testing.T
	game     rules.Game
	position rules.Position
}

func ask(t *testing.T, position string) asked {
	t.Helper()
	p := rulestest.Position(t, position)
	return asked{t, rules.GameFrom(p, rules.DefaultStallLimit), p}
}

func (a asked) turn(s string) rules.Turn {
	a.Helper()
	return rulestest.Turn(a, a.position, s)
}

// reply returns a turn of the other side after t.
func (a asked) reply(t rules.Turn, s string) rules.Turn {
	a.Helper()
	return rulestest.Turn(a, a.position.Play(t), s)
}

// against returns the reason that a turn is a mistake because a reply wins a ship.
func (a asked) against(turn, reply string, ship rules.Ship) explain.Reason {
	t := a.turn(turn)
	return explain.Reason{Kind: explain.Declines, Turn: t, Reply: a.reply(t, reply), Ship: ship}
}

func (a asked) said(list ...play.Candidate) string {
	return Whole(i18ntest.English(), &a.game, play.Hint{Candidates: list})
}

// TestHint_NoMistakeProposed: a turn that is called a mistake is not proposed. A turn that costs a ship is a mistake, a
// turn that is nearly as good is proposed.
func TestHint_NoMistakeProposed(t *testing.T) {
	t.Parallel()
	const mistake = "would be a mistake"
	t.Run("as good", func(t *testing.T) {
		t.Parallel()
		a := ask(t, "6x4 b1c2a3--b3--b2c1 b6a6--c4a5--b5c6 b - 1 b")
		best, other := a.turn("222-d6"), a.turn("211xa3")
		got := a.said(play.Candidate{Turn: best, Worth: 0.5, Reasons: []explain.Reason{a.against("211xa3", "211xb5", rules.Ship221)}},
			play.Candidate{Turn: other, Worth: 0.49})
		assert.NotContains(t, got, mistake)
		assert.Contains(t, got, "**2** `211xa3`: about as good.")
	})
	t.Run("a ship weaker", func(t *testing.T) {
		t.Parallel()
		a := ask(t, "6x4 b1--b4----d1b2c3 b6------a5d5a6b5 b - 2 r")
		hint := play.Hint{Candidates: []play.Candidate{
			{Turn: a.turn("222-c5"), Worth: 0.124, Reasons: []explain.Reason{a.against("211xb4", "221xb4", rules.Ship211)}},
			{Turn: a.turn("211xb4"), Worth: 0.018}, {Turn: a.turn("211-a4"), Worth: 0.12}}}
		got := a.said(hint.Candidates...)
		assert.Contains(t, got, "`211xb4` "+mistake)
		assert.NotContains(t, got, "**2** `211xb4`")
		assert.Equal(t, []rules.Turn{a.turn("222-c5"), a.turn("211-a4")}, Turns(hint))
	})
	t.Run("as good, but proven to lose", func(t *testing.T) {
		t.Parallel()
		a := ask(t, "6x4 b1--b4----d1b2c3 b6------a5d5a6b5 b - 2 r")
		for _, why := range []explain.Reason{a.against("211xb4", "221xb4", rules.Ship111),
			{Kind: explain.OnlyHolds, Ship: rules.Ship111, Count: 3}} {
			hint := play.Hint{Candidates: []play.Candidate{
				{Turn: a.turn("222-c5"), Worth: 0.4, Reasons: []explain.Reason{why}}, {Turn: a.turn("211xb4"), Worth: 0.4}}}
			assert.Equal(t, []rules.Turn{a.turn("222-c5")}, Turns(hint))
			assert.NotContains(t, a.said(hint.Candidates...), "**2**")
		}
	})
	t.Run("the only one that keeps a ship", func(t *testing.T) {
		t.Parallel()
		a := ask(t, "6x4 b1--b4----d1b2c3 b6------a5d5a6b5 b - 2 r")
		best := play.Candidate{Turn: a.turn("222-c5"), Worth: ahead(0),
			Reasons: []explain.Reason{{Kind: explain.OnlyHolds, Ship: rules.Ship211}}}
		weaker := play.Candidate{Turn: a.turn("211-a4"), Worth: ahead(-100)}
		alike := play.Candidate{Turn: a.turn("211-a4"), Worth: ahead(-20)}
		const keeps = "Every other turn loses your 211."
		assert.Contains(t, a.said(best, weaker), keeps)
		assert.NotContains(t, a.said(best, weaker), "**2**")
		assert.NotContains(t, a.said(best, alike), keeps)
		assert.Contains(t, a.said(best, alike), "**2** `211-a4`")
	})
	t.Run("the best", func(t *testing.T) {
		t.Parallel()
		a := ask(t, "6x4 a1--------d3a4a3 b6----d4----b5c5 r - 20 b")
		best, other := a.turn("212-c3"), a.turn("212-d2")
		got := a.said(play.Candidate{Turn: best, Worth: 0.5}, play.Candidate{Turn: other, Worth: 0.49,
			Reasons: []explain.Reason{{Kind: explain.Declines, Turn: best, Ship: rules.Ship212}, {Kind: explain.LeavesNothing}}})
		assert.NotContains(t, got, mistake)
		assert.Contains(t, got, "about as good. Blue can expel nothing next turn.")
	})
}

// TestShown_Declined: no shown turn is called a mistake, whatever the candidates and their reasons.
func TestShown_Declined(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	all := p.AppendTurns(nil)[:6]
	g, en := rules.GameFrom(p, rules.DefaultStallLimit), i18ntest.English()
	rapid.Check(t, func(t *rapid.T) {
		var hint play.Hint
		for _, turn := range rapid.Permutation(all).Draw(t, "turns") {
			why := explain.Reason{Kind: explain.Declines, Turn: rapid.SampledFrom(all).Draw(t, "mistake"), Ship: rules.Ship211}
			hint.Candidates = append(hint.Candidates, play.Candidate{Turn: turn, Reasons: []explain.Reason{why},
				Worth: play.Worth(rapid.Float64Range(0, 1).Draw(t, "worth"))})
		}
		said := Whole(en, &g, hint)
		if wrong := mistaught(said, Turns(hint)); len(wrong) > 0 {
			t.Fatalf("%v is proposed: %s", wrong, said)
		}
	})
}

// mistaught returns the turns that a hint both proposes and calls mistakes.
func mistaught(said string, proposed []rules.Turn) []rules.Turn {
	return slices.DeleteFunc(slices.Clone(proposed), func(t rules.Turn) bool {
		return !strings.Contains(said, "`"+t.String()+"` would be a mistake")
	})
}

// TestHint_Others: how much worse another turn is is expressed in ships, wherever the match stands.
func TestHint_Others(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	for _, c := range []struct {
		name        string
		best, other play.Candidate
		want        string
	}{
		{"within a third of a frigate", play.Candidate{Worth: ahead(20)}, play.Candidate{Worth: ahead(-9)},
			"about as good."},
		{"half a frigate", play.Candidate{Worth: ahead(20)}, play.Candidate{Worth: ahead(-30)}, "a little weaker."},
		{"a frigate", play.Candidate{Worth: ahead(20)}, play.Candidate{Worth: ahead(-80)}, "weaker."},
		{"a frigate, far behind", play.Candidate{Worth: ahead(-620)}, play.Candidate{Worth: ahead(-720)}, "weaker."},
		{"as good as decided", play.Candidate{Worth: ahead(2600)}, play.Candidate{Worth: ahead(1400)},
			"about as good."},
		{"no number", play.Candidate{Worth: 1}, play.Candidate{Worth: ahead(5000)}, "about as good."},
		{"not searched to the end", play.Candidate{Worth: 0.6}, play.Candidate{Worth: 0.6}, "at best as good."},
		{"beside a proven semi-victory", play.Candidate{Worth: 0.75, Proof: play.SemiWinProven}, play.Candidate{Worth: 0.74},
			"maybe as good, not proven."},
		{"a win", play.Candidate{Worth: 1, Proof: play.WinProven}, play.Candidate{Worth: 1, Proof: play.WinProven},
			"also wins by force."},
	} {
		c.best.Turn, c.other.Turn = a.turn("211xb3"), a.turn("112=221")
		got := a.said(c.best, c.other)
		assert.True(t, strings.HasSuffix(got, "`112=221`: "+c.want), "%s: %s", c.name, got)
	}
}

// TestHint_NothingMuchWeaker: a turn that is weaker by a destroyer is not proposed.
func TestHint_NothingMuchWeaker(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	for _, c := range []struct {
		name        string
		best, other play.Candidate
	}{
		{"a cruiser of difference, far ahead", play.Candidate{Worth: 0.999}, play.Candidate{Worth: 0.98}},
		{"two destroyers, behind", play.Candidate{Worth: 0.124}, play.Candidate{Worth: 0.018}},
		{"a destroyer", play.Candidate{Worth: ahead(20)}, play.Candidate{Worth: ahead(-150)}},
		{"much less than one", play.Candidate{Worth: 0.75, Proof: play.SemiWinProven}, play.Candidate{Worth: 0.4}},
	} {
		c.best.Turn, c.other.Turn = a.turn("211xb3"), a.turn("112=221")
		assert.NotContains(t, a.said(c.best, c.other), "112=221", c.name)
	}
}

// TestHint_Capped: if a candidate's score may be too high, no later one sounds better.
func TestHint_Capped(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	for _, c := range []struct {
		second, third int // their leads
		want          []string
	}{
		{50, 40, []string{"at best as good", "at best as good"}},
		{45, 45, []string{": about as good", "at best as good"}},
		{0, 0, []string{": a little weaker", ": weaker"}},
		{50, 0, []string{"at best as good", ": weaker"}},
	} {
		lines := strings.Split(a.said(play.Candidate{Turn: a.turn("211xb3"), Worth: ahead(50)},
			play.Candidate{Turn: a.turn("112=221"), Worth: ahead(c.second)},
			play.Candidate{Turn: a.turn("111=222"), Worth: ahead(c.third)}), "\n")
		assert.Contains(t, lines[len(lines)-2], c.want[0])
		assert.Contains(t, lines[len(lines)-1], c.want[1])
	}
}

// TestHint_OthersSpeakForThemselves: the text about another turn does not mention which mistake it avoids, or what only
// the best turn does now.
func TestHint_OthersSpeakForThemselves(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 d1--b2c3b3d3a1c2 c6d4c4b4--a4b5c5 r - 11 r")
	best := play.Candidate{Turn: a.turn("122xc4"), Worth: 0.5}
	later := func(k explain.Kind, turn string) explain.Reason {
		return explain.Reason{Kind: k, Ship: rules.Ship121, Square: rules.MakeSquare(3, 4), Turn: a.turn(turn)}
	}
	for _, c := range []struct {
		reason explain.Reason
		want   string
	}{
		{a.against("221-a3", "121xc3", rules.Ship122), "about as good. Blue can expel nothing next turn."},
		{later(explain.KeepsThreat, "122xc4"), "about as good. Blue can expel nothing next turn."},
		{later(explain.Threatens, "122xc4"), "about as good. Blue can expel nothing next turn."},
		{later(explain.KeepsThreat, "221-b1"),
			"about as good. It keeps Blue's 121 under threat: `221-b1` would win it."},
	} {
		got := a.said(best, play.Candidate{Turn: a.turn("221-c1"), Worth: 0.49,
			Reasons: []explain.Reason{c.reason, {Kind: explain.LeavesNothing}}})
		assert.True(t, strings.HasSuffix(got, c.want), got)
	}
}

// TestHint_SaidOnce: "the enemy can expel nothing" is not repeated for another turn.
func TestHint_SaidOnce(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 d1--b2c3b3d3a1c2 c6d4c4b4--a4b5c5 r - 11 r")
	nothing := []explain.Reason{{Kind: explain.LeavesNothing}}
	got := a.said(play.Candidate{Turn: a.turn("122xc4"), Worth: 0.5, Reasons: nothing},
		play.Candidate{Turn: a.turn("221-c1"), Worth: 0.49, Reasons: nothing})
	assert.Equal(t, 1, strings.Count(got, "can expel nothing next"), got)
}

// TestHint_EndOnStall: no turn that ends the match is proposed in addition to one that does not; and if every turn ends
// it, the hint says nothing more.
func TestHint_EndOnStall(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 b1b3c3----a1b2c1 b6----b4d6c4a6b5 r - 39 b")
	ends := []explain.Reason{{Kind: explain.EndsOnStall}}
	goesOn := play.Candidate{Turn: a.turn("121xc4"), Worth: 0.4}
	lost := play.Candidate{Turn: a.turn("121-c2"), Worth: 0.25, Proof: play.SemiLossProven, Reasons: ends}
	assert.NotContains(t, a.said(goesOn, lost), "121-c2")
	assert.Equal(t, "**121-c2** — 121 sails from c3.\n"+
		"It ends the game, and Blue has the semi-victory.", a.said(lost, lost))
	won := play.Candidate{Turn: a.turn("121-c2"), Worth: 0.75, Proof: play.SemiWinProven,
		Reasons: []explain.Reason{{Kind: explain.LeadsOnStall}}}
	assert.Equal(t, "**121-c2** — 121 sails from c3.\n"+
		"It ends the game, and the semi-victory is yours.", a.said(won, lost))
}

// ahead returns the expected score for a lead in hundredths of a frigate.
func ahead(by int) play.Worth { return play.Worth(engine.Score(by).Worth()) }
