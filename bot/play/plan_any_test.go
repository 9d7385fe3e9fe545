package play_test

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// memoir is what Bob has planned in a match and which hints count, by position.
type memoir struct {
	*rapid.T
	fx     *fixture
	id     match.ID
	plans  map[string][]string
	hinted map[string]bool
}

var soak = flag.Bool("soak", false, "play 100,000 sequences with plans, not 1,000")

// TestAnyPlans lets both players play, take turns back with or without asking, be refused, plan and read hints in any
// order: plans and paid hints always belong to a position.
func TestAnyPlans(t *testing.T) {
	t.Parallel()
	rounds := 10 // of 100 sequences
	if *soak {
		rounds = 1000
	}
	for range rounds {
		rapid.Check(t, func(rt *rapid.T) { anyPlans(t, rt) })
	}
}

func anyPlans(t *testing.T, rt *rapid.T) {
	fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
		return play.Hint{Candidates: make([]play.Candidate, 1)}, nil
	}))
	memo := &memoir{rt, fx, fx.start().ID, map[string][]string{}, map[string]bool{}}
	for range rapid.IntRange(1, 30).Draw(rt, "acts") {
		memo.act()
		m := fx.stored(memo.id)
		if m.Status != match.Playing {
			return
		}
		assert.Len(rt, memo.hinted, m.HintsUsed.Red+m.HintsUsed.Blue)
		if m.ToMove() == alice.ID {
			assert.Equal(rt, memo.planned(&m), fx.planned(bob, memo.id))
		}
	}
}

// act does one thing.
func (memo *memoir) act() {
	fx, id := memo.fx, memo.id
	m := fx.stored(id)
	by := rapid.SampledFrom([]play.Actor{alice, bob}).Draw(memo.T, "by")
	turn := rapid.SampledFrom([]string{"111=222", "112=221"}).Draw(memo.T, "turn")
	switch rapid.SampledFrom([]string{"play", "play", "play", "back", "back", "no", "plan", "drop", "hint"}).Draw(memo.T, "act") {
	case "play":
		fx.played(id, turn)
	case "back":
		if m.As(by.ID).CanOffer(match.ToTakeBack) == nil {
			fx.takesBack(by, id)
		}
	case "no":
		if _, err := fx.Offer(fx.Context(), by, anyPly(id), match.ToTakeBack); err == nil {
			other := m.Players.Of(m.ColorOf(by.ID).Other())
			require.NoError(memo, just(fx.AnswerOffer(fx.Context(), play.Actor{ID: other}, anyPly(id), match.ToTakeBack, false)))
		}
	case "plan":
		memo.plan(&m, []string{turn + " 111=222 " + turn + " 112=221"})
	case "drop":
		memo.plan(&m, nil)
	case "hint":
		_, _, err := fx.Hint(fx.Context(), fx.onTurn(id), anyPly(id))
		require.NoError(memo, err)
		memo.hinted[place(m.Game)] = true
	}
}

// plan has Bob plan lines in place of what he has planned, where it is not his turn.
func (memo *memoir) plan(m *play.Match, lines []string) {
	if len(memo.plans) == mostPlans {
		return
	}
	_, _, err := memo.fx.SetPlan(memo.fx.Context(), bob, anyPly(memo.id),
		func(m *match.Match, _ match.Plan) (plan match.Plan, err error) {
			for _, text := range lines {
				plan, err = adding(text)(m, plan)
			}
			return plan, err
		})
	if err == nil {
		delete(memo.plans, place(m.Game))
		if len(memo.plans) > 0 || len(lines) > 0 { // to drop what was never planned is nothing
			memo.plans[place(m.Game)] = lines
		}
	}
}

// mostPlans is how many plans are remembered for takebacks.
const mostPlans = 8

// planned is what Bob has planned for m: what is left of the plan made last on the way there.
func (memo *memoir) planned(m *play.Match) (left []string) {
	turns := match.Line(m.Game.Turns())
	for at := len(turns); at >= 0; at-- {
		plan, made := memo.plans[place(m.Game.At(at))]
		since := turns[at:].String()
		for _, line := range plan {
			switch {
			case since == "":
				left = append(left, line)
			case len(line) > len(since) && line[:len(since)+1] == since+" ":
				left = append(left, line[len(since)+1:])
			}
		}
		if made {
			return left
		}
	}
	return nil
}

// place names the position of a game, and when it is.
func place(g rules.Game) string { return fmt.Sprint(g.Ply(), g.Position()) }
