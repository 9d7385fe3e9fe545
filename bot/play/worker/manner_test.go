package worker_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/worker"
	"madbot/rules/match"
)

// typist is a Typist made of a function.
type typist func(context.Context, play.Match) error

func (y typist) Type(ctx context.Context, m play.Match) error { return y(ctx, m) }

// takes is a Pace that never changes.
func takes(d time.Duration) func(*play.Match) time.Duration {
	return func(*play.Match) time.Duration { return d }
}

// TestManner: a turn takes its time, which begins with the thought, and is announced where the match is shown.
func TestManner(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var typed shared[[]string]
		began := time.Now()
		f.manner = worker.Manner{Pace: takes(3 * time.Second),
			Typist: typist(func(_ context.Context, m play.Match) error {
				typed.change(add(time.Since(began).String() + " " + string(m.ID) + " " + m.Shown()))
				return nil
			})}
		f.newWorker(f.store)
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(3*time.Second - time.Millisecond)
		assert.Equal(f, []string{"300ms m1 c"}, typed.get())
		assert.Zero(f, f.ply("m1"))
		f.pass(time.Millisecond)
		assert.Equal(f, 1, f.ply("m1"))
		assert.Len(f, typed.get(), 1)
		assert.Empty(f, f.log.String())
		f.requireIdle()
	})
}

// TestManner_Slow: a thought that took long enough is played at once.
func TestManner_Slow(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.manner.Pace = takes(time.Second / 2)
		f.newWorker(f.store)
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(time.Second)
		assert.Equal(f, 1, f.ply("m1"))
	})
}

// TestManner_Unshown: it neither costs nor delays a turn that nobody could be shown that it is coming.
func TestManner_Unshown(t *testing.T) {
	for name, fail := range map[string]typist{
		"refused": func(context.Context, play.Match) error { return errors.New("refused") },
		"panic":   func(context.Context, play.Match) error { panic("a defect") },
		"hangs": func(ctx context.Context, _ play.Match) error {
			<-ctx.Done()
			return ctx.Err()
		},
		"deaf": func(context.Context, play.Match) error {
			time.Sleep(time.Minute)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.manner = worker.Manner{Pace: takes(2 * time.Second), Typist: fail}
				f.newWorker(f.store)
				f.challengeRobot(match.PlayBlue)
				f.run()
				f.pass(2 * time.Second)
				assert.Equal(f, 1, f.ply("m1"))
				assert.Empty(f, f.log.String())
				f.requireIdle()
				f.pass(time.Minute)
			})
		})
	}
}

// TestManner_SignEnds: a sign that cannot be shown at once is given up, and at the latest with the thought.
func TestManner_SignEnds(t *testing.T) {
	for pace, want := range map[time.Duration]time.Duration{
		4 * time.Second:        1300 * time.Millisecond,
		700 * time.Millisecond: 700 * time.Millisecond,
	} {
		t.Run(pace.String(), func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				var ended shared[time.Duration]
				began := time.Now()
				f.manner = worker.Manner{Pace: takes(pace), Typist: typist(func(ctx context.Context, _ play.Match) error {
					<-ctx.Done()
					ended.set(time.Since(began))
					return ctx.Err()
				})}
				f.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) {
					return play.Candidate{Turn: swap()}, nil
				})
				f.newWorker(f.store)
				f.challengeRobot(match.PlayBlue)
				f.run()
				f.pass(time.Minute)
				assert.Equal(f, want, ended.get())
			})
		})
	}
}

// TestManner_Offers: an offer is answered at once.
func TestManner_Offers(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.challengeRobot(match.PlayRed)
		f.move("m1")
		f.run()
		f.pass(time.Second)
		f.manner = worker.Manner{Pace: func(*play.Match) time.Duration { panic("a thought") }}
		f.stop()
		f.newWorker(f.store)
		f.run()
		_, err := f.Offer(f.Context(), alice, anyPly("m1"), match.ToTakeBack)
		require.NoError(f, err)
		synctest.Wait()
		assert.Zero(f, f.ply("m1"))
		assert.Empty(f, f.log.String())
	})
}

// TestManner_Stop: a delayed turn of the robot is not played when the bot stops, but after its restart.
func TestManner_Stop(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.manner.Pace = takes(4 * time.Second)
		f.newWorker(f.store)
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(3 * time.Second)
		f.stop()
		assert.Zero(f, f.ply("m1"))
		f.run()
		f.pass(4 * time.Second)
		assert.Equal(f, 1, f.ply("m1"))
		assert.Empty(f, f.log.String())
	})
}
