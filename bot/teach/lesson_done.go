package teach

import (
	"slices"
	"strings"
)

// DoneLessons is the stored list of lessons that a person has done: their ids, separated by spaces. Ids of lessons that
// no longer exist are ignored.
type DoneLessons string

// Has reports whether a lesson is done.
func (d DoneLessons) Has(id LessonID) bool {
	return slices.Contains(strings.Fields(string(d)), string(id))
}

// With returns d with a lesson added, unless it is already there.
func (d DoneLessons) With(id LessonID) DoneLessons {
	switch {
	case d.Has(id):
		return d
	case d == "":
		return DoneLessons(id)
	}
	return d + " " + DoneLessons(id)
}

// Count returns how many lessons are done.
func (d DoneLessons) Count() (n int) {
	for _, l := range lessons {
		if d.Has(l.ID) {
			n++
		}
	}
	return n
}

// IsAll reports whether all lessons are done.
func (d DoneLessons) IsAll() bool { return d.Count() == len(lessons) }

// After returns the lesson to show after the one of s. After the last lesson it is the first one not done, or the last
// one if all are done.
func (d DoneLessons) After(s LessonState) LessonID {
	if s.number+1 < len(lessons) {
		return lessons[s.number+1].ID
	}
	for _, l := range lessons {
		if !d.Has(l.ID) {
			return l.ID
		}
	}
	return s.Lesson().ID
}

// FindLesson returns the start of the lesson whose id is the first word of text, or of the first lesson if there is
// none with that id.
func FindLesson(text string) LessonState {
	id, _, _ := strings.Cut(text, " ")
	s, _ := ParseLesson(id)
	return s
}
