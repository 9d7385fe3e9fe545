package match

import "time"

// EventKind is what happened. Its numbers are stable: they are stored.
type EventKind uint8

// The kinds; the zero value NoEvent is none. A turn that ends the game yields Played, then Ended;
// all other ends yield Ended alone.
const (
	NoEvent            EventKind = 0
	Challenged         EventKind = 1
	Accepted           EventKind = 2
	ChallengeDeclined  EventKind = 3
	ChallengeWithdrawn EventKind = 4
	Played             EventKind = 5
	StopOffered        EventKind = 6
	StopRefused        EventKind = 7
	Ended              EventKind = 8 // the outcome is that of the match's game
	// 9 is taken: databases of an earlier version have stored it.
	StopWithdrawn EventKind = 10

	ChallengeExpired  EventKind = 11 // nobody answered it
	TakebackAsked     EventKind = 12
	TakebackRefused   EventKind = 13
	TakebackWithdrawn EventKind = 14
	TakenBack         EventKind = 15 // by the side that accepted, or that took its own turn back; Ply: the turns left
	TimeAsked         EventKind = 16
	TimeRefused       EventKind = 17
	TimeWithdrawn     EventKind = 18
	TimeGiven         EventKind = 19 // to the other side: Length
	PauseOffered      EventKind = 20
	PauseRefused      EventKind = 21
	PauseWithdrawn    EventKind = 22
	Paused            EventKind = 23 // by the side that accepted
	Resumed           EventKind = 24 // not by a turn, which has no event besides Played
	WentAway          EventKind = 25 // for Length
	CameBack          EventKind = 26 // not by a turn
	Credited          EventKind = 27 // by nobody: nobody could act for Length, which does not count
	TimeUp            EventKind = 28 // by nobody: the side to move has used up its time
	Hinted            EventKind = 29 // the side to move had a hint that counts
	Planned           EventKind = 30 // the turn that is Played next was planned; Ply: before it

	ChallengeCountered EventKind = 31 // declined, and answered with a challenge on other terms
	OffersDropped      EventKind = 32 // offers of the position that was left ended with TakenBack before it
	AutoAway           EventKind = 33 // the side to move used up its time, and so is away: by itself, for Length
	Returned           EventKind = 34 // by a side whose absence ended at its time
	PauseEnding        EventKind = 35 // by nobody: the pause has a day left
	TimeHeld           EventKind = 36 // by the side to move, who could not be told of their turn: its time waits
	TimeReleased       EventKind = 37 // by that side, who is here, or was told: its time begins
	Kept               EventKind = 38 // a practice game, by its player
	Summoned           EventKind = 39 // by the side that waits without a clock: the other has Length for its turn
	Stopped            EventKind = 40 // by nobody in it: the operator ended it, or it parted, as Ended then says
	Annulled           EventKind = 41 // by somebody who is not in it: it is over, and counts for nothing any more
)

// String returns a lower-case word for logs, "-" for NoEvent.
func (k EventKind) String() string {
	names := [...]string{"-", "challenged", "accepted", "declined", "withdrawn", "played",
		"stop offered", "stop refused", "ended", "-", "stop withdrawn", "expired",
		"takeback asked", "takeback refused", "takeback withdrawn", "taken back",
		"time asked", "time refused", "time withdrawn", "time given",
		"pause offered", "pause refused", "pause withdrawn", "paused", "resumed",
		"went away", "came back", "credited", "time up", "hinted", "planned", "countered", "offers dropped", "auto away", "returned", "pause ending",
		"time held", "time released", "kept", "summoned", "stopped", "annulled"}
	if int(k) >= len(names) {
		return names[NoEvent]
	}
	return names[k]
}

// IsNews reports whether people are told of an event of kind k: others show at the next chance.
func (k EventKind) IsNews() bool { return k != Hinted && k != Credited && k != TimeHeld }

// IsOffer reports whether k is that somebody asked something of the other side.
func (k EventKind) IsOffer() bool {
	return k == StopOffered || k == TakebackAsked || k == TimeAsked || k == PauseOffered
}

// Event is something that happened in a match.
type Event struct {
	Kind EventKind
	Seq  int      // of this event in its match, from 1
	By   PlayerID // who did it; empty when it happened by itself
	Ply  int      // the turns played so far, this one included
	At   time.Time
	// Length is how much time was given, the side to move has more since the clock was Resumed, or has since it was
	// Summoned, or somebody wants to be away; 0 for other kinds.
	Length time.Duration
	// Undone are the turns that were taken back, as Line.String writes them; empty for other kinds.
	Undone string
}
