package worker_test

import (
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"

	"github.com/stretchr/testify/require"
)

// turn has p play.
func (y *year) turn(p *person, m *play.Match, own rules.Color) {
	position := m.Game.Position()
	turns := slices.DeleteFunc(position.AppendTurns(nil), position.LosesAtOnce)
	if len(turns) == 0 || y.some(1) {
		_, err := y.Resign(y.Context(), p.Actor, anyPly(m.ID))
		require.NoError(y, err)
		return
	}
	turn := turns[y.chance.IntN(len(turns))]
	typed := play.Typed{Text: turn.String(), Warned: true}
	played, err := y.Play(y.Context(), p.Actor, play.Ref{ID: m.ID, Ply: m.Moment()}, typed)
	require.NoError(y, err)
	if played.Status == match.Playing && !played.Terms.Pace.HasClock() {
		y.later(match.MinWait+y.takes(day), func() { y.loseHope(p, m.ID) })
	}
	switch {
	case played.Status != match.Playing || played.ToMove() == p.ID:
	case y.some(2):
		y.later(time.Minute, func() { _, _ = y.TakeBack(y.Context(), p.Actor, anyPly(m.ID)) })
		y.later(2*time.Minute, func() { y.act(p, m.ID) })
	case y.some(8):
		y.plan(p, &played, own)
	}
}

// loseHope has p call a match off in which the other side is gone, mostly.
func (y *year) loseHope(p *person, id match.ID) {
	if m := y.match(id); m.As(p.ID).CanSummon(time.Now()) == nil && y.some(90) {
		_, err := y.Summon(y.Context(), p.Actor, anyPly(id))
		require.NoError(y, err)
	}
}

// plan has p plan answers to some of what the other may play.
func (y *year) plan(p *person, m *play.Match, own rules.Color) {
	position := m.Game.Position()
	for _, theirs := range position.AppendTurns(nil) {
		after := position.Play(theirs)
		ours := after.AppendTurns(nil)
		if len(ours) == 0 || !y.some(40) {
			continue
		}
		_, _, err := y.SetPlan(y.Context(), p.Actor, play.Ref{ID: m.ID, Ply: m.Moment()},
			func(m *match.Match, plan match.Plan) (match.Plan, error) {
				return plan.Add(&m.Game, own, match.Line{theirs, ours[y.chance.IntN(len(ours))]})
			})
		if err != nil { // it is full, or the game would be over
			return
		}
	}
}

// fidget lets p do anything except play.
func (y *year) fidget(p *person, m *play.Match) {
	ctx, r := y.Context(), anyPly(m.ID)
	switch y.chance.IntN(9) {
	case 0, 1:
		_, _ = y.Offer(ctx, p.Actor, r, match.ToTakeBack)
	case 2:
		_, _ = y.Offer(ctx, p.Actor, r, match.ForTime)
	case 3:
		_, _ = y.Offer(ctx, p.Actor, r, match.ToPause)
	case 4:
		_, _ = y.Resume(ctx, p.Actor, r)
	case 5:
		_, _ = y.StartVacation(ctx, p.Actor, time.Duration(1+y.chance.IntN(6))*day)
		y.rest(p)
	case 6:
		_, _ = y.Offer(ctx, p.Actor, r, match.ToStop)
	case 7:
		_, _ = y.Offer(ctx, p.Actor, r, match.ToCallOff)
	}
}
