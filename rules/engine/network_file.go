package engine

import (
	_ "embed"
	"encoding/binary"
	"fmt"

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

// layers is how the file holds a network: in numbers of 16 bits and, for the bias, of 32, the lowest
// byte first. The networks of the boards follow each other in the order of rules.Boards.
type layers struct {
	Rows   [inputsN][hiddenN]int16
	Start  [hiddenN]int16
	Output [bucketsN][2][hiddenN]int16
	Bias   [bucketsN]int32
}

// weightMost bounds what a row holds, so that no sum of a view leaves 16 bits.
const weightMost = offset / (viewSize + 2)

// readNetworks reads what is in the file.
func readNetworks(text string) (networks, error) {
	var n networks
	boards := rules.Boards()
	size := len(text) / len(boards)
	for i, b := range boards {
		w := new(layers)
		used, err := binary.Decode([]byte(text[i*size:(i+1)*size]), binary.LittleEndian, w)
		if err != nil || used != size || len(text) != size*len(boards) {
			return n, fmt.Errorf("the file of the network has %d bytes", len(text))
		}
		if n[b], err = w.network(); err != nil {
			return n, err
		}
	}
	return n, nil
}

// network returns the network with these weights.
func (w *layers) network() (*network, error) {
	n := &network{bias: w.Bias, start: packed(&w.Start)}
	for i := range w.Rows {
		for _, x := range w.Rows[i] {
			if x > weightMost || x < -weightMost {
				return nil, fmt.Errorf("a weight of the network is %d", x)
			}
		}
		n.rows[i] = packed(&w.Rows[i])
	}
	for b := range w.Output {
		for side, weights := range w.Output[b] {
			for i, x := range weights {
				n.output[b][side][i] = int64(x)
			}
		}
	}
	for i := range n.start {
		n.start[i] += offset * everyLane
	}
	return n, nil
}

// packed packs four numbers into a word.
func packed(numbers *[hiddenN]int16) (h hidden) {
	for i, x := range numbers {
		h[i/lanes] += uint64(int64(x)) << (16 * (i % lanes))
	}
	return h
}

// mustReadNetworks panics if the file built into the program is malformed.
func mustReadNetworks(text string) networks {
	n, err := readNetworks(text)
	if err != nil {
		panic(err)
	}
	return n
}
