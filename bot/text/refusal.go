package text

import (
	"errors"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Private refusals: why what somebody asked for is not done, and what they can do instead. I am the bot.
var (
	msgNotFound = i18n.Message{ID: "error.notfound",
		Other: "There's no such game. `/games` lists yours."}
	msgRival = i18n.Message{ID: "error.rival",
		Other: "That's about you, or somebody in your league or ranking: another manager must decide."}

	msgLikeRated = i18n.Message{ID: "rated.standing",
		Other: "That is too much like your rated game against {{.Other}}. I can help with it once that game has moved " +
			"on, or is over."}

	// ErrNoMatch is for a command that needs a match, from a person who plays none that fits.
	ErrNoMatch = Refuse(i18n.Message{ID: "pick.none",
		Other: "You're not playing a game right now. `/challenge` starts one, `/games` lists yours."}, nil)
	// ErrNoneOnTurn is for a command that needs the person's turn, when it is their turn in none of several matches.
	ErrNoneOnTurn = Refuse(i18n.Message{ID: "pick.noneonturn",
		Other: "It isn't your turn in any game here. `/games` lists yours."}, nil)

	// refusals are the texts for errors of other packages.
	refusals = []struct {
		err  error
		text i18n.Message
	}{
		{match.ErrID, msgNotFound},
		{match.ErrTerms, i18n.Message{ID: "error.terms",
			Other: "MAD can't be played on those terms. Try `/challenge` with fewer options."}},
		{match.ErrRated, i18n.Message{ID: "error.rated",
			Other: "A rated game is against a person, with a clock, no hints and no takebacks."}},
		{match.ErrNotRated, i18n.Message{ID: "error.notrated", Other: "That game isn't rated, or no longer is."}},
		{play.ErrNobodyManages, i18n.Message{ID: "error.nobodymanages",
			Other: "Rated games are played on a server that has me, where its managers can annul them."}},
		{play.ErrRival, msgRival},
		{play.ErrTakesPart, msgRival},
		{match.ErrReason, i18n.Message{ID: "error.reason", Other: "Say why, in up to 200 characters: both players read it."}},
		{match.ErrNotAnnulled, i18n.Message{ID: "error.notannulled", Other: "That game wasn't annulled in the last 7 days."}},
		{play.ErrOwnMatch, i18n.Message{ID: "error.ownmatch", Other: "You played in it: somebody else must decide."}},
		{match.ErrSelf, i18n.Message{ID: "error.self",
			Other: "You can't challenge yourself. `/challenge` without an opponent challenges anyone here."}},
		{match.ErrNotProposed, i18n.Message{ID: "error.closed",
			Other: "This challenge no longer waits for an answer."}},
		{match.ErrOwnChallenge, i18n.Message{ID: "error.own",
			Other: "This is your own challenge; someone else has to accept it. You can withdraw it."}},
		{match.ErrNotInvited, i18n.Message{ID: "error.notinvited",
			Other: "This challenge is for someone else. `/challenge` makes one of your own."}},
		{play.ErrTakenBefore, i18n.Message{ID: "error.takenbefore",
			Other: "You took this challenge before, and left: it's open for somebody else."}},
		{match.ErrNotChallenger, i18n.Message{ID: "error.notchallenger",
			Other: "Only the person who made this challenge can withdraw it."}},
		{match.ErrNotPlaying, i18n.Message{ID: "error.notplaying",
			Other: "This game isn't being played: its challenge hasn't been accepted."}},
		{match.ErrFinished, i18n.Message{ID: "error.finished", Other: "This game is over."}},
		{match.ErrNotPlayer, i18n.Message{ID: "error.notplayer",
			Other: "You're not playing in this game. `/challenge` starts one of your own."}},
		{match.ErrNotYourTurn, i18n.Message{ID: "error.notyourturn", Other: "It isn't your turn yet."}},
		{match.ErrOfferOpen, i18n.Message{ID: "error.offeropen",
			Other: "Your offer is waiting for an answer."}},
		{match.ErrOfferedAlready, i18n.Message{ID: "error.offeredalready",
			Other: "You've already asked for that in this position. You can ask again after the next turn."}},
		{match.ErrNoOffer, i18n.Message{ID: "error.nooffer",
			Other: "This offer is no longer open."}},
		{match.ErrOwnOffer, i18n.Message{ID: "error.ownoffer",
			Other: "This is your own offer: the other side answers it. You can withdraw it."}},
		{match.ErrNotOfferer, i18n.Message{ID: "error.notofferer",
			Other: "Only the person who made this offer can withdraw it."}},
		{match.ErrNoClock, i18n.Message{ID: "error.noclock", Other: "This game has no clock."}},
		{match.ErrGiftUsed, i18n.Message{ID: "error.given", Other: "Time has already been given this turn."}},
		{match.ErrNotOverdue, i18n.Message{ID: "error.notoverdue",
			Other: "There's time left: you can do that once the deadline has passed."}},
		{match.ErrBinding, i18n.Message{ID: "error.binding", Other: "A league game can't be called off, nor a rated one after two " +
			"turns each."}},
		{match.ErrOtherOffer, i18n.Message{ID: "error.otheroffer",
			Other: "There's an offer to end this game already. Refuse or withdraw it first."}},
		{match.ErrCallOffsUsed, i18n.Message{ID: "error.calloffs",
			Other: "You've offered that three times in this game; I pass it on no more."}},
		{match.ErrOwnClock, i18n.Message{ID: "error.ownclock",
			Other: "It's your turn, so only the other side can do that. You can still play."}},
		{match.ErrNoHints, i18n.Message{ID: "error.nohints",
			Other: "You agreed to play this game without hints."}},
		{match.ErrPlan, i18n.Message{ID: "error.plan",
			Other: "A line of a plan ends with your answer: type their turn, then yours."}},
		{match.ErrPlanFull, i18n.Message{ID: "error.planfull",
			Other: "That's more than a plan holds: up to 32 lines, each with up to 12 answers. **My plan** lets you " +
				"remove one."}},
		{play.ErrNotesFull, i18n.Message{ID: "error.notesfull",
			Other: "You have 200 notes on this game, which is as many as I keep. The one on this turn can still be " +
				"changed."}},
		{match.ErrPaused, i18n.Message{ID: "error.paused", Other: "The clock is already paused."}},
		{match.ErrSuspended, i18n.Message{ID: "error.suspended",
			Other: "The clock is stopped while I can't show this game on its server."}},
		{match.ErrNotPaused, i18n.Message{ID: "error.notpaused", Other: "The clock is running."}},
		{match.ErrNothingPlayed, i18n.Message{ID: "error.nothingplayed",
			Other: "You haven't played a turn that you could take back."}},
		{match.ErrNoTakebacks, i18n.Message{ID: "error.notakebacks", Other: "You two agreed to play without takebacks."}},
		{play.ErrNotFound, msgNotFound},
		{play.ErrStale, i18n.Message{ID: "error.stale",
			Other: "The game has moved on. This is how it stands now:"}},
		{gate.ErrStanding, i18n.Message{ID: "error.standing",
			Other: "This position occurs in a game you're playing. Wait until that's over."}},
		{play.ErrForeign, i18n.Message{ID: "error.foreign",
			Other: "That game belongs to another server; it can only be shown there."}},
		{play.ErrShown, i18n.Message{ID: "error.shown",
			Other: "I can still post where this game is shown, so it stays there. `/games` has a link to it."}},
		{play.ErrNoHint, i18n.Message{ID: "error.nohint", Other: "I have no hint to give here."}},
		{play.ErrBlocked, i18n.Message{ID: "error.blocked", Other: "Whoever runs this bot has blocked you or this server."}},
		{play.ErrOthersReview, i18n.Message{ID: "error.review.others",
			Other: "Only its two players can open this review."}},
		{play.ErrNothingToReview, i18n.Message{ID: "error.review",
			Other: "There's nothing to review: a game needs 4 to 300 turns."}},
		{play.ErrReviewing, i18n.Message{ID: "error.review.own",
			Other: "Another game of yours is being reviewed; try again in a minute."}},
		{play.ErrReviewsUsed, i18n.Message{ID: "error.review.day",
			Other: "That was your 20th review today; there are more tomorrow."}},
		{play.ErrReviewQueue, i18n.Message{ID: "error.review.queue",
			Other: "Eight reviews are waiting; try again in a minute."}},
		{play.ErrPosted, i18n.Message{ID: "error.posted", Other: "That has been posted."}},
		{play.ErrUnposted, i18n.Message{ID: "error.unposted", Other: "I can't post that here. Try another channel."}},
		{play.ErrPerhapsPosted, i18n.Message{ID: "error.perhaps",
			Other: "I don't know if that was posted. If you don't see it, try again."}},
	}
)

// Refusal returns the text for a person whose request failed with err: why, and what they can do instead. It
// returns false if err is not a refusal but a failure of the bot.
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
	if stands, ok := errors.AsType[*gate.StandingError](err); ok && stands.Rated {
		return t.Text(msgLikeRated, i18n.Args{"Other": Mention(t, stands.Opponent)}), true
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

type refusal struct {
	text i18n.Message
	args i18n.Args
}

// Refuse returns an error for which Refusal returns text, filled in with args, which may be nil. Each call returns
// a different error: keep it in a variable to compare it with errors.Is.
func Refuse(text i18n.Message, args i18n.Args) error { return &refusal{text, args} }

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

// ErrBusy is returned when the bot has too much to do to handle a call.
var ErrBusy = Refuse(msgBusy, nil)

// Incident says that the bot failed. The failure is logged with the same number.
func Incident(t i18n.Printer, number string) string {
	return t.Text(msgIncident, i18n.Args{"Number": number})
}

// OneMoment says that the answer will follow.
func OneMoment(t i18n.Printer) string { return t.Text(msgMoment, nil) }

// TryAgain is the label of a button that repeats what failed.
func TryAgain(t i18n.Printer) string { return t.Text(msgRetry, nil) }

// TooSlow says that the handler took too long.
func TooSlow(t i18n.Printer) string { return t.Text(msgTooSlow, nil) }

// Unknown says that the bot has no such command or control.
func Unknown(t i18n.Printer) string { return t.Text(msgUnknown, nil) }
