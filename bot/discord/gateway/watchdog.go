package gateway

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"
)

var (
	// errStuck is returned by a watchdog when discordgo has held its lock for too long.
	errStuck = errors.New("session is stuck")
	// errSilent is returned by a watchdog when the gateway has stopped answering heartbeats.
	errSilent = errors.New("gateway does not answer heartbeats")
)

// watchdog finds out that a session is dead. It counts its own checks and reads no clock, so that a gateway is not
// taken for dead because the machine slept or its clock was set. A session without events may well be alive: a quiet
// bot has none for hours.
type watchdog struct {
	every  time.Duration    // between two checks
	stuck  int              // checks in a row that find the session locked
	silent int              // checks in a row without a new answer to a heartbeat
	tick   <-chan time.Time // when to check; nil: every so often
}

// usualWatchdog allows 30 s of lock, and 55 s without an answer: Discord asks for a heartbeat every 41 s.
func usualWatchdog() watchdog { return watchdog{every: 5 * time.Second, stuck: 6, silent: 11} }

// run returns errStuck or errSilent when dg is dead, and nil when ctx ends.
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
