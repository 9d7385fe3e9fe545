package rules

// Color is a side of the game. The zero value NoColor means neither.
type Color uint8

// The two sides; Red begins (rules 2.1).
const (
	NoColor Color = iota
	Red
	Blue
)

// Other returns the opponent of c, NoColor for NoColor.
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

// BySide holds one value for each side.
type BySide[T any] struct {
	Red, Blue T
}

// Of returns the value of side c, the zero value for NoColor.
func (b BySide[T]) Of(c Color) T {
	if v := b.At(c); v != nil {
		return *v
	}
	var zero T
	return zero
}

// At returns a pointer to the value of side c, nil for NoColor.
func (b *BySide[T]) At(c Color) *T {
	switch c {
	case Red:
		return &b.Red
	case Blue:
		return &b.Blue
	}
	return nil
}

// Both returns the values of Red and Blue.
func (b BySide[T]) Both() []T { return []T{b.Red, b.Blue} }
