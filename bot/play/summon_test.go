package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestSummon: who waited for a month can have the other side play within a week, which is counted from the end of a
// vacation on.
func TestSummon(t *testing.T) {
	t.Parallel()
	for _, vacation := range []time.Duration{0, day} {
		fx := newFixture(t)
		m := fx.start()
		if fx.now = fx.now.Add(match.MinWait - time.Second); vacation > 0 {
			require.NoError(t, just(fx.StartVacation(t.Context(), alice, vacation)))
		}
		_, err := fx.Summon(t.Context(), bob, anyPly(m.ID))
		require.ErrorIs(t, err, match.ErrNotOverdue)
		fx.now = fx.now.Add(time.Second)
		m, err = fx.Summon(t.Context(), bob, anyPly(m.ID))
		require.NoError(t, err)
		assert.Equal(t, m, fx.stored(m.ID))
		assert.Equal(t, max(0, vacation-time.Second)+match.SummonSpan, m.Deadline().Sub(m.Changed))
		due, ok := fx.due(play.JobFlag)
		assert.True(t, ok)
		assert.Equal(t, m.Deadline(), due)
	}
}

// TestSummon_Told: the summoned side gets a direct message, except where the bot only replies: there the reply notifies
// them.
func TestSummon_Told(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		venue  play.Venue
		direct bool
	}{{venue(), true}, {play.Venue{Channel: "group", Away: true}, false},
		{play.Venue{Guild: "g", Channel: "c", Away: true}, false},
		{play.Venue{Channel: "dm"}, false}} {
		fx := newFixture(t)
		m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: terms(), Venue: c.venue})
		require.NoError(t, err)
		m, err = fx.Accept(t.Context(), bob, m.ID)
		require.NoError(t, err)
		fx.now = fx.now.Add(match.MinWait)
		m, err = fx.Summon(t.Context(), bob, anyPly(m.ID))
		require.NoError(t, err)
		news := []match.Event{{Kind: match.Summoned, Seq: m.Seq, By: bob.ID, At: m.Changed}}
		assert.Equal(t, []match.PlayerID{alice.ID}, play.Pings(&m, news))
		ids, err := fx.PingsNow(t.Context(), &m, news)
		require.NoError(t, err)
		assert.Equal(t, c.direct, len(ids) == 0)
		calls, err := fx.AsksToAct(t.Context(), bob, &m, nil, news)
		require.NoError(t, err)
		assert.True(t, calls, "she has to act")
		asked := []match.Event{{Kind: match.StopOffered, Seq: m.Seq, By: alice.ID, At: m.Changed}}
		_, err = m.As(alice.ID).MakeOffer(match.ToStop, m.Changed)
		require.NoError(t, err)
		ids, err = fx.PingsNow(t.Context(), &m, asked)
		require.NoError(t, err)
		assert.Equal(t, []match.PlayerID{bob.ID}, ids, "the other side is told as ever")
	}
}
