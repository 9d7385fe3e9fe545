package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// mirror is a symmetry of the rules: it exchanges the sides and reverses the rows, or reverses the
// columns, or both.
type mirror struct{ sides, columns bool }

// mirrored returns the mirror image of p, made from its notation.
func mirrored(p rules.Position, m mirror) rules.Position {
	fields := strings.Fields(p.String())
	fields[1], fields[2] = m.squares(p.Board(), fields[1]), m.squares(p.Board(), fields[2])
	if m.sides {
		fields[1], fields[2] = fields[2], fields[1]
		swap := strings.NewReplacer("rb", "rb", "r", "b", "b", "r")
		for _, i := range []int{3, 4, 6} {
			fields[i] = swap.Replace(fields[i])
		}
	}
	q, err := rules.ParsePosition(strings.Join(fields, " "))
	if err != nil {
		panic(err)
	}
	return q
}

// squares returns the mirror image of a field of squares.
func (m mirror) squares(b rules.Board, field string) string {
	text := ""
	for i := 0; i < len(field); i += 2 {
		s, err := rules.ParseSquare(field[i : i+2])
		if err == nil {
			s = m.square(b, s)
		}
		text += s.String()
	}
	return text
}

func (m mirror) square(b rules.Board, s rules.Square) rules.Square {
	column, row := s.Column(), s.Row()
	if m.columns {
		column = b.Columns() + 1 - column
	}
	if m.sides {
		row = b.Rows() + 1 - row
	}
	return rules.MakeSquare(column, row)
}

func (m mirror) turn(b rules.Board, t rules.Turn) rules.Turn {
	if !t.IsMove() {
		return t
	}
	return rules.MoveTurn(t.Ship(), m.square(b, t.To()), t.Expels()).WithBonus(t.Shift())
}

// drawPosition draws a position of a game, from the start or from a composed position.
func drawPosition(t *rapid.T) rules.Position {
	b := rapid.SampledFrom(rules.Boards()).Draw(t, "board")
	p := rules.Start(b, rapid.Bool().Draw(t, "positioning"))
	if rapid.Bool().Draw(t, "composed") {
		p = drawComposed(t, b)
	}
	for range rapid.IntRange(0, 80).Draw(t, "plies") {
		turns := p.AppendTurns(nil)
		if len(turns) == 0 {
			break
		}
		p = p.Play(rapid.SampledFrom(turns).Draw(t, "turn"))
	}
	return p
}

// drawComposed draws a position with both corvettes and any of the other ships.
func drawComposed(t *rapid.T, b rules.Board) rules.Position {
	var squares []rules.Square
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			squares = append(squares, s)
		}
	}
	squares = rapid.Permutation(squares).Draw(t, "squares")
	exile := rapid.Uint16().Draw(t, "exile") &^ 0x101
	text := b.String()
	for i := range 16 {
		if i%8 == 0 {
			text += " "
		}
		if exile>>i&1 != 0 {
			text += "--"
		} else {
			text += squares[i].String()
		}
	}
	text += fmt.Sprintf(" %s %s %d %s",
		rapid.SampledFrom([]string{"r", "b"}).Draw(t, "side"),
		rapid.SampledFrom([]string{"rb", "r", "b", "-"}).Draw(t, "positioning turns"),
		rapid.IntRange(0, 200).Draw(t, "quiet"),
		rapid.SampledFrom([]string{"r", "b", "-"}).Draw(t, "last"))
	return rulestest.Position(t, text)
}

// fleetCount returns how many ships of c are on the board.
func fleetCount(p rules.Position, c rules.Color) int {
	n := 0
	for _, s := range rules.Ships() {
		if p.SquareOf(c, s) != rules.NoSquare {
			n++
		}
	}
	return n
}

func TestMirrorsAreSymmetries(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, m := range []mirror{{sides: true}, {columns: true}, {true, true}} {
			q := mirrored(p, m)
			var want []string
			for _, turn := range p.AppendTurns(nil) {
				seen := m.turn(p.Board(), turn)
				want = append(want, seen.String())
				require.NoError(t, q.Check(seen))
				require.Equal(t, mirrored(p.Play(turn), m), q.Play(seen))
			}
			slices.Sort(want)
			require.Equal(t, want, legalTexts(q))
			require.Equal(t, p, mirrored(q, m))
		}
	})
}

func TestTwoSwapsOrThreeRotationsChangeNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, s := range rules.Shifts() {
			times := 2
			if s.IsRotation() {
				times = 3
			}
			q, played := p, 0
			for ; played < times && q.Check(rules.ShiftTurn(s)) == nil; played++ {
				q = q.Play(rules.ShiftTurn(s))
				q = withTurn(t, q, p.Side())
			}
			if played == times {
				require.Equal(t, placesOf(p), placesOf(q), "%v", s)
			}
		}
	})
}

func withTurn(t *rapid.T, p rules.Position, c rules.Color) rules.Position {
	fields := strings.Fields(p.String())
	fields[3] = c.String()[:1]
	q := rulestest.Position(t, strings.Join(fields, " "))
	return q
}

// placesOf returns the part of the notation with the places of the ships.
func placesOf(p rules.Position) string { return strings.Join(strings.Fields(p.String())[:3], " ") }

func TestPlay_Counters(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		turns := p.AppendTurns(nil)
		require.Equal(t, len(turns), p.CountTurns())
		require.LessOrEqual(t, len(turns), rules.MaxTurns)
		require.Equal(t, p.Outcome(0).Over(), len(turns) == 0, "a side has a legal turn (rules 2.1)")
		for _, turn := range turns {
			q := p.Play(turn)
			mine, theirs := p.Side(), p.Side().Other()
			require.Equal(t, theirs, q.Side())
			require.Equal(t, fleetCount(p, mine), fleetCount(q, mine), "%v", turn)
			if turn.Expels() {
				require.Equal(t, fleetCount(p, theirs)-1, fleetCount(q, theirs), "%v", turn)
				require.Equal(t, 0, q.Quiet())
				require.Equal(t, mine, q.Last())
			} else {
				require.Equal(t, fleetCount(p, theirs), fleetCount(q, theirs), "%v", turn)
				require.Equal(t, p.Quiet()+1, q.Quiet())
				require.Equal(t, p.Last(), q.Last())
			}
			require.False(t, q.Positioning(mine))
			require.Equal(t, p.Positioning(theirs), q.Positioning(theirs))
		}
	})
}

func TestPositionsAndTurnsReadAsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		q := rulestest.Position(t, p.String())
		require.True(t, p == q)
		for _, turn := range p.AppendTurns(nil) {
			read := rulestest.Turn(t, p, turn.String())
			require.Equal(t, turn, read)
		}
	})
}
