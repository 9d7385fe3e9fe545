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

// Sizes of the alphabets, and the symbol that ends a block.
const (
	literals   = 286
	distances  = 30
	lengthSyms = 19
	endOfBlock = 256
)

// block writes the tokens with codes of their own (RFC 1951, 3.2.7).
func (d *deflater) block(last bool) {
	d.lits.counts, d.dists.counts = [286]int{endOfBlock: 1}, [286]int{}
	for _, t := range d.tokens {
		if t.distance == 0 {
			d.lits.counts[t.value]++
			continue
		}
		l, _ := lengthSymbol(int(t.value))
		s, _ := distanceSymbol(int(t.distance))
		d.lits.counts[l]++
		d.dists.counts[s]++
	}
	d.lits.build(literals, 15)
	d.dists.build(distances, 15)
	d.bits.put(map[bool]uint64{true: 5, false: 4}[last], 3)
	d.writeCodes()
	for _, t := range d.tokens {
		d.writeToken(t)
	}
	d.lits.put(&d.bits, endOfBlock)
}

// writeToken writes a literal or a match.
func (d *deflater) writeToken(t token) {
	if t.distance == 0 {
		d.lits.put(&d.bits, int(t.value))
		return
	}
	symbol, extra := lengthSymbol(int(t.value))
	d.lits.put(&d.bits, symbol)
	d.bits.put(extra, lengthExtra(int(t.value)))
	symbol, extra = distanceSymbol(int(t.distance))
	d.dists.put(&d.bits, symbol)
	d.bits.put(extra, distanceExtra(int(t.distance)))
}

// writeCodes writes the lengths of both codes, themselves coded.
func (d *deflater) writeCodes() {
	var all [literals + distances]uint8
	copy(all[:], d.lits.lengths[:])
	copy(all[literals:], d.dists.lengths[:distances])
	var code huffman
	runs := runsOf(all[:])
	for _, r := range runs {
		code.counts[r.symbol]++
	}
	code.build(lengthSyms, 7)
	d.bits.put(literals-257, 5)
	d.bits.put(distances-1, 5)
	d.bits.put(lengthSyms-4, 4)
	for _, s := range [lengthSyms]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		d.bits.put(uint64(code.lengths[s]), 3)
	}
	for _, r := range runs {
		code.put(&d.bits, r.symbol)
		d.bits.put(r.extra, r.bits)
	}
}

// run is a symbol of the code for code lengths: a length, or a repetition with its extra bits.
type run struct {
	symbol int
	extra  uint64
	bits   int
}

// runsOf packs lengths: 16 repeats the one before 3 to 6 times, 17 and 18 are 3 to 138 zeros.
func runsOf(lengths []uint8) []run {
	var runs []run
	for i := 0; i < len(lengths); {
		v, n := lengths[i], 1
		for i+n < len(lengths) && lengths[i+n] == v {
			n++
		}
		i += n
		if v != 0 {
			runs = append(runs, run{symbol: int(v)})
			n--
		}
		for n > 0 {
			r, took := run{symbol: int(v)}, 1
			switch {
			case v == 0 && n >= 11:
				took = min(n, 138)
				r = run{18, uint64(took - 11), 7}
			case v == 0 && n >= 3:
				took = n
				r = run{17, uint64(took - 3), 3}
			case v != 0 && n >= 3:
				took = min(n, 6)
				r = run{16, uint64(took - 3), 2}
			}
			runs = append(runs, r)
			n -= took
		}
	}
	return runs
}
