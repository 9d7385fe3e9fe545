package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// robotAtOnce is in how many matches the robot acts at the same time. Most of them wait about two seconds, for a search
// or for Pace. This many keep up with the boards that can be posted in that time.
const robotAtOnce = 64

// robotRest is how long the robot waits if its turn would help its opponent in another match.
const robotRest = 10 * time.Minute

// Chooser chooses turns for the robot.
type Chooser interface {
	// Choose returns the turn to play for the side to move, at the level of the match. When ctx ends it returns early with
	// the best turn so far.
	Choose(context.Context, gate.Question) (play.Candidate, error)
}

// Robot plays for the bot: it answers an offer, or else plays a turn. It accepts every offer except a stop that its
// level can see is bad for it.
func Robot(c Chooser, manner Manner, log *slog.Logger) Kind {
	return Kind{Name: play.JobRobot, AtOnce: robotAtOnce, Begin: About(log, robot{c, manner, log}.begin)}
}

type robot struct {
	chooser Chooser
	manner  Manner
	log     *slog.Logger
}

func (r robot) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	m, err := tx.Match(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case !m.AwaitsRobot():
		return nil, tx.Done(ctx, job)
	}
	asked, err := gate.AskRobot(ctx, tx, &m.Match)
	if errors.Is(err, gate.ErrStanding) {
		return nil, Reschedule(ctx, tx, job, tx.Now().Add(robotRest))
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) Record { return r.act(ctx, job, m, asked) }, nil
}

// act does one thing in m, as it was when the job began.
func (r robot) act(ctx context.Context, job play.Job, m play.Match, asked gate.Question) Record {
	seen := snapshot{m.ID, m.Seq}
	choice, err := r.choose(ctx, m, asked)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return GiveBack(job) // shutdown cut the search short: do not play its turn
	case err != nil:
		return r.retry(ctx, job, err)
	}
	return func(ctx context.Context, tx play.Tx) error {
		refusal, err := r.move(ctx, tx, seen, choice)
		switch {
		case err != nil:
			return err
		case errors.Is(refusal, play.ErrStale):
			return tx.Return(ctx, job) // look at the match again
		case errors.Is(refusal, gate.ErrStanding): // another match came to this position meanwhile
			return Reschedule(ctx, tx, job, tx.Now().Add(robotRest))
		case refusal != nil:
			return r.retry(ctx, job, refusal)(ctx, tx)
		}
		return tx.Done(ctx, job)
	}
}

// choose returns the robot's move and what it knows about the game. To accept an offer it need not search.
func (r robot) choose(ctx context.Context, m play.Match, asked gate.Question) (play.Candidate, error) {
	k := m.As(m.Robot()).OfferToAnswer()
	if k != match.NoOffer && k != match.ToStop {
		return play.Candidate{}, nil
	}
	if k == match.NoOffer {
		defer r.manner.think(ctx, m, r.log)()
	}
	return safely.Get(func() (play.Candidate, error) { return r.chooser.Choose(ctx, asked) })
}

func (r robot) retry(ctx context.Context, job play.Job, why error) Record {
	return Retry(ctx, r.log.With("subject", job.Subject), job, Failure{why, "robot failed; will retry", LocalDelay})
}

// snapshot is the part of a match that was seen: everything up to the event seq.
type snapshot struct {
	id  match.ID
	seq int
}

// move carries out the choice in a match. refusal is an error of the rules, a *gate.StandingError, or play.ErrStale if
// the match changed since it was seen; then move changes nothing.
func (r robot) move(ctx context.Context, tx play.Tx, seen snapshot,
	c play.Candidate) (refusal, err error) {
	ref := play.Ref{ID: seen.id, Ply: play.AnyPly}
	_, err = play.Change(ctx, tx, ref, func(tx play.Tx, m *play.Match) ([]match.Event,
		error) {
		if err := gate.CheckRobot(ctx, tx, &m.Match, m.Game.Position()); err != nil {
			if errors.Is(err, gate.ErrStanding) {
				refusal = err
			}
			return nil, err
		}
		var events []match.Event
		events, refusal = answer(m, seen.seq, c, tx.Now())
		return events, refusal
	})
	if refusal != nil {
		return refusal, nil
	}
	return nil, err
}

// answer carries out the choice in m, unless something happened since the event seq.
func answer(m *play.Match, seq int, c play.Candidate, now time.Time) ([]match.Event, error) {
	by := m.Robot()
	asked := m.As(by).OfferToAnswer()
	switch {
	case m.Seq != seq:
		return nil, play.ErrStale
	case asked == match.ToStop:
		return m.As(by).AnswerOffer(match.ToStop, play.AcceptsStop(&m.Match, by, c.Proof), now)
	case asked != match.NoOffer:
		return m.As(by).AnswerOffer(asked, true, now)
	}
	return m.As(by).Play(c.Turn, now)
}
