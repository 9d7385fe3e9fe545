package render

import (
	"cmp"
	"math/bits"
	"slices"
)

// bitWriter appends bits, the lowest first.
type bitWriter struct {
	out  []byte
	held uint64
	n    uint
}

// put appends the lowest n bits of v, 32 at most.
func (w *bitWriter) put(v uint64, n int) {
	w.held |= v << w.n
	w.n += uint(n)
	for w.n >= 8 {
		w.out = append(w.out, byte(w.held))
		w.held >>= 8
		w.n -= 8
	}
}

// flush fills the last byte.
func (w *bitWriter) flush() {
	if w.n > 0 {
		w.put(0, int(8-w.n))
	}
}

// huffman is a prefix code, made from how often each symbol occurs.
type huffman struct {
	counts  [286]int
	lengths [286]uint8
	codes   [286]uint16 // reversed, as deflate wants them
}

// put writes a symbol.
func (h *huffman) put(w *bitWriter, symbol int) {
	w.put(uint64(h.codes[symbol]), int(h.lengths[symbol]))
}

// build makes the code of the symbols below n, no longer than limit bits (RFC 1951, 3.2.2). Counts
// are halved until the code is short enough.
func (h *huffman) build(n, limit int) {
	for used := 0; used < 2; {
		used = 0
		for s := range n {
			if h.counts[s] > 0 {
				used++
			}
		}
		if used < 2 { // a code needs two symbols for each to have a bit
			h.counts[slices.Index(h.counts[:n], 0)] = 1
		}
	}
	for !h.measure(n, limit) {
		for s := range n {
			h.counts[s] = (h.counts[s] + 1) / 2
		}
	}
	h.assign(n)
}

// node is a symbol or, above the symbols, two nodes joined.
type node struct{ count, parent int }

// measure sets the lengths by Huffman's method and reports whether they keep to limit.
func (h *huffman) measure(n, limit int) bool {
	var space [286]int
	order := space[:0]
	for s := range n {
		h.lengths[s] = 0
		if h.counts[s] > 0 {
			order = append(order, s)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(h.counts[a]-h.counts[b], a-b) })
	var nodes [2 * 286]node
	for i, s := range order {
		nodes[i].count = h.counts[s]
	}
	leaf, joined, end := 0, len(order), len(order)
	least := func() int {
		if leaf < len(order) && (joined == end || nodes[leaf].count <= nodes[joined].count) {
			leaf++
			return leaf - 1
		}
		joined++
		return joined - 1
	}
	for end < 2*len(order)-1 {
		a, b := least(), least()
		nodes[end].count = nodes[a].count + nodes[b].count
		nodes[a].parent, nodes[b].parent = end, end
		end++
	}
	var depth [2 * 286]int
	fits := true
	for i := end - 2; i >= 0; i-- {
		depth[i] = depth[nodes[i].parent] + 1
		if i < len(order) {
			fits = fits && depth[i] <= limit
			h.lengths[order[i]] = uint8(depth[i])
		}
	}
	return fits
}

// assign numbers the codes by length, then symbol.
func (h *huffman) assign(n int) {
	var perLength, next [16]int
	for s := range n {
		perLength[h.lengths[s]]++
	}
	perLength[0] = 0
	for l := 1; l < 16; l++ {
		next[l] = (next[l-1] + perLength[l-1]) << 1
	}
	for s := range n {
		if l := h.lengths[s]; l > 0 {
			h.codes[s] = bits.Reverse16(uint16(next[l])) >> (16 - l)
			next[l]++
		}
	}
}
