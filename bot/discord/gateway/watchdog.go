package gateway

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"
)

var (
	// errStuck is returned by a watchdog if discordgo has held its lock for too long.
	errStuck = errors.New("session is stuck")
	// errSilent is returned by a watchdog if the gateway no longer acknowledges heartbeats.
	errSilent = errors.New("gateway does not answer heartbeats")
)

// watchdog detects dead sessions. It counts its own checks instead of reading a clock, so that a machine that
// slept, or a changed clock, does not look like a dead gateway. The absence of events means nothing: a quiet bot
// gets none for hours.
type watchdog struct {
	every  time.Duration    // between checks
	stuck  int              // checks in a row that find the session locked
	silent int              // checks in a row without a new acknowledgement
	tick   <-chan time.Time // triggers the checks; nil: a ticker
}

// defaultWatchdog tolerates a session that stays locked for 30 s, or has no acknowledgement for 55 s: Discord asks for
// a heartbeat every 41 s.
func defaultWatchdog() watchdog { return watchdog{every: 5 * time.Second, stuck: 6, silent: 11} }

// run returns errStuck or errSilent if dg is dead, and nil when ctx ends.
func (w watchdog) run(ctx context.Context, dg *discordgo.Session) error {
	tick := w.tick
	if tick == nil {
		tick = time.Tick(w.every)
	}
	var last time.Time
	locked, same := 0, 0
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
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
