package prove

import (
	"math"
	"math/bits"

	"madbot/rules"
)

// table is a hash table of positions. Its length is a power of two.
type table []bucket

const bucketSize = 4

type bucket [bucketSize]entry

// entry is what is known about a position with any number of quiet turns. A victory that is possible with that number
// is also possible with fewer: it only has more time. The zero value is empty.
type entry struct {
	key     uint64
	numbers numbers // of the latest undecided search; zero if there was none
	won     uint8   // 1 more than the largest number of quiet turns with which victory is proven; 0 for none
	failed  uint8   // the smallest number with which failure is proven; noQuiet for none
	work    uint16  // how many times the entry was stored
}

const noQuiet = math.MaxUint8

func newTable(mib int) table {
	const perBucket = 24 * bucketSize
	return make(table, 1<<(bits.Len(uint(mib)<<20/perBucket)-1))
}

// find returns the entry with the key, or nil.
func (t table) find(key uint64) *entry {
	b := &t[key&uint64(len(t)-1)]
	for i := range b {
		if b[i].key == key {
			return &b[i]
		}
	}
	return nil
}

// claim returns the entry with the key, replacing the one with the least work if there is none.
func (t table) claim(key uint64) *entry {
	b := &t[key&uint64(len(t)-1)]
	least := &b[0]
	for i := range b {
		if b[i].key == key {
			return &b[i]
		}
		if b[i].work < least.work {
			least = &b[i]
		}
	}
	*least = entry{key: key, failed: noQuiet}
	return least
}

// key returns the hash key of a position without its quiet turns, for a search of p. It is never 0.
func (p *Prover) key(at *rules.Position) uint64 {
	rest := uint64(at.Side()) | uint64(p.side)<<2 | uint64(at.Board())<<4 | uint64(p.limit)<<8
	if at.Positioning(rules.Red) {
		rest |= 1 << 6
	}
	if at.Positioning(rules.Blue) {
		rest |= 1 << 7
	}
	h := mix(at.Fleet(rules.Red)^0xa0761d6478bd642f, at.Fleet(rules.Blue)^0xe7037ed1a0b428db)
	return mix(h^rest*0x8ebc6af09c88c6e3, 0x589965cc75374cc3) | 1<<63
}

// mix multiplies two numbers and folds the 128-bit product into 64 bits.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// lookUp returns what is known about a position, or an estimate.
func (p *Prover) lookUp(at *rules.Position, key uint64) numbers {
	e := p.table.find(key)
	switch attacks := at.Side() == p.side; {
	case e == nil:
		return p.estimate(at)
	case at.Quiet() < int(e.won):
		return decidedFor(attacks)
	case at.Quiet() >= int(e.failed):
		return decidedFor(!attacks)
	case e.numbers == numbers{}:
		return p.estimate(at)
	}
	return e.numbers
}

// store saves and returns the numbers of a position.
func (p *Prover) store(at *rules.Position, key uint64, n numbers) numbers {
	e := p.table.claim(key)
	e.work = min(e.work+1, math.MaxUint16-1)
	switch attacks := at.Side() == p.side; {
	case !n.decided():
		e.numbers = n
	case (n.own == 0) == attacks:
		e.won = max(e.won, uint8(at.Quiet()+1))
	default:
		e.failed = min(e.failed, uint8(at.Quiet()))
	}
	return n
}
