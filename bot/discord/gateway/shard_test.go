package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// TestBudgetOfSessionsIsKept: no session is started while Discord allows few more.
func TestBudgetOfSessionsIsKept(t *testing.T) {
	t.Parallel()
	g := &server{scripts: []script{welcome}}
	g.told = func(asked int) string {
		left := identifyReserve
		if asked > 2 {
			left++
		}
		return fmt.Sprintf(`"shards":2,"session_start_limit":{"total":1000,"remaining":%d,"reset_after":1}`, left)
	}
	began := time.Now()
	connect(t, g, nil, ignore)
	eventually(t, func() bool { return g.connections.Load() == 2 })
	assert.EqualValues(t, 4, g.asked.Load())
	assert.GreaterOrEqual(t, time.Since(began), 2*time.Second, "until there are more, and for the last one")
}

// TestScarceWait: the day's sessions last even if they are started all the time; the first quarter starts without a
// wait.
func TestScarceWait(t *testing.T) {
	t.Parallel()
	s := &starts{Gateway: New(Config{Log: slog.New(slog.DiscardHandler)})}
	const day = 24 * time.Hour
	left := discordgo.SessionInformation{Total: 1000, Remaining: 1000}
	for at := time.Duration(0); at < day; at += 10 * time.Second {
		left.ResetAfter = int((day - at).Milliseconds())
		s.scarce.Store(left.Remaining < 750)
		wait := s.scarceWait(left)
		assert.Equal(t, left.Remaining < 750, wait > 0)
		at += wait
		left.Remaining--
		require.GreaterOrEqual(t, left.Remaining, identifyReserve)
	}
}

// TestStartsAreSpaced: sessions that share a rate limit start at least five seconds apart.
func TestStartsAreSpaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, begun := &starts{Gateway: New(Config{})}, time.Now()
		for n, want := range map[int]time.Duration{0: 0, 1: 0} {
			require.NoError(t, s.limiter(n).Wait(t.Context()))
			assert.Equal(t, want, time.Since(begun))
		}
		require.NoError(t, s.limiter(1).Wait(t.Context()))
		assert.Greater(t, time.Since(begun), 5*time.Second)
	})
}

// TestReady: a Gateway is ready if each shard has a session, and otherwise says which has none and why.
func TestReady(t *testing.T) {
	t.Parallel()
	g := New(Config{Log: slog.New(slog.DiscardHandler)})
	require.ErrorIs(t, g.Ready(), errConnecting)
	g.standby.Store(true)
	require.ErrorIs(t, g.Ready(), ErrStandby)
	g.standby.Store(false)
	require.NotErrorIs(t, g.Ready(), ErrStandby)
	s := &starts{Gateway: g, count: 2}
	shards := []*shard{newShard(s, 0), newShard(s, 1)}
	g.shards.Store(&shards)
	require.ErrorIs(t, g.Ready(), errConnecting)
	shards[0].connected()
	require.EqualError(t, g.Ready(), "shard 1 of 2 has no session: connecting")
	shards[1].connected()
	require.NoError(t, g.Ready())
	shards[0].disconnected()
	require.EqualError(t, g.Ready(), "shard 0 of 2 has no session: connection ended")
	shards[0].outage.set(errSilent)
	shards[0].disconnected()
	require.ErrorIs(t, g.Ready(), errSilent, "the cause, not what followed")
}

// TestAlone: a Gateway stands by while another process is connected, takes over, and gives up its place again.
func TestAlone(t *testing.T) {
	t.Parallel()
	turn, lost := make(chan struct{}), make(chan struct{})
	alone := func(ctx context.Context, f func(context.Context) error) error {
		for {
			select {
			case <-turn:
			case <-ctx.Done():
				return ctx.Err()
			}
			ctx, cancel := context.WithCancel(ctx)
			go func() { <-lost; cancel() }()
			if err := f(ctx); err != nil {
				return err
			}
		}
	}
	g := &server{scripts: []script{welcome, welcome, closing(4004)}}
	up := connect(t, g, func(g *Gateway) { g.Alone = alone }, ignore)
	standsBy := func() bool { return errors.Is(up.Ready(), ErrStandby) }
	eventually(t, standsBy)
	require.Zero(t, g.connections.Load(), "it stands by")
	for n := range 2 {
		turn <- struct{}{}
		eventually(t, func() bool { return int(g.connections.Load()) == n+1 && up.isReady() })
		lost <- struct{}{}
		eventually(t, standsBy)
	}
	turn <- struct{}{}
	assert.ErrorIs(t, <-up.done, discord.ErrToken)
	assert.False(t, up.isReady())
}
