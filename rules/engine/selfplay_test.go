package engine

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// The networks are made in three steps, all in tests so that no program contains them. The first plays games and
// appends their positions to a file, the second takes positions from the exact endings, and the third trains a network
// on the files:
//
//	go test ./rules/engine -run TestSelfplay -selfplay FILE -for 10m -seed 1 -nodes 500 -timeout 0
//	go test ./rules/engine -run TestEndingLessons -lessons FILE2
//	go test ./rules/engine/network -run TestTrain -train FILE,FILE2 -board 6x4 -rounds 8 -timeout 0
//	go test ./rules/engine/network -run TestTrain -train FILE,FILE2 -board 5x5 -rounds 11 -timeout 0
//	go test ./rules/engine/network -run TestTrain -train FILE3 -on -board 5x5 -rounds 8 -timeout 0
//
// Many positions searched briefly taught more than few searched well. Against the hand-made evaluation that it
// replaces, the network scored 43 % after 0.4 million positions of 2000 nodes each, and 61 % after 2.8 million, most of
// 400 nodes. After 6.2 million it scored 56 % against the network made from 4.1 million.
//
// The present network has 192 numbers in the hidden layer instead of 40, and inputs for threats. Its mean squared error
// on unseen games is 0.02089 instead of 0.02178 on 5x5, and 0.01885 instead of 0.01920 on 6x4. A first version scored
// 54.9 % ±5.2 on 5x5 against the network of 40, at 25,000 nodes a turn. With separate rows for each place of the
// viewer's corvette, which the network of 40 had, one this wide overfitted: 0.02110 instead of 0.02099 after six
// rounds.
//
// The last step continued from that network, on 5x5 with 6.8 million positions of other games: 0.02134 instead of
// 0.02210 on unseen ones of these. Training from scratch on them gave 0.02175. A second run with those and 5.0 million
// more gave 0.02115, and scored 54.2 % ±3.5 against the previous network at 20,000 nodes a turn. Training again on the
// first 6.8 million, with their mirror images where the corvette is in the middle, gained nothing. With the first
// million of them, from scratch: 0.02384 without weight decay, 0.02321 with 0.15; 64 or 320 numbers in the hidden
// layer, or a second layer of 8 or 16, gained nothing.
//
// The networks were made from these files, the later ones played with a network as the evaluation:
//
//	-seed 301 and 302, -nodes 500                         0.7 million    both boards
//	-seed 701, 702, 801 to 803, -nodes 500                6.2 million
//	-lessons, -seed 2 and every other line of -seed 4     0.9 million
//	-seed 101 and 102, -nodes 2000                        0.5 million    6x4
//	-seed 201 and 202, -nodes 400                         1.7 million
//	-seed 601, -nodes 500 -board 6x4                      0.7 million
//	-lessons, -seed 1                                     0.1 million
//	-seed 501, 502 and 901, -nodes 500 -board 5x5         3.0 million    5x5
//	-seed 1001, -nodes 600 -board 5x5                     1.0 million
//	-seed 1101 to 1104, -nodes 600 -board 5x5             6.8 million    5x5, -on
//	-seed 1201 and 1202, -nodes 600 -board 5x5            5.0 million    5x5, -on, with the 6.8 million
var (
	selfplayFile  = flag.String("selfplay", "", "append positions of selfplay to this `file`")
	selfplayTime  = flag.Duration("for", time.Minute, "how long to play")
	selfplayNodes = flag.Uint64("nodes", 2000, "nodes a turn")
	lessonsFile   = flag.String("lessons", "", "write positions of the endings to this `file`")
	lessonsCount  = flag.Int("count", 100_000, "positions of each board")
	selfplayBoard = flag.String("board", "", "play on this board only")
	selfplaySeed  = flag.Uint64("seed", 1, "of the openings")
)

// lesson is a position of a game, its score in a short search, and how the game ended.
type lesson struct {
	position rules.Position
	limit    rules.StallLimit
	score    Score
	points   float64 // for the side to move: 1, 0.75, 0.25 or 0
}

func TestSelfplay(t *testing.T) {
	if *selfplayFile == "" {
		t.Skip("makes positions for tuning; ask for them with -selfplay FILE")
	}
	file, err := os.OpenFile(*selfplayFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	require.NoError(t, err)
	defer file.Close()
	out := bufio.NewWriter(file)
	rnd := rand.New(rand.NewPCG(*selfplaySeed, 3))
	e := newEngine(t, Options{Endings: smallEndings()})
	games, n := 0, 0
	for end := time.Now().Add(*selfplayTime); time.Now().Before(end); games++ {
		for _, l := range selfplay(e, rnd) {
			fmt.Fprintf(out, "%v ; %d ; %d ; %.2f\n", l.position, l.limit, l.score, l.points)
			n++
		}
	}
	require.NoError(t, out.Flush())
	t.Logf("%d games, %d positions", games, n)
}

// selfplay plays one game and returns its quiet positions.
func selfplay(e *Engine, rnd *rand.Rand) []lesson {
	limits := [3]rules.StallLimit{rules.DefaultStallLimit, rules.DefaultStallLimit,
		rules.ShortStallLimit}
	board := rules.Boards()[rnd.IntN(2)]
	for *selfplayBoard != "" && board.String() != *selfplayBoard {
		board = rules.Boards()[rnd.IntN(2)]
	}
	g := rules.NewGame(rules.Options{Board: board,
		Positioning: rnd.IntN(2) == 0, StallLimit: limits[rnd.IntN(3)]})
	var lessons []lesson
	wild := 2 + rnd.IntN(7)
	it := newDeepening(newJob(context.Background(), e, g.Limit()), g.Position(), Limits{})
	for !g.Outcome().Over() {
		p := g.Position()
		e.table.nextSearch()
		it.nodes, it.halted, it.budget = 0, false, *selfplayNodes
		it = it.again(p)
		best := it.run(0).Lines[0]
		if g.Ply() < wild || rnd.IntN(25) == 0 {
			turns := p.AppendTurns(nil)
			if t := turns[rnd.IntN(len(turns))]; !losesAtOnce(&g, t) {
				best.Turn = t
			}
		} else if _, decided := best.Score.Victory(); !decided && !it.frames[0].attacked &&
			!best.Turn.Expels() && best.Score.Semi() == 0 {
			lessons = append(lessons, lesson{position: p, limit: g.Limit(), score: best.Score})
		}
		_ = g.Play(best.Turn)
	}
	for i := range lessons {
		lessons[i].points = pointsOf(g.Outcome(), lessons[i].position.Side())
	}
	return lessons
}

// pointsOf returns the value of an outcome on the scale of rules 5.4.
func pointsOf(o rules.Outcome, c rules.Color) float64 {
	p := 1.0
	if o.IsSemi() {
		p = 0.75
	}
	if o.Winner != c {
		return 1 - p
	}
	return p
}

// again returns a deepening of another position by the same worker, which keeps its history.
func (d *deepening) again(p rules.Position) *deepening {
	w := d.worker
	w.frames[0] = frame{pos: p, attacked: p.CorvetteAttacked(p.Side())}
	w.polled = 0
	next := &deepening{worker: w, turns: rootTurns(&p)}
	w.rank(0, next.turns, rules.NoTurn)
	for i := range next.turns {
		pickBest(next.turns, w.frames[0].ranks[:], i)
	}
	return next
}

// TestEndingLessons writes what the exact tables of four ships teach: random positions in which no corvette is
// attacked, with their true outcome.
//
//	go test ./rules/engine -run TestEndingLessons -lessons FILE
func TestEndingLessons(t *testing.T) {
	if *lessonsFile == "" {
		t.Skip("makes positions for tuning; ask for them with -lessons FILE")
	}
	file, err := os.Create(*lessonsFile)
	require.NoError(t, err)
	defer file.Close()
	out := bufio.NewWriter(file)
	rnd := rand.New(rand.NewPCG(*selfplaySeed, 4))
	e := BuildEndings(FileShips, rules.Boards()...)
	for _, b := range rules.Boards() {
		table := e.boards[b]
		four := slices.IndexFunc(table.groups, func(g group) bool { return g.ships() == FileShips })
		first := table.groups[four].base
		for n := 0; n < *lessonsCount; {
			i := first + rnd.IntN(table.size-first)
			p, ok := table.position(table.groupOf(i), i)
			if ok && !p.CorvetteAttacked(rules.Blue) && !p.CorvetteAttacked(rules.Red) &&
				len(gains(&p)) == 0 {
				n++
				fmt.Fprintln(out, endingLesson(p, table.verdict(i), rnd))
			}
		}
	}
	require.NoError(t, out.Flush())
}

// endingLesson returns the line for a position of the tables; the side of the last expulsion is random.
func endingLesson(p rules.Position, v verdict, rnd *rand.Rand) string {
	fields := strings.Fields(p.String())
	fields[5] = strconv.Itoa(rnd.IntN(12))
	last := rnd.IntN(2)
	fields[6] = [2]string{"r", "b"}[last]
	score, points := Score(180), 0.75
	switch {
	case v.won:
		score, points = 600, 1
	case v.lost:
		score, points = -600, 0
	case last == 1:
		score, points = -180, 0.25
	}
	return fmt.Sprintf("%s ; 40 ; %d ; %.2f", strings.Join(fields, " "), score, points)
}
