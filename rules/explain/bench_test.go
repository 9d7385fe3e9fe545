package explain_test

import (
	"testing"

	"madbot/rules"
	"madbot/rules/explain"
)

// BenchmarkFind explains all turns of positions of games.
func BenchmarkFind(b *testing.B) {
	var games []rules.Game
	randomGames(60, 5, func(g *rules.Game) { games = append(games, g.Clone()) })
	for i := 0; b.Loop(); i++ {
		g := &games[i%len(games)]
		p := g.Position()
		turns := p.AppendTurns(nil)
		explain.Find(b.Context(), g, explain.Claim{Turn: turns[i*7919%len(turns)]})
	}
}
