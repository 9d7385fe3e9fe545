package hints

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/explain"
)

// TestWrong: a wrong turn is explained by its refutation, or else by the reply and the outlook after it.
func TestWrong(t *testing.T) {
	t.Parallel()
	a := ask(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	turn := a.turn("112=221")
	reply := a.reply(turn, "111=222")
	tried := play.Candidate{Turn: turn, Line: []rules.Turn{turn, reply}, Worth: 0.5}
	good := tried
	good.Worth = 0.65
	lost := tried
	lost.Proof, lost.Turns = play.LossProven, 3
	over := play.Candidate{Turn: turn, Line: []rules.Turn{turn}, Worth: 0.25}
	for _, c := range []struct {
		tried   play.Candidate
		refuted explain.Reason
		want    string
	}{
		{tried, a.against("112=221", "111=222", rules.Ship211), "`112=221` would be a mistake: Blue answers `111=222` and wins your 211."},
		{tried, explain.Reason{}, "Not `112=221`. Blue answers `111=222`. The game would be about even."},
		{good, explain.Reason{}, "There's a better turn than `112=221`. Blue answers `111=222`. You'd be about a frigate up."},
		{lost, explain.Reason{}, "`112=221` would be a mistake: Blue answers `111=222` and wins by force."},
	} {
		assert.Equal(t, c.want, Wrong(i18ntest.English(), &a.game, c.tried, c.refuted))
	}
	for position, want := range map[string]string{
		"6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 39 b": "Not `112=221`. It ends the game, and Blue has the semi-victory.",
		"6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 39 r": "Not `112=221`. It ends the game, and the semi-victory is yours.",
	} {
		end := ask(t, position)
		assert.Equal(t, want, Wrong(i18ntest.English(), &end.game, over, explain.Reason{}))
	}
	taken := ask(t, "6x4 b1--c2--b2------ b6----------c4d6 r - 0 -")
	steps := play.Candidate{Turn: taken.turn("121-c3")}
	assert.Equal(t, "`121-c3` would be a mistake: Blue answers `221xc3` and wins your 121. "+
		"Expelling the 221 in return doesn't make up for it.",
		Wrong(i18ntest.English(), &taken.game, steps, taken.against("121-c3", "221xc3", rules.Ship121)))
	own := ask(t, "6x4 b1b6------a5--b5 a6-------------- b - 0 -")
	gone := play.Candidate{Turn: own.turn("111=222")}
	assert.Equal(t, "Not `111=222`. It sends your own corvette into exile, and so Red wins.",
		Wrong(i18ntest.English(), &own.game, gone, explain.Reason{}))
}
