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
	inBubble(t, func(f *fixture) {
		f.chooser.set(longThinker)
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(2 * time.Minute)
		assert.Equal(f, 1, f.ply("m1"))
		assert.Equal(f, []told{{play.RobotGrace, "m1", "c", []int{1, 2}, "m1-1"},
			{time.Minute, "m1", "c", []int{3}, "m1-2"}}, f.announcer.calls.get())
		f.requireIdle()
	})
}

// TestRobot_ThinksOn: the end of a match is announced immediately, even while the robot is still thinking.
func TestRobot_ThinksOn(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.chooser.set(longThinker)
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(time.Second)
		_, err := f.Resign(f.Context(), alice, anyPly("m1"))
		require.NoError(f, err)
		synctest.Wait()
		assert.Equal(f, seconds(1), f.announcer.times())
		f.pass(2 * time.Minute)
		assert.Len(f, f.announcer.times(), 1)
		f.requireIdle()
	})
}

// TestRobot_Crowded: news of a match in which the robot cannot begin to think yet do not wait for
// its turn to come.
func TestRobot_Crowded(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const many = 40
		f.chooser.set(longThinker)
		f.crowd(many)
		f.run()
		f.pass(play.RobotGrace)
		seen := map[match.ID]bool{}
		for _, one := range f.announcer.calls.get() {
			seen[one.id] = true
		}
		assert.Len(f, seen, many, fmt.Sprint(f.announcer.times()))
	})
}

// TestRobot_Odd: a job of the robot that names no match, or one that is not there, keeps it from no
// other.
func TestRobot_Odd(t *testing.T) {
	inBubble(t, func(f *fixture) {
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			for _, subject := range []string{"m1", "robot/", "robot/none"} {
				if err := tx.Schedule(f.Context(), play.JobRobot, subject, time.Now()); err != nil {
					return err
				}
			}
			return nil
		}))
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(time.Second)
		assert.Equal(f, 1, f.ply("m1"))
		assert.Contains(f, f.log.String(), "subject=m1")
		assert.Contains(f, f.log.String(), "subject=robot/none")
		left := 0
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			jobs, err := tx.Claim(f.Context(), play.Claim{Kind: play.JobRobot,
				Now: time.Now().Add(time.Hour), Until: time.Now().Add(2 * time.Hour), Limit: 9})
			left = len(jobs)
			return err
		}))
		assert.Equal(f, 1, left, "one that is not there may still come")
	})
}
