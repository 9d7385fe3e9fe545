package engine

import (
	"math/bits"
	"sync/atomic"

	"madbot/rules"
)

// bound is how the score of an entry relates to the true score.
type bound uint8

const (
	noBound    bound = iota
	upperBound       // the true score is at most this
	lowerBound       // the true score is at least this
	exactBound
)

type entry struct {
	turn   rules.Turn
	score  Score // victories counted from this position
	static Score // the evaluation, before stallAdjusted
	depth  int   // 0 to 100
	bound  bound
}

// table is the hash table that all searches of an engine share. It needs no lock: a slot is two words, and if two
// writers interleave, the key does not match and the slot counts as a miss.
type table struct {
	slots []slot
	age   atomic.Uint32
}

type slot struct {
	lock atomic.Uint64 // key xor data
	data atomic.Uint64
}

// bucketSize is the number of slots of a bucket, which fill a cache line.
const bucketSize = 4

func newTable(mib int) *table {
	n := 1 << (bits.Len64(uint64(mib)<<20/16) - 1)
	return &table{slots: make([]slot, max(n, bucketSize))}
}

// clear empties the table. It costs nothing if there was no search.
func (t *table) clear() {
	if t.age.Load() == 0 {
		return
	}
	clear(t.slots)
	t.age.Store(0)
}

func (t *table) nextSearch() { t.age.Add(1) }

func (t *table) bucket(key uint64) []slot {
	i := key >> 32 & uint64(len(t.slots)/bucketSize-1) * bucketSize
	return t.slots[i : i+bucketSize]
}

// probe returns the entry of key, or one with noBound.
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

// store replaces the entry of the same position, or else the least valuable entry of the bucket: old and shallow.
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

// pack packs e into 60 bits: turn 15, score 16, static 16, depth 7, bound 2, and a bit that is always set.
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
