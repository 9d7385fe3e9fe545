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

// Networks is indexed by rules.Board. It is never changed.
type Networks [4]*Network

// Trained holds the networks of the embedded file.
var Trained = mustRead(trainedText)

// Bounds of the weights, which keep every sum within 16 or 32 bits.
const (
	rowMost    = math.MaxInt16 / (2*shipsN + othersMost + 1)
	outputMost = math.MaxInt32 / squared
)

// Read parses the text of a file: the networks of the boards in the order of rules.Boards, packed by gzip. It returns
// an error for a damaged file, a wrong length, and weights that could make a sum overflow.
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

// check returns an error for weights that could make a sum overflow.
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

func mustRead(text string) Networks {
	n, err := Read(text)
	if err != nil {
		panic(err)
	}
	return n
}
