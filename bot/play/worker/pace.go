package worker

import (
	"hash/fnv"
	"io"
	"math/rand/v2"
	"time"

	"madbot/bot/play"
	"madbot/rules"
)

// The minimum and maximum of Pace, including a random part of up to whim.
const (
	leastThought = time.Second
	mostThought  = 4 * time.Second
	whim         = 750 * time.Millisecond
)

// The pause is longest with manyChoices turns to choose from. An expulsion counts several times.
const (
	manyChoices     = 35
	expulsionWeight = 3
)

// Pace returns how long the robot pretends to think about the position of m: one to four seconds, longer if there are
// more turns to choose from. It is the same for each position of a match. Where the bot cannot post it is zero, because
// nobody would see the typing indicator.
func Pace(m *play.Match) time.Duration {
	if m.Venue.Away || m.Closed {
		return 0
	}
	p := m.Game.Position()
	h := fnv.New64a()
	_, _ = io.WriteString(h, string(m.ID)) // never fails
	chance := rand.New(rand.NewPCG(h.Sum64(), uint64(m.Game.Ply()))).Int64N(int64(whim))
	most := mostThought - leastThought - whim
	return leastThought + most*time.Duration(choices(&p))/manyChoices + time.Duration(chance)
}

// choices returns a measure of how many turns the side to move can choose from, from 0 to manyChoices. It is 0 if the
// side can expel the corvette, or has only one turn that does not lose its own.
func choices(p *rules.Position) int {
	us, turns, weight := p.Side(), 0, 0
	if p.CorvetteAttacked(us.Other()) {
		return 0
	}
	for _, t := range p.AppendTurns(nil) {
		next := p.Play(t)
		if p.LosesAtOnce(t) || next.CorvetteAttacked(us) {
			continue
		}
		turns++
		weight++
		if t.Expels() {
			weight += expulsionWeight - 1
		}
	}
	if turns <= 1 {
		return 0
	}
	return min(weight, manyChoices)
}
