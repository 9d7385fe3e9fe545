package network

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
)

// The processor's instructions give the same results as plain code, even if sums wrap.
func TestLayer_IsThePlainOne(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "arm64" && !cpu.X86.HasAVX2 {
		t.Skip("this processor has the plain layer alone")
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	fill := func(ns []numbers, most int) {
		for i := range ns {
			for j := range ns[i] {
				ns[i][j] = int16(rnd.IntN(2*most+1) - most)
			}
		}
	}
	var n Network
	for _, most := range []int{rowMost, 100, 15} {
		fill(n.Rows[:], most)
		var sums, weights [1]numbers
		fill(sums[:], most)
		plain, wide := sums[0], sums[0]
		for range 1000 {
			fill(weights[:], math.MaxInt16)
			var v view
			for range rnd.IntN(2*shipsN + 1) {
				v.change(rnd.IntN(inputsN), rnd.IntN(inputsN))
			}
			for range rnd.IntN(othersMost + 1) {
				v.add(rnd.IntN(inputsN))
			}
			require.Equal(t, plainLayer(&n.Rows, &plain, &v, &weights[0]), layer(&n.Rows, &wide, &v, &weights[0]))
			require.Equal(t, plain, wide)
		}
	}
}
