package play_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

const robot match.PlayerID = "robot"

func at(n int) time.Time { return time.Date(2026, 1, 2, 3, 4, n, 0, time.UTC) }

// chooser is an Analyst made of a function that plays for the robot; it gives no hints.
type chooser func(context.Context, *match.Match) (play.Candidate, error)

func (c chooser) Choose(ctx context.Context, m *match.Match) (play.Candidate, error) {
	return c(ctx, m)
}

func (c chooser) Hint(context.Context, *rules.Game) (play.Hint, error) {
	return play.Hint{}, errors.ErrUnsupported
}

// swapper always plays the same, after a second of thought.
func swapper(ctx context.Context, _ *match.Match) (play.Candidate, error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	return play.Candidate{Turn: swap()}, nil
}

// arena is a table with a Robot, in a bubble of time.
type arena struct {
	*table
	*testing.T
	chooser shared[chooser]
	robot   *play.Robot
	log     bytes.Buffer
	stop    func() // ends the Robot and waits for it
}

func inArena(t *testing.T, test func(a *arena)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &arena{T: t}
		a.chooser.set(swapper)
		a.table = seat(func(d *play.Deps) {
			d.Now = time.Now
			d.Wake = func() { a.robot.Wake() }
		})
		a.table.now = time.Now().Add(1000 * time.Hour) // for kinds
		a.robot = play.NewRobot(play.RobotDeps{Store: a.store, Service: a.Service, Now: time.Now,
			Analyst: chooser(func(ctx context.Context, m *match.Match) (play.Candidate, error) {
				return a.chooser.get()(ctx, m)
			}), Log: slog.New(slog.NewTextHandler(&a.log, nil))})
		test(a)
	})
}

// open starts the Robot, and lets it do what it has to do now.
func (a *arena) open() {
	ctx, cancel := context.WithCancel(a.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.robot.Run(ctx)
	}()
	a.stop = func() { cancel(); <-done }
	a.Cleanup(a.stop)
	synctest.Wait()
}

// challenge begins a match of Alice and the robot.
func (a *arena) challenge(side match.SidePick) match.Match {
	a.Helper()
	terms := match.Terms{Options: rules.DefaultOptions(), Side: side, Level: 4}
	m, err := a.Challenge(a.Context(), alice, robot, terms, match.Venue{})
	require.NoError(a, err)
	a.requireStored(a.T, m)
	return m
}

// ply returns how many turns were played in m1.
func (a *arena) ply() int {
	a.Helper()
	m, err := a.Match(a.Context(), "m1")
	require.NoError(a, err)
	return m.Game.Ply()
}

// pass lets time pass.
func (a *arena) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// playTurn plays a turn for Alice.
func (a *arena) playTurn() {
	a.Helper()
	_, err := a.Play(a.Context(), anyPly("m1"), alice, swap())
	require.NoError(a, err)
}

// TestRobot: the match starts at once, the robot begins or answers, and leaves others' matches
// alone.
func TestRobot(t *testing.T) {
	inArena(t, func(a *arena) {
		a.open()
		m := a.challenge(match.PlayBlue)
		assert.Equal(a, match.Playing, m.Status)
		assert.Equal(a, robot, m.Red)
		a.start(a.T)
		a.pass(time.Second)
		assert.Equal(a, 1, a.ply())
		a.pass(time.Hour)
		assert.Equal(a, 1, a.ply(), "Alice is on")
		a.playTurn()
		a.pass(time.Second)
		assert.Equal(a, 3, a.ply())
		people, err := a.Match(a.Context(), "m2")
		require.NoError(a, err)
		assert.Zero(a, people.Game.Ply())
		assert.Empty(a, a.log.String())
	})
}

// TestRobot_Restart: a thought that is cut short is not played; the next Robot takes it up.
func TestRobot_Restart(t *testing.T) {
	inArena(t, func(a *arena) {
		a.challenge(match.PlayRed)
		a.playTurn()
		a.open()
		a.pass(time.Second / 2)
		a.stop()
		assert.Equal(a, 1, a.ply())
		a.open()
		a.pass(time.Second)
		assert.Equal(a, 2, a.ply())
	})
}

// TestRobot_Offers: it answers, also before it plays when it is on, and by what it sees.
func TestRobot_Offers(t *testing.T) {
	inArena(t, func(a *arena) {
		a.challenge(match.PlayBlue) // the robot is Red: a stop is Alice's semi-victory
		a.open()
		a.pass(time.Second / 2)
		_, err := a.OfferStop(a.Context(), anyPly("m1"), alice)
		require.NoError(a, err)
		a.pass(5 * time.Second)
		assert.Equal(a, []match.EventKind{match.Challenged, match.Accepted, match.StopOffered,
			match.StopRefused, match.Played}, a.kinds(a.T))

		a.chooser.set(func(context.Context, *match.Match) (play.Candidate, error) {
			return play.Candidate{Turn: swap(), Proof: play.WinProven}, nil // for Alice, who is on
		})
		_, err = a.OfferStop(a.Context(), anyPly("m1"), alice)
		require.NoError(a, err)
		a.pass(5 * time.Second)
		m, err := a.Match(a.Context(), "m1")
		require.NoError(a, err)
		assert.Equal(a, rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}, m.Game.Outcome())
	})
}

// TestRobot_Resigned: a match that ends while the robot thinks is left as it is.
func TestRobot_Resigned(t *testing.T) {
	inArena(t, func(a *arena) {
		a.challenge(match.PlayBlue)
		a.open()
		_, err := a.Resign(a.Context(), anyPly("m1"), alice)
		require.NoError(a, err)
		a.pass(time.Hour)
		assert.Zero(a, a.ply())
		assert.Empty(a, a.log.String())
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
			inArena(t, func(a *arena) {
				var tried shared[int]
				a.challenge(match.PlayBlue)
				a.challenge(match.PlayBlue)
				a.chooser.set(func(_ context.Context, m *match.Match) (play.Candidate, error) {
					if m.ID == "m2" {
						return play.Candidate{Turn: swap()}, nil
					}
					tried.change(func(n int) int { return n + 1 })
					return fail()
				})
				a.open()
				other, err := a.Match(a.Context(), "m2")
				require.NoError(a, err)
				assert.Equal(a, 1, other.Game.Ply())
				a.pass(time.Minute) // at 0, 2, 6, 14, 30
				assert.Equal(a, 5, tried.get())
				assert.Contains(a, a.log.String(), "m1")
				a.chooser.set(swapper)
				a.pass(time.Minute)
				assert.Equal(a, 1, a.ply())
			})
		})
	}
}
