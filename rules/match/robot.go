package match

// Level is the strength of the bot as an opponent, from 1 to MaxLevel; zero means a match between two people. It is
// stored.
type Level uint8

// MaxLevel is the strongest level.
const MaxLevel Level = 10

// Robot returns the player that is the bot, empty in a match between people.
func (m *Match) Robot() PlayerID {
	if m.Terms.Level == 0 {
		return ""
	}
	return m.Opponent
}

// AwaitsRobot reports whether the bot has to play or to answer an offer. It does not play while the clock is paused,
// because a turn would end the pause.
func (m *Match) AwaitsRobot() bool {
	robot := m.Robot()
	return robot != "" && (m.ToMove() == robot && !m.Clock.Paused || m.As(robot).OfferToAnswer() != NoOffer)
}
