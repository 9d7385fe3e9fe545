package engine

import "madbot/rules"

// MaxLevel is the strongest level of Limits.Level.
const MaxLevel = 10

// level is how a weaker player searches: it looks less far ahead, counts exchanges less far, and overlooks turns.
type level struct {
	depth  int // turns it looks ahead
	trades int // turns of an exchange that it counts after those
	blind  int // as in sight; 0 is a player that sees everything within its depth
}

// levels are those that search, by number; novices are the ones below. A victory counting 1 and a semi-victory 0.75 to
// 0.25, each scored against the one below, from even openings on both boards, each opening with either side, with its
// 95 % confidence interval, in 300 games (10: in 100):
//
//	2  75.3 % ±4.9     5  84.2 % ±4.0     8  80.8 % ±4.1
//	3  83.5 % ±4.4     6  84.9 % ±3.8     9  81.3 % ±3.9
//	4  78.3 % ±4.4     7  82.7 % ±4.3    10  80.8 % ±6.7
//
//	mad match -ladder -games 300 -even 100 -seed 79
//
// TestLevels_Ladder plays such games with -soak.
var levels = [MaxLevel + 1]level{
	5:  {depth: 1, trades: 1, blind: 900},
	6:  {depth: 3, trades: 2, blind: 420},
	7:  {depth: 4, trades: 4, blind: 155},
	8:  {depth: 6, trades: 6, blind: 52},
	9:  {depth: 7, trades: 8, blind: 10},
	10: {depth: 9},
}

// levelHash is the size of the table of a level in MiB.
const levelHash = 1

// In the opening, of so many turns, a level plays any that seems to it as good as the best.
const (
	openingPlies = 8
	openingLines = 4
	asGood       = Score(12) // hundredths of a frigate
)

// bound prepares a search at level l, and returns its limits. The search has a table of its own: others must
// not learn what it overlooks, nor it what they see. Exact endings are for a player that overlooks nothing.
func (l level) bound(j *job, g *rules.Game, wanted Limits) Limits {
	if wanted.Depth == 0 || wanted.Depth > l.depth {
		wanted.Depth = l.depth
	}
	if g.Ply() < openingPlies {
		wanted.MultiPV = max(wanted.MultiPV, openingLines)
	}
	wanted.Threads = 1
	j.table = newTable(levelHash)
	if l.blind > 0 {
		j.endings = nil
		j.sight = newSight(l, j.seed, g)
	}
	return wanted
}

// settle makes lines what a level has found, the one that it plays first.
func (j *job) settle(g *rules.Game, lines []Line) {
	_, decided := lines[0].Score.Victory() // which is not to be put off, nor hastened
	if j.sight != nil {
		believe(lines)
	}
	if g.Ply() < openingPlies && !decided {
		vary(lines, seedOf(j.seed, g))
	}
}

// believe turns the victories and defeats of a player that overlooks turns into estimates, except the victory that
// is there.
func believe(lines []Line) {
	for i := range lines {
		l := &lines[i]
		if n, decided := l.Score.Victory(); decided && n != 1 {
			l.Score = min(max(l.Score, -maxEstimate), maxEstimate)
			l.Proven = false
		}
	}
}

// vary puts first one of the lines that are as good as the best, so that not all games begin alike.
func vary(lines []Line, seed uint64) {
	n := 1
	for n < len(lines) && lines[n].Score >= lines[0].Score-asGood {
		n++
	}
	i := mix(seed, 0xe7037ed1a0b428db) % uint64(n)
	lines[0], lines[i] = lines[i], lines[0]
}

// seedOf makes the choices of a level differ between engines, games and turns, and yet repeatable.
func seedOf(seed uint64, g *rules.Game) uint64 {
	for _, t := range g.Turns() {
		seed = mix(seed^uint64(t), 0xa0761d6478bd642f)
	}
	p := g.Position()
	return mix(seed^0x2545f4914f6cdd1d, keyOf(&p, g.Limit(), true))
}

// How many Robots there are, and how many of them are most.
const (
	robotCount = 5
	mostRobots = 4
)

// robotHash is the size of the table of each in MiB.
const robotHash = 1

// Robots are players of the same levels, each with another seed. One goroutine may use them at a time.
type Robots [robotCount]*Engine

// NewRobots returns Robots. The error is that of New.
func NewRobots(endings *Endings) (r Robots, err error) {
	for i := range r {
		if r[i], err = New(Options{Hash: robotHash, Seed: uint64(i + 1), Endings: endings}); err != nil {
			return r, err
		}
	}
	return r, nil
}

// Agree reports whether most of them do something, which ask says of each. The error is that of ask.
func (r *Robots) Agree(ask func(*Engine) (bool, error)) (bool, error) {
	agreed := 0
	for i := 0; agreed < mostRobots && i-agreed <= robotCount-mostRobots; i++ {
		does, err := ask(r[i])
		if err != nil {
			return false, err
		}
		if does {
			agreed++
		}
	}
	return agreed >= mostRobots, nil
}
