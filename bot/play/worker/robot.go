package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// robotAtOnce is in how many matches the robot acts at once. Most of them wait: for a search, or until their turn is
// due, by Pace after some two seconds. So many keep up with the turns that can be told in that time.
const robotAtOnce = 64

// Chooser chooses for the robot.
type Chooser interface {
	// Choose returns the turn that the level of a match plays for the side to move. It ends early,
	// with what it has, when ctx does.
	Choose(ctx context.Context, m *match.Match) (play.Candidate, error)
}

// Robot acts for the bot as a player: it answers an offer, or else plays, in the manner given. It agrees to all
// but a stop that is bad for it as far as its level sees.
func Robot(c Chooser, manner Manner, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobRobot, AtOnce: robotAtOnce, Begin: about(log, robot{c, manner, now, log}.begin)}
}

type robot struct {
	chooser Chooser
	manner  Manner
	now     func() time.Time
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
	return func(ctx context.Context) Record { return r.act(ctx, job, m) }, nil
}

// act does one thing in m, which is as it was when the job began. A Chooser may do to m what it
// likes.
func (r robot) act(ctx context.Context, job play.Job, m play.Match) Record {
	seen := snapshot{m.ID, m.Seq}
	choice, err := r.choose(ctx, m)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return giveBack(job) // a choice that a stop cut short is not made
	case err != nil:
		return r.failed(ctx, job, err)
	}
	return func(ctx context.Context, tx play.Tx) error {
		refusal, err := r.move(ctx, tx, seen, choice)
		switch {
		case err != nil:
			return err
		case errors.Is(refusal, play.ErrStale):
			return tx.Return(ctx, job) // it looks at the match anew
		case refusal != nil:
			return r.failed(ctx, job, refusal)(ctx, tx)
		}
		return tx.Done(ctx, job)
	}
}

// choose returns what the robot plays, and what it knows of the game. It need know nothing to agree.
func (r robot) choose(ctx context.Context, m play.Match) (play.Candidate, error) {
	k := m.As(m.Robot()).Asked()
	if k != match.NoOffer && k != match.ToStop {
		return play.Candidate{}, nil
	}
	if k == match.NoOffer {
		defer r.manner.think(ctx, m, r.log)()
	}
	return safely.Get(func() (play.Candidate, error) { return r.chooser.Choose(ctx, &m.Match) })
}

// failed records that nothing was done, and when it is tried again.
func (r robot) failed(ctx context.Context, job play.Job, why error) Record {
	next := postponed(job, r.now(), localDelay)
	r.log.ErrorContext(ctx, "robot failed", "subject", job.Subject, "until", next.Due, "err", why)
	return giveBack(next)
}

// snapshot says how much of a match was seen: up to the event seq.
type snapshot struct {
	id  match.ID
	seq int
}

// move makes the choice in a match. The refusal is that of the law, or play.ErrStale when the match
// is no longer as it was seen; nothing was changed then.
func (r robot) move(ctx context.Context, tx play.Tx, seen snapshot,
	c play.Candidate) (refusal, err error) {
	ref := play.Ref{ID: seen.id, Ply: play.AnyPly}
	_, err = play.Change(ctx, tx, ref, r.now(), func(m *play.Match, now time.Time) ([]match.Event,
		error) {
		var events []match.Event
		events, refusal = answer(m, seen.seq, c, now)
		return events, refusal
	})
	if refusal != nil {
		return refusal, nil
	}
	return nil, err
}

// answer makes the choice in m if nothing has happened in it since the event seq.
func answer(m *play.Match, seq int, c play.Candidate, now time.Time) ([]match.Event, error) {
	by := m.Robot()
	asked := m.As(by).Asked()
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
