package teach

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDone(t *testing.T) {
	t.Parallel()
	var d Done
	assert.False(t, d.Has(""))
	assert.False(t, d.Has("names"))
	assert.Equal(t, ID("move"), d.After(Start(0)))
	d = d.With("count").With("gone").With("count")
	assert.Equal(t, Done("count gone"), d)
	assert.Equal(t, 1, d.Count(), "a lesson that's no more does not count")
	assert.Equal(t, ID("names"), d.After(Start(99)), "after the last, what was left out")
	assert.False(t, d.IsAll())
	for _, l := range Lessons() {
		d = d.With(l.ID)
	}
	assert.True(t, d.Has("names") && d.IsAll())
	assert.Equal(t, ID("count"), d.After(Start(99)))
	assert.Equal(t, ID("move"), d.After(Start(0)), "also when it's done")
}

func TestFind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]ID{"": "names", "nosuch": "names", "count": "count", "count 111-b5": "count",
		"count x": "count", "Count": "names", " count": "names"} {
		assert.Equal(t, want, Find(text).Lesson().ID, "%q", text)
		assert.False(t, Find(text).Done())
	}
}
