package look

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// drawing is a renderer that draws itself.
type drawing string

func (d drawing) Replay(w io.Writer, _ *rules.Game, _ render.Options) error {
	_, err := io.WriteString(w, string(d))
	return err
}

// TestReplays_Defect: a drawing that panics fails for those who wait for it, and for nobody else.
func TestReplays_Defect(t *testing.T) {
	t.Parallel()
	r := NewReplays(nil)
	_, err := r.get(t.Context(), replayKey{Match: "a"}, nil)
	assert.ErrorContains(t, err, "panic")
	r.renderer = drawing("a picture")
	drawn, err := r.get(t.Context(), replayKey{Match: "a"}, nil)
	assert.NoError(t, err)
	assert.NotEmpty(t, drawn)
}

// TestReplays_Kept: those asked for last are kept, in no more than some memory.
func TestReplays_Kept(t *testing.T) {
	t.Parallel()
	r, big := NewReplays(nil), make([]byte, maxKept/4)
	key := func(id match.ID) replayKey { return replayKey{Match: id} }
	for _, id := range []match.ID{"a", "b", "c", "d"} {
		r.keep(key(id), big)
	}
	_, found := r.find(key("a"))
	assert.True(t, found)
	again, err := r.draw(key("a"), nil)
	require.NoError(t, err, "it's not drawn again")
	assert.Len(t, again, len(big))
	r.keep(key("e"), big[1:])
	_, found = r.find(key("b"))
	assert.False(t, found, "nobody asked for it")
	assert.Equal(t, 4, r.kept.Len())
	assert.Equal(t, maxKept-1, r.size)
	r.keep(key("f"), make([]byte, maxKept+1))
	assert.Zero(t, r.kept.Len(), "one that is too large is not kept")
	assert.Zero(t, r.size)
}
