package match

import (
	"time"
	"unicode/utf8"

	"madbot/rules"
)

// StopReason is why the bot ended a match. The zero value means that it did not. The numbers are stored and must not
// change.
type StopReason uint8

// The reasons.
const (
	ByOperator  StopReason = 1
	Unreachable StopReason = 2 // a player could no longer be shown the match
	Blocked     StopReason = 3 // the operator blocked a player, or the match's server for long
)

// Stop aborts the game for a reason that is neither side's fault; it counts for nobody. It returns ErrNotPlaying or
// ErrFinished.
func (a Arbiter) Stop(why StopReason, now time.Time) ([]Event, error) {
	m := a.m
	if err := m.running(); err != nil {
		return nil, err
	}
	m.Past.Stopped = why
	return []Event{m.record(Stopped, "", now), m.abort(now)}, nil
}

// ReinstateSpan is how long an annulled result can be reinstated.
const ReinstateSpan = 7 * 24 * time.Hour

// MaxAnnulReason is the maximum length of the reason for an annulment, in characters.
const MaxAnnulReason = 200

// CanAnnul returns ErrNotRated unless the match has a result that is rated or binding and was never annulled.
func (a Arbiter) CanAnnul() error {
	m := a.m
	counts := m.Terms.Rated || m.Past.Binding
	if !counts || m.Game.Outcome().Winner == rules.NoColor || m.Past.Annulled || m.Past.Reinstated {
		return ErrNotRated
	}
	return nil
}

// CanReinstate returns ErrNotAnnulled unless the match was annulled within the last ReinstateSpan.
func (a Arbiter) CanReinstate(now time.Time) error {
	if past := &a.m.Past; !past.Annulled || now.Sub(past.AnnulledAt) >= ReinstateSpan {
		return ErrNotAnnulled
	}
	return nil
}

// Annul cancels the result of a rated or binding match for a reason that both players read. by is a manager of the
// server where it was played. It returns ErrNotRated, or ErrReason if the reason is empty or longer than
// MaxAnnulReason.
func (a Arbiter) Annul(by PlayerID, reason string, now time.Time) ([]Event, error) {
	m := a.m
	if err := a.CanAnnul(); err != nil {
		return nil, err
	}
	if n := utf8.RuneCountInString(reason); n == 0 || n > MaxAnnulReason {
		return nil, ErrReason
	}
	m.Past.Annulled, m.Past.AnnulledAt, m.Past.AnnulReason = true, now, reason
	return []Event{m.record(Annulled, by, now)}, nil
}

// Reinstate makes an annulled result count again, for good. It returns ErrNotAnnulled unless the match was annulled
// within the last ReinstateSpan.
func (a Arbiter) Reinstate(by PlayerID, now time.Time) ([]Event, error) {
	m := a.m
	if err := a.CanReinstate(now); err != nil {
		return nil, err
	}
	m.Past.Annulled, m.Past.Reinstated, m.Past.AnnulReason = false, true, ""
	return []Event{m.record(Reinstated, by, now)}, nil
}

// abort ends the game without a result, on nobody's behalf.
func (m *Match) abort(now time.Time) Event {
	m.Game.End(rules.Aborted, rules.NoColor)
	return m.finish(Finished, m.record(Ended, "", now))
}
