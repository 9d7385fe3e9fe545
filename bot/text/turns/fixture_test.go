package turns

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// playing returns a game after the given turns.
func playing(t *testing.T, turns ...string) *rules.Game {
	t.Helper()
	return rulestest.NewGame(t, rules.DefaultOptions(), turns...)
}

// ended returns such a game, ended for a reason by loser, which is NoColor if no side alone ended it.
func ended(t *testing.T, why rules.Reason, loser rules.Color, turns ...string) *rules.Game {
	t.Helper()
	g := playing(t, turns...)
	if why == rules.Agreement {
		g.End(why, rules.NoColor)
	} else {
		g.Leave(why, loser)
	}
	return g
}

func refused(t *testing.T, err error) string {
	t.Helper()
	if illegal, ok := errors.AsType[*rules.TurnError](err); ok {
		return Illegal(i18ntest.English(), illegal)
	}
	unread, ok := errors.AsType[*rules.TurnSyntaxError](err)
	require.True(t, ok)
	return Unread(i18ntest.English(), unread)
}
