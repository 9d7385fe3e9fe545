package render

import (
	"encoding/binary"
	"hash/adler32"
	"math/bits"
)

// deflater packs the rows of a picture as a zlib stream (RFC 1950, 1951). compress/zlib looks for
// repetitions anywhere; drawn pictures repeat what stands just before, just above, and beside it
// in the same row of squares, and looking there first packs them tighter in half the time.
type deflater struct {
	data   []byte
	stride int // bytes of a row
	heads  [1 << hashBits]int32
	chain  []int32 // the place before with the same hash
	tokens []token
	bits   bitWriter
	lits   huffman
	dists  huffman
}

// token is a literal byte, or a match of length and distance; distance 0 is a literal.
type token struct{ value, distance uint16 }

const (
	hashBits    = 14
	minMatch    = 4 // that the chains find
	maxMatch    = 258
	niceMatch   = 80 // long enough not to look for a better one
	window      = 1 << 15
	chainLimit  = 12
	blockTokens = 1 << 13
	// literalCost is about how many bits a literal takes, matchCost a match without extra bits.
	literalCost = 7
	matchCost   = 7
)

// deflate appends the stream for data to dst.
func (d *deflater) deflate(dst, data []byte, stride int) []byte {
	d.data, d.stride, d.tokens = data, stride, d.tokens[:0]
	clear(d.heads[:])
	if cap(d.chain) < len(data) {
		d.chain = make([]int32, len(data))
	}
	d.chain = d.chain[:len(data)]
	d.bits = bitWriter{out: append(dst, 0x78, 0x9c)}
	d.parse()
	d.block(true)
	d.bits.flush()
	return binary.BigEndian.AppendUint32(d.bits.out, adler32.Checksum(data))
}

// match is a repetition and the bits it saves.
type match struct{ length, distance, gain int }

// parse cuts the data into tokens. A match waits for one place when the next one begins a match
// that saves more.
func (d *deflater) parse() {
	next, known := match{}, false
	for i := 0; i < len(d.data); {
		m := next
		if !known {
			m = d.find(i)
		}
		known = false
		d.remember(i)
		if m.gain > 0 && m.length < niceMatch && i+1 < len(d.data) {
			next = d.find(i + 1)
			known = true
			if next.gain > m.gain {
				m = match{}
			}
		}
		if m.gain <= 0 {
			d.emit(token{value: uint16(d.data[i])})
			i++
			continue
		}
		d.emit(token{value: uint16(m.length), distance: uint16(m.distance)})
		from := i + 1
		if m.distance == 1 || m.length > niceMatch {
			from = max(from, i+m.length-8) // what follows a run begins near its end
		}
		for j := from; j < i+m.length; j++ {
			d.remember(j)
		}
		i += m.length
		known = false
	}
}

// emit adds a token and closes the block when it is full.
func (d *deflater) emit(t token) {
	d.tokens = append(d.tokens, t)
	if len(d.tokens) == blockTokens {
		d.block(false)
		d.tokens = d.tokens[:0]
	}
}

// hash returns the slot of the four bytes at i.
func (d *deflater) hash(i int) uint32 {
	return binary.LittleEndian.Uint32(d.data[i:]) * 2654435761 >> (32 - hashBits)
}

// remember makes the place i known to find.
func (d *deflater) remember(i int) {
	if i+minMatch <= len(d.data) {
		h := d.hash(i)
		d.chain[i] = d.heads[h]
		d.heads[h] = int32(i + 1)
	}
}

// find returns the match at i that saves most.
func (d *deflater) find(i int) match {
	var best match
	if i+minMatch > len(d.data) {
		return best
	}
	for _, distance := range [4]int{1, d.stride, d.stride - 1, d.stride + 1} {
		d.try(&best, i, distance)
	}
	at := int(d.heads[d.hash(i)]) - 1
	for range chainLimit {
		if best.length >= niceMatch || at < 0 || at >= i || i-at > window {
			break
		}
		if n := best.length; i+n < len(d.data) && d.data[at+n] == d.data[i+n] {
			d.try(&best, i, i-at)
		}
		at = int(d.chain[at]) - 1
	}
	return best
}

// try takes the match at a distance when it saves more than the best.
func (d *deflater) try(best *match, i, distance int) {
	if distance < 1 || distance > i {
		return
	}
	n := d.common(i, i-distance)
	if n < 3 {
		return
	}
	cost := matchCost + lengthExtra(n) + distanceExtra(distance)
	if gain := n*literalCost - cost; gain > best.gain {
		*best = match{length: n, distance: distance, gain: gain}
	}
}

// common returns how many bytes at i and j < i are equal, maxMatch at most.
func (d *deflater) common(i, j int) int {
	n, limit := 0, min(maxMatch, len(d.data)-i)
	for n+8 <= limit {
		x := binary.LittleEndian.Uint64(d.data[i+n:]) ^ binary.LittleEndian.Uint64(d.data[j+n:])
		if x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
		n += 8
	}
	for n < limit && d.data[i+n] == d.data[j+n] {
		n++
	}
	return n
}

// lengthExtra returns the extra bits of a match's length.
func lengthExtra(n int) int {
	if n < 11 || n == maxMatch {
		return 0
	}
	return bits.Len(uint(n-3)) - 3
}

// distanceExtra returns the extra bits of a match's distance.
func distanceExtra(n int) int {
	if n < 5 {
		return 0
	}
	return bits.Len(uint(n-1)) - 2
}

// lengthSymbol returns the symbol of a length and its extra bits.
func lengthSymbol(n int) (symbol int, extra uint64) {
	if n == maxMatch {
		return 285, 0
	}
	e := lengthExtra(n)
	return 257 + e<<2 + (n-3)>>e, uint64(n-3) & (1<<e - 1)
}

// distanceSymbol returns the symbol of a distance and its extra bits.
func distanceSymbol(n int) (symbol int, extra uint64) {
	e := distanceExtra(n)
	return e<<1 + (n-1)>>e, uint64(n-1) & (1<<e - 1)
}
