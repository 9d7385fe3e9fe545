package gate_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rulestest"
)

// running is what somebody plays.
type running []gate.Running

func (r running) Running(_ context.Context, p match.PlayerID) ([]gate.Running, error) {
	if p == "" {
		return nil, errors.New("nobody")
	}
	return r, nil
}

// with returns a match of Alice, 1, against Bob, 2, that stands at p.
func with(p rules.Position, rated bool) running {
	return running{{ID: "m", Players: rules.BySide[match.PlayerID]{Red: "1", Blue: "2"}, Rated: rated, Position: p}}
}

// ways returns what every way to the engine says to Alice about the position of g.
func ways(t rulestest.T, r running, g *rules.Game) map[string]error {
	own, err := gate.For(context.Background(), r, "1")
	if err != nil {
		t.Fatalf("%v", err)
	}
	practice := &match.Match{Challenger: "1", Terms: match.Terms{Level: 3, Start: g.Start()}, Game: *g}
	hint := &match.Match{Game: *g}
	all := map[string]error{"a position": own.Check(g.Position()), "a chosen position": own.CheckChosen(g.Position()),
		"practice": gate.CheckRobot(context.Background(), r, practice, g.Position())}
	_, all["a try"] = own.Ask(g)
	_, all["a hint"] = own.AskHint(hint)
	_, all["a hint in practice"] = own.AskHint(practice)
	_, all["the robot in practice"] = gate.AskRobot(context.Background(), r, practice)
	return all
}

// image returns p mirrored left to right, or with the colors exchanged, or both, and with another side to move.
func image(p *rules.Position, mirrored, exchanged bool, side rules.Color) rules.Position {
	s := rules.Setup{Board: p.Board(), Side: side}
	of := func(c rules.Color) (fleet uint64) {
		for i, ship := range rules.Ships() {
			sq := p.SquareOf(c, ship)
			column, row := sq.Column(), sq.Row()
			if mirrored {
				column = p.Board().Columns() + 1 - column
			}
			if exchanged {
				row = p.Board().Rows() + 1 - row
			}
			if sq != rules.NoSquare {
				fleet |= uint64(rules.MakeSquare(column, row)) << (8 * i)
			}
		}
		return fleet
	}
	if s.Red, s.Blue = of(rules.Red), of(rules.Blue); exchanged {
		s.Red, s.Blue = s.Blue, s.Red
	}
	return rules.Compose(s)
}

// TestGate_TwoTurns: every way refuses every position within two turns of a rated one, in all its images and with
// either side to move, once the game is away from the start. What is further apart: see rules.Layout.Distance.
func TestGate_TwoTurns(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rules.NewGame(rules.Options{Board: rapid.SampledFrom(rules.Boards()).Draw(t, "board")})
		for range rapid.IntRange(10, 40).Draw(t, "plies") {
			if p := g.Position(); !g.Outcome().Over() {
				require.NoError(t, g.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn")))
			}
		}
		standing, start := g.Position(), g.Start()
		layout := standing.Layout()
		away := layout.Distance(start.Layout())
		last := standing
		for range rapid.IntRange(0, 2).Draw(t, "turns") {
			if turns := last.AppendTurns(nil); len(turns) > 0 {
				last = last.Play(rapid.SampledFrom(turns).Draw(t, "next"))
			}
		}
		if d := layout.Distance(last.Layout()); d > rules.LikeDistance || 3*d >= 2*away {
			return
		}
		side := rapid.SampledFrom([]rules.Color{rules.Red, rules.Blue}).Draw(t, "side")
		asked := image(&last, rapid.Bool().Draw(t, "mirrored"), rapid.Bool().Draw(t, "exchanged"), side)
		game := rules.GameFrom(asked, rules.DefaultStallLimit)
		for way, err := range ways(t, with(standing, true), &game) {
			var why *gate.StandingError
			require.ErrorAs(t, err, &why, way)
			require.Equal(t, gate.StandingError{Match: "m", Opponent: "2", Rated: true}, *why)
		}
	})
}

// TestGate_Casual: a casual match refuses only positions that were chosen, and only its own.
func TestGate_Casual(t *testing.T) {
	t.Parallel()
	standing := rulestest.Position(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	for text, refused := range map[string]bool{
		"6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -": true,
		"6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 9 r": true,
		"6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 b - 0 -": false,
		"6x4 c1a2d3d1b4d4a1b1 c6a5c3d6b5d5a6c5 r - 0 -": false,
		"6x4 b1d2a3a1c4a4d1c2 b6d5b3a6c5a5d6b5 r - 0 -": false,
	} {
		game := rules.GameFrom(rulestest.Position(t, text), rules.DefaultStallLimit)
		for way, err := range ways(t, with(standing, false), &game) {
			free := way == "a position" || way == "a hint" || way == "a try"
			assert.Equal(t, refused && !free, errors.Is(err, gate.ErrStanding), "%s: %s", way, text)
		}
		for way, err := range ways(t, nil, &game) {
			assert.NoError(t, err, way)
		}
	}
}

// TestGate_FromStart: the robot plays in every match from the start, because nobody chooses positions there.
func TestGate_FromStart(t *testing.T) {
	t.Parallel()
	g := rulestest.NewGame(t, rules.DefaultOptions(), "pass", "pass", "211-c4", "211xc4", "112=221", "112=221")
	_, err := gate.AskRobot(t.Context(), with(g.Position(), true), &match.Match{Challenger: "1", Game: *g})
	require.NoError(t, err)
	_, err = gate.AskRobot(t.Context(), with(g.Position(), true),
		&match.Match{Challenger: "1", Terms: match.Terms{Start: g.Position()}, Game: *g})
	require.ErrorIs(t, err, gate.ErrStanding)
}

// TestGate_Zero: the zero Gate asks nothing, so nobody gets round a look at the matches.
func TestGate_Zero(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	_, err := gate.Gate{}.Ask(&g)
	require.Error(t, err)
	_, err = gate.Gate{}.AskHint(&match.Match{Game: g})
	require.Error(t, err)
	var q gate.Question
	assert.Zero(t, q.Game().Position())
}

// BenchmarkGate asks about a hint, and about all 60 positions of a game that is reviewed, with 20 rated matches.
func BenchmarkGate(b *testing.B) {
	var all running
	p := rulestest.Position(b, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	for range 20 {
		if turns := p.AppendTurns(nil); len(turns) > 0 {
			p = p.Play(turns[len(turns)/2])
		}
		all = append(all, with(p, true)...)
	}
	for name, positions := range map[string]int{"hint": 1, "review": 61} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				own, _ := gate.For(b.Context(), all, "1")
				for range positions {
					_ = own.Check(p)
				}
			}
		})
	}
}
