package zones

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of a search for similar names.
const (
	minTyped    = 5   // letters; shorter names resemble too much
	longTyped   = 10  // letters, from which two may be wrong instead of one
	minResident = 300 // thousand people; too many smaller places have similar names
	minWord     = 3   // more letters for each further word
	wordTyped   = 6   // letters of whole words of a name
)

// similar returns the places whose name begins with the words of key, or differs from it by a letter or two. It returns
// none if several names differ as little and are on different continents.
func similar(key string) []place {
	if list := worded(key); len(list) > 0 {
		return list
	}
	letters := utf8.RuneCountInString(key)
	if letters < minTyped+minWord*strings.Count(key, " ") {
		return nil
	}
	most := 1
	if letters >= longTyped {
		most = 2
	}
	best, names := most, []string{}
	for line := range strings.Lines(places()) {
		name, n := closest(line, key, best)
		if n > best || len(large(parse([]string{line}))) == 0 {
			continue
		}
		if n < best {
			best, names = n, nil
		}
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var list []place
	for _, name := range names {
		list = append(list, large(likely(parse(linesWith(name)), name))...)
	}
	if len(names) > 1 && !onOneContinent(list) {
		return nil
	}
	return list
}

// worded returns the large places whose name begins with the words of key.
func worded(key string) []place {
	if utf8.RuneCountInString(key) < wordTyped {
		return nil
	}
	var lines []string
	for line := range strings.Lines(places()) {
		if strings.Contains(line, "\t|"+key+" ") {
			lines = append(lines, line)
		}
	}
	return large(parse(lines))
}

// large drops places that few people live in, and areas.
func large(list []place) []place {
	return slices.DeleteFunc(list, func(p place) bool { return p.people < minResident || p.whole })
}

func onOneContinent(list []place) bool {
	return !slices.ContainsFunc(list, func(p place) bool { return continent(p.zone) != continent(list[0].zone) })
}

func continent(zone string) string {
	area, _, _ := strings.Cut(zone, "/")
	return area
}

// closest returns the name in line that differs least from key, and by how many letters; more than most if all do.
func closest(line, key string, most int) (name string, n int) {
	n = most + 1
	_, all, _ := strings.Cut(line, "\t|")
	for other := range strings.SplitSeq(strings.TrimSuffix(all, "|\n"), "|") {
		if d := len(other) - len(key); d > 3*most || d < -3*most || !alike(other, key) {
			continue
		}
		if edits := edits(other, key); edits < n {
			name, n = other, edits
		}
	}
	return name, n
}

func alike(name, typed string) bool {
	return name != "" && name[0] == typed[0] && name[len(name)-1] == typed[len(typed)-1] &&
		strings.Count(typed, " ") <= strings.Count(name, " ")
}

// edits returns the edit distance between two texts: how many letters to add, remove, change or swap with the next.
func edits(from, to string) int {
	a, b := []rune(from), []rune(to)
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range b {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
