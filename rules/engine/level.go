package engine

import "madbot/rules"

// MaxLevel is the strongest level of Limits.Level.
const MaxLevel = 10

// level describes how a weaker player searches: less deep, with shorter exchanges, and overlooking turns.
type level struct {
	depth  int // turns it looks ahead
	trades int // turns of an exchange that it counts after those
	blind  int // as in sight; 0 means a player that sees everything within its depth
}

// levels are the levels that search; weaker ones are novices. With a victory counting 1 and a semi-victory 0.75 to
// 0.25, each scored the following against the level below, with its 95 % confidence interval, in 300 games (level 10:
// 100) from even openings on both boards, each opening played with either side:
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

// In the first openingPlies turns of a game, a level picks any of its openingLines best turns that is within asGood of
// the best.
const (
	openingPlies = 8
	openingLines = 4
	asGood       = Score(12) // hundredths of a frigate
)

// restrict restricts a search to level l and returns its limits. The search has its own hash table, so that it neither
// spoils other searches nor profits from them. Only a player that overlooks nothing uses exact endings.
func (l level) restrict(j *job, g *rules.Game, wanted Limits) Limits {
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

// applyLevel turns the lines of a search into the lines of a level, which plays the first one.
func (j *job) applyLevel(g *rules.Game, lines []Line) {
	_, decided := lines[0].Score.Victory() // a decided game is neither delayed nor hastened
	if j.sight != nil {
		doubt(lines)
	}
	if g.Ply() < openingPlies && !decided {
		pickOpening(lines, seedOf(j.seed, g))
	}
}

// doubt turns victories and defeats into estimates, because a player that overlooks turns cannot be sure of them. It
// keeps a victory in one turn.
func doubt(lines []Line) {
	for i := range lines {
		l := &lines[i]
		if n, decided := l.Score.Victory(); decided && n != 1 {
			l.Score = min(max(l.Score, -maxEstimate), maxEstimate)
			l.Proven = false
		}
	}
}

// pickOpening moves one of the lines that are about as good as the best to the front, for variety.
func pickOpening(lines []Line, seed uint64) {
	n := 1
	for n < len(lines) && lines[n].Score >= lines[0].Score-asGood {
		n++
	}
	i := mix(seed, 0xe7037ed1a0b428db) % uint64(n)
	lines[0], lines[i] = lines[i], lines[0]
}

// seedOf returns a seed that differs between engines, games and turns, but is repeatable.
func seedOf(seed uint64, g *rules.Game) uint64 {
	for _, t := range g.Turns() {
		seed = mix(seed^uint64(t), 0xa0761d6478bd642f)
	}
	p := g.Position()
	return mix(seed^0x2545f4914f6cdd1d, keyOf(&p, g.Limit(), true))
}

// robotCount is the number of Robots; mostRobots of them are a clear majority.
const (
	robotCount = 5
	mostRobots = 4
)

// robotHash is the size of each robot's hash table in MiB.
const robotHash = 1

// Robots are players of the same level with different seeds. Only one goroutine may use them at a time.
type Robots [robotCount]*Engine

// NewRobots returns Robots. It returns the error of New.
func NewRobots(endings *Endings) (r Robots, err error) {
	for i := range r {
		if r[i], err = New(Options{Hash: robotHash, Seed: uint64(i + 1), Endings: endings}); err != nil {
			return r, err
		}
	}
	return r, nil
}

// Agree reports whether ask returns true for at least mostRobots robots. It stops when that is decided, or at an error
// of ask.
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
