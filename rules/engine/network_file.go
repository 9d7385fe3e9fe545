package engine

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"

	"madbot/rules"
)

// networkText is the output of the trainer; see train_test.go.
//
//go:embed network.bin
var networkText string

// networks are by rules.Board.
type networks [4]*network

// trained are the networks of that file. They are never changed.
var trained = mustReadNetworks(networkText)

// Bounds of the weights, so that no sum leaves its 16 or 32 bits.
const (
	rowMost    = math.MaxInt16 / (viewSize + 1)
	outputMost = math.MaxInt32 / squared
)

// readNetworks reads what is in the file: the networks of the boards in the order of rules.Boards.
func readNetworks(text string) (networks, error) {
	var all networks
	boards := rules.Boards()
	size := len(text) / len(boards)
	for i, b := range boards {
		n := new(network)
		used, err := binary.Decode([]byte(text[i*size:(i+1)*size]), binary.LittleEndian, n)
		if err != nil || used != size || len(text) != size*len(boards) {
			return all, fmt.Errorf("the file of the network has %d bytes", len(text))
		}
		if err := n.check(); err != nil {
			return all, err
		}
		all[b] = n
	}
	return all, nil
}

// check returns an error for weights with which a sum could overflow.
func (n *network) check() error {
	for _, row := range append(n.Rows[:], n.Start) {
		for _, x := range row {
			if x > rowMost || x < -rowMost {
				return fmt.Errorf("a weight of the network is %d", x)
			}
		}
	}
	for b, sides := range n.Output {
		sum := max(n.Bias[b], -n.Bias[b])/squared + 1
		for _, x := range append(sides[0][:], sides[1][:]...) {
			sum += max(int32(x), -int32(x))
		}
		if sum < 0 || sum > outputMost {
			return fmt.Errorf("the output weights of the network add up to %d", sum)
		}
	}
	return nil
}

// mustReadNetworks panics if the file built into the program is malformed.
func mustReadNetworks(text string) networks {
	n, err := readNetworks(text)
	if err != nil {
		panic(err)
	}
	return n
}
