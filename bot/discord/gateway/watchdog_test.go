package gateway

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// watchFor runs the usual watchdog on a session and returns its result and duration.
func watchFor(t *testing.T, dg *discordgo.Session, limit time.Duration) (time.Duration, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	begun := time.Now()
	err := defaultWatchdog().run(ctx, dg)
	return time.Since(begun), err
}

func TestWatchdogFindsAStuckSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dg, err := discordgo.New("Bot x")
		require.NoError(t, err)
		dg.Lock()
		after, err := watchFor(t, dg, time.Hour)
		assert.ErrorIs(t, err, errStuck)
		assert.Equal(t, 30*time.Second, after)
	})
}

func TestWatchdogFindsASilentGateway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dg, err := discordgo.New("Bot x")
		require.NoError(t, err)
		after, err := watchFor(t, dg, time.Hour)
		assert.ErrorIs(t, err, errSilent)
		assert.LessOrEqual(t, after, time.Minute)
	})
}

func TestWatchdogLeavesAQuietSessionAlone(t *testing.T) {
	t.Parallel()
	for _, heartbeat := range []time.Duration{41250 * time.Millisecond, 10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			dg, err := discordgo.New("Bot x")
			require.NoError(t, err)
			ctx, stop := context.WithCancel(t.Context())
			go func() {
				for range time.Tick(heartbeat) {
					if ctx.Err() != nil {
						return
					}
					dg.Lock()
					dg.LastHeartbeatAck = time.Now()
					time.Sleep(time.Second) // while its Close holds the lock
					dg.Unlock()
				}
			}()
			_, err = watchFor(t, dg, 24*time.Hour)
			assert.NoError(t, err, "a day without an event is no sign of death")
			stop()
			time.Sleep(2 * heartbeat)
		})
	}
}
