package match

import "time"

// EventKind is what happened. Its numbers are stable: they are stored.
type EventKind uint8

// The kinds; the zero value NoEvent is none. A turn that ends the game yields Played, then Ended;
// resignation and agreement yield Ended alone.
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
)

// String returns a lower-case word for logs, "-" for NoEvent.
func (k EventKind) String() string {
	names := [...]string{"-", "challenged", "accepted", "declined", "withdrawn", "played",
		"stop offered", "stop refused", "ended", "-", "stop withdrawn"}
	if int(k) >= len(names) {
		return names[NoEvent]
	}
	return names[k]
}

// Event is something that happened in a match.
type Event struct {
	Kind EventKind
	Seq  int      // of this event in its match, from 1
	By   PlayerID // who did it
	Ply  int      // the turns played so far, this one included
	At   time.Time
}
