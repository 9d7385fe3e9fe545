package bot

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"
)

var (
	// errStuck is returned by a watchdog when discordgo has held its lock for too long.
	errStuck = errors.New("session is stuck")
	// errSilent is returned by a watchdog when the gateway has stopped to answer heartbeats.
	errSilent = errors.New("gateway does not answer heartbeats")
)

// watchdog watches a session. It counts its own looks and reads no clock, so that a machine that
// slept or set its clock is not taken for a dead gateway. That no event comes in is no sign: a
// quiet bot has none for hours.
type watchdog struct {
	every  time.Duration // between two looks
	stuck  int           // looks in a row at a locked session
	silent int           // looks in a row without a new answer to a heartbeat
}

// newWatchdog returns the usual one: 30 s of lock; 90 s without an answer, for Discord asks for
// a heartbeat every 41 s and discordgo does not say what it was asked for.
func newWatchdog() watchdog {
	return watchdog{every: 5 * time.Second, stuck: 6, silent: 18}
}

// watch returns errStuck or errSilent when it is so, nil when ctx ends.
func (w watchdog) watch(ctx context.Context, dg *discordgo.Session) error {
	ticker := time.NewTicker(w.every)
	defer ticker.Stop()
	var last time.Time
	locked, same := 0, 0
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if !dg.TryRLock() {
			if locked++; locked >= w.stuck {
				return errStuck
			}
			continue
		}
		ack := dg.LastHeartbeatAck
		dg.RUnlock()
		locked = 0
		if !ack.Equal(last) {
			last, same = ack, 0
			continue
		}
		if same++; same >= w.silent {
			return errSilent
		}
	}
}
