package analysis

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestPool_Robot: its search makes way for people and is begun again; the longer it waits the
// less, so that people who never cease to ask do not keep it from playing.
func TestPool_Robot(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		p.ask("robot", leisurely, 200*time.Millisecond)
		for time.Since(p.began) < 20*time.Second {
			p.ask("person", urgent, forever)
			time.Sleep(100 * time.Millisecond)
		}
		p.wait.Wait()
		assert.LessOrEqual(t, p.at("robot"), leisurely.Total)
		assert.GreaterOrEqual(t, p.cuts["robot"], 2, "it was interrupted")
	})
}

// TestPool_RobotAgainAndAgain: however often a search is interrupted, it stays due when it was.
func TestPool_RobotAgainAndAgain(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		p.ask("robot", leisurely, forever)
		for time.Since(p.began) < 20*time.Second {
			p.ask("person", urgent, 100*time.Millisecond)
			time.Sleep(500 * time.Millisecond)
		}
		p.wait.Wait()
		assert.LessOrEqual(t, p.at("robot"), leisurely.Total)
		assert.GreaterOrEqual(t, p.cuts["robot"], 4)
	})
}

// TestPool_YieldsLast: of those that yield, the one that is due last makes way.
func TestPool_YieldsLast(t *testing.T) {
	inPool(t, 3, func(p *counter) {
		for _, one := range []string{"first", "second", "third"} {
			b := leisurely
			if one == "second" {
				b.Total *= 2
			}
			p.ask(one, b, time.Second)
			time.Sleep(time.Millisecond)
		}
		p.ask("person", urgent, forever)
		p.wait.Wait()
		assert.Equal(t, map[string]int{"first": 1, "second": 2, "third": 1, "person": 1}, p.cuts)
	})
}

// TestPool_DoesNotYield: a search for a person is not interrupted for one that is due earlier.
func TestPool_DoesNotYield(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		patient := leisurely
		patient.Yields = false
		p.ask("patient", patient, time.Second)
		p.ask("person", urgent, 10*time.Millisecond)
		p.wait.Wait()
		assert.Equal(t, []string{"patient", "person"}, p.order)
		assert.Equal(t, time.Second, p.at("patient"))
	})
}

// linger has a yielding search done that notices only after a while that it must end.
func (c *counter) linger(ctx context.Context, name string) {
	c.wait.Go(func() {
		err := c.run(ctx, leisurely, func(ctx context.Context, _ grant) {
			c.think(ctx, name, time.Second)
			time.Sleep(100 * time.Millisecond)
		})
		assert.NoError(c.t, err)
	})
	synctest.Wait()
}

// TestPool_YieldsOnce: while one search makes room, no other has to for the same person.
func TestPool_YieldsOnce(t *testing.T) {
	inPool(t, 2, func(p *counter) {
		p.linger(p.t.Context(), "first")
		time.Sleep(time.Millisecond)
		p.linger(p.t.Context(), "second")
		p.ask("person", urgent, 10*time.Millisecond)
		p.ask("third", leisurely, 10*time.Millisecond)
		p.wait.Wait()
		assert.Equal(t, map[string]int{"first": 1, "second": 2, "third": 1, "person": 1}, p.cuts)
	})
}

// TestPool_CancelledWhileYielding: who goes away then does not start again, and has what was found.
func TestPool_CancelledWhileYielding(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		ctx, cancel := context.WithCancel(p.t.Context())
		p.linger(ctx, "robot")
		p.ask("person", urgent, 10*time.Millisecond)
		cancel()
		p.wait.Wait()
		assert.Equal(t, []string{"robot", "person"}, p.order)
	})
}
