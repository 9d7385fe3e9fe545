package play

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"madbot/rules/match"
)

// robotHands is in how many matches the robot acts at once. Most of them wait for a search.
const robotHands = 32

// RobotDeps is what a Robot needs. All are required.
type RobotDeps struct {
	Store   Matches
	Service *Service
	Analyst Analyst
	Now     func() time.Time
	Log     *slog.Logger
}

// Robot is the bot as a player: it plays its matches by the same use cases as people.
type Robot struct {
	pulse
	deps RobotDeps
	crew crew[match.ID]
}

// NewRobot returns a Robot that does nothing before Run.
func NewRobot(d RobotDeps) *Robot {
	r := &Robot{deps: d, pulse: newPulse("robot", d.Now, d.Log)}
	r.crew = crew[match.ID]{hands: robotHands, freed: r.Wake, log: d.Log}
	return r
}

// Run acts in every match that waits for the robot, those from before a restart too, until ctx
// ends, and returns then. What cannot be done now is tried again, less and less often.
func (r *Robot) Run(ctx context.Context) {
	r.run(ctx, r.round)
	r.crew.wait.Wait()
}

// round begins to act where the robot is to act, as far as there are hands.
func (r *Robot) round(ctx context.Context) (time.Time, error) {
	r.crew.look()
	ids, err := r.deps.Store.AwaitingRobot(ctx, batch)
	for _, id := range ids {
		r.crew.start(ctx, id, func(ctx context.Context) error { return r.act(ctx, id) })
	}
	return time.Time{}, err
}

// act does one thing in a match: it answers an offer, or else plays.
func (r *Robot) act(ctx context.Context, id match.ID) error {
	m, err := r.deps.Service.Match(ctx, id)
	if err != nil || !m.AwaitsRobot() {
		return err
	}
	choice, err := safely(func() (Candidate, error) {
		seen := m.Clone()
		return r.deps.Analyst.Choose(ctx, &seen)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err() // a choice cut short is not made
	case err != nil:
		return fmt.Errorf("robot in match %s: %w", id, err)
	}
	err = r.make(ctx, &m, choice)
	for _, gone := range []error{match.ErrStale, match.ErrFinished, match.ErrNoOffer} {
		if errors.Is(err, gone) {
			return nil // the match went on meanwhile; the next round looks at it anew
		}
	}
	return err
}

// make makes the choice in m, which is as it was when the robot began to think.
func (r *Robot) make(ctx context.Context, m *match.Match, choice Candidate) error {
	ref, robot := Ref{m.ID, m.Game.Ply()}, m.Robot()
	if m.OfferAwaits(robot) {
		yes := AcceptsStop(m, robot, choice.Proof)
		_, err := r.deps.Service.AnswerStop(ctx, ref, robot, yes)
		return err
	}
	now, err := r.deps.Service.Match(ctx, m.ID)
	if err != nil || now.OfferAwaits(robot) {
		return err // an offer that came while it thought is answered first
	}
	_, err = r.deps.Service.Play(ctx, ref, robot, choice.Turn)
	return err
}
