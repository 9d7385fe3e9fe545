package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
)

// TestBoardSize: texts name the board of the match.
func TestBoardSize(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	for _, board := range rules.Boards() {
		m := play.Match{Match: *playingOn(t, rules.Options{Board: board})}
		s, size := m.Summary(), " · "+board.String()
		notice := play.Notice{Match: m, To: play.Player{ID: alice}, Kind: play.TurnNotice, Direct: true}
		for name, said := range map[string]string{"line": Line(en, &s, alice, nil), "label": Label(en, &s, alice, "Bob"),
			"notice": Notice(en, &notice), "thread": ThreadTitle(en, &m.Match, "Alice", "Bob")} {
			assert.Contains(t, said, size, name)
		}
	}
}
