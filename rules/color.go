package rules

// Color is a side of the game. The zero value NoColor means neither.
type Color uint8

// The two sides; Red begins (rules 2.1).
const (
	NoColor Color = iota
	Red
	Blue
)

// Other returns the opponent of c, and NoColor for NoColor.
func (c Color) Other() Color {
	switch c {
	case Red:
		return Blue
	case Blue:
		return Red
	}
	return NoColor
}

// String returns "red", "blue" or "-".
func (c Color) String() string {
	switch c {
	case Red:
		return "red"
	case Blue:
		return "blue"
	}
	return "-"
}
