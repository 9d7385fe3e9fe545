package text

import (
	"errors"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Private refusals: why what somebody asked for is not done, and what they can do instead. I am the bot.
var (
	msgNoMatch = i18n.Message{ID: "pick.none",
		Other: "You're not playing a game right now. `/challenge` starts one, `/games` lists yours."}
	msgNoneOnTurn = i18n.Message{ID: "pick.noneonturn",
		Other: "It isn't your turn in any game here. `/games` lists yours."}
	msgNotFound = i18n.Message{ID: "error.notfound",
		Other: "There's no such game. `/games` lists yours."}
	msgTerms = i18n.Message{ID: "error.terms",
		Other: "MAD can't be played on those terms. Try `/challenge` with fewer options."}
	msgNotRated   = i18n.Message{ID: "error.notrated", Other: "That game isn't rated, or no longer is."}
	msgOwnMatch   = i18n.Message{ID: "error.ownmatch", Other: "You played in it: somebody else must decide."}
	msgRatedTerms = i18n.Message{ID: "error.rated",
		Other: "A rated game is against a person, with a clock, no hints and no takebacks."}
	msgSelf = i18n.Message{ID: "error.self",
		Other: "You can't challenge yourself. `/challenge` without an opponent challenges anyone here."}
	msgClosed = i18n.Message{ID: "error.closed",
		Other: "This challenge no longer waits for an answer."}
	msgOwn = i18n.Message{ID: "error.own",
		Other: "This is your own challenge; someone else has to accept it. You can withdraw " +
			"it."}
	msgNotInvited = i18n.Message{ID: "error.notinvited",
		Other: "This challenge is for someone else. `/challenge` makes one of your own."}
	msgNotMine = i18n.Message{ID: "error.notchallenger",
		Other: "Only the person who made this challenge can withdraw it."}
	msgNotPlaying = i18n.Message{ID: "error.notplaying",
		Other: "This game isn't being played: its challenge hasn't been accepted."}
	msgFinished  = i18n.Message{ID: "error.finished", Other: "This game is over."}
	msgNotPlayer = i18n.Message{ID: "error.notplayer",
		Other: "You're not playing in this game. `/challenge` starts one of your own."}
	msgNotYours  = i18n.Message{ID: "error.notyourturn", Other: "It isn't your turn yet."}
	msgOfferOpen = i18n.Message{ID: "error.offeropen",
		Other: "Your offer is waiting for an answer."}
	msgOfferedAlready = i18n.Message{ID: "error.offeredalready",
		Other: "You've already asked for that in this position. You can ask again after the next turn."}
	msgNoOffer = i18n.Message{ID: "error.nooffer",
		Other: "This offer is no longer open."}
	msgOwnOffer = i18n.Message{ID: "error.ownoffer",
		Other: "This is your own offer: the other side answers it. You can withdraw it."}
	msgNotOfferer = i18n.Message{ID: "error.notofferer",
		Other: "Only the person who made this offer can withdraw it."}
	msgGivenBefore = i18n.Message{ID: "error.given", Other: "Time has already been given this turn."}
	msgNoClock     = i18n.Message{ID: "error.noclock", Other: "This game has no clock."}
	msgNotOverdue  = i18n.Message{ID: "error.notoverdue",
		Other: "There's time left: you can do that once the deadline has passed."}
	msgBinding  = i18n.Message{ID: "error.binding", Other: "A league game can't be called off."}
	msgOwnClock = i18n.Message{ID: "error.ownclock",
		Other: "It's your turn, so only the other side can do that. You can still play."}
	msgPlanOdd = i18n.Message{ID: "error.plan",
		Other: "A line of a plan ends with your answer: type their turn, then yours."}
	msgPlanFull = i18n.Message{ID: "error.planfull",
		Other: "That's more than a plan holds: up to 32 lines, each with up to 12 answers. **My plan** lets you " +
			"remove one."}
	msgNotesFull = i18n.Message{ID: "error.notesfull",
		Other: "You have 200 notes on this game, which is as many as I keep. The one on this turn can still be " +
			"changed."}
	msgPaused        = i18n.Message{ID: "error.paused", Other: "The clock is already paused."}
	msgNotPaused     = i18n.Message{ID: "error.notpaused", Other: "The clock is running."}
	msgNothingPlayed = i18n.Message{ID: "error.nothingplayed",
		Other: "You haven't played a turn that you could take back."}
	msgNoTakeBack = i18n.Message{ID: "error.notakebacks", Other: "You two agreed to play without takebacks."}
	msgStale      = i18n.Message{ID: "error.stale",
		Other: "The game has moved on. This is how it stands now:"}
	msgForeign = i18n.Message{ID: "error.foreign",
		Other: "That game belongs to another server; it can only be shown there."}
	msgShown = i18n.Message{ID: "error.shown",
		Other: "I can still post where this game is shown, so it stays there. `/games` has a link to it."}
	msgNoHintsHere = i18n.Message{ID: "error.nohints",
		Other: "You agreed to play this game without hints."}
	msgStands = i18n.Message{ID: "error.standing",
		Other: "This position occurs in a game you're playing. Wait until that's over."}
	msgNotReviewed = i18n.Message{ID: "error.review", Other: "There's nothing to review: a game needs 4 to 300 turns."}
	msgReviewing   = i18n.Message{ID: "error.review.own", Other: "Another game of yours is being reviewed; try again in a minute."}
	msgReviewsUsed = i18n.Message{ID: "error.review.day", Other: "That was your 20th review today; there are more tomorrow."}
	msgReviewQueue = i18n.Message{ID: "error.review.queue", Other: "Eight reviews are waiting; try again in a minute."}
	msgWasPosted   = i18n.Message{ID: "error.posted", Other: "That has been posted."}
	msgCantPost    = i18n.Message{ID: "error.unposted", Other: "I can't post that here. Try another channel."}
	msgPerhaps     = i18n.Message{ID: "error.perhaps", Other: "I don't know if that was posted. If you don't see it, try again."}
	msgBlocked     = i18n.Message{ID: "error.blocked", Other: "Whoever runs this bot has blocked you or this server."}
	msgNoHint      = i18n.Message{ID: "error.nohint", Other: "I have no hint to give here."}
)

// ErrNoMatch is for a command that needs a match, from somebody who plays none that would do.
var ErrNoMatch = Refuse(msgNoMatch, nil)

// ErrNoneOnTurn is for a command that needs the person's turn, when it is not in any of several matches.
var ErrNoneOnTurn = Refuse(msgNoneOnTurn, nil)

// Refusal returns what to tell a person about err: why what they asked for is not done, and what
// they can do instead. It is false when err is not a refusal but a fault of the bot.
func Refusal(t i18n.Printer, err error) (string, bool) {
	if illegal, ok := errors.AsType[*rules.TurnError](err); ok {
		return turns.Illegal(t, illegal), true
	}
	if unread, ok := errors.AsType[*rules.TurnSyntaxError](err); ok {
		return turns.Unread(t, unread), true
	}
	if limit, ok := errors.AsType[*play.LimitError](err); ok {
		return limitText(t, limit), true
	}
	if said, ok := errors.AsType[*refusal](err); ok {
		return t.Text(said.text, said.args), true
	}
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return t.Text(r.text, nil), true
		}
	}
	return "", false
}

// refusals are the errors of the packages below that people meet.
var refusals = []struct {
	err  error
	text i18n.Message
}{
	{match.ErrID, msgNotFound},
	{match.ErrTerms, msgTerms},
	{match.ErrRated, msgRatedTerms},
	{match.ErrNotRated, msgNotRated},
	{play.ErrOwnMatch, msgOwnMatch},
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
	{match.ErrOfferedAlready, msgOfferedAlready},
	{match.ErrNoOffer, msgNoOffer},
	{match.ErrOwnOffer, msgOwnOffer},
	{match.ErrNotOfferer, msgNotOfferer},
	{match.ErrNoClock, msgNoClock},
	{match.ErrGiven, msgGivenBefore},
	{match.ErrNotOverdue, msgNotOverdue},
	{match.ErrBinding, msgBinding},
	{match.ErrOwnClock, msgOwnClock},
	{match.ErrNoHints, msgNoHintsHere},
	{match.ErrPlan, msgPlanOdd},
	{match.ErrPlanFull, msgPlanFull},
	{play.ErrNotesFull, msgNotesFull},
	{match.ErrPaused, msgPaused},
	{match.ErrNotPaused, msgNotPaused},
	{match.ErrNothingPlayed, msgNothingPlayed},
	{match.ErrNoTakebacks, msgNoTakeBack},
	{play.ErrNotFound, msgNotFound},
	{play.ErrStale, msgStale},
	{play.ErrStanding, msgStands},
	{play.ErrForeign, msgForeign},
	{play.ErrShown, msgShown},
	{play.ErrNoHint, msgNoHint},
	{play.ErrBlocked, msgBlocked},
	{play.ErrNothingToReview, msgNotReviewed},
	{play.ErrReviewing, msgReviewing},
	{play.ErrReviewsUsed, msgReviewsUsed},
	{play.ErrReviewQueue, msgReviewQueue},
	{play.ErrPosted, msgWasPosted},
	{play.ErrUnposted, msgCantPost},
	{play.ErrPerhapsPosted, msgPerhaps},
}

// refusal is an error with words of its own.
type refusal struct {
	text i18n.Message
	args i18n.Args
}

// Refuse returns an error that Refusal says in the words of text, whose places args fill; args may
// be nil. Two such errors are different, so one that is compared with errors.Is must be kept.
func Refuse(text i18n.Message, args i18n.Args) error { return &refusal{text, args} }

// Error implements error, for logs.
func (r *refusal) Error() string { return "refused: " + r.text.ID }

// What is said when the bot itself fails.
var (
	msgIncident = i18n.Message{ID: "dispatch.incident",
		Other: "Something went wrong on my side. `/board` shows whether it was done; if not, please " +
			"try again. If it keeps happening, tell whoever runs me the number {{.Number}}."}
	msgTooSlow = i18n.Message{ID: "dispatch.slow",
		Other: "That took me too long. Please try again; `/board` shows how the game stands."}
	msgMoment = i18n.Message{ID: "dispatch.moment", Other: "One moment…"}
	msgRetry  = i18n.Message{ID: "dispatch.again", Other: "Try again"}
	msgBusy   = i18n.Message{ID: "dispatch.busy",
		Other: "I have too much to do right now. Please try again in a moment."}
	msgUnknown = i18n.Message{ID: "dispatch.unknown",
		Other: "I no longer know this command or button; it comes from another version of me. `/games` lists your " +
			"games and shows their boards."}
)

// ErrBusy is for a call for which the bot has no room.
var ErrBusy = Refuse(msgBusy, nil)

// Incident says that the bot failed; number is what its log calls the failure.
func Incident(t i18n.Printer, number string) string {
	return t.Text(msgIncident, i18n.Args{"Number": number})
}

// OneMoment says that the answer will come.
func OneMoment(t i18n.Printer) string { return t.Text(msgMoment, nil) }

// TryAgain names what does the same once more.
func TryAgain(t i18n.Printer) string { return t.Text(msgRetry, nil) }

// TooSlow says that the bot ran out of time.
func TooSlow(t i18n.Printer) string { return t.Text(msgTooSlow, nil) }

// Unknown says that the bot has no such command or control.
func Unknown(t i18n.Printer) string { return t.Text(msgUnknown, nil) }
