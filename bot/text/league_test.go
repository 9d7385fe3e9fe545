package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// TestMatch_League: the board before the first turn and the result name the league; its warnings are on the board and
// in the reminder.
func TestMatch_League(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	m := playing(t)
	b := Background{League: season.Part{Group: 2, Last: true, Ends: time.Unix(77, 0)}}
	const last, ends = "**League**: lose another game on time", "**League**: the season ends <t:77:R>"
	said := MatchAnd(en, m, alice, b)
	assert.Contains(t, said, "Blue · League, group 2\n")
	for _, warning := range []string{last, ends} {
		assert.Contains(t, said, warning)
		for _, direct := range []bool{true, false} {
			n := play.Notice{Match: play.Match{Match: *m}, To: play.Player{ID: alice}, Kind: play.TimeNotice, Direct: direct,
				League: b.League}
			assert.Contains(t, Notice(en, &n), warning)
		}
		assert.NotContains(t, MatchAnd(en, m, alice, Background{}), warning)
	}
	_, err := m.As(m.ToMove()).Resign(m.Started)
	assert.NoError(t, err)
	assert.Contains(t, MatchAnd(en, m, "", b), " · League, group 2 · ")
	b.League.Places, b.League.Size = [2]int{4, 2}, 5
	assert.Contains(t, MatchAnd(en, m, "", b), " · League, group 2: <@101> is #4 of 5, <@102> #2 · ")
	for reader, place := range map[match.PlayerID]string{alice: "#4", bob: "#2"} {
		want := "League, group 2: you're " + place + " of 5"
		assert.Contains(t, MatchAnd(en, m, reader, b), " · "+want+" · ")
		for _, direct := range []bool{true, false} {
			n := play.Notice{Match: play.Match{Match: *m}, To: play.Player{ID: reader}, Kind: play.OverNotice, Direct: direct,
				League: b.League}
			assert.Contains(t, Notice(en, &n), "\n"+want)
		}
	}
}
