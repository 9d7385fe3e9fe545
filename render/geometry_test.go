package render

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBoxes(t *testing.T) {
	t.Parallel()
	assert.Equal(t, image.Rect(0, 1, 3, 5), box{0.6, 1.4, 2.3, 2.7}.bounds())
	b := box{10, 10, 10, 10}
	for o, want := range map[box]bool{
		b:                  true,
		{12, 12, 2, 2}:     true,
		{0, 0, 30, 30}:     true,
		{19, 19, 10, 10}:   true,
		{20, 10, 10, 10}:   false,
		{10, 20, 10, 10}:   false,
		{0, 0, 10, 10}:     false,
		{15, 40, 1, 1}:     false,
		{19.9, 0, 5, 10}:   false,
		{19.9, 0, 5, 10.5}: true,
	} {
		assert.Equal(t, want, b.meets(o), o)
		assert.Equal(t, want, o.meets(b), o)
	}
}

func TestUnit(t *testing.T) {
	t.Parallel()
	assert.Equal(t, vec{0, 1}, vec{0, 4}.unit())
	assert.InDelta(t, 1, vec{3, 4}.unit().length(), 1e-9)
	assert.Zero(t, vec{}.unit())
}

// TestPaths follows a path around a corner.
func TestPaths(t *testing.T) {
	t.Parallel()
	w := path{{0, 0}, {10, 0}, {10, 10}}
	assert.Equal(t, 20.0, w.length())
	for d, want := range map[float64]vec{-5: {0, 0}, 0: {0, 0}, 4: {4, 0}, 10: {10, 0}, 13: {10, 3},
		20: {10, 10}, 99: {10, 10}} {
		assert.Equal(t, want, w.at(d), d)
	}
	assert.Equal(t, path{{4, 0}, {10, 0}, {10, 3}}, w.cut(4, 13))
	assert.Equal(t, path{{2, 0}, {4, 0}}, w.cut(2, 4))
	assert.Equal(t, path{{10, 1}, {10, 10}}, w.cut(11, 20))
	assert.Equal(t, image.Rect(-1, -1, 11, 11), w.bounds(1))
}

func TestOffsetKeepsItsDistance(t *testing.T) {
	t.Parallel()
	w := path{{0, 0}, {10, 0}, {10, 10}}
	assert.Equal(t, path{{0, -2}, {12, -2}, {12, 10}}, w.offset(2))
	assert.Equal(t, path{{0, 2}, {8, 2}, {8, 10}}, w.offset(-2))
	assert.Equal(t, path{{0, -2}, {5, -2}, {9, -2}}, path{{0, 0}, {5, 0}, {9, 0}}.offset(2))
}
