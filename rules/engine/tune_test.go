package engine

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

var (
	tuneFiles  = flag.String("tune", "", "fit weights.txt to the positions of these `files`")
	tuneRounds = flag.Int("rounds", 30, "passes over the positions")
	tuneBlend  = flag.Float64("blend", 0.5, "share of the search's score in what is learned")
)

// sample is a lesson for the tuner: the features of the side to move, and those of the other.
type sample struct {
	row    int
	full   float32 // share of the weights for all ships on the board
	plus   []uint16
	minus  []uint16
	target float32
}

func TestTune(t *testing.T) {
	if *tuneFiles == "" {
		t.Skip("fits the weights; ask for it with -tune FILE,FILE")
	}
	samples := readLessons(t, strings.Split(*tuneFiles, ","))
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(samples), func(i, j int) {
		samples[i], samples[j] = samples[j], samples[i]
	})
	check := len(samples) / 10
	f := newFit(&tuned.weights)
	t.Logf("%d samples, loss %.5f, unseen %.5f", len(samples), f.loss(samples[check:]),
		f.loss(samples[:check]))
	for round := range *tuneRounds {
		f.pass(samples[check:], 0.8*math.Pow(0.9, float64(round)))
	}
	t.Logf("loss %.5f, unseen %.5f", f.loss(samples[check:]), f.loss(samples[:check]))
	w := f.weights()
	require.NoError(t, os.WriteFile("weights.txt", []byte(w.String()), 0o644))
}

func readLessons(t *testing.T, files []string) []sample {
	t.Helper()
	var samples []sample
	for _, name := range files {
		file, err := os.Open(name)
		require.NoError(t, err)
		for s := bufio.NewScanner(file); s.Scan(); {
			f := strings.Split(s.Text(), " ; ")
			require.Len(t, f, 4)
			var l lesson
			l.position, err = rules.ParsePosition(f[0])
			require.NoError(t, err)
			_, err = fmt.Sscan(f[1]+" "+f[2]+" "+f[3], &l.limit, &l.score, &l.points)
			require.NoError(t, err)
			samples = append(samples, l.sample())
		}
		require.NoError(t, file.Close())
	}
	return samples
}

// sample returns the features of both sides without those they share.
func (l *lesson) sample() sample {
	var traces [2]trace
	features(&l.position, l.limit, &traces)
	traces[0].present(l.position.Present(l.position.Side()))
	traces[1].present(l.position.Present(l.position.Side().Other()))
	count := map[uint16]int{}
	for i, sign := range [2]int{1, -1} {
		for _, f := range traces[i].at[:traces[i].n] {
			count[f] += sign
		}
	}
	ships := squares(l.position.Occupied(rules.Red) | l.position.Occupied(rules.Blue)).count()
	target := *tuneBlend*worth(float64(l.score)) + (1-*tuneBlend)*l.points
	s := sample{row: rowOf(l.position.Board(), ships), full: float32(ships-2) / 14,
		target: float32(target)}
	for f := range uint16(featuresN) {
		for ; count[f] > 0; count[f]-- {
			s.plus = append(s.plus, f)
		}
		for ; count[f] < 0; count[f]++ {
			s.minus = append(s.minus, f)
		}
	}
	return s
}

// fit is a logistic regression with Adam: a weight for each row, feature and half.
type fit struct {
	value, mean, square [len(weights{})][featuresN][2]float64
	steps               float64
}

func newFit(w *weights) *fit {
	f := new(fit)
	for b := range w {
		for i, x := range w[b] {
			f.value[b][i] = [2]float64{float64(x.full()), float64(x.bare())}
		}
	}
	return f
}

func (f *fit) weights() *weights {
	w := new(weights)
	for b := range w {
		for i, x := range f.value[b] {
			w[b][i] = makeWeight(int(math.Round(x[0])), int(math.Round(x[1])))
		}
	}
	return w
}

func (f *fit) predict(s *sample) float64 {
	sum := 0.0
	row := &f.value[s.row]
	full, bare := float64(s.full), 1-float64(s.full)
	for _, i := range s.plus {
		sum += full*row[i][0] + bare*row[i][1]
	}
	for _, i := range s.minus {
		sum -= full*row[i][0] + bare*row[i][1]
	}
	return worth(sum)
}

func (f *fit) loss(samples []sample) float64 {
	sum := 0.0
	for i := range samples {
		d := f.predict(&samples[i]) - float64(samples[i].target)
		sum += d * d
	}
	return sum / float64(len(samples))
}

// pass is one epoch in batches, with a learning rate in hundredths of a frigate.
func (f *fit) pass(samples []sample, rate float64) {
	const batch = 1024
	grad := new([len(weights{})][featuresN][2]float64)
	for n := 0; n+batch <= len(samples); n += batch {
		*grad = [len(weights{})][featuresN][2]float64{}
		for i := n; i < n+batch; i++ {
			s := &samples[i]
			d := (f.predict(s) - float64(s.target)) / batch
			full, bare := d*float64(s.full), d*(1-float64(s.full))
			for _, x := range s.plus {
				grad[s.row][x][0] += full
				grad[s.row][x][1] += bare
			}
			for _, x := range s.minus {
				grad[s.row][x][0] -= full
				grad[s.row][x][1] -= bare
			}
		}
		f.step(grad, rate)
	}
}

// step updates the weights with Adam and a little decay.
func (f *fit) step(grad *[len(weights{})][featuresN][2]float64, rate float64) {
	f.steps++
	fix1, fix2 := 1-math.Pow(0.9, f.steps), 1-math.Pow(0.999, f.steps)
	for b := range grad {
		for i := range grad[b] {
			for k, g := range grad[b][i] {
				g += 1e-9 * f.value[b][i][k]
				m, v := &f.mean[b][i][k], &f.square[b][i][k]
				*m = 0.9**m + 0.1*g
				*v = 0.999**v + 0.001*g*g
				f.value[b][i][k] -= rate * (*m / fix1) / (math.Sqrt(*v/fix2) + 1e-8)
			}
		}
	}
}

// The tuner finds known weights again from results made up with them.
func TestTune_FindsWhatIsThere(t *testing.T) {
	t.Parallel()
	truth := newFit(new(weights))
	truth.value[1][atTempo] = [2]float64{70, 70}
	truth.value[1][atNumber+8] = [2]float64{120, 120}
	rnd := rand.New(rand.NewPCG(4, 5))
	var samples []sample
	for range 20000 {
		s := sample{row: 1, full: rnd.Float32(), plus: []uint16{atTempo}}
		if rnd.IntN(2) == 0 {
			s.plus = append(s.plus, atNumber+8)
		}
		s.target = float32(truth.predict(&s))
		samples = append(samples, s)
	}
	f := newFit(new(weights))
	for range 100 {
		f.pass(samples, 1)
	}
	assert.InDelta(t, 70, f.value[1][atTempo][0], 10)
	assert.InDelta(t, 120, f.value[1][atNumber+8][1], 10)
}

func TestWeights_RoundTrip(t *testing.T) {
	t.Parallel()
	again, err := readWeights(tuned.weights.String())
	require.NoError(t, err)
	assert.Equal(t, tuned.weights, again)
	head := tunedText[:strings.LastIndex(tunedText, " ")]
	_, err = readWeights(head + " 20/-28\n")
	require.NoError(t, err)
	for _, bad := range []string{"", "6x4 place 1/2", tunedText[:len(tunedText)/2],
		tunedText + "6x4 tempo 1/2\n", head, head + " 20", head + " 20/x", head + " 20/28x",
		head + " 40000/28", head + " 20/-40000"} {
		_, err := readWeights(bad)
		assert.Error(t, err)
		_, err = New(Options{Weights: cmp.Or(bad, "\n")})
		assert.ErrorIs(t, err, ErrOptions)
	}
}
