package worker_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// challengeRobot begins a match of Alice and the robot.
func (o *office) challengeRobot(side match.SidePick) match.ID {
	o.Helper()
	return o.challengeRobotBy(alice, side)
}

// challengeRobotBy begins a match of somebody and the robot.
func (o *office) challengeRobotBy(by play.Actor, side match.SidePick) match.ID {
	o.Helper()
	m, err := o.Challenge(o.Context(), by, play.Challenge{To: robot,
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: side, Level: 4},
		Venue: play.Venue{Guild: "g", Channel: "c"}})
	require.NoError(o, err)
	return m.ID
}

// ply returns how many turns were played in a match.
func (o *office) ply(id match.ID) int {
	o.Helper()
	m := o.match(id)
	return m.Game.Ply()
}

// offer offers to stop the match m1 for Alice.
func (o *office) offer() {
	o.Helper()
	_, err := o.OfferStop(o.Context(), alice, anyPly("m1"))
	require.NoError(o, err)
}

// kinds returns what happened in a match.
func (o *office) kinds(id match.ID) (kinds []match.EventKind) {
	o.Helper()
	require.NoError(o, o.store.Do(o.Context(), func(tx play.Tx) error {
		events, err := tx.Events(o.Context(), id, 0, 99)
		for _, e := range events {
			kinds = append(kinds, e.Kind)
		}
		return err
	}))
	return kinds
}

// TestRobot: the robot begins or answers, and leaves others' matches alone; a turn and its answer
// are told at once.
func TestRobot(t *testing.T) {
	inOffice(t, func(o *office) {
		o.open()
		o.challengeRobot(match.PlayBlue)
		o.start()
		o.pass(time.Second)
		assert.Equal(o, 1, o.ply("m1"))
		o.pass(time.Hour)
		assert.Equal(o, 1, o.ply("m1"), "Alice is on")
		o.move("m1")
		o.pass(time.Second)
		assert.Equal(o, 3, o.ply("m1"))
		assert.Zero(o, o.ply("m2"))
		assert.Empty(o, o.log.String())
		o.requireIdle()
		assert.Equal(o, []told{{0, "m2", "c", []int{1, 2}, "m2-1"},
			{time.Second, "m1", "c", []int{1, 2, 3}, "m1-1"},
			{time.Hour + 2*time.Second, "m1", "c", []int{4, 5}, "m1-2"}}, o.crier.calls.get())
	})
}

// TestRobot_Late: people are told of their turn when the robot that answers it is late.
func TestRobot_Late(t *testing.T) {
	inOffice(t, func(o *office) {
		failing := func(context.Context, *match.Match) (play.Candidate, error) {
			return play.Candidate{}, errors.New("no idea")
		}
		o.chooser.set(failing)
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.pass(20 * time.Second)
		assert.Equal(o, seconds(10), o.crier.times())
	})
}

// TestRobot_Restart: a thought that is cut short is not played; the next Worker takes it up.
func TestRobot_Restart(t *testing.T) {
	inOffice(t, func(o *office) {
		o.challengeRobot(match.PlayRed)
		o.move("m1")
		o.open()
		o.pass(time.Second / 2)
		o.stop()
		assert.Equal(o, 1, o.ply("m1"))
		assert.Empty(o, o.log.String())
		o.open()
		o.pass(time.Second)
		assert.Equal(o, 2, o.ply("m1"))
	})
}

// TestRobot_TimeUp: a thought that takes too long ends with what was found.
func TestRobot_TimeUp(t *testing.T) {
	inOffice(t, func(o *office) {
		o.chooser.set(func(ctx context.Context, _ *match.Match) (play.Candidate, error) {
			<-ctx.Done()
			return play.Candidate{Turn: swap()}, nil
		})
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.pass(59 * time.Second)
		assert.Zero(o, o.ply("m1"))
		o.pass(2 * time.Second)
		assert.Equal(o, 1, o.ply("m1"))
	})
}

// TestRobot_NoTime: a thought that found nothing in time is a failure like others.
func TestRobot_NoTime(t *testing.T) {
	inOffice(t, func(o *office) {
		var tried shared[int]
		o.chooser.set(func(ctx context.Context, _ *match.Match) (play.Candidate, error) {
			tried.change(func(n int) int { return n + 1 })
			<-ctx.Done()
			return play.Candidate{}, ctx.Err()
		})
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.pass(61 * time.Second)
		assert.Equal(o, 1, tried.get(), "not at once")
		assert.Contains(o, o.log.String(), "robot failed")
		o.chooser.set(swapper)
		o.pass(time.Minute)
		assert.Equal(o, 1, o.ply("m1"))
	})
}

// TestRobot_Offers: it answers, also before it plays when it is on, and by what it sees.
func TestRobot_Offers(t *testing.T) {
	inOffice(t, func(o *office) {
		o.challengeRobot(match.PlayBlue) // the robot is Red: a stop is Alice's semi-victory
		o.open()
		o.pass(time.Second / 2)
		o.offer()
		o.pass(5 * time.Second)
		assert.Equal(o, []match.EventKind{match.Challenged, match.Accepted, match.StopOffered,
			match.StopRefused, match.Played}, o.kinds("m1"))

		o.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) {
			return play.Candidate{Turn: swap(), Proof: play.WinProven}, nil // for Alice, who is on
		})
		o.offer()
		o.pass(5 * time.Second)
		m := o.match("m1")
		assert.Equal(o, rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}, m.Game.Outcome())
		o.requireIdle()
		assert.Empty(o, o.log.String())
	})
}

// TestRobot_Resigned: a match that ends while the robot thinks is left as it is.
func TestRobot_Resigned(t *testing.T) {
	inOffice(t, func(o *office) {
		o.challengeRobot(match.PlayBlue)
		o.open()
		_, err := o.Resign(o.Context(), alice, anyPly("m1"))
		require.NoError(o, err)
		o.pass(time.Hour)
		assert.Zero(o, o.ply("m1"))
		assert.Empty(o, o.log.String())
		o.requireIdle()
	})
}

// TestRobot_Moved: a match that is shown elsewhere while the robot thinks goes on there.
func TestRobot_Moved(t *testing.T) {
	inOffice(t, func(o *office) {
		o.challengeRobot(match.PlayBlue)
		o.open()
		require.NoError(o, o.rehome(o.Context(), alice, elsewhere()))
		o.pass(time.Hour)
		assert.Equal(o, 1, o.ply("m1"))
		assert.Equal(o, []told{{time.Second, "m1", "elsewhere", []int{1, 2, 3}, "m1-1"}},
			o.crier.calls.get())
		o.requireIdle()
	})
}

// TestRobot_Fails: an error, a panic and an illegal turn are tried again, less and less often, and
// keep it from no other match.
func TestRobot_Fails(t *testing.T) {
	for name, fail := range map[string]func() (play.Candidate, error){
		"error":   func() (play.Candidate, error) { return play.Candidate{}, errors.New("no idea") },
		"panic":   func() (play.Candidate, error) { panic("no idea") },
		"illegal": func() (play.Candidate, error) { return play.Candidate{Turn: rules.NoTurn}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			inOffice(t, func(o *office) {
				var tried shared[int]
				o.challengeRobot(match.PlayBlue)
				o.challengeRobot(match.PlayBlue)
				o.chooser.set(func(_ context.Context, m *match.Match) (play.Candidate, error) {
					if m.ID == "m2" {
						return play.Candidate{Turn: swap()}, nil
					}
					tried.change(func(n int) int { return n + 1 })
					return fail()
				})
				o.open()
				assert.Equal(o, 1, o.ply("m2"))
				o.pass(time.Minute) // at 0, 2, 6, 14, 30
				assert.Equal(o, 5, tried.get())
				assert.Contains(o, o.log.String(), "m1")
				o.chooser.set(swapper)
				o.pass(time.Minute)
				assert.Equal(o, 1, o.ply("m1"))
				o.requireIdle()
			})
		})
	}
}

// TestRobot_FailsLong: after many failures it is tried each minute, and at once when something
// happens in the match.
func TestRobot_FailsLong(t *testing.T) {
	inOffice(t, func(o *office) {
		var tried shared[[]time.Time]
		o.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) {
			tried.change(add(time.Now()))
			return play.Candidate{}, errors.New("no idea")
		})
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.pass(10*time.Hour + time.Second)
		times := tried.get()
		assert.Equal(o, time.Minute, times[len(times)-1].Sub(times[len(times)-2]))
		assert.InDelta(o, 600, len(times), 10)
		o.offer()
		synctest.Wait()
		assert.Len(o, tried.get(), len(times)+1)
	})
}

// TestRobot_Bounded: it thinks in so many matches at once and no more, and comes to all.
func TestRobot_Bounded(t *testing.T) {
	inOffice(t, func(o *office) {
		const atOnce, many = 32, 120
		var thinking shared[int]
		o.chooser.set(func(ctx context.Context, m *match.Match) (play.Candidate, error) {
			thinking.change(func(n int) int { return n + 1 })
			return swapper(ctx, m)
		})
		for i := range many { // by as many people, no faster than a channel takes them
			o.challengeRobotBy(play.Actor{ID: match.PlayerID(fmt.Sprint("p", i)), Guild: "g"}, match.PlayBlue)
			time.Sleep(play.LimitSpan/play.MaxMadeChannel + time.Second)
		}
		o.open()
		for i, want := range []int{atOnce, 2 * atOnce, 3 * atOnce, many, many} {
			assert.Equal(o, want, thinking.get(), "after %d s", i)
			o.pass(time.Second)
		}
		o.requireIdle()
	})
}

// TestRobot_OwnCopy: what a Chooser does to the match it is given changes nothing.
func TestRobot_OwnCopy(t *testing.T) {
	inOffice(t, func(o *office) {
		o.chooser.set(func(_ context.Context, m *match.Match) (play.Candidate, error) {
			m.Seq = 99
			return play.Candidate{Turn: swap()}, m.Game.Play(rules.Pass)
		})
		o.challengeRobot(match.PlayBlue)
		o.open()
		m := o.match("m1")
		assert.Equal(o, []rules.Turn{swap()}, m.Game.Turns())
	})
}
