package teach

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDoneLessons(t *testing.T) {
	t.Parallel()
	var d DoneLessons
	assert.False(t, d.Has(""))
	assert.False(t, d.Has("names"))
	assert.Equal(t, LessonID("move"), d.After(StartLesson(0)))
	d = d.With("count").With("gone").With("count")
	assert.Equal(t, DoneLessons("count gone"), d)
	assert.Equal(t, 1, d.Count(), "a lesson that's no more does not count")
	assert.Equal(t, LessonID("names"), d.After(StartLesson(99)), "after the last, what was left out")
	assert.False(t, d.IsAll())
	for _, l := range Lessons() {
		d = d.With(l.ID)
	}
	assert.True(t, d.Has("names") && d.IsAll())
	assert.Equal(t, LessonID("count"), d.After(StartLesson(99)))
	assert.Equal(t, LessonID("move"), d.After(StartLesson(0)), "also when it's done")
}

func TestFind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]LessonID{"": "names", "nosuch": "names", "count": "count", "count 111-b5": "count",
		"count x": "count", "Count": "names", " count": "names"} {
		assert.Equal(t, want, FindLesson(text).Lesson().ID, "%q", text)
		assert.False(t, FindLesson(text).Done())
	}
}
