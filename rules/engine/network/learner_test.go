package network

import (
	"math"
	"math/rand/v2"
)

// learner is a network in training. Its numbers are the numbers of the network divided by their units.
type learner struct {
	rows, start, output, bias adam
	steps                     float64
	hidden                    [2][hiddenN]float32
}

func newLearner(rnd *rand.Rand) *learner {
	n := &learner{rows: newAdam(inputsN * hiddenN), start: newAdam(hiddenN),
		output: newAdam(bucketsN * 2 * hiddenN), bias: newAdam(bucketsN)}
	for i := range n.rows.value {
		n.rows.value[i] = float32(0.08 * rnd.NormFloat64())
	}
	for i := range n.start.value {
		n.start.value[i] = 0.1
	}
	for i := range 2 * hiddenN {
		x := float32(0.15 * rnd.NormFloat64())
		for b := range bucketsN {
			n.output.value[2*hiddenN*b+i] = x
		}
	}
	return n
}

// row returns where the row of an input begins.
func row(input uint16) int { return int(input) * hiddenN }

func (n *learner) predict(e *example) float32 {
	sum := n.bias.value[e.bucket]
	for side := range e.views {
		h := &n.hidden[side]
		copy(h[:], n.start.value)
		for _, x := range e.views[side] {
			for i, y := range n.rows.value[row(x):][:hiddenN] {
				h[i] += y
			}
		}
		for i, y := range n.output.value[(2*e.bucket+side)*hiddenN:][:hiddenN] {
			c := min(max(h[i], 0), 1)
			sum += c * c * y
		}
	}
	return float32(1 / (1 + math.Exp(-float64(sum))))
}

// learn adds the gradient of an example that predict has just seen, for error d of the output.
func (n *learner) learn(e *example, d float32) {
	n.bias.slope[e.bucket] += d
	for side := range e.views {
		at := (2*e.bucket + side) * hiddenN
		out, slope := n.output.value[at:][:hiddenN], n.output.slope[at:][:hiddenN]
		var back [hiddenN]float32
		for i, x := range n.hidden[side] {
			c := min(max(x, 0), 1)
			slope[i] += d * c * c
			if x > 0 && x < 1 {
				back[i] = 2 * d * c * out[i]
				n.start.slope[i] += back[i]
			}
		}
		for _, x := range e.views[side] {
			r := n.rows.slope[row(x):][:hiddenN]
			for i, y := range back {
				r[i] += y
			}
		}
	}
}

// pass makes one pass over the examples in batches. It returns their mean squared error during the pass.
func (n *learner) pass(examples []example, rate float64) float64 {
	const batch = 1024
	sum, batches := 0.0, 0.0
	for ; len(examples) >= batch; examples = examples[batch:] {
		for i := range examples[:batch] {
			e := &examples[i]
			p := n.predict(e)
			d := p - e.target
			sum += float64(d*d) / batch
			n.learn(e, d*p*(1-p)/batch)
		}
		n.steps++
		batches++
		fix := math.Sqrt(1-math.Pow(0.999, n.steps)) / (1 - math.Pow(0.9, n.steps))
		n.rows.step(float32(rate*fix), 2)
		n.start.step(float32(rate*fix), 2)
		n.output.step(float32(rate*fix), 100)
		n.bias.step(float32(rate*fix), 100)
	}
	return sum / batches
}

func (n *learner) loss(examples []example) float64 {
	sum := 0.0
	for i := range examples {
		d := float64(n.predict(&examples[i]) - examples[i].target)
		sum += d * d
	}
	return sum / float64(len(examples))
}

// outUnit is the weight of the output that stands for 1.
var outUnit = ThreeQuarters / math.Log(3) / squared * (1 << outShift)

// resume sets n to the weights of w, as precisely as w's integers allow.
func (n *learner) resume(w *Network) {
	for i := range w.Rows {
		for j, x := range w.Rows[i] {
			n.rows.value[row(uint16(i))+j] = float32(x) / unit
		}
	}
	for j, x := range w.Start {
		n.start.value[j] = float32(x) / unit
	}
	for b := range w.Output {
		for side := range w.Output[b] {
			for j, x := range w.Output[b][side] {
				n.output.value[(2*b+side)*hiddenN+j] = float32(float64(x) / outUnit)
			}
		}
		n.bias.value[b] = float32(float64(w.Bias[b]) / outUnit / squared)
	}
}

func (n *learner) network() *Network {
	w := new(Network)
	for i := range w.Rows {
		for j := range w.Rows[i] {
			w.Rows[i][j] = rounded(n.rows.value[row(uint16(i))+j], unit)
		}
	}
	for j := range w.Start {
		w.Start[j] = rounded(n.start.value[j], unit)
	}
	for b := range w.Output {
		for side := range w.Output[b] {
			for j := range w.Output[b][side] {
				w.Output[b][side][j] = rounded(n.output.value[(2*b+side)*hiddenN+j], outUnit)
			}
		}
		w.Bias[b] = int32(math.Round(float64(n.bias.value[b]) * outUnit * squared))
	}
	return w
}

func rounded(x float32, unit float64) int16 { return int16(math.Round(float64(x) * unit)) }

// adam holds numbers that are learned by the Adam method, with what it remembers about each.
type adam struct{ value, slope, mean, square []float32 }

func newAdam(n int) adam {
	return adam{make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)}
}

// decay is how much each step shrinks the numbers, times the rate, so that they do not learn single games by heart.
const decay = 0.05

// step follows the slopes down and resets them to 0. The numbers stay within ±most.
func (a *adam) step(rate, most float32) {
	for i, g := range a.slope {
		if g == 0 && a.mean[i] == 0 {
			continue
		}
		a.slope[i] = 0
		a.mean[i] = 0.9*a.mean[i] + 0.1*g
		a.square[i] = 0.999*a.square[i] + 0.001*g*g
		x := (1-rate*decay)*a.value[i] - rate*a.mean[i]/(float32(math.Sqrt(float64(a.square[i])))+1e-8)
		a.value[i] = min(max(x, -most), most)
	}
}
