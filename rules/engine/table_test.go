package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"madbot/rules"
)

// A stored entry is found complete, and only under its key.
func TestTable_RoundTrip(t *testing.T) {
	t.Parallel()
	scores := rapid.Int32Range(int32(-victory), int32(victory))
	rapid.Check(t, func(t *rapid.T) {
		table := newTable(1)
		e := entry{
			turn:   rules.Turn(rapid.Uint16Range(1, 1<<15-1).Draw(t, "turn")),
			score:  Score(scores.Draw(t, "score")),
			static: Score(scores.Draw(t, "static")),
			depth:  rapid.IntRange(-3, maxPly).Draw(t, "depth"),
			bound:  bound(rapid.IntRange(1, 3).Draw(t, "bound")),
		}
		key := rapid.Uint64().Draw(t, "key")
		table.store(key, e)
		assert.Equal(t, e, table.probe(key))
		other := key ^ 1<<rapid.IntRange(0, 63).Draw(t, "bit")
		assert.Equal(t, entry{}, table.probe(other))
	})
}

// A stored victory is as many turns away at any ply that reads it, and is not returned if the stall comes first.
func TestTable_VictoriesKeepTheirDistance(t *testing.T) {
	t.Parallel()
	const limit = 40
	rapid.Check(t, func(t *rapid.T) {
		stored, read := rapid.IntRange(0, maxPly).Draw(t, "at"), rapid.IntRange(0, maxPly).Draw(t, "read")
		distance := rapid.IntRange(0, maxPly).Draw(t, "distance")
		quiet := rapid.IntRange(0, limit-1).Draw(t, "quiet")
		p := rules.Start(rules.Board6x4, false)
		for range quiet {
			p = p.Skip()
		}
		w := &worker{job: &job{limit: limit}}
		w.frames[read].pos = p
		for _, sign := range []Score{1, -1} {
			got, ok := w.fromTable(toTable(sign*wins(stored+distance), stored), read)
			assert.Equal(t, distance <= limit-quiet, ok)
			if ok {
				assert.Equal(t, sign*wins(read+distance), got)
			}
		}
	})
}
