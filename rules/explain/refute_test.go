package explain_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules/explain"
	"madbot/rules/rulestest"
)

// TestRefute: what loses the corvette or a ship is refuted by the reply that wins it; what does not, or ends the game,
// is not; and nothing is said in a hurry.
func TestRefute(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, position, turn, want string }{
		{"the corvette stays where it is attacked", "6x4 b1--d1---------- d6------b3------ r - 0 -", "121-c1",
			"declines ship 111 turn 121-c1 reply 211xb1 count 1"},
		{"it steps into a corner", "6x4 b1--d1---------- d6------b3------ r - 0 -", "111-a1",
			"declines ship 111 turn 111-a1 reply 211-b2 count 2"},
		{"a frigate into fire", "6x4 a1--c3---------- d6------c5------ r - 0 -", "121-c4",
			"declines ship 121 turn 121-c4 reply 211xc4"},
		{"an expulsion that is a trade", "6x4 b1------c4------ b6d5--------c5-- r - 0 -", "211xc5", "none"},
		{"the end", "6x4 b1b6------a5--b5 a6-------------- r - 0 -", "111=222", "none"},
	} {
		g := rulestest.GameFrom(t, c.position, 40)
		turn := rulestest.Turn(t, g.Position(), c.turn)
		assert.Equal(t, c.want, explain.Refute(t.Context(), g, turn).String(), c.name)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		late := explain.Refute(ctx, g, turn)
		assert.Contains(t, []explain.Kind{explain.None, explain.Declines}, late.Kind)
	}
}
