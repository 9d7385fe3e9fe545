package bot

import (
	"errors"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgNoPosition = i18n.Message{ID: "error.position", Other: "That is not a position of the game."}
	msgNoTurn     = i18n.Message{ID: "error.turn",
		Other: "I do not understand that as a turn. `/help` shows how turns are written."}
	msgNotFound = i18n.Message{ID: "error.notfound",
		Other: "I know no such match. `/games` lists yours."}
	msgTerms = i18n.Message{ID: "error.terms",
		Other: "MAD cannot be played on those terms. Try `/challenge` with fewer options."}
	msgSelf = i18n.Message{ID: "error.self",
		Other: "You cannot challenge yourself. Leave the opponent out to challenge anyone " +
			"here."}
	msgClosed = i18n.Message{ID: "error.closed",
		Other: "This challenge has been answered or withdrawn already."}
	msgOwn = i18n.Message{ID: "error.own",
		Other: "It is your own challenge; someone else has to accept it. You can withdraw " +
			"it."}
	msgNotInvited = i18n.Message{ID: "error.notinvited",
		Other: "This challenge is to someone else. `/challenge` makes one of your own."}
	msgNotMine = i18n.Message{ID: "error.notchallenger",
		Other: "Only the person who made this challenge can withdraw it."}
	msgNotPlaying = i18n.Message{ID: "error.notplaying",
		Other: "This match is not being played: its challenge has not been accepted."}
	msgFinished  = i18n.Message{ID: "error.finished", Other: "This match is over."}
	msgNotPlayer = i18n.Message{ID: "error.notplayer",
		Other: "You are not playing in this match. `/challenge` starts one of your own."}
	msgNotYours  = i18n.Message{ID: "error.notyourturn", Other: "It is not your turn yet."}
	msgOfferOpen = i18n.Message{ID: "error.offeropen",
		Other: "Your offer to stop is waiting for its answer."}
	msgOfferNo = i18n.Message{ID: "error.offerrefused",
		Other: "Your offer to stop was refused. You can offer again after the next turn."}
	msgNoOffer = i18n.Message{ID: "error.nooffer",
		Other: "There is no offer to answer any more."}
	msgExists = i18n.Message{ID: "error.exists",
		Other: "That did not work out. Please try once more."}
	msgStale = i18n.Message{ID: "error.stale",
		Other: "The match has gone on since. This is how it stands:"}
	msgNoHint = i18n.Message{ID: "error.nohint", Other: "I have no hint to give here."}
	msgGone   = i18n.Message{ID: "error.gone",
		Other: "That channel or message is gone, or closed to me."}
)

// explanation pairs a refusal with its words.
type explanation struct {
	err  error
	text i18n.Message
}

// explanations is the table of all refusals that a person can meet. What is not in it is a fault
// of ours and answered as an incident.
func explanations() []explanation {
	return []explanation{
		{rules.ErrSyntax, msgNoTurn},
		{rules.ErrOffBoard, msgNoPosition},
		{rules.ErrSquareTaken, msgNoPosition},
		{rules.ErrNoCorvette, msgNoPosition},
		{rules.ErrCounterTooBig, msgNoPosition},
		{match.ErrID, msgNotFound},
		{match.ErrTerms, msgTerms},
		{match.ErrSelf, msgSelf},
		{match.ErrNotProposed, msgClosed},
		{match.ErrOwnChallenge, msgOwn},
		{match.ErrNotInvited, msgNotInvited},
		{match.ErrNotChallenger, msgNotMine},
		{match.ErrNotPlaying, msgNotPlaying},
		{match.ErrFinished, msgFinished},
		{match.ErrNotPlayer, msgNotPlayer},
		{match.ErrNotYourTurn, msgNotYours},
		{match.ErrOfferOpen, msgOfferOpen},
		{match.ErrOfferRefused, msgOfferNo},
		{match.ErrNoOffer, msgNoOffer},
		{match.ErrNotFound, msgNotFound},
		{match.ErrExists, msgExists},
		{match.ErrStale, msgStale},
		{play.ErrNoHint, msgNoHint},
		{play.ErrGone, msgGone},
		{play.ErrClosed, msgGone},
	}
}

// explain returns what to tell a person about err; false when err is a fault of ours.
func explain(t i18n.Printer, err error) (string, bool) {
	if illegal, ok := errors.AsType[*rules.TurnError](err); ok {
		return explainTurn(t, illegal), true
	}
	if unread, ok := errors.AsType[*rules.TurnSyntaxError](err); ok {
		return explainSyntax(t, unread), true
	}
	if said, ok := errors.AsType[*refusal](err); ok {
		return t.Text(said.text, said.args), true
	}
	for _, e := range explanations() {
		if errors.Is(err, e.err) {
			return t.Text(e.text, nil), true
		}
	}
	return "", false
}

// refusal is what only a command refuses, with its words.
type refusal struct {
	text i18n.Message
	args i18n.Args
}

// refuse returns a *refusal.
func refuse(text i18n.Message, args i18n.Args) error { return &refusal{text, args} }

// isRefusal reports whether err is the refusal with that text.
func isRefusal(err error, text i18n.Message) bool {
	said, ok := errors.AsType[*refusal](err)
	return ok && said.text.ID == text.ID
}

// Error implements error.
func (r *refusal) Error() string { return "refused: " + r.text.ID }

// wantsBoard reports whether err is best answered with the match as it stands: the person saw an
// older state of it.
func wantsBoard(err error) bool {
	for _, stale := range []error{match.ErrStale, match.ErrFinished, match.ErrNotYourTurn,
		match.ErrNoOffer, match.ErrNotProposed} {
		if errors.Is(err, stale) {
			return true
		}
	}
	return false
}
