package worker

import (
	"hash/fnv"
	"io"
	"math/rand/v2"
	"time"

	"madbot/bot/play"
	"madbot/rules"
)

// The shortest and the longest time that Pace returns, the whim of the robot included.
const (
	leastThought = time.Second
	mostThought  = 4 * time.Second
	whim         = 750 * time.Millisecond
)

// A thought is longest with manyChoices. An expulsion counts as several: there is more to consider.
const (
	manyChoices     = 35
	expulsionWeight = 3
)

// Pace returns for how long the robot seems to think about the position of m: one to four seconds, longer the
// more there is to choose from, and always the same for a position of a match. It is zero where the bot
// cannot post: nobody would see there that it thinks.
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

// choices returns how much the side to move can choose from, 0 to manyChoices: nothing when it can expel the
// corvette or has but one turn that does not give up its own.
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
