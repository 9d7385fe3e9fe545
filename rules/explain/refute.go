package explain

import (
	"context"

	"madbot/rules"
)

// Refute returns a reason of kind Declines that shows why a legal turn in g is bad: a reply that forces a win or wins a
// ship. It returns the zero Reason if the turn is not bad or ends the game, or if ctx ends. The work is bounded.
func Refute(ctx context.Context, g *rules.Game, t rules.Turn) Reason {
	p := g.Position()
	after := rules.GameFrom(p.Play(t), g.Limit())
	if after.Outcome().Over() {
		return Reason{}
	}
	s := tactics{limit: g.Limit(), left: turnsNodes, done: ctx.Done()}
	if r := s.refute(&p, t); s.left >= 0 {
		return r
	}
	return Reason{}
}
