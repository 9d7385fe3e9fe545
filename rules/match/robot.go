package match

// Level is how well the bot plays in a match against it: 1 to MaxLevel, the strongest. Zero is a
// match between two people. It is stored.
type Level uint8

// MaxLevel is the strongest level.
const MaxLevel Level = 10

// Robot returns the player that is the bot and no person: the opponent of a match with a level;
// empty in a match between people.
func (m *Match) Robot() PlayerID {
	if m.Terms.Level == 0 {
		return ""
	}
	return m.Opponent
}

// AwaitsRobot reports whether the robot is to play, or to answer an offer. While the clock stands
// still it does not play, which would end that.
func (m *Match) AwaitsRobot() bool {
	robot := m.Robot()
	return robot != "" && (m.ToMove() == robot && !m.Clock.Paused || m.As(robot).OfferToAnswer() != NoOffer)
}
