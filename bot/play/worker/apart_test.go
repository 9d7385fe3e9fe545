package worker_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// longThinker thinks until its time is up.
func longThinker(ctx context.Context, _ *match.Match) (play.Candidate, error) {
	<-ctx.Done()
	return play.Candidate{Turn: swap()}, nil
}

// TestRobot_Thinks: news wait for a robot that thinks as long as its grace and no longer.
func TestRobot_Thinks(t *testing.T) {
	inOffice(t, func(o *office) {
		o.chooser.set(longThinker)
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.pass(2 * time.Minute)
		assert.Equal(o, 1, o.ply("m1"))
		assert.Equal(o, []told{{play.RobotGrace, "m1", "c", []int{1, 2}, "m1-1"},
			{time.Minute, "m1", "c", []int{3}, "m1-2"}}, o.crier.calls.get())
		o.requireIdle()
	})
}

// TestRobot_ThinksOn: that a match has ended is told at once, though the robot thinks on.
func TestRobot_ThinksOn(t *testing.T) {
	inOffice(t, func(o *office) {
		o.chooser.set(longThinker)
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.pass(time.Second)
		_, err := o.Resign(o.Context(), alice, anyPly("m1"))
		require.NoError(o, err)
		synctest.Wait()
		assert.Equal(o, seconds(1), o.crier.times())
		o.pass(2 * time.Minute)
		assert.Len(o, o.crier.times(), 1)
		o.requireIdle()
	})
}

// TestRobot_Crowded: news of a match in which the robot cannot begin to think yet do not wait for
// its turn to come.
func TestRobot_Crowded(t *testing.T) {
	inOffice(t, func(o *office) {
		const many = 40
		o.chooser.set(longThinker)
		for range many {
			o.challengeRobot(match.PlayBlue)
		}
		o.open()
		o.pass(play.RobotGrace)
		seen := map[match.ID]bool{}
		for _, one := range o.crier.calls.get() {
			seen[one.id] = true
		}
		assert.Len(o, seen, many, fmt.Sprint(o.crier.times()))
	})
}

// TestRobot_Odd: a job of the robot that names no match, or one that is not there, keeps it from no
// other.
func TestRobot_Odd(t *testing.T) {
	inOffice(t, func(o *office) {
		require.NoError(o, o.store.Do(o.Context(), func(tx play.Tx) error {
			for _, subject := range []string{"m1", "robot/", "robot/none"} {
				if err := tx.Schedule(o.Context(), play.JobRobot, subject, time.Now()); err != nil {
					return err
				}
			}
			return nil
		}))
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.pass(time.Second)
		assert.Equal(o, 1, o.ply("m1"))
		assert.Contains(o, o.log.String(), "subject=m1")
		assert.Contains(o, o.log.String(), "subject=robot/none")
		left := 0
		require.NoError(o, o.store.Do(o.Context(), func(tx play.Tx) error {
			jobs, err := tx.Claim(o.Context(), play.Claim{Kind: play.JobRobot,
				Now: time.Now().Add(time.Hour), Until: time.Now().Add(2 * time.Hour), Limit: 9})
			left = len(jobs)
			return err
		}))
		assert.Equal(o, 1, left, "one that is not there may still come")
	})
}
