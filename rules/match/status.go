package match

// Status is how far a match is. Its numbers are stable: they are stored.
type Status uint8

// The statuses; the zero value NoStatus is no match. Those after Playing are ends.
const (
	NoStatus  Status = 0
	Proposed  Status = 1 // a challenge that waits for its answer
	Playing   Status = 2
	Finished  Status = 3 // the game has an outcome
	Declined  Status = 4 // by the person who was challenged
	Withdrawn Status = 5 // by the challenger
	Expired   Status = 6 // a challenge that nobody answered
)

// IsOpen reports whether somebody can still act: a challenge or a running match.
func (s Status) IsOpen() bool { return s == Proposed || s == Playing }

// String returns a lower-case word for logs, "-" for NoStatus.
func (s Status) String() string {
	switch s {
	case Proposed:
		return "proposed"
	case Playing:
		return "playing"
	case Finished:
		return "finished"
	case Declined:
		return "declined"
	case Withdrawn:
		return "withdrawn"
	case Expired:
		return "expired"
	}
	return "-"
}
