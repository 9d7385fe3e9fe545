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
func (f *fixture) challengeRobot(side match.SidePick) match.ID {
	f.Helper()
	return f.challengeRobotBy(alice, side)
}

// challengeRobotBy begins a match of somebody and the robot.
func (f *fixture) challengeRobotBy(by play.Actor, side match.SidePick) match.ID {
	f.Helper()
	m, err := f.Challenge(f.Context(), by, play.Challenge{To: robot,
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: side, Level: 4},
		Venue: play.Venue{Guild: "g", Channel: "c"}})
	require.NoError(f, err)
	return m.ID
}

// crowd begins n matches of as many people and the robot, which is Red, no faster than a channel
// takes them.
func (f *fixture) crowd(n int) {
	f.Helper()
	for i := range n {
		f.challengeRobotBy(play.Actor{ID: match.PlayerID(fmt.Sprint("p", i)), Guild: "g"}, match.PlayBlue)
		time.Sleep(play.LimitSpan/play.MaxMadeChannel + time.Second)
	}
}

// ply returns how many turns were played in a match.
func (f *fixture) ply(id match.ID) int {
	f.Helper()
	m := f.match(id)
	return m.Game.Ply()
}

// offer offers to stop the match m1 for Alice.
func (f *fixture) offer() {
	f.Helper()
	_, err := f.Offer(f.Context(), alice, anyPly("m1"), match.ToStop)
	require.NoError(f, err)
}

// kinds returns what happened in a match.
func (f *fixture) kinds(id match.ID) (kinds []match.EventKind) {
	f.Helper()
	require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
		events, err := tx.Events(f.Context(), id, 0, 99)
		for _, e := range events {
			kinds = append(kinds, e.Kind)
		}
		return err
	}))
	return kinds
}

// TestRobot: the robot begins or answers, and ignores matches between people; a turn and its answer are announced
// together.
func TestRobot(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.run()
		f.challengeRobot(match.PlayBlue)
		f.start()
		f.pass(time.Second)
		assert.Equal(f, 1, f.ply("m1"))
		f.pass(time.Hour)
		assert.Equal(f, 1, f.ply("m1"), "Alice is on")
		f.move("m1")
		f.pass(time.Second)
		assert.Equal(f, 3, f.ply("m1"))
		assert.Zero(f, f.ply("m2"))
		assert.Empty(f, f.log.String())
		f.requireIdle()
		assert.Equal(f, []told{{0, "m2", "c", []int{1, 2}, "m2-1"},
			{time.Second, "m1", "c", []int{1, 2, 3}, "m1-1"},
			{time.Hour + 2*time.Second, "m1", "c", []int{4, 5}, "m1-2"}}, f.announcer.calls.get())
	})
}

// TestRobot_Late: a player's turn is announced alone if the robot's answer is late.
func TestRobot_Late(t *testing.T) {
	inBubble(t, func(f *fixture) {
		failing := func(context.Context, *match.Match) (play.Candidate, error) {
			return play.Candidate{}, errors.New("no idea")
		}
		f.chooser.set(failing)
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(20 * time.Second)
		assert.Equal(f, seconds(10), f.announcer.times())
	})
}

// TestRobot_Agrees: the robot agrees to a takeback, to more time and to a pause without a thought, and
// plays on when the pause is over.
func TestRobot_Agrees(t *testing.T) {
	inBubble(t, func(f *fixture) {
		m, err := f.Challenge(f.Context(), alice, play.Challenge{To: robot, Terms: match.Terms{
			Options: rules.DefaultOptions(), Side: match.PlayRed, Level: 4,
			Pace: match.Pace{PerTurn: time.Hour}}})
		require.NoError(f, err)
		f.run()
		f.move(m.ID)
		f.pass(time.Second)
		assert.Equal(f, 2, f.ply(m.ID))
		f.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) { panic("a thought") })
		for _, k := range []match.OfferKind{match.ForTime, match.ToTakeBack, match.ToPause} {
			_, err := f.Offer(f.Context(), alice, anyPly(m.ID), k)
			require.NoError(f, err)
			synctest.Wait()
		}
		got := f.match(m.ID)
		assert.Equal(f, got.Terms.Pace.Gift(), got.Clock.Reserves.Red.Bank)
		assert.Zero(f, f.ply(m.ID))
		assert.True(f, got.Clock.Paused)
		assert.Empty(f, f.log.String())

		f.chooser.set(swapper)
		f.move(m.ID)
		_, err = f.Offer(f.Context(), alice, anyPly(m.ID), match.ToPause)
		require.NoError(f, err)
		f.pass(time.Minute)
		assert.Equal(f, 1, f.ply(m.ID), "it does not end the pause")
		_, err = f.Resume(f.Context(), alice, anyPly(m.ID))
		require.NoError(f, err)
		f.pass(time.Minute)
		assert.Equal(f, 2, f.ply(m.ID))
		f.requireIdle()
	})
}

// TestRobot_Restart: a thought that is cut short is not played; the next Worker takes it up.
func TestRobot_Restart(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.challengeRobot(match.PlayRed)
		f.move("m1")
		f.run()
		f.pass(time.Second / 2)
		f.stop()
		assert.Equal(f, 1, f.ply("m1"))
		assert.Empty(f, f.log.String())
		f.run()
		f.pass(time.Second)
		assert.Equal(f, 2, f.ply("m1"))
	})
}

// TestRobot_TimeUp: a thought that takes too long ends with what was found.
func TestRobot_TimeUp(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.chooser.set(func(ctx context.Context, _ *match.Match) (play.Candidate, error) {
			<-ctx.Done()
			return play.Candidate{Turn: swap()}, nil
		})
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(59 * time.Second)
		assert.Zero(f, f.ply("m1"))
		f.pass(2 * time.Second)
		assert.Equal(f, 1, f.ply("m1"))
	})
}

// TestRobot_NoTime: a thought that found nothing in time is a failure like others.
func TestRobot_NoTime(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var tried shared[int]
		f.chooser.set(func(ctx context.Context, _ *match.Match) (play.Candidate, error) {
			tried.change(func(n int) int { return n + 1 })
			<-ctx.Done()
			return play.Candidate{}, ctx.Err()
		})
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(61 * time.Second)
		assert.Equal(f, 1, tried.get(), "not at once")
		assert.Contains(f, f.log.String(), "robot failed")
		f.chooser.set(swapper)
		f.pass(time.Minute)
		assert.Equal(f, 1, f.ply("m1"))
	})
}

// TestRobot_Offers: it answers, also before it plays when it is on, and by what it sees.
func TestRobot_Offers(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.challengeRobot(match.PlayBlue) // the robot is Red: a stop is Alice's semi-victory
		f.run()
		f.pass(time.Second / 2)
		f.offer()
		f.pass(5 * time.Second)
		assert.Equal(f, []match.EventKind{match.Challenged, match.Accepted, match.StopOffered,
			match.StopRefused, match.Played}, f.kinds("m1"))

		f.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) {
			return play.Candidate{Turn: swap(), Proof: play.WinProven}, nil // for Alice, who is on
		})
		f.offer()
		f.pass(5 * time.Second)
		m := f.match("m1")
		assert.Equal(f, rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}, m.Game.Outcome())
		f.requireIdle()
		assert.Empty(f, f.log.String())
	})
}

// TestRobot_Resigned: a match that ends while the robot thinks is left as it is.
func TestRobot_Resigned(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.challengeRobot(match.PlayBlue)
		f.run()
		_, err := f.Resign(f.Context(), alice, anyPly("m1"))
		require.NoError(f, err)
		f.pass(time.Hour)
		assert.Zero(f, f.ply("m1"))
		assert.Empty(f, f.log.String())
		f.requireIdle()
	})
}

// TestRobot_Moved: a match that moves while the robot thinks continues in the new place.
func TestRobot_Moved(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.challengeRobot(match.PlayBlue)
		f.run()
		require.NoError(f, f.moveTo(alice, "m1", elsewhere()))
		f.pass(time.Hour)
		assert.Equal(f, 1, f.ply("m1"))
		assert.Equal(f, []told{{time.Second, "m1", "elsewhere", []int{1, 2, 3}, "m1-1"}},
			f.announcer.calls.get())
		f.requireIdle()
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
			inBubble(t, func(f *fixture) {
				var tried shared[int]
				f.challengeRobot(match.PlayBlue)
				f.challengeRobot(match.PlayBlue)
				f.chooser.set(func(_ context.Context, m *match.Match) (play.Candidate, error) {
					if m.ID == "m2" {
						return play.Candidate{Turn: swap()}, nil
					}
					tried.change(func(n int) int { return n + 1 })
					return fail()
				})
				f.run()
				assert.Equal(f, 1, f.ply("m2"))
				f.pass(time.Minute) // at 0, 2, 6, 14, 30
				assert.Equal(f, 5, tried.get())
				assert.Contains(f, f.log.String(), "m1")
				f.chooser.set(swapper)
				f.pass(time.Minute)
				assert.Equal(f, 1, f.ply("m1"))
				f.requireIdle()
			})
		})
	}
}

// TestRobot_FailsLong: after many failures it is tried each minute, and at once when something
// happens in the match.
func TestRobot_FailsLong(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var tried shared[[]time.Time]
		f.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) {
			tried.change(add(time.Now()))
			return play.Candidate{}, errors.New("no idea")
		})
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.pass(10*time.Hour + time.Second)
		times := tried.get()
		assert.Equal(f, time.Minute, times[len(times)-1].Sub(times[len(times)-2]))
		assert.InDelta(f, 600, len(times), 10)
		f.offer()
		synctest.Wait()
		assert.Len(f, tried.get(), len(times)+1)
	})
}

// TestRobot_Bounded: the robot thinks in a limited number of matches at once, and gets to all of them.
func TestRobot_Bounded(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const atOnce, many = 64, 240
		var thinking shared[int]
		f.chooser.set(func(ctx context.Context, m *match.Match) (play.Candidate, error) {
			thinking.change(func(n int) int { return n + 1 })
			return swapper(ctx, m)
		})
		f.crowd(many)
		f.run()
		for i, want := range []int{atOnce, 2 * atOnce, 3 * atOnce, many, many} {
			assert.Equal(f, want, thinking.get(), "after %d s", i)
			f.pass(time.Second)
		}
		f.requireIdle()
	})
}

// TestRobot_OwnCopy: a Chooser that changes the match it is given does not affect the game.
func TestRobot_OwnCopy(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.chooser.set(func(_ context.Context, m *match.Match) (play.Candidate, error) {
			m.Seq = 99
			return play.Candidate{Turn: swap()}, m.Game.Play(rules.Pass)
		})
		f.challengeRobot(match.PlayBlue)
		f.run()
		m := f.match("m1")
		assert.Equal(f, []rules.Turn{swap()}, m.Game.Turns())
	})
}

// TestRobot_HelpsNobody: in a match from a position that was set up, the robot waits while its turn would help its
// opponent in another match.
func TestRobot_HelpsNobody(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.chooser.set(swapper)
		options := rules.DefaultOptions()
		m, err := f.Challenge(f.Context(), alice, play.Challenge{To: robot, Practice: true,
			Terms: match.Terms{Options: options, Start: rules.Start(options.Board, true), Side: match.PlayBlue, Level: 4},
			Venue: play.Venue{Guild: "g", Channel: "c", Away: true}})
		require.NoError(f, err)
		other := f.start()
		f.run()
		f.pass(10 * time.Minute)
		assert.Equal(f, 0, f.ply(m.ID), "the start stands in the other match")
		stands, err := f.store.Match(f.Context(), other)
		require.NoError(f, err)
		_, err = f.Play(f.Context(), play.Actor{ID: stands.ToMove(), Guild: "g"}, play.Ref{ID: other, Ply: play.AnyPly},
			play.Typed{Text: "111=222", Sure: true})
		require.NoError(f, err)
		f.pass(11 * time.Minute)
		assert.Equal(f, 1, f.ply(m.ID))
	})
}

// TestRobot_HelpsNobodyMeanwhile: it looks again after thinking.
func TestRobot_HelpsNobodyMeanwhile(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var asked shared[int]
		f.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) {
			if asked.get() == 0 {
				f.start()
			}
			asked.change(func(n int) int { return n + 1 })
			return play.Candidate{Turn: swap()}, nil
		})
		options := rules.DefaultOptions()
		m, err := f.Challenge(f.Context(), alice, play.Challenge{To: robot, Practice: true,
			Terms: match.Terms{Options: options, Start: rules.Start(options.Board, true), Side: match.PlayBlue, Level: 4},
			Venue: play.Venue{Guild: "g", Channel: "c", Away: true}})
		require.NoError(f, err)
		f.run()
		f.pass(10 * time.Minute)
		assert.Equal(f, 1, asked.get())
		assert.Equal(f, 0, f.ply(m.ID), "the start stands in the other match now")
	})
}
