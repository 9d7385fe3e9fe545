package render

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
	if last {
		d.bits.put(5, 3)
	} else {
		d.bits.put(4, 3)
	}
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
	order := [lengthSyms]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	for _, s := range order {
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
