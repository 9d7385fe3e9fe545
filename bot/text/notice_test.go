package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
)

// TestNotice_Alike: a notice says which of several matches against the same player it is about.
func TestNotice_Alike(t *testing.T) {
	t.Parallel()
	en, m := i18ntest.English(), play.Match{Match: *playing(t)}
	m.ID, m.Started = "b", noon
	alike := m.Summary()
	alike.ID, alike.Started = "a", noon.Add(-time.Hour)
	n := play.Notice{Match: m, To: play.Player{ID: alice}, Kind: play.TurnNotice}
	for _, test := range []struct {
		open           []play.Summary
		public, direct string
	}{
		{nil, "against <@102>", "against <@102> · 6x4 · round 1"},
		{[]play.Summary{alike, m.Summary()}, "against <@102> · second game", "against <@102> · 6x4 · second game · round 1"},
	} {
		n.Open, n.Direct = test.open, false
		assert.Equal(t, "<@101>: **It's your turn** "+test.public, Notice(en, &n))
		n.Direct = true
		assert.Contains(t, Notice(en, &n), "**It's your turn** "+test.direct+" · ")
		missed := play.Missed{Matches: []play.Match{m}, Open: test.open}
		assert.Contains(t, Missed(en, missed, alice, 1000), " · "+test.direct[len("against <@102> · "):]+" · ")
	}
}
