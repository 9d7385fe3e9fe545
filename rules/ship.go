package rules

// Ship is a kind of ship, which also names the one ship of that kind in a fleet (rules 1.2).
// The zero value NoShip is none.
type Ship uint8

// The eight ships, named by sails, cannons and shields.
const (
	NoShip Ship = iota
	Ship111
	Ship112
	Ship121
	Ship122
	Ship211
	Ship212
	Ship221
	Ship222
)

// Class is a ship's class (rules 1.3). The zero value NoClass is none.
type Class uint8

// The classes.
const (
	NoClass Class = iota
	Corvette
	Frigate
	Destroyer
	Cruiser
)

// Ships lists a fleet in the order of the position notation (rules 6.1).
func Ships() [8]Ship {
	return [8]Ship{Ship111, Ship112, Ship121, Ship122, Ship211, Ship212, Ship221, Ship222}
}

// Sails returns M, 1 or 2: how many squares the ship may go (rules 1.2). NoShip has no digits: what
// Sails, Cannons and Shields say of it means nothing.
func (s Ship) Sails() int { return 1 + int(s-1)>>2 }

// Cannons returns A, 1 or 2: the shields it can overcome.
func (s Ship) Cannons() int { return 1 + int(s-1)>>1&1 }

// Shields returns D, 1 or 2: the cannons it takes to expel the ship.
func (s Ship) Shields() int { return 1 + int(s-1)&1 }

// Complement returns the ship with which s can swap (rules 2.4).
func (s Ship) Complement() Ship {
	if s == NoShip {
		return NoShip
	}
	return Ship222 + Ship111 - s
}

// Class returns the class of s, NoClass for NoShip.
func (s Ship) Class() Class {
	switch s {
	case NoShip:
		return NoClass
	case Ship111:
		return Corvette
	case Ship112, Ship121, Ship211:
		return Frigate
	case Ship222:
		return Cruiser
	}
	return Destroyer
}

// String returns "211", and "---" for NoShip.
func (s Ship) String() string {
	if s > Ship222 {
		s = NoShip
	}
	return "---111112121122211212221222"[3*s : 3*s+3]
}

// Piece is a ship of a side: what stands on a square. The zero value is an empty square.
type Piece struct {
	Color Color
	Ship  Ship
}
