package match

import "errors"

// The refusals of a match. They carry no prose for people.
var (
	// ErrID is returned by ParseID and Propose when a text cannot be the id of a match.
	ErrID = errors.New("not a match id")
	// ErrTerms is returned by Propose when no game can be played on the terms.
	ErrTerms = errors.New("impossible terms")
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
	// ErrOfferOpen is returned by OfferStop when the same side's offer waits for its answer.
	ErrOfferOpen = errors.New("offer already open")
	// ErrOfferedAlready is returned by OfferStop when an offer of the same side was refused or
	// withdrawn and no turn was played since.
	ErrOfferedAlready = errors.New("offered already since the last turn")
	// ErrNoOffer is returned by AnswerStop and WithdrawStop when no offer is open.
	ErrNoOffer = errors.New("no open offer")
	// ErrOwnOffer is returned by AnswerStop when the side that offered answers.
	ErrOwnOffer = errors.New("own offer")
	// ErrNotOfferer is returned by WithdrawStop when the offer is the other side's.
	ErrNotOfferer = errors.New("not the side that offered")
)
