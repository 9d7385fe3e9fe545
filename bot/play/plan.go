package play

import (
	"context"
	"time"

	"madbot/rules/match"
)

// Tree returns the lines of p, which is kept in a match; none when they do not begin at the position of m.
func (p Plan) Tree(m *match.Match) match.Plan {
	if p.Moment != m.Moment() {
		return match.Plan{}
	}
	return p.tree(m, m.Game.Ply())
}

// tree reads the lines from the position after ply turns on. One that cannot be played is left out.
func (p Plan) tree(m *match.Match, ply int) match.Plan {
	var plan match.Plan
	at := m.Game.At(ply)
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

// keep returns plan as it is kept, beginning at the position of m.
func keep(plan match.Plan, m *match.Match) Plan {
	if plan.IsEmpty() {
		return Plan{}
	}
	kept := Plan{Moment: m.Moment()}
	for _, line := range plan.Lines() {
		kept.Lines = append(kept.Lines, line.String())
	}
	return kept
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

// followPlan plays the answer that the side to move has planned to the last turn of m, if it has. A plan
// that does not apply is lost.
func followPlan(ctx context.Context, tx Tx, m *Match, now time.Time) ([]match.Event, error) {
	by := m.ToMove()
	if by == m.Robot() {
		return nil, nil
	}
	seat, err := tx.Seat(ctx, m.ID, by)
	if err != nil || len(seat.Plan.Lines) == 0 {
		return nil, err
	}
	lines := seat.Plan
	seat.Plan = Plan{Moment: m.Moment(), Lost: true}
	var events []match.Event
	if lines.Moment == m.Moment()-1 {
		_, last := m.Game.Last()
		if answer, rest, ok := lines.tree(&m.Match, m.Game.Ply()-1).Answer(last); ok {
			seat.postponeNote(&m.Match)
			if events, err = m.As(by).PlayPlanned(answer, now); err == nil {
				seat.Plan = keep(rest, &m.Match)
			}
		}
	}
	return events, tx.SaveSeat(ctx, seat)
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
		if plan, err = change(&m.Match, seat.Plan.Tree(&m.Match)); err != nil {
			return err
		}
		seat.Plan = keep(plan, &m.Match)
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
