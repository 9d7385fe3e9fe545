package explain

import (
	"context"

	"madbot/rules"
)

// Refute returns why a legal turn in g is bad, a Declines: a reply that wins the game by force, or a ship; the
// zero Reason where it is not, or ends the game. The work is bounded; when ctx ends, nothing is found.
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
