package tap

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// position reads a position.
func position(t *testing.T, text string) rules.Position {
	t.Helper()
	p, err := rules.ParsePosition(text)
	require.NoError(t, err)
	return p
}

// seen draws a view: a line for each row, with each square's ship and mark, then the options.
func seen(p View) string {
	marks := map[Mark]string{NoMark: " ", CanMove: "*", Chosen: "@", Target: ".", Expel: "x", Swap: "=",
		Rotate: ">"}
	var text strings.Builder
	for _, row := range p.Rows {
		line := ""
		for _, c := range row {
			ship := "---"
			if c.Piece.Ship != rules.NoShip {
				ship = c.Piece.Ship.String()
			}
			line += ship + marks[c.Mark] + " "
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for _, o := range p.Options {
		name := o.Turn.String()
		if o.Ship != rules.NoShip {
			name = o.Ship.String() + marks[o.Mark]
		}
		text.WriteString(strings.TrimRight(name+" leads to "+o.Next.String(), " ") + "\n")
	}
	return text.String()
}

// The diagram of the rule sheets: red 211 on c4, blue 121 on b3, nobody in exile (rules 7).
const diagram = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"

// In this position 221 can earn a bonus.
const earned = "6x4 b1----------b5-- b3------------c3 r - 0 -"

func TestNew(t *testing.T) {
	t.Parallel()
	exiled := "6x4 b1d2a3--c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"
	fresh := "5x5 b1a2--e2c1--a1-- b5a4e4c4c5e5a5d5 r rb 0 -"
	tests := []struct {
		name, position string
		side           rules.Color
		selection      string
		stage          Stage
		want           string
	}{
		{"a ship is to be chosen", diagram, rules.Red, "", ChooseShip, `
122  111  ---  221
212  222  211  112
212* ---  211* ---
121* 121  ---  ---
---  ---  ---  112*
122* 111* 222* 221*
`},
		{"a target is to be chosen", diagram, rules.Red, "211", ChooseTarget, `
122  111  ---  221
212  222  211x 112
212* ---. 211@ ---.
121> 121x ---. ---.
---  ---  ---. 112>
122= 111* 222* 221*
`},
		{"the side that waits watches", diagram, rules.Blue, "", Watching, `
221  222  111  122
112  ---  ---  ---
---  ---  121  121
---  211  ---  212
112  211  222  212
221  ---  111  122
`},
		{"nobody's side watches from Red's", earned, rules.NoColor, "", Watching, `
---  ---  ---  ---
---  221  ---  ---
---  ---  ---  ---
---  111  222  ---
---  ---  ---  ---
---  111  ---  ---
`},
		{"a ship in exile can be chosen", exiled, rules.Red, "", ChooseShip, `
122  111  ---  221
212  222  211  112
212* ---  211* ---
121* 121  ---  ---
---  ---  ---  112*
---  111* 222* 221*
122* leads to 122
`},
		{"and exchanged, or taken back", exiled, rules.Red, "122", ChooseTarget, `
122  111  ---  221
212  222  211  112
212> ---  211= ---
121* 121  ---  ---
---  ---  ---  112*
---  111* 222* 221>
122@ leads to
`},
		{"a rotation has another way round", diagram, rules.Red, "112>121>211", Confirm, `
122  111  ---  221
212  222  211  112
212  ---  121  ---
112  121  ---  ---
---  ---  ---  211
122  111  222  221
112>211>121 leads to 112>211>121
`},
		{"a bonus is to be chosen", earned, rules.Red, "221-b6?", ChooseBonus, `
---  221  ---  ---
---  ---  ---  ---
---  ---  ---  ---
---  111  222  ---
---  ---  ---  ---
---  111  ---  ---
221-b6+112=221 leads to 221-b6+112=221
`},
		{"the board after the turn is confirmed", earned, rules.Red, "221-b6+112=221", Confirm, `
---  112  ---  ---
---  ---  ---  ---
---  ---  ---  ---
---  111  222  ---
---  ---  ---  ---
---  111  ---  ---
`},
		{"the first turn can be passed", fresh, rules.Red, "", ChooseShip, `
221  111  211  222  212
112  ---  122  ---  121
---  ---  ---  ---  ---
112* ---  ---  ---  122*
221* 111* 211* ---  ---
121* leads to 121
212* leads to 212
222* leads to 222
pass leads to pass
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := position(t, test.position)
			s, ok := Parse(&p, test.selection)
			require.True(t, ok)
			view := New(p, s)
			if test.side != p.Side() {
				view = Watch(p, test.side)
			}
			assert.Equal(t, test.stage, view.Stage)
			assert.Equal(t, s, view.Selection)
			assert.Equal(t, strings.TrimPrefix(test.want, "\n"), seen(view))
		})
	}
}

// reached returns the turns that can be confirmed by tapping, from a selection on.
func reached(t *testing.T, p rules.Position, s Selection, seenBefore map[string]bool) []rules.Turn {
	t.Helper()
	if seenBefore[s.String()] {
		return nil
	}
	seenBefore[s.String()] = true
	again, ok := Parse(&p, s.String())
	require.True(t, ok, "%v: %q", p, s)
	require.Equal(t, s, again)
	view := New(p, s)
	var turns []rules.Turn
	if view.Stage == Confirm || view.Stage == ChooseBonus {
		turns = append(turns, s.Turn)
	}
	for _, next := range nexts(view) {
		turns = append(turns, reached(t, p, next, seenBefore)...)
	}
	return turns
}

// nexts returns where the taps of a view lead.
func nexts(view View) []Selection {
	var all []Selection
	for _, row := range view.Rows {
		for _, c := range row {
			if c.Mark != NoMark {
				all = append(all, c.Next)
			}
		}
	}
	for _, o := range view.Options {
		all = append(all, o.Next)
	}
	return all
}

// TestEveryTurn: in random games of both boards, exactly the legal turns can be reached by taps.
func TestEveryTurn(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		o := rules.Options{Board: rules.Boards()[i%2], Positioning: i&2 == 0, StallLimit: 60}
		for g := rules.NewGame(o); !g.Outcome().Over(); {
			p := g.Position()
			legal := p.AppendTurns(nil)
			turns := reached(t, p, Selection{}, map[string]bool{})
			slices.Sort(turns)
			turns = slices.Compact(turns) // a swap is reached from either ship
			require.ElementsMatch(t, legal, turns, "%v", p)
			require.NoError(t, g.Play(legal[r.IntN(len(legal))]))
		}
	}
}

// TestTaps: a turn takes two taps, three with a bonus, and a pass one.
func TestTaps(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for g := rules.NewGame(rules.Options{Board: rules.Board5x5, StallLimit: 60}); !g.Outcome().Over(); {
		p := g.Position()
		turns := p.AppendTurns(nil)
		for _, turn := range turns {
			want := 2
			if turn.HasBonus() {
				want = 3
			}
			assert.Equal(t, want, taps(p, turn), "%v in %v", turn, p)
		}
		require.NoError(t, g.Play(turns[r.IntN(len(turns))]))
	}
}

// taps returns how many taps lead to turn at least.
func taps(p rules.Position, turn rules.Turn) int {
	level := []Selection{{}}
	for n := range 5 {
		if slices.ContainsFunc(level, func(s Selection) bool { return s.Turn == turn }) {
			return n
		}
		var next []Selection
		for _, s := range level {
			next = append(next, nexts(New(p, s))...)
		}
		level = next
	}
	return -1
}

// TestRotationOrder: of two ships that are tapped, the first takes the place of the second, also out of exile.
func TestRotationOrder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]map[[2]rules.Ship]string{
		diagram: {{rules.Ship212, rules.Ship221}: "122>212>221", {rules.Ship221, rules.Ship212}: "122>221>212",
			{rules.Ship112, rules.Ship121}: "112>121>211", {rules.Ship121, rules.Ship112}: "112>211>121"},
		"6x4 b1d2a3--c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -": {{rules.Ship122, rules.Ship212}: "122>212>221",
			{rules.Ship212, rules.Ship122}: "122>221>212"},
	} {
		p := position(t, text)
		for ships, turn := range want {
			view := New(p, Selection{Ship: ships[0]})
			assert.Equal(t, turn, nextOf(view, ships[1]).Turn.String(), "%v", ships)
		}
	}
}

// nextOf returns where tapping a ship of the side to move leads.
func nextOf(view View, ship rules.Ship) Selection {
	for _, row := range view.Rows {
		for _, c := range row {
			if c.Piece == (rules.Piece{Color: view.Board.Side(), Ship: ship}) {
				return c.Next
			}
		}
	}
	for _, o := range view.Options {
		if o.Ship == ship {
			return o.Next
		}
	}
	return Selection{}
}

// TestParse: what cannot be selected in a position is refused, and says nothing.
func TestParse(t *testing.T) {
	t.Parallel()
	p := position(t, diagram)
	for _, text := range []string{"2", "111~222", "112=221@222", "211xb3@112", "@112", "211xb3@", "211-c5", "pass", "221-a6?", "112~122", "999", "211-b3", "~",
		"211xb3?", "211 ", "211-C3", "112~121"} {
		s, ok := Parse(&p, text)
		assert.False(t, ok, text)
		assert.Zero(t, s, text)
	}
	for _, text := range []string{"", "211", "211xb3", "112=221", "112>121>211",
		"112=221@221", "112>121>211@211", "211xb3@211"} {
		s, ok := Parse(&p, text)
		assert.True(t, ok, text)
		assert.Equal(t, text, s.String())
	}
}

// TestBack: whatever was tapped, Back returns to what was chosen before; a tap on the other direction of a rotation, to
// the ship.
func TestBack(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for g := rules.NewGame(rules.DefaultOptions()); !g.Outcome().Over(); {
		p := g.Position()
		for _, ship := range nexts(New(p, Selection{})) {
			assert.Zero(t, ship.Back())
			for _, chosen := range nexts(New(p, ship)) {
				if chosen.Turn == rules.NoTurn {
					continue
				}
				assert.Equal(t, ship, chosen.Back(), "%v", chosen)
				for _, next := range nexts(New(p, chosen)) {
					want := ship
					if next.Turn.HasBonus() {
						want = chosen
					}
					assert.Equal(t, want, next.Back(), "%v", next)
				}
			}
		}
		turns := p.AppendTurns(nil)
		require.NoError(t, g.Play(turns[r.IntN(len(turns))]))
	}
	typed, ok := Parse(new(position(t, earned)), "221-b6+112=221")
	require.True(t, ok)
	assert.Zero(t, typed.Back(), "no ship was tapped")
	assert.Zero(t, Selection{Turn: rules.Pass}.Back())
}

// TestFrom: the same can be chosen from either side of the board.
func TestFrom(t *testing.T) {
	t.Parallel()
	p := position(t, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -")
	red, blue := From(p, Selection{}, rules.Red), From(p, Selection{}, rules.Blue)
	assert.Equal(t, New(p, Selection{}), red)
	for i, row := range red.Rows {
		for j, cell := range row {
			assert.Equal(t, cell, blue.Rows[len(red.Rows)-1-i][len(row)-1-j])
		}
	}
	assert.Equal(t, red.Options, blue.Options)
}
