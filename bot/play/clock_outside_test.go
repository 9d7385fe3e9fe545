package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestClaim_Outside: in direct messages nobody can claim before the worker has checked that the bot is on the server
// and has recorded that time is up.
func TestClaim_Outside(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	_, err := fx.ChangePlayer(t.Context(), alice, func(p *play.Player) { p.Vacation.Stays = true })
	require.NoError(t, err)
	fx.now = m.Deadline()
	_, err = fx.Claim(t.Context(), play.Actor{ID: bob.ID}, anyPly(m.ID))
	require.ErrorIs(t, err, match.ErrNotOverdue)
	_, err = fx.Claim(t.Context(), play.Actor{ID: bob.ID, Guild: venue().Guild}, anyPly(m.ID))
	require.NoError(t, err)
}
