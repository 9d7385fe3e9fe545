package match

// Status is the stage of a match. The numbers are stored and must not change.
type Status uint8

// The statuses. NoStatus, the zero value, is not a match. Those after Playing are final.
const (
	NoStatus  Status = 0
	Proposed  Status = 1 // an unanswered challenge
	Playing   Status = 2
	Finished  Status = 3 // the game has an outcome
	Declined  Status = 4 // by the challenged person
	Withdrawn Status = 5 // by the challenger
	Expired   Status = 6 // nobody answered in time
)

// IsOpen reports whether the match is a challenge or being played.
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
