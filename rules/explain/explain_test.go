package explain_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/rulestest"
)

// reasonsFor returns the reasons of one turn, for which only a victory in so many turns is proven.
func reasonsFor(t *testing.T, g *rules.Game, turn string, victory int) []string {
	t.Helper()
	p := g.Position()
	parsed := rulestest.Turn(t, p, turn)
	var said []string
	for _, r := range explain.Find(t.Context(), g, explain.Claim{Turn: parsed, Victory: victory}) {
		said = append(said, r.String())
	}
	return said
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, position, turn string
		reason               string
		absent               bool
	}{
		{"nobody can take back", "6x4 b1------c4------ a6--c5---------- r - 0 -", "211xc5", "expels-for-free ship 121", false},
		{"taken back, but for less", "6x4 b1------c4------ b6d5--------c5-- r - 0 -", "211xc5",
			"trades ship 221 other 211 turn 112xc5", false},
		{"taken back is not free", "6x4 b1------c4------ b6d5--------c5-- r - 0 -", "211xc5", "expels-for-free ship 221", true},
		{"free there, but another ship falls", "6x4 b1--d1--c4------ a6d2c5---------- r - 0 -", "211xc5",
			"expels-for-free ship 121", true},
		{"taken back by a corvette that then falls", "6x4 a1----------a2-- c6----d3--c3b3-- b - 1 b", "221xa2",
			"expels-for-free ship 221", true},
		{"taken back by a cruiser, then the corvette falls", "5x5 c1----d3b2b3a3-- c5e5--------c4b5 r - 0 b", "212xc4",
			"expels-for-free ship 221", true},
		{"corvette steps aside", "6x4 b1--d1---------- d6------b3------ r - 0 -", "111-a1", "saves-corvette turn 211xb1", false},
		{"corvette stays", "6x4 b1--d1---------- d6------b3------ r - 0 -", "121-c1", "saves-corvette turn 211xb1", true},
		{"frigate steps aside", "6x4 a1--c3---------- d6------c5------ r - 0 -", "121-d3",
			"saves ship 121 square c3 turn 211xc3", false},
		{"frigate steps into fire", "6x4 a1--c3---------- d6------c5------ r - 0 -", "121-c4",
			"saves ship 121 square c3 turn 211xc3", true},
		{"destroyer for frigate", "6x4 a1b1------------ d6------c5------ r - 0 -", "112=221",
			"recalls ship 221 other 112 square b1", false},
		{"frigate for destroyer", "6x4 a1----------b1-- d6------c5------ r - 0 -", "112=221",
			"recalls ship 112 other 221 square b1", true},
		{"comes near", "6x4 a1------b2------ d6--b6---------- r - 0 -", "211-b4",
			"threatens ship 121 square b6 turn 211xb6", false},
		{"was near already", "6x4 a1------b4------ d6--b6---------- r - 0 -", "211-c4",
			"threatens ship 121 square b6 turn 211xb6", true},
		{"bonus now", "6x4 b1c1--------a5-- d4-------------- r - 0 -", "221-a6+112=221", "earns-bonus ship 221", false},
		{"bonus next", "6x4 b1a4------------ d2-------------- r - 0 -", "112-a5",
			"prepares-bonus ship 112 turn 112-a6+112=221", false},
		{"bonus was possible before", "6x4 b1a5------------ d2-------------- r - 0 -", "112-b5",
			"prepares-bonus ship 112 turn 112-b6+112=221", true},
		{"threat before the stall", "6x4 a1------b2------ d6--b6---------- r - 37 -", "211-b4",
			"threatens ship 121 square b6 turn 211xb6", false},
		{"no threat when the stall comes first", "6x4 a1------b2------ d6--b6---------- r - 38 -", "211-b4",
			"threatens ship 121 square b6 turn 211xb6", true},
		{"the turn that stalls", "6x4 b1--d1---------- d6------b3------ r - 39 r", "111-a1", "saves-corvette turn 211xb1", true},
		{"the turn that stalls leads", "6x4 b1--d1---------- d6------b3------ r - 39 r", "111-a1", "leads-on-stall", false},
		{"expelled last, stall near", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6-- r - 33 r", "112=221", "leads-on-stall count 6", false},
		{"nobody expelled, Blue leads", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 b - 30 -", "112=221",
			"leads-on-stall count 9", false},
		{"nobody expelled, Red does not", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 30 -", "112=221",
			"leads-on-stall count 9", true},
		{"stall far", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6-- r - 3 r", "112=221", "leads-on-stall count 36", true},
		{"Red expels first", "6x4 b1------c4------ a6--c5---------- r - 4 -", "211xc5", "takes-lead count 40", false},
		{"Blue leads already", "6x4 b1------c4------ a6--c5---------- b - 4 -", "121xc4", "takes-lead count 40", true},
		{"comes not near enough to the corvette", "6x4 a1------b2------ d6--b6---------- r - 0 -", "211-d2", "threatens-victory turn 211xd6 count 1", true},
		{"attacks the corvette next", "6x4 a1------b3------ b6----------c5-- r - 0 -", "211-b4",
			"threatens-victory turn 211xb6 count 1", false},
		{"room after the positioning turns", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", "112=221",
			"frees ship 221 count 3", false},
		{"nothing to expel", "6x4 b1d2a2a1c2b2d1c1 b6d5a5b5c5d6a6c6 b b 1 -", "pass",
			"leaves-nothing", false},
		{"a mistake with the same ship", "6x4 b1d2a2a1c2b2d1c1 b6a5c5b5d5d6a6c6 r - 2 -", "211-b3",
			"declines ship 211 turn 211-c4 reply 121xc4", false},
		{"comes to a covered square", "6x4 b1d2a2a1c2b2d1c1 b6a5c5b5d5d6a6c6 r - 2 -", "211-d3",
			"covers ship 211 other 211 square d3 turn 211xd3 reply 112xd3", false},
		{"hems in", "6x4 b1d2a2d1c2a1b2c1 b6d5a5b5c5d6a6c6 r - 4 -", "211-c4",
			"hems ship 211 count 1 was 4", false},
		{"the threat stands", "6x4 b1d2a2d1c4a1b2c1 b6d5a5b5c5d6a6c6 b - 5 -", "112-d4",
			"keeps-threat ship 211 square c4 turn 112xc4", false},
		{"attacks after a trade", "6x4 b1d3a2d1c4a1b2c1 c6d5a5a6c5b5d6b6 r - 8 -", "211xc5",
			"threatens-victory turn 211xc6 count 1", false},
		{"the corvette's last square", "6x4 b1d3a2d1b3a1b2c1 c6d5a5a6b4b5d6b6 r - 10 -", "211-c3",
			"closes-corvette square c5 count 1 was 2", false},
		{"no square is left", "6x4 b1----c2----b2-- b6----b4----b5c3 b - 1 b", "222xb2",
			"closes-corvette square a1 was 2", false},
		{"a square is left through the cruiser", "5x5 a1c1a2--c2e1d2d1 a5a4b3--c5e4d4d5 r - 0 b", "211xb3",
			"closes-corvette square b5 was 1", true},
		{"a square was there through the cruiser", "5x5 a1c1a2--b3e1d2d1 a5a4----c5e4d4d5 b - 0 r", "211-b4",
			"opens-corvette square b5 count 1", true},
		{"a first square to flee to", "6x4 b1----c2-------- b6----b4----b5b2 r - 0 b", "122xb2",
			"opens-corvette square a1 count 2", false},
		{"to take back would lose", "6x4 b1a2--c3c4--b3b2 b6a6d6a5--d2d4d5 b - 8 r", "222xc4",
			"covers ship 212 other 222 square d2 turn 222xd2 reply 221xd2", true},
		{"what is better than to take back", "6x4 b1a2--c3c4--b3b2 b6a6d6a5--d2d4d5 b - 8 r", "222xc4",
			"stays-covered ship 212 other 221 square d2 turn 222xd2 reply 222xb3", false},
		{"looked at too briefly", "5x5 b1a1e1b2e2a3d2c2 d4c5b5a5e3e4b4c4 r - 28 -", "222-d1",
			"declines ship 222 turn 222-d3 reply 222xd3", true},
		{"the only other turn loses at once", "6x4 b1a5------------ a6-------------- b - 35 -", "111-b6",
			"only-holds ship 111", true},
		{"nothing wins as much back", "6x4 a1----b3------c2 b6--------d3--b4 b - 3 b", "222-a4",
			"covers ship 212 other 122 square d3 turn 222xd3 reply 222xb3", true},
		{"a frigate for a better one", "6x4 b1--c4---------- b6c5----d5------ r - 0 -", "121xc5",
			"trades ship 112 other 121 turn 211xc5", false},
		{"more is lost than the better one", "6x4 d1--c4--a1------ b6c5----d5----a3 r - 0 -", "121xc5",
			"trades ship 112 other 121 turn 211xc5", true},
		{"more is lost than the lesser ship", "5x5 b1----b2--a2a1c2 b5a5a3----b4--c3 b - 0 r", "121xa2",
			"trades ship 212 other 121 turn 221xa2", true},
		{"more than the lesser ship, but no more than is won", "5x5 b1--b2d2c1b3c2d1 b5--c5a4c4d4b4d5 b - 7 b", "211xc2",
			"expels ship 221", false},
		{"expels for no more", "6x4 b1a2d1b3d4a1b2c1 c6d5a4b5c4d6a6b6 b - 17 -", "112xd4",
			"expels ship 211", false},
		{"a fork", "6x4 b1a2d1b3--a1b2c1 c6d4a4b5c4d6a6b6 r - 0 b", "222-c3",
			"wins-ship", false},
		{"a second square to flee to", "5x5 a1c1a2--b3e1d2d1 a5a4----c5e4d4d5 b - 0 r", "211-b4",
			"opens-corvette square b5 count 2 was 1", false},
		{"the only turn that holds", "6x4 b2--a2--c1--a1d3 c5c6a5b5--d6d5c3 r - 12 b", "222xc3",
			"only-holds ship 111 count 2", false},
		{"stops a victory", "6x4 d3--a3------a1d2 d5c6a5d6----b5d1 r - 3 r", "222xd1",
			"stops-victory turn 221-c4 count 2", false},
		{"the stall at half", "5x5 d4d1e3e1a2a1c2b2 b4a3c5b3a5e5e4d5 b - 19 -", "111-a4",
			"leads-on-stall count 20", false},
		{"what is lost in any case", "5x5 d4d2e3d1a2a1c2b1 b4c5b5e4a3d3e5d5 r - 34 -", "111=222",
			"loses-least ship 222 turn 122xd4", false},
		{"expelled next, for as much", "5x5 b1a1a2c2c1e1e2d1 b5e4e5c4c5a4a5d5 r - 2 -", "122-b2",
			"saves ship 121 square a2 turn 212xa2", true},
		{"covers what would be lost", "5x5 b1a1a2c2c1e1e2d1 b5e4e5c4c5a4a5d5 r - 2 -", "122-b2",
			"covers ship 121 other 212 square a2 turn 212xa2 reply 122xa2", false},
		{"covered before as well", "6x4 b1b3--a3--d2c2b2 b6----d5c4d4b5c5 r - 9 r", "111-a1",
			"covers ship 112 other 221 square b3 turn 221xb3 reply 122xb3", true},
		{"stays covered", "6x4 b1b3--a3--d2c2b2 b6----d5c4d4b5c5 r - 9 r", "111-a1",
			"stays-covered ship 112 other 221 square b3 turn 221xb3 reply 122xb3", false},
		{"a ship is won, but not next", "6x4 b1------------a4 c6------------c3 r - 1 b", "222-b5", "wins-ship", true},
		{"an even trade is no mistake", "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -", "212xb3",
			"declines ship 121 other 121 turn 121xb3 reply 222xb3", true},
		{"the ship that threatens is expelled", "5x5 b1a1b2c2c1e1d2d1 b5a5a3b4c5e5e4d5 r - 27 b", "221-c3",
			"threatens ship 121 square a3 turn 221xa3", true},
		{"the stall is theirs", "6x4 b1b3c3----a1b2c1 b6----b4d6c4a6b5 r - 39 b", "121-c2", "ends-on-stall", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := reasonsFor(t, rulestest.GameFrom(t, c.position, 40), c.turn, 0)
			if c.absent {
				assert.NotContains(t, got, c.reason)
			} else {
				assert.Contains(t, got, c.reason)
			}
		})
	}
}

// TestFind_Ends: little matters compared with the end of the game.
func TestFind_Ends(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, position, turn string
		victory              int
		want                 []string
	}{
		{"wins now", "6x4 b1--a2--c4------ c5--a5--d6------ r - 0 -", "211xc5", 1, []string{"expels-corvette square c5"}},
		{"only turn", "6x4 b1b6------a5--b5 a6-------------- b - 0 -", "111=222", -1, []string{"only-turn"}},
		{"falls", "6x4 a1-------------- b3--c1--a4------ r - 0 -", "111-a2", -1, []string{"falls turn 211xa2"}},
		{"not all turns fall", "6x4 a1-------------- d6------a4------ r - 0 -", "111-a2", -1, nil},
		{"parries what comes all the same", "6x4 d3--a3------a1d2 d5c6a5d6----b5d1 r - 3 r", "222xd1", -4,
			[]string{"expels-for-free ship 222", "saves ship 222 square d2 turn 222xd2",
				"opens-corvette square d1 count 3 was 1", "leaves-nothing"}},
		{"opposition", "6x4 b2-------------- d5-------------- r - 0 -", "111-b3", 5, []string{"keeps-opposition count 4",
			"leaves-nothing"}},
		{"no opposition unless it wins", "6x4 b2-------------- d5-------------- r - 35 r", "111-b3", 0,
			[]string{"leads-on-stall count 4", "leaves-nothing"}},
	} {
		assert.Equal(t, c.want, reasonsFor(t, rulestest.GameFrom(t, c.position, 40), c.turn, c.victory), c.name)
	}
}

// TestFind_AnyTurn: the reasons of any turn are true, also where no good player would choose it.
func TestFind_AnyTurn(t *testing.T) {
	t.Parallel()
	said := map[explain.Kind]int{}
	visit := func(g *rules.Game) {
		p := g.Position()
		for i, turn := range p.AppendTurns(nil) {
			if i%5 != g.Ply()%5 {
				continue
			}
			c := newChecked(g, turn)
			for _, r := range explain.Find(t.Context(), g, explain.Claim{Turn: turn}) {
				said[r.Kind]++
				assert.True(t, c.holds(r), "%v of %v in %v", r, turn, p)
			}
		}
	}
	randomGames(60, 77, visit)
	for _, common := range []explain.Kind{explain.ThreatensVictory, explain.SavesCorvette, explain.WinsShip, explain.Saves,
		explain.Threatens, explain.KeepsThreat, explain.Covers, explain.Declines, explain.Frees, explain.Hems} {
		assert.Positive(t, said[common], common)
	}
}

// TestFind_Again: the same turn has the same reasons again.
func TestFind_Again(t *testing.T) {
	t.Parallel()
	randomGames(20, 3, func(g *rules.Game) {
		p := g.Position()
		claim := explain.Claim{Turn: p.AppendTurns(nil)[0]}
		assert.Equal(t, explain.Find(t.Context(), g, claim), explain.Find(t.Context(), g, claim))
	})
}

// TestFind_Stopped: without time only what needs no search is found.
func TestFind_Stopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := rulestest.GameFrom(t, "6x4 b1------c4------ a6--c5---------- r - 0 -", 40)
	p := g.Position()
	turn := rulestest.Turn(t, p, "211xc5")
	for _, r := range explain.Find(ctx, g, explain.Claim{Turn: turn}) {
		assert.NotContains(t, []explain.Kind{explain.ExpelsForFree, explain.Trades, explain.Expels, explain.ThreatensVictory},
			r.Kind)
	}
}
