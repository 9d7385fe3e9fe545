package match

import "errors"

// Errors about challenges, turns and offers. Their texts are for logs.
var (
	// ErrID is returned by ParseID and Propose for a text that is not a match id.
	ErrID = errors.New("not a match id")
	// ErrTerms is returned by Propose if no game can be played on the terms.
	ErrTerms = errors.New("impossible terms")
	// ErrRated is returned by Propose for rated terms that cannot be rated.
	ErrRated = errors.New("terms cannot be rated")
	// ErrSelf is returned by Propose if challenger and opponent are the same person.
	ErrSelf = errors.New("challenger and opponent are the same")
	// ErrNotProposed is returned by Accept, Decline and Withdraw when the challenge is no longer open.
	ErrNotProposed = errors.New("challenge is not open")
	// ErrOwnChallenge is returned by Accept and Decline when the challenger answers.
	ErrOwnChallenge = errors.New("own challenge")
	// ErrNotInvited is returned by Accept and Decline if the challenge is to somebody else.
	ErrNotInvited = errors.New("not invited")
	// ErrNotChallenger is returned by Withdraw for anyone but the challenger.
	ErrNotChallenger = errors.New("not the challenger")
	// ErrNotPlaying is returned if the act needs a running match and this one has not started or never will.
	ErrNotPlaying = errors.New("match is not being played")
	// ErrFinished is returned if the act needs a running match and this one has ended.
	ErrFinished = errors.New("match is finished")
	// ErrNotPlayer is returned if the actor plays neither side, and by Propose if there is no challenger.
	ErrNotPlayer = errors.New("not a player of the match")
	// ErrNotYourTurn is returned by Play and OnTurn when it is the other side's turn.
	ErrNotYourTurn = errors.New("not your turn")
	// ErrOfferOpen is returned by MakeOffer if an offer of the kind is open and making it again does not accept it.
	ErrOfferOpen = errors.New("offer already open")
	// ErrOfferedAlready is returned by MakeOffer if the side's offer was refused or withdrawn since the last turn, and
	// by Summon if the other side was already summoned.
	ErrOfferedAlready = errors.New("offered already since the last turn")
	// ErrNoOffer is returned by AnswerOffer and WithdrawOffer if no offer of the kind is open, and by MakeOffer for an
	// unknown kind.
	ErrNoOffer = errors.New("no open offer")
	// ErrOwnOffer is returned by AnswerOffer for the side that made the offer.
	ErrOwnOffer = errors.New("own offer")
	// ErrOtherOffer is returned by MakeOffer if another offer that would end the match is open.
	ErrOtherOffer = errors.New("another offer to end the match is open")
	// ErrCallOffsUsed is returned by MakeOffer if the side has offered ToCallOff MaxCallOffs times.
	ErrCallOffsUsed = errors.New("offers to call off are used up")
	// ErrNotOfferer is returned by WithdrawOffer for the other side's offer.
	ErrNotOfferer = errors.New("not the side that offered")
)

// Errors about hints and plans.
var (
	// ErrNoHints is returned by UseHint if the terms allow no hints.
	ErrNoHints = errors.New("no hints")
	// ErrHintsUsed is returned by UseHint if the side has used all its hints.
	ErrHintsUsed = errors.New("hints are used up")
	// ErrNotTheirTurn is returned by Plan.Add if the planning side is to move; a plan starts with the other side's
	// turn.
	ErrNotTheirTurn = errors.New("not the other side's turn")
	// ErrPlan is returned by Plan.Add for a line that does not end with an answer.
	ErrPlan = errors.New("line without an answer")
	// ErrPlanFull is returned by Plan.Add if the line is too long or there are too many lines.
	ErrPlanFull = errors.New("plan is full")
)

// Errors about time and takebacks.
var (
	// ErrNoClock is returned if the act needs a clock and the match has none.
	ErrNoClock = errors.New("match has no clock")
	// ErrPaused is returned by an offer ToPause and by what needs a running clock if the clock is paused.
	ErrPaused = errors.New("clock is paused")
	// ErrSuspended is returned by Suspend, and by what needs a running clock, if the clock is suspended.
	ErrSuspended = errors.New("clock is suspended")
	// ErrNotSuspended is returned by EndSuspension if the clock is not suspended.
	ErrNotSuspended = errors.New("clock is not suspended")
	// ErrNotPaused is returned by Resume and EndPause if the clock is not paused.
	ErrNotPaused = errors.New("clock is not paused")
	// ErrReason is returned by Annul without a reason, or with one that is too long.
	ErrReason = errors.New("no reason")
	// ErrNotAnnulled is returned by Reinstate if the match was not annulled within the last ReinstateSpan.
	ErrNotAnnulled = errors.New("not annulled lately")
	// ErrNotRated is returned by Annul if the match has no rated result.
	ErrNotRated = errors.New("result is not rated")
	// ErrNotOverdue is returned by Claim, GiveTime, CallOff and Summon if the side to move has time left.
	ErrNotOverdue = errors.New("time is not up")
	// ErrBinding is returned by CallOff, and by MakeOffer and AnswerOffer for ToCallOff, for a match that has to be
	// decided.
	ErrBinding = errors.New("match is binding")
	// ErrOwnClock is returned by Claim, GiveTime, CallOff and Summon for the side to move.
	ErrOwnClock = errors.New("own clock")
	// ErrTooEarly is returned by Lapse, RecordTimeUp, EndAbsences and EndPause before it is time.
	ErrTooEarly = errors.New("too early")
	// ErrTimeUp is returned by StartAbsence and RecordTimeUp if it is already recorded that the side to move is out of
	// time, and by TakeBack if the turn to replay would have no time.
	ErrTimeUp = errors.New("time is up")
	// ErrGiftUsed is returned by GiveTime and an offer ForTime if time was already given in this turn.
	ErrGiftUsed = errors.New("time was given in this turn")
	// ErrTooFast is returned by StartAbsence unless Pace.AllowsAbsence.
	ErrTooFast = errors.New("no absence where turns take less than a day")
	// ErrDuration is returned by GiveTime and StartAbsence for a time that is not in the future or too long.
	ErrDuration = errors.New("impossible length of time")
	// ErrAway is returned by StartAbsence if the side is already away at least as long.
	ErrAway = errors.New("away already")
	// ErrHeld is returned by HoldTime if the turn's time was already held, or the turn began too long ago.
	ErrHeld = errors.New("time for the turn was held")
	// ErrNotHeld is returned by ReleaseTime if the side's time is not held.
	ErrNotHeld = errors.New("time is not held")
	// ErrNotAway is returned by EndAbsence if the side is not away, and by EndAbsences if nobody is.
	ErrNotAway = errors.New("not away")
	// ErrNothingLost is returned by Credit if no time was lost.
	ErrNothingLost = errors.New("no time was lost")
	// ErrNothingPlayed is returned if there is no turn that the actor could take back.
	ErrNothingPlayed = errors.New("no turn to take back")
	// ErrNoTakebacks is returned if the terms allow no takebacks.
	ErrNoTakebacks = errors.New("no takebacks")
	// ErrKept is returned by Keep and Clear if the match is not a practice game, or was kept.
	ErrKept = errors.New("match is kept")
	// ErrNotFree is returned by TakeBack if the other side has to be asked.
	ErrNotFree = errors.New("the other side has to be asked")
)
