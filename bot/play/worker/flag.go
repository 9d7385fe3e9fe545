package worker

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// flagAtOnce is how many matches are checked in one unit of work.
const flagAtOnce = 16

// Flag checks the clocks of matches. It starts automatic vacations, ends matches that lapse, records that time ran out
// or that an absence or a pause is over, and reschedules itself for when the clock next matters. No time runs out
// during an outage of the bot, or on a server without the bot.
func Flag(d FlagDeps, log *slog.Logger) Kind {
	return Kind{Name: play.JobFlag, AtOnce: flagAtOnce, Waits: d.Away, Begin: About(log, flagger{d, log}.begin)}
}

// FlagDeps is what Flag needs. Away may be nil.
type FlagDeps struct {
	Away     func() bool // reports whether the bot is away
	Judge    Judge
	Presence Presence
}

// Judge evaluates a running match; play.Clocks.Judge implements it.
type Judge func(context.Context, match.ID) (play.Verdict, error)

type flagger struct {
	FlagDeps
	log *slog.Logger
}

// flagFacts are determined outside the unit of work before time runs out in a match.
type flagFacts struct {
	present bool          // the bot is on the server of the match
	verdict *play.Verdict // nil: not judged
}

// errPresence is returned by flagger.checkClock if it must know whether the bot is on the server of the match.
var errPresence = errors.New("presence not checked")

// awayDelay is how long a clock check waits for JobServer, which suspends the match.
const awayDelay = time.Minute

// begin does everything in the unit of work of the claim, unless facts are needed first.
func (f flagger) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	m, err := tx.Match(ctx, id)
	if err == nil {
		err = f.checkClock(ctx, tx, job, id, flagFacts{})
	}
	if !errors.Is(err, play.ErrUnjudged) && !errors.Is(err, errPresence) {
		return nil, err
	}
	return func(ctx context.Context) Record { return f.ask(ctx, job, &m) }, nil
}

// ask determines what checkClock needs to know, and then calls it.
func (f flagger) ask(ctx context.Context, job play.Job, m *play.Match) Record {
	log := f.log.With("match", m.ID)
	present, err := true, error(nil)
	if onServer(m) {
		present, err = Call(ctx, func(ctx context.Context) (bool, error) { return f.Presence.IsOn(ctx, m.Venue.Guild) })
	}
	switch {
	case err != nil:
		return Retry(ctx, log, job, Failure{err, "server not checked; will retry", OutageDelay})
	case !present:
		return func(ctx context.Context, tx play.Tx) error {
			return cmp.Or(play.ServerRefused(ctx, tx, m.Venue), Reschedule(ctx, tx, job, tx.Now().Add(awayDelay)))
		}
	}
	verdict, err := f.Judge(ctx, m.ID)
	if err != nil {
		return Retry(ctx, log, job, Failure{err, "match not judged; will retry", LocalDelay})
	}
	return func(ctx context.Context, tx play.Tx) error {
		return f.checkClock(ctx, tx, job, m.ID, flagFacts{true, &verdict})
	}
}

// onServer reports whether m is shown on a server where the bot is a member.
func onServer(m *play.Match) bool { return m.Venue.Guild != "" && !m.Venue.Away }

// checkClock checks the clock of a match. It returns errPresence or play.ErrUnjudged if a fact is missing.
func (f flagger) checkClock(ctx context.Context, tx play.Tx, job play.Job, id match.ID, facts flagFacts) error {
	switch wait, err := awaitsSuspension(ctx, tx, id); {
	case err != nil:
		return err
	case wait:
		return Reschedule(ctx, tx, job, tx.Now().Add(awayDelay))
	}
	if err := play.StartAutoVacation(ctx, tx, id); err != nil {
		return err
	}
	if err := checkPresence(ctx, tx, id, facts); err != nil {
		return err
	}
	var refused error
	m, err := play.Change(ctx, tx, play.Ref{ID: id, Ply: play.AnyPly},
		func(tx play.Tx, m *play.Match) (events []match.Event, err error) {
			notifiedAt, err := play.NotifiableAt(ctx, tx, m)
			if err != nil {
				return nil, err
			}
			if events = runClock(&m.Match, notifiedAt, tx.Now()); len(events) == 0 {
				events, refused = play.Lapse(m, facts.verdict, tx.Now())
			}
			return events, refused
		})
	due := play.FlagDue(&m.Match, tx.Now())
	switch {
	case refused == nil && err != nil, errors.Is(refused, play.ErrUnjudged):
		return cmp.Or(refused, err)
	case refused == nil: // the change has scheduled the next look
		return tx.Done(ctx, job)
	}
	return Reschedule(ctx, tx, job, due)
}

// awaitsSuspension reports whether time is up in a match that JobServer is about to suspend.
func awaitsSuspension(ctx context.Context, tx play.Tx, id match.ID) (bool, error) {
	m, err := tx.Match(ctx, id)
	if err != nil || !onServer(&m) || !m.Overdue(tx.Now()) {
		return false, err
	}
	return play.IsSuspended(ctx, tx, m.Venue.Guild)
}

// checkPresence returns errPresence if time is up in a match and it is not known whether the bot is on its server.
func checkPresence(ctx context.Context, tx play.Tx, id match.ID, facts flagFacts) error {
	m, err := tx.Match(ctx, id)
	if err != nil || facts.present || !onServer(&m) || !m.Overdue(tx.Now()) {
		return err
	}
	return errPresence
}

// runClock records what has happened on the clock of m. When time runs out, it does not end m: the waiting side first
// chooses what to do.
func runClock(m *match.Match, notifiedAt, now time.Time) (events []match.Event) {
	back, _ := m.Arbiter().EndAbsences(now)
	still, _ := m.Arbiter().EndPause(notifiedAt, now)
	up, _ := m.Arbiter().RecordTimeUp(now)
	return slices.Concat(back, still, up)
}
