package ui

import (
	"madbot/bot/play"
	"madbot/rules/match"
)

// Verb selects the handler of a control. It has one to 16 lower-case letters.
type Verb string

// The verbs of challenges.
const (
	Accept    Verb = "accept"
	Decline   Verb = "decline"
	Refuse    Verb = "refuse" // declines, and blocks further challenges by the same person
	Withdraw  Verb = "withdraw"
	Counter   Verb = "counter"   // shows a form for other terms; the argument is the terms that are selected in it
	SendTerms Verb = "sendterms" // sends the counter-challenge
	Explain   Verb = "explain"   // explains the game and the terms
	Anyway    Verb = "anyway"    // challenges a person who challenged the user on other terms, which are the argument
	Unrated   Verb = "unrated"   // makes a challenge that could not be rated; the argument is the terms and the opponent
	Rematch   Verb = "rematch"   // challenges the other player of a finished match
)

// The verbs of turns.
const (
	OpenPanel   Verb = "panel"    // shows a panel; the argument may be the side at the bottom, or a ship to select
	Tap         Verb = "tap"      // selects, or plays the selection: a TapArg
	TypeTurn    Verb = "type"     // opens a form for a typed turn
	SubmitTurn  Verb = "typed"    // submits that form
	Move        Verb = "move"     // plays a turn: a TurnArg
	ConfirmLoss Verb = "lose"     // answers whether the player means a turn, for example one that loses at once: a LoseArg
	TakeBack    Verb = "takeback" // takes the last turn back; the argument is the number of turns so far, a Number
	Next        Verb = "next"     // opens the panel of the person's next match in which it is their turn
)

// The verbs of plans and notes.
const (
	Plan       Verb = "plan"       // taps in a plan: a PlanArg, empty for a new line
	Plans      Verb = "plans"      // shows the plan; the argument is a page, a Number
	TypePlan   Verb = "plantype"   // opens a form for a typed line: a PlanArg
	SubmitPlan Verb = "plantyped"  // submits that form
	PlanLine   Verb = "planline"   // shows a line; its name is the argument or the selected item
	DropPlan   Verb = "unplan"     // removes the named line; or DropAsk, DropAll
	Note       Verb = "note"       // opens a form for a note; the argument is the selection on the panel
	SubmitNote Verb = "noted"      // submits that form
	Notes      Verb = "notes"      // shows notes; the argument is a page, a Number, or empty for a message of its own
	ShareNotes Verb = "sharenotes" // agrees to show the notes to the other player
)

// The verbs of looking at a match, and at the list of one's matches.
const (
	Board      Verb = "board"      // shows a board; the argument may be MenuStays
	Look       Verb = "look"       // shows another view of a match: a LookArg
	More       Verb = "more"       // shows everything that can be done with a match
	Log        Verb = "log"        // shows the history of a match; the argument is a page, a Number; default: the last
	Replay     Verb = "replay"     // shows the animated replay of a match
	PostReplay Verb = "replaypost" // posts the replay
	Games      Verb = "games"      // shows a page of the person's matches; the argument is a Number
	MoveHere   Verb = "home"       // moves a match to the channel in which the button is pressed
)

// The verbs of offers, each with an OfferArg, and of the end of a match. Verbs that end a match ask first; the argument
// is then the answer.
const (
	AskStop       Verb = "halt"   // asks whether to offer to stop
	AskCallOff    Verb = "askoff" // asks whether to offer to call the match off
	MakeOffer     Verb = "offer"
	WithdrawOffer Verb = "unoffer"
	AnswerOffer   Verb = "stop"
	ResumeClock   Verb = "resume" // ends a pause
	AskResign     Verb = "resign" // asks whether to resign
	GiveUp        Verb = "giveup" // answers that question
	Claim         Verb = "claim"
	CallOff       Verb = "calloff"
	GiveDay       Verb = "giveday"
	Summon        Verb = "summon" // summons a side that is absent from a match without a clock
)

// The verbs of hints. Both give the step of a hint that a HintArg names; the second replaces the step before it.
const (
	Hint  Verb = "hint"
	Nudge Verb = "nudge"
)

// The verbs of the review of a finished match.
const (
	Review     Verb = "review"     // shows the review; the argument may be Anew
	Moment     Verb = "moment"     // shows a turn worth another look, a Number
	Better     Verb = "better"     // shows the better turn there, a Number
	TryBetter  Verb = "trybetter"  // lets the person find the better turn on the panel: a TryArg
	ReviewTurn Verb = "reviewturn" // shows what the review says about any turn, a Number
	PostReview Verb = "reviewpost" // posts the review
)

// Daily solves the puzzle of the day: a TryArg whose State is the day and the number of turns found.
const Daily Verb = "daily"

// Puzzle solves a puzzle: a TryArg like that of Daily, whose State begins with the pool of the puzzle.
const Puzzle Verb = "puzzle"

// League shows or changes the league of a server: a LeagueArg.
const League Verb = "league"

// Anew is the argument of Review that makes a new review.
const Anew = "anew"

// The verbs of people.
const (
	Ranking     Verb = "ranking"   // shows a page of a ranking: a RankingArg
	Annul       Verb = "annul"     // opens a form for the reason to annul a rated match
	SubmitAnnul Verb = "annulled"  // takes the reason and annuls the match
	Reinstate   Verb = "reinstate" // lets an annulled match count again
	Exclude     Verb = "exclude"   // removes the person whose id is the argument from a ranking
	Include     Verb = "include"   // puts that person back
	Record      Verb = "record"    // shows the games between the user and the person whose id is the argument
)

// The verbs of practice.
const (
	Practise Verb = "practise" // offers a game from a position, or begins it: a PractiseArg
	Keep     Verb = "keep"     // keeps the practice game
	Paste    Verb = "paste"    // submits the form with a pasted game
	TryOut   Verb = "tryout"   // tries turns of both sides in a match: a TryArg
)

// The verbs of learning.
const (
	Learn Verb = "learn" // shows the lessons: a LearnArg
	Try   Verb = "try"   // a Tap in a lesson: a TryArg
	Rules Verb = "rules" // shows a page of the rules, by its id; empty: the first
	Help  Verb = "help"  // shows the rules in short, or the named diagram
)

// The verbs of settings. The argument says what changes.
const (
	Set         Verb = "set"
	Notices     Verb = "notices"     // also shows when and where the bot notifies the person
	AskNotices  Verb = "noticesask"  // opens a form
	SetNotices  Verb = "noticesset"  // submits that form
	TestNotices Verb = "noticestest" // sends a test notice
	Server      Verb = "server"
	Vacation    Verb = "vacation"
	Shown       Verb = "shown"   // shows what others can see about the person
	Takeout     Verb = "takeout" // sends the data that the bot has about the person
	Forget      Verb = "forget"  // asks, asks again, then deletes the data
)

// OnMatch returns the id of a control about the present state of m.
func OnMatch(v Verb, m *match.Match, arg string) ID {
	return ID{Verb: v, Match: m.ID, Ply: m.Moment(), Arg: arg}
}

// NoMatch returns the id of a control that is about no match.
func NoMatch(v Verb, arg string) ID { return ID{Verb: v, Ply: play.AnyPly, Arg: arg} }

// IsValid reports whether v has the form of a verb: 1 to 16 letters from a to z.
func (v Verb) IsValid() bool {
	for _, c := range []byte(v) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return v != "" && len(v) <= 16
}
