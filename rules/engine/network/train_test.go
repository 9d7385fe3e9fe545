package network

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/rules"
)

var (
	trainFiles  = flag.String("train", "", "train network.bin on the positions of these `files`")
	trainBoard  = flag.String("board", "", "train the network of this `board` only")
	trainRounds = flag.Int("rounds", 16, "passes over the positions")
	trainOn     = flag.Bool("on", false, "go on from the networks that are there instead of from nothing")
	trainBlend  = flag.Float64("blend", 0.7, "share of the search's score in what is learned")
	trainRate   = flag.Float64("rate", 0.001, "of learning at the start")
	trainOut    = flag.String("out", "network.bin", "the `file` written")
)

// Trains the networks of the boards that have positions, from scratch or with -on from the present networks; the others
// stay as they are.
func TestTrain(t *testing.T) {
	if *trainFiles == "" {
		t.Skip("trains the network; ask for it with -train FILE,FILE")
	}
	lessons := readExamples(t, strings.Split(*trainFiles, ","))
	made := Trained
	var boards sync.WaitGroup
	for b, examples := range lessons {
		boards.Go(func() { made[b] = train(t, b, examples).network() })
	}
	boards.Wait()
	require.NoError(t, os.WriteFile(*trainOut, []byte(packed(t, made)), 0o644))
}

// packed returns the file that Read reads.
func packed(t *testing.T, all Networks) string {
	t.Helper()
	var text strings.Builder
	file, err := gzip.NewWriterLevel(&text, gzip.BestCompression)
	require.NoError(t, err)
	for _, b := range rules.Boards() {
		require.NoError(t, all[b].check())
		require.NoError(t, binary.Write(file, binary.LittleEndian, all[b]))
	}
	require.NoError(t, file.Close())
	return text.String()
}

// lesson is a line of a file: a position of a game, its score in a short search, and how the game ended.
type lesson struct {
	position rules.Position
	limit    rules.StallLimit
	score    float64
	points   float64 // for the side to move: 1, 0.75, 0.25 or 0
}

// example is a lesson for the trainer.
type example struct {
	views  [2][]uint16 // all inputs that are on
	bucket int
	target float32
}

func readExamples(t *testing.T, files []string) map[rules.Board][]example {
	t.Helper()
	examples := map[rules.Board][]example{}
	for _, name := range files {
		file, err := os.Open(name)
		require.NoError(t, err)
		for s := bufio.NewScanner(file); s.Scan(); {
			f := strings.Split(s.Text(), " ; ")
			if len(f) != 4 {
				break // the last line of a file that is still being written
			}
			var l lesson
			l.position, err = rules.ParsePosition(f[0])
			require.NoError(t, err)
			_, err = fmt.Sscan(f[1]+" "+f[2]+" "+f[3], &l.limit, &l.score, &l.points)
			require.NoError(t, err)
			b := l.position.Board()
			if *trainBoard != "" && *trainBoard != b.String() {
				continue
			}
			examples[b] = append(examples[b], l.example())
		}
		require.NoError(t, file.Close())
	}
	return examples
}

func (l *lesson) example() (e example) {
	p := &l.position
	e.views[0] = inputsOf(p, l.limit, p.Side())
	e.views[1] = inputsOf(p, l.limit, p.Side().Other())
	e.bucket = bucketOf(p)
	e.target = float32(*trainBlend*Worth(l.score) + (1-*trainBlend)*l.points)
	return e
}

// inputsOf returns the inputs that are on in the view of side c.
func inputsOf(p *rules.Position, limit rules.StallLimit, c rules.Color) []uint16 {
	f := &viewers[p.Board()][c-1]
	all := make([]uint16, 0, 24)
	for i, fleet := range [2]uint64{p.Fleet(c), p.Fleet(c.Other())} {
		for ship := range shipsN {
			place := f.place[f.right>>(p.Fleet(c)&31)&1][fleet>>(8*ship)&31]
			all = append(all, uint16((i*shipsN+ship)*placesN)+uint16(place))
		}
	}
	common := newFeatures(p, limit)
	var v view
	v.see(p, &common, c)
	return append(all, v.othersOn[:v.others]...)
}

// train fits a network to the examples. The last twentieth, which come from other games, is only evaluated.
func train(t *testing.T, b rules.Board, examples []example) *learner {
	unseen := examples[len(examples)-len(examples)/20:]
	examples = examples[:len(examples)-len(unseen)]
	rnd := rand.New(rand.NewPCG(7, uint64(b)))
	n := newLearner(rnd)
	if *trainOn {
		n.resume(Trained[b])
	}
	for round := range *trainRounds {
		rnd.Shuffle(len(examples), func(i, j int) {
			examples[i], examples[j] = examples[j], examples[i]
		})
		rate := 0.02 + 0.98*(1+math.Cos(math.Pi*float64(round)/float64(*trainRounds)))/2
		loss := n.pass(examples, rate**trainRate)
		t.Logf("%v: round %d, %d examples, loss %.6f, unseen %.6f", b, round+1, len(examples), loss,
			n.loss(unseen))
	}
	return n
}
