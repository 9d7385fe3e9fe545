package network

import (
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"madbot/rules"
)

// trainedText is the output of the trainer; see train_test.go.
//
//go:embed network.bin
var trainedText string

// Networks are by rules.Board. They are never changed.
type Networks [4]*Network

// Trained are the networks of the file that is built in.
var Trained = mustRead(trainedText)

// Bounds of the weights, so that no sum leaves its 16 or 32 bits.
const (
	rowMost    = math.MaxInt16 / (2*shipsN + othersMost + 1)
	outputMost = math.MaxInt32 / squared
)

// Read returns what the text of a file holds: the networks of the boards in the order of rules.Boards, packed by gzip.
// It returns an error for a damaged file, for another length, and for weights with which a sum could overflow.
func Read(text string) (Networks, error) {
	var all Networks
	file, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		return Networks{}, fmt.Errorf("the file of the network: %w", err)
	}
	for _, b := range rules.Boards() {
		n := new(Network)
		if err := binary.Read(file, binary.LittleEndian, n); err != nil {
			return Networks{}, fmt.Errorf("the file of the network: %w", err)
		}
		if err := n.check(); err != nil {
			return Networks{}, err
		}
		all[b] = n
	}
	switch n, err := file.Read(make([]byte, 1)); {
	case n > 0:
		return Networks{}, errors.New("the file of the network is too long")
	case err != io.EOF:
		return Networks{}, fmt.Errorf("the file of the network: %w", err)
	}
	return all, nil
}

// check returns an error for weights with which a sum could overflow.
func (n *Network) check() error {
	for _, row := range append(n.Rows[:], n.Start) {
		for _, x := range row {
			if x > rowMost || x < -rowMost {
				return fmt.Errorf("a weight of the network is %d", x)
			}
		}
	}
	for b, sides := range n.Output {
		sum := max(int64(n.Bias[b]), -int64(n.Bias[b]))/squared + 1
		for _, x := range append(sides[0][:], sides[1][:]...) {
			sum += max(int64(x), -int64(x))
		}
		if sum > outputMost {
			return fmt.Errorf("the output weights of the network add up to %d", sum)
		}
	}
	return nil
}

// mustRead panics if the file built into the program is malformed.
func mustRead(text string) Networks {
	n, err := Read(text)
	if err != nil {
		panic(err)
	}
	return n
}
