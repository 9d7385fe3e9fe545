package rules

// Ship is a kind of ship. A fleet has one ship of each kind (rules 1.2). The zero value NoShip means none.
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

// Class is a class of ships (rules 1.3). The zero value NoClass is the class of NoShip.
type Class uint8

// The classes.
const (
	NoClass Class = iota
	Corvette
	Frigate
	Destroyer
	Cruiser
)

// String returns the English name of the class, for tools.
func (c Class) String() string {
	return [...]string{"none", "corvette", "frigate", "destroyer", "cruiser"}[c]
}

// Ships returns the ships of a fleet in the order of the position notation (rules 6.1).
func Ships() [8]Ship {
	return [8]Ship{Ship111, Ship112, Ship121, Ship122, Ship211, Ship212, Ship221, Ship222}
}

// Sails returns M, 1 or 2: how many squares the ship can move (rules 1.2). The results of Sails, Cannons and Shields
// mean nothing for NoShip.
func (s Ship) Sails() int { return 1 + int(s-1)>>2 }

// Cannons returns A, 1 or 2: how many shields the ship can overcome (rules 1.2).
func (s Ship) Cannons() int { return 1 + int(s-1)>>1&1 }

// Shields returns D, 1 or 2: how many cannons it takes to expel the ship (rules 1.2).
func (s Ship) Shields() int { return 1 + int(s-1)&1 }

// Complement returns the ship that s can swap with (rules 2.4), NoShip for NoShip.
func (s Ship) Complement() Ship {
	if s == NoShip {
		return NoShip
	}
	return Ship222 + Ship111 - s
}

// Class returns the class of s (rules 1.3), NoClass for NoShip.
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

// Piece is a ship of one side. The zero value is an empty square.
type Piece struct {
	Color Color
	Ship  Ship
}
