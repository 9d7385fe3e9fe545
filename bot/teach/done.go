package teach

import (
	"slices"
	"strings"
)

// Done is the ids of the lessons that somebody has done, a space between two; empty: none. An id that no
// lesson has any more does no harm.
type Done string

// Has reports whether a lesson is done.
func (d Done) Has(id ID) bool { return slices.Contains(strings.Fields(string(d)), string(id)) }

// With returns d with one more lesson, which may be there already.
func (d Done) With(id ID) Done {
	switch {
	case d.Has(id):
		return d
	case d == "":
		return Done(id)
	}
	return d + " " + Done(id)
}

// Count returns how many of the lessons are done.
func (d Done) Count() (n int) {
	for _, l := range lessons {
		if d.Has(l.ID) {
			n++
		}
	}
	return n
}

// IsAll reports whether all lessons are done.
func (d Done) IsAll() bool { return d.Count() == len(lessons) }

// After returns the lesson that follows the one of s: after the last one the first that is not done, or
// that one itself when all are.
func (d Done) After(s State) ID {
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

// Find returns the lesson whose id is the first word of text, at its start; the first lesson if there is
// none.
func Find(text string) State {
	id, _, _ := strings.Cut(text, " ")
	s, _ := Parse(id)
	return s
}
