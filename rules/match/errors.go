package match

import "errors"

// The refusals of a match. They carry no prose for people.
var (
	// ErrID is returned by ParseID and Propose when a text cannot be the id of a match.
	ErrID = errors.New("not a match id")
	// ErrTerms is returned by Propose when no game can be played on the terms.
	ErrTerms = errors.New("impossible terms")
	// ErrRated is returned by Propose for rated terms on which no match can be rated.
	ErrRated = errors.New("terms cannot be rated")
	// ErrSelf is returned by Propose when challenger and opponent are one.
	ErrSelf = errors.New("challenger and opponent are the same")
	// ErrNotProposed is returned by Accept, Decline and Withdraw when the challenge is no longer open.
	ErrNotProposed = errors.New("challenge is not open")
	// ErrOwnChallenge is returned by Accept and Decline when the challenger answers.
	ErrOwnChallenge = errors.New("own challenge")
	// ErrNotInvited is returned by Accept and Decline when the challenge is to somebody else.
	ErrNotInvited = errors.New("not invited")
	// ErrNotChallenger is returned by Withdraw when somebody other than the challenger does it.
	ErrNotChallenger = errors.New("not the challenger")
	// ErrNotPlaying is returned when the act needs a running match and this one has not begun, or
	// never will.
	ErrNotPlaying = errors.New("match is not being played")
	// ErrFinished is returned when the act needs a running match and this one has ended.
	ErrFinished = errors.New("match is finished")
	// ErrNotPlayer is returned when somebody acts who plays neither side, and by Propose when
	// nobody does.
	ErrNotPlayer = errors.New("not a player of the match")
	// ErrNotYourTurn is returned by Play and OnTurn when it is the other side's turn.
	ErrNotYourTurn = errors.New("not your turn")
	// ErrOfferOpen is returned by MakeOffer when the same side's offer of the kind waits for its
	// answer, or the other side's when that cannot be accepted by offering the same.
	ErrOfferOpen = errors.New("offer already open")
	// ErrOfferedAlready is returned by MakeOffer when an offer of the kind and side was refused or
	// withdrawn and no turn was played since, and by Summon when the other side was summoned.
	ErrOfferedAlready = errors.New("offered already since the last turn")
	// ErrNoOffer is returned by AnswerOffer and WithdrawOffer when no offer of the kind is open, and
	// by MakeOffer when there is no such kind.
	ErrNoOffer = errors.New("no open offer")
	// ErrOwnOffer is returned by AnswerOffer when the side that offered answers.
	ErrOwnOffer = errors.New("own offer")
	// ErrNotOfferer is returned by WithdrawOffer when the offer is the other side's.
	ErrNotOfferer = errors.New("not the side that offered")
)

// The refusals that are about hints and plans.
var (
	// ErrNoHints is returned by UseHint when the terms allow none.
	ErrNoHints = errors.New("no hints")
	// ErrHintsUsed is returned by UseHint when the side has had as many as the terms allow.
	ErrHintsUsed = errors.New("hints are used up")
	// ErrNotTheirTurn is returned by Plan.Add when it is not the other side's turn, whose turn a plan
	// begins with.
	ErrNotTheirTurn = errors.New("not the other side's turn")
	// ErrPlan is returned by Plan.Add for a line without an answer.
	ErrPlan = errors.New("line without an answer")
	// ErrPlanFull is returned by Plan.Add when the line is too long or there are too many.
	ErrPlanFull = errors.New("plan is full")
)

// The refusals that are about time and takebacks.
var (
	// ErrNoClock is returned when the act needs a clock and the match has none.
	ErrNoClock = errors.New("match has no clock")
	// ErrPaused is returned by an offer to pause, by Credit, RunOut and Lapse when the clock stands still.
	ErrPaused = errors.New("clock stands still")
	// ErrNotPaused is returned by Resume and EndPause when the clock does not stand still.
	ErrNotPaused = errors.New("clock does not stand still")
	// ErrNotRated is returned by Annul for a match whose result is not rated, or no longer.
	ErrNotRated = errors.New("result is not rated")
	// ErrNotOverdue is returned by Claim, GiveTime, CallOff and Summon when the side to move has time left.
	ErrNotOverdue = errors.New("time is not up")
	// ErrBinding is returned by CallOff for a binding match.
	ErrBinding = errors.New("match is binding")
	// ErrOwnClock is returned by Claim, GiveTime, CallOff and Summon when the side to move does it.
	ErrOwnClock = errors.New("own clock")
	// ErrTooEarly is returned by Lapse, RunOut, Return and EndPause before it is time.
	ErrTooEarly = errors.New("too early")
	// ErrTimeUp is returned by GoAway and RunOut when it is recorded that the side to move has used up
	// its time, and by TakeBack when the turn that is to be taken back would have none.
	ErrTimeUp = errors.New("time is up")
	// ErrGiven is returned by GiveTime and an offer ForTime when time was given in this turn already.
	ErrGiftUsed = errors.New("time was given in this turn")
	// ErrQuick is returned by GoAway where Pace.MayRest says no.
	ErrTooFast = errors.New("no absence where turns take less than a day")
	// ErrDuration is returned by GiveTime and GoAway for a time that is not after now or too long.
	ErrDuration = errors.New("impossible length of time")
	// ErrAway is returned by GoAway when the side is away as long already.
	ErrAway = errors.New("away already")
	// ErrAwaited is returned by Unreach when the time for the turn waited already, or began too long ago.
	ErrHeld = errors.New("time for the turn has waited")
	// ErrNotAwaited is returned by Reach when no time waits for the side.
	ErrNotHeld = errors.New("not awaited")
	// ErrNotAway is returned by ComeBack when the side is not away, and by Return when nobody is.
	ErrNotAway = errors.New("not away")
	// ErrNothingLost is returned by Credit when the side to move has lost no time.
	ErrNothingLost = errors.New("no time was lost")
	// ErrNothingPlayed is returned when there is no turn that the actor could take back.
	ErrNothingPlayed = errors.New("no turn to take back")
	// ErrNoTakebacks is returned when the terms allow no turn to be taken back.
	ErrNoTakebacks = errors.New("no takebacks")
	// ErrKept is returned by Keep and Clear when the match is none for practice, or was kept.
	ErrKept = errors.New("match is kept")
	// ErrNotFree is returned by TakeBack when the other side has to be asked.
	ErrNotFree = errors.New("the other side is to be asked")
)
