package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// maxPlans is how many plans a player keeps in a match: the present one, and those that stand again when turns are
// taken back.
const maxPlans = 8

// PlanIn returns what the player of s has planned for the position of m; no lines when it is their turn.
func (s Seat) PlanIn(m *match.Match) match.Plan {
	plan, since := s.plan(m)
	if len(since)%2 != 0 {
		return match.Plan{}
	}
	return plan.After(since)
}

// PlanLost reports whether the last turn of m is one to which the plan of the player of s, whose turn it is, has
// no answer.
func (s Seat) PlanLost(m *match.Match) bool {
	plan, since := s.plan(m)
	last := len(since) - 1
	return len(since)%2 != 0 && !plan.After(since[:last]).IsEmpty() && plan.After(since).IsEmpty()
}

// plan returns the plan that was made last on the way to the position of m, and the turns since.
func (s Seat) plan(m *match.Match) (plan match.Plan, since match.Line) {
	for _, p := range slices.Backward(s.Plans) {
		if at := m.Game.At(p.Ply); p.Ply <= m.Game.Ply() && p.At == at.Position().String() {
			return p.read(at), m.Game.Turns()[p.Ply:]
		}
	}
	return match.Plan{}, nil
}

// read reads the lines of p, which begin at the position of at. One that cannot be played is left out.
func (p Plan) read(at rules.Game) (plan match.Plan) {
	start := at.Position()
	for _, text := range p.Lines {
		line, err := match.ParseLine(start, text)
		if err != nil {
			continue
		}
		if longer, err := plan.Add(&at, start.Side().Other(), line); err == nil {
			plan = longer
		}
	}
	return plan
}

// keepPlan keeps plan, which begins at the position of m, in place of one that was made there.
func (s *Seat) keepPlan(plan match.Plan, m *match.Match) {
	made := Plan{Ply: m.Game.Ply(), At: m.Game.Position().String()}
	for _, line := range plan.Lines() {
		made.Lines = append(made.Lines, line.String())
	}
	s.Plans = slices.DeleteFunc(slices.Clone(s.Plans), func(p Plan) bool { return p.Ply == made.Ply && p.At == made.At })
	if s.Plans = append(s.Plans, made); len(s.Plans) == 1 && plan.IsEmpty() {
		s.Plans = nil
	}
	slices.SortStableFunc(s.Plans, func(a, b Plan) int { return cmp.Compare(a.Ply, b.Ply) })
	s.Plans = s.Plans[max(0, len(s.Plans)-maxPlans):]
}

// followPlans plays what the sides of m have planned, as long as it applies to what was just played.
func followPlans(ctx context.Context, tx Tx, m *Match, events []match.Event, now time.Time) ([]match.Event, error) {
	var all []match.Event
	for played(events) && m.Status == match.Playing {
		var err error
		if events, err = followPlan(ctx, tx, m, now); err != nil {
			return nil, err
		}
		all = append(all, events...)
	}
	return all, nil
}

// played reports whether the last thing that happened is a turn.
func played(events []match.Event) bool {
	return len(events) > 0 && events[len(events)-1].Kind == match.Played
}

// followPlan plays the answer that the side to move has planned to the last turn of m, if it has.
func followPlan(ctx context.Context, tx Tx, m *Match, now time.Time) ([]match.Event, error) {
	by := m.ToMove()
	if by == m.Robot() {
		return nil, nil
	}
	seat, err := tx.Seat(ctx, m.ID, by)
	if err != nil || len(seat.Plans) == 0 {
		return nil, err
	}
	plan, since := seat.plan(&m.Match)
	if len(since)%2 == 0 {
		return nil, nil
	}
	last := len(since) - 1
	answer, _, ok := plan.After(since[:last]).Answer(since[last])
	if !ok {
		return nil, nil
	}
	seat.postponeNote(&m.Match)
	events, err := m.As(by).PlayPlanned(answer, now)
	return events, cmp.Or(err, tx.SaveSeat(ctx, seat))
}

// SetPlan changes the plan of by for the match of r by change, which gets what they planned so far. It
// returns an error of change, ErrNotFound, ErrStale, match.ErrNotPlayer, match.ErrNotPlaying,
// match.ErrFinished or match.ErrNotTheirTurn.
func (s Notebook) SetPlan(ctx context.Context, by Actor, r Ref,
	change func(*match.Match, match.Plan) (match.Plan, error)) (m Match, plan match.Plan, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, r.ID); err != nil {
			return err
		}
		if err := canPlan(&m, by, r); err != nil {
			return err
		}
		seat, err := tx.Seat(ctx, m.ID, by.ID)
		if err != nil {
			return err
		}
		if plan, err = change(&m.Match, seat.PlanIn(&m.Match)); err != nil {
			return err
		}
		seat.keepPlan(plan, &m.Match)
		return tx.SaveSeat(ctx, seat)
	})
	if err != nil && m.ID != "" && !m.visibleTo(by) {
		return Match{}, match.Plan{}, ErrNotFound
	}
	return m, plan, err
}

// canPlan returns why by cannot plan an answer in m as they saw it.
func canPlan(m *Match, by Actor, r Ref) error {
	switch err := m.As(by.ID).OnTurn(); {
	case err == nil:
		return match.ErrNotTheirTurn
	case err != match.ErrNotYourTurn:
		return err
	}
	return r.check(m)
}
