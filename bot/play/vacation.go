package play

import "time"

// Vacation is what a player has of it. The zero value is that of who has never used any. It is stored as
// one JSON value.
type Vacation struct {
	Left  time.Duration `json:"left,omitempty"`  // what was left at At, without what has come since
	At    time.Time     `json:"at,omitzero"`     // zero: they have had none yet
	Until time.Time     `json:"until,omitzero"`  // the end of the one that began last
	Stays bool          `json:"stays,omitempty"` // it does not begin by itself when their time is up
}
