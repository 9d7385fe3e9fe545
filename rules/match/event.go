package match

import "time"

// EventKind says what happened. The numbers are stored and must not change.
type EventKind uint8

// The kinds; the zero value NoEvent is none. A turn that ends the game yields Played and then Ended; all other ends
// yield only Ended.
const (
	NoEvent            EventKind = 0
	Challenged         EventKind = 1
	Accepted           EventKind = 2
	ChallengeDeclined  EventKind = 3
	ChallengeWithdrawn EventKind = 4
	Played             EventKind = 5
	StopOffered        EventKind = 6
	StopRefused        EventKind = 7
	Ended              EventKind = 8 // the game has the outcome
	// 9 is unused.
	StopWithdrawn EventKind = 10

	ChallengeExpired  EventKind = 11 // nobody answered it
	TakebackAsked     EventKind = 12
	TakebackRefused   EventKind = 13
	TakebackWithdrawn EventKind = 14
	TakenBack         EventKind = 15 // by the side that agreed, or that took its own turn back; Ply: turns left
	TimeAsked         EventKind = 16
	TimeRefused       EventKind = 17
	TimeWithdrawn     EventKind = 18
	TimeGiven         EventKind = 19 // Length, to the other side
	PauseOffered      EventKind = 20
	PauseRefused      EventKind = 21
	PauseWithdrawn    EventKind = 22
	Paused            EventKind = 23 // by the side that accepted
	Resumed           EventKind = 24 // other than by a turn, which has only Played
	WentAway          EventKind = 25 // for Length
	CameBack          EventKind = 26 // other than by a turn
	Credited          EventKind = 27 // by nobody: Length, in which the bot was down, does not count
	TimeUp            EventKind = 28 // by nobody: the side to move has no time left
	Hinted            EventKind = 29 // the side to move used a hint
	Planned           EventKind = 30 // the next Played comes from a plan; Ply: before it

	ChallengeCountered EventKind = 31 // declined in favor of a challenge on other terms
	OffersDropped      EventKind = 32 // the TakenBack before it ended open offers
	AutoAway           EventKind = 33 // the side to move ran out of time and is put on vacation for Length
	Returned           EventKind = 34 // by a side whose absence ended as scheduled
	PauseEnding        EventKind = 35 // by nobody: the pause ends in a day
	TimeHeld           EventKind = 36 // by the side to move, which cannot be notified: its time does not run
	TimeReleased       EventKind = 37 // by that side, which was seen or notified: its time runs
	Kept               EventKind = 38 // by the player of a practice game
	Summoned           EventKind = 39 // by the side that waits without a clock: the other side has Length to play
	Stopped            EventKind = 40 // by nobody: the bot ended the match, see StopReason; Ended follows
	Annulled           EventKind = 41 // by a server manager: the result is cancelled
	Suspended          EventKind = 42 // by nobody: the clock is stopped, see Suspension
	SuspensionEnded    EventKind = 43 // by nobody: the clock runs again after Length
	Reinstated         EventKind = 44 // by a server manager: the annulled result counts again
	CallOffOffered     EventKind = 45
	CallOffRefused     EventKind = 46
	CallOffWithdrawn   EventKind = 47
)

// String returns a lower-case word for logs, "-" for NoEvent.
func (k EventKind) String() string {
	names := [...]string{"-", "challenged", "accepted", "declined", "withdrawn", "played",
		"stop offered", "stop refused", "ended", "-", "stop withdrawn", "expired",
		"takeback asked", "takeback refused", "takeback withdrawn", "taken back",
		"time asked", "time refused", "time withdrawn", "time given",
		"pause offered", "pause refused", "pause withdrawn", "paused", "resumed",
		"went away", "came back", "credited", "time up", "hinted", "planned", "countered", "offers dropped", "auto away", "returned", "pause ending",
		"time held", "time released", "kept", "summoned", "stopped", "annulled",
		"suspended", "suspension ended", "reinstated",
		"call-off offered", "call-off refused", "call-off withdrawn"}
	if int(k) >= len(names) {
		return names[NoEvent]
	}
	return names[k]
}

// IsNews reports whether players are notified of events of kind k. Other events show up with the next update.
func (k EventKind) IsNews() bool {
	return k != Hinted && k != Credited && k != TimeHeld && k != Suspended
}

// IsOffer reports whether k is a request to the other side.
func (k EventKind) IsOffer() bool {
	return k == StopOffered || k == TakebackAsked || k == TimeAsked || k == PauseOffered || k == CallOffOffered
}

// Event is something that happened in a match.
type Event struct {
	Kind EventKind
	Seq  int      // number of this event in its match, from 1
	By   PlayerID // who did it; empty if nobody did
	Ply  int      // turns played so far, including this one
	At   time.Time
	// Length depends on the kind: the time given, the extra time after Resumed, the time to play after Summoned, the
	// length of an absence or a suspension, or the time credited. It is 0 for other kinds.
	Length time.Duration
	// Undone lists the turns that were taken back, as Line.String writes them; empty for other kinds.
	Undone string
}
