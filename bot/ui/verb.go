package ui

import (
	"madbot/bot/play"
	"madbot/rules/match"
)

// Verb says who handles a control: one to 16 lower-case letters.
type Verb string

// The verbs of challenges.
const (
	Accept    Verb = "accept"
	Decline   Verb = "decline"
	Refuse    Verb = "refuse" // declines, and takes no more from whoever made this one
	Withdraw  Verb = "withdraw"
	Counter   Verb = "counter"   // shows a form for other terms; the argument is the terms that are chosen there
	SendTerms Verb = "sendterms" // sends it
	Explain   Verb = "explain"   // says what the game is about and what the terms mean
	Anyway    Verb = "anyway"    // challenges whoever has challenged the person on other terms; the argument is the terms
	Rematch   Verb = "rematch"   // challenges the other player of a match that is over
)

// The verbs of turns.
const (
	OpenPanel   Verb = "panel"    // shows a panel; the argument may be the side at the bottom, or a ship to choose
	Tap         Verb = "tap"      // chooses, or plays what was chosen: a TapArg
	TypeTurn    Verb = "type"     // opens a form in which a turn is typed
	SubmitTurn  Verb = "typed"    // takes what was filled in there
	Move        Verb = "move"     // plays a turn: a TurnArg
	ConfirmLoss Verb = "lose"     // answers whether a turn is meant that may not be, as one that loses at once: a LoseArg
	TakeBack    Verb = "takeback" // takes the last turn back; the argument is how many turns there are, a Number
	Next        Verb = "next"     // opens the panel of the next match in which it is the person's turn
)

// The verbs of plans and notes.
const (
	Plan       Verb = "plan"       // chooses for a plan: a PlanArg, empty for a new line
	Plans      Verb = "plans"      // shows the plan; the argument is a page, a Number
	TypePlan   Verb = "plantype"   // opens a form in which a line is typed: a PlanArg
	SubmitPlan Verb = "plantyped"  // takes what was filled in there
	PlanLine   Verb = "planline"   // shows a line; the argument, or what is picked, is its name
	DropPlan   Verb = "unplan"     // removes the line of that name; or DropAsk, DropAll
	Note       Verb = "note"       // opens a form for a note; the argument is what is chosen on the panel
	SubmitNote Verb = "noted"      // takes what was filled in there
	Notes      Verb = "notes"      // shows notes; the argument is a page, a Number, or empty for a message of its own
	ShareNotes Verb = "sharenotes" // agrees to show them
)

// The verbs of looking at a match, and at what one plays.
const (
	Board      Verb = "board"      // shows a board; the argument may be MenuStays
	Look       Verb = "look"       // shows a match in another way: a LookArg
	More       Verb = "more"       // shows everything that can be done with a match
	Log        Verb = "log"        // shows what happened in a match; the argument is a page, a Number, else the last one
	Replay     Verb = "replay"     // shows a match in motion
	PostReplay Verb = "replaypost" // to all
	Games      Verb = "games"      // shows a page of one's matches; the argument is a Number
	MoveHere   Verb = "home"       // shows a match where the button is pressed from now on
)

// The verbs of offers, each with an OfferArg, and of the end of a match. What ends one asks once more: the
// argument is then the answer.
const (
	AskStop       Verb = "halt" // asks whether to offer to stop
	MakeOffer     Verb = "offer"
	WithdrawOffer Verb = "unoffer"
	AnswerOffer   Verb = "stop"
	ResumeClock   Verb = "resume" // ends a pause
	AskResign     Verb = "resign" // asks whether to resign
	GiveUp        Verb = "giveup" // takes the answer
	Claim         Verb = "claim"
	CallOff       Verb = "calloff"
	GiveDay       Verb = "giveday"
	Summon        Verb = "summon" // has a side without a clock that is gone play soon
)

// The verbs of hints: both give the step of a hint that a HintArg names, the second in place of the step before.
const (
	Hint  Verb = "hint"
	Nudge Verb = "nudge"
)

// The verbs of the review of a match that is over.
const (
	Review     Verb = "review"     // shows it; the argument may be Anew
	Moment     Verb = "moment"     // shows a turn worth another look, a Number
	Better     Verb = "better"     // shows what was better there, a Number
	TryBetter  Verb = "trybetter"  // looks for that on the panel: a TryArg
	ReviewTurn Verb = "reviewturn" // shows what is said of any turn, a Number
	PostReview Verb = "reviewpost" // shows it to all
)

// Daily solves the puzzle of the day: a TryArg whose State is the day and how many turns were found.
const Daily Verb = "daily"

// Puzzle solves a puzzle: a TryArg as that of a Daily, whose State begins with the pool that it is chosen from.
const Puzzle Verb = "puzzle"

// League shows or changes the league of a server: a LeagueArg.
const League Verb = "league"

// Anew is the argument of a Review that is made again.
const Anew = "anew"

// The verbs of people.
const (
	Ranking Verb = "ranking" // shows a page of a ranking: a RankingArg
	Annul   Verb = "annul"   // has a rated match count for nothing: asks, or takes the answer
	Exclude Verb = "exclude" // leaves somebody, whose id is the argument, out of a ranking
	Include Verb = "include" // has them be in it again
	Record  Verb = "record"  // shows the games of whoever presses it and somebody, whose id is the argument
)

// The verbs of practice.
const (
	Practise Verb = "practise" // offers a game from a position, or begins it: a PractiseArg
	Keep     Verb = "keep"     // keeps it
	Paste    Verb = "paste"    // takes the game that was filled in
	TryOut   Verb = "tryout"   // tries turns of both sides in a match: a TryArg
)

// The verbs of learning.
const (
	Learn Verb = "learn" // leads through the lessons: a LearnArg
	Try   Verb = "try"   // a Tap in a lesson: a TryArg
	Rules Verb = "rules" // shows a page of the rules, by its id; empty: the first
	Help  Verb = "help"  // shows the rules in short, or the diagram that is named
)

// The verbs of settings. What they change is in their arguments.
const (
	Set         Verb = "set"
	Notices     Verb = "notices"     // also shows when and where the person is told
	AskNotices  Verb = "noticesask"  // opens a form
	SetNotices  Verb = "noticesset"  // takes what was filled in there
	TestNotices Verb = "noticestest" // sends a notice as one would come
	Server      Verb = "server"
	Vacation    Verb = "vacation"
	Shown       Verb = "shown"   // what others see of the person
	Takeout     Verb = "takeout" // sends what is kept of the person
	Forget      Verb = "forget"  // asks once, asks again, deletes it
)

// OnMatch is the id of a control that is about m as it stands.
func OnMatch(v Verb, m *match.Match, arg string) ID {
	return ID{Verb: v, Match: m.ID, Ply: m.Moment(), Arg: arg}
}

// NoMatch is the id of a control that is about no match.
func NoMatch(v Verb, arg string) ID { return ID{Verb: v, Ply: play.AnyPly, Arg: arg} }

// IsValid reports whether v is a verb.
func (v Verb) IsValid() bool {
	for _, c := range []byte(v) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return v != "" && len(v) <= 16
}
