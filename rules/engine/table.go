package engine

import (
	"math/bits"
	"sync/atomic"

	"madbot/rules"
)

// bound says how the score of an entry relates to the truth.
type bound uint8

const (
	noBound    bound = iota
	upperBound       // the truth is at most the score
	lowerBound       // the truth is at least the score
	exactBound
)

// entry is what the table remembers of a position.
type entry struct {
	turn   rules.Turn
	score  Score // victories counted from this position
	static Score // the evaluation, without regard to the stall
	depth  int   // -3 to 100
	bound  bound
}

// table is a hash table shared by all searches of an engine. It needs no lock: a slot is two
// words, and a pair torn by two writers does not fit its key and counts as a miss.
type table struct {
	slots []slot
	age   atomic.Uint32
}

type slot struct {
	lock atomic.Uint64 // key xor data
	data atomic.Uint64
}

// bucketSize slots are candidates for each key; they fill one cache line.
const bucketSize = 4

// newTable returns a table of about the given size.
func newTable(mib int) *table {
	n := 1 << (bits.Len64(uint64(mib)<<20/16) - 1)
	return &table{slots: make([]slot, max(n, bucketSize))}
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.slots)
	t.age.Store(0)
}

// grow begins a new search: what older ones left is replaced first.
func (t *table) grow() { t.age.Add(1) }

func (t *table) bucket(key uint64) []slot {
	i := key >> 32 & uint64(len(t.slots)/bucketSize-1) * bucketSize
	return t.slots[i : i+bucketSize]
}

// probe returns what is known of key; the bound is noBound when nothing is.
func (t *table) probe(key uint64) entry {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].lock.Load()^data == key && data != 0 {
			return unpack(data)
		}
	}
	return entry{}
}

// store remembers e, in place of the same position or of what is worth least: old and shallow.
func (t *table) store(key uint64, e entry) {
	b := t.bucket(key)
	age := uint64(t.age.Load() & 15)
	worst, at := 1<<30, 0
	for i := range b {
		data := b[i].data.Load()
		if b[i].lock.Load()^data == key {
			old := unpack(data)
			if e.turn == rules.NoTurn {
				e.turn = old.turn
			}
			if e.bound != exactBound && old.depth > e.depth+3 && data>>60 == age {
				return
			}
			at = i
			break
		}
		worth := unpack(data).depth - 8*int((age-data>>60)&15)
		if data == 0 {
			worth = -1 << 20
		}
		if worth < worst {
			worst, at = worth, i
		}
	}
	data := e.pack() | age<<60
	b[at].data.Store(data)
	b[at].lock.Store(key ^ data)
}

// pack lays e out in 60 bits: turn 15, score 16, static 16, depth 7, bound 2.
func (e entry) pack() uint64 {
	return uint64(e.turn&0x7fff) | uint64(uint16(e.score))<<15 | uint64(uint16(e.static))<<31 |
		uint64(e.depth+8)&0x7f<<47 | uint64(e.bound)<<54 | 1<<59
}

func unpack(data uint64) entry {
	return entry{
		turn:   rules.Turn(data & 0x7fff),
		score:  Score(int16(data >> 15)),
		static: Score(int16(data >> 31)),
		depth:  int(data>>47&0x7f) - 8,
		bound:  bound(data >> 54 & 3),
	}
}
